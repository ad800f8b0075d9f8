"""Every correction that a person can make, as data, and its effect on a desk. Pure.

An edit that does not apply (its tile is gone) changes nothing: a page may send a tap twice.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from yakulens.scorer.meld import size_of
from yakulens.scorer.vocabulary import FROMS, MELD_KINDS, From, MeldKind
from yakulens.vision.desk import QUAD_SIZE, SET_SIZE, Desk, DeskMeld, DeskPlace, DeskTile, Question, sort_key
from yakulens.vision.desk.placing import (
    has_place,
    lifted,
    melds_with,
    placed,
    with_meld,
    with_new,
    with_only_origin,
    without_tiles,
)
from yakulens.vision.desk.pointed import call_row, take_hand, take_tiles
from yakulens.vision.desk.questions import (
    BELONGING,
    HIDDEN_RED_FIVE,
    INDICATOR,
    NO_MELD,
    NOT_IN_HAND,
    NOTHING_WON,
    SECOND_ROW,
    WINNING_TILE,
    about_faces,
    about_kind,
    about_origin,
)
from yakulens.vision.desk.rows import row_through
from yakulens.vision.labels import LABELS, plain

_PLACES: Final[dict[str, tuple[str, DeskPlace, DeskPlace]]] = {
    SECOND_ROW: ("ura", "ura", "indicators"),
    INDICATOR: ("dora", "indicators", "others"),
    BELONGING: ("in", "concealed", "others"),
}
"""Questions about tiles' places: one answer, the place it moves them to, and that of any other answer."""


@dataclass(frozen=True)
class Edit:
    """A correction; each kind is a subclass, whose `_on` applies it."""

    def applied_to(self, desk: Desk) -> Desk:
        """The desk after the correction; a tile that lies beside the hand no more is no discard."""
        after = self._on(desk)
        own = tuple(uid for uid in after.own_discards if uid in after.others)
        return after if own == after.own_discards else replace(after, own_discards=own)

    def _on(self, desk: Desk) -> Desk:
        return desk


@dataclass(frozen=True)
class SetFace(Edit):
    """Correct a tile's face, which settles the questions about it."""

    uid: int
    face: str

    def _on(self, desk: Desk) -> Desk:
        uid, face = self.uid, self.face
        if uid not in desk.tiles or face not in LABELS:
            return desk
        tile = desk.tiles[uid]
        if tile.face == face and tile.score == 1:
            return desk
        # The face that was read stays one tap away.
        others = tuple(f for f in (tile.face, *tile.alternatives) if f != face)
        desk = desk.with_tile(replace(tile, face=face, score=1.0, alternatives=others))
        return desk.without_questions(lambda q: uid in q.tiles and about_faces(q))


@dataclass(frozen=True)
class AddTile(Edit):
    """Add a tile to a place or, by its number, to a meld."""

    face: str
    place: DeskPlace | int = "concealed"

    def _on(self, desk: Desk) -> Desk:
        if self.face not in LABELS or not has_place(desk, self.place):
            return desk
        return with_new(desk, DeskTile(0, self.face), self.place)


@dataclass(frozen=True)
class AddFound(Edit):
    """Add a missed tile, read where a person showed it on the photo; its uid is ignored."""

    tile: DeskTile
    place: DeskPlace

    def _on(self, desk: Desk) -> Desk:
        return with_new(desk, self.tile, self.place)


@dataclass(frozen=True)
class LayOut(Edit):
    """Switch to another of the hands in view, with its own doubts."""

    desk: Desk

    def _on(self, desk: Desk) -> Desk:  # noqa: ARG002 - nothing of it is left
        return self.desk


@dataclass(frozen=True)
class RemoveTile(Edit):
    """Remove a tile that is a false positive or not of this hand."""

    uid: int

    def _on(self, desk: Desk) -> Desk:
        return lifted(desk, self.uid) if self.uid in desk.tiles else desk


@dataclass(frozen=True)
class MoveTile(Edit):
    """Move a tile to a place or, by its number, to a meld."""

    uid: int
    place: DeskPlace | int

    def _on(self, desk: Desk) -> Desk:
        uid, place, source = self.uid, self.place, desk.place_of(self.uid)
        if uid not in desk.tiles or source == place or not has_place(desk, place):
            return desk
        if isinstance(place, int) and isinstance(source, int) and source < place:
            # A meld that loses its last tile disappears, and later melds' numbers move up.
            place -= len(desk.melds[source].tiles) == 1
        without = lifted(desk, uid)
        return placed(
            replace(without, tiles=desk.tiles, questions=desk.questions, fresh=desk.fresh), uid, place
        )


@dataclass(frozen=True)
class TakeRow(Edit):
    """Take the row of a tile on the photo as the hand."""

    uid: int

    def _on(self, desk: Desk) -> Desk:
        return take_hand(desk, row_through(desk, self.uid))


@dataclass(frozen=True)
class CallRow(Edit):
    """Take the set of a tile on the photo as called from a player, or from nobody for a closed quad."""

    uid: int
    origin: From | None

    def _on(self, desk: Desk) -> Desk:
        return call_row(desk, self.uid, self.origin)


@dataclass(frozen=True)
class TakeTiles(Edit):
    """Take these tiles on the photo as the hand, or as a called set."""

    uids: tuple[int, ...]

    def _on(self, desk: Desk) -> Desk:
        return take_tiles(desk, self.uids)


@dataclass(frozen=True)
class MakeMeld(Edit):
    """Make a meld of concealed tiles, with or without the winning one."""

    kind: MeldKind
    uids: tuple[int, ...]
    origin: From | None = None

    def _on(self, desk: Desk) -> Desk:
        uids = self.uids
        if not uids or len({*uids}) < len(uids) or not {*desk.outside_melds()}.issuperset(uids):
            return desk
        concealed = tuple(uid for uid in desk.concealed if uid not in uids)
        win = None if desk.win in uids else desk.win
        return with_meld(replace(desk, concealed=concealed, win=win), DeskMeld(self.kind, uids, self.origin))


@dataclass(frozen=True)
class AddMeld(Edit):
    """Add a meld that was not found."""

    kind: MeldKind
    faces: tuple[str, ...]
    origin: From | None = None

    def _on(self, desk: Desk) -> Desk:
        if not self.faces or any(face not in LABELS for face in self.faces):
            return desk
        new = {uid: DeskTile(uid, face) for uid, face in enumerate(self.faces, desk.next_uid())}
        return with_meld(replace(desk, tiles=desk.tiles | new), DeskMeld(self.kind, tuple(new), self.origin))


@dataclass(frozen=True)
class SetMeldKind(Edit):
    """Change a meld's kind; a quad gains or loses its fourth tile."""

    number: int
    kind: MeldKind

    def _on(self, desk: Desk) -> Desk:
        if not has_place(desk, self.number):
            return desk
        meld = desk.melds[self.number]
        uids, size = meld.tiles, size_of(self.kind)
        if len(uids) == SET_SIZE and size == QUAD_SIZE:
            fourth = DeskTile(desk.next_uid(), plain(desk.face(uids[0])))
            desk, uids = desk.with_tile(fourth), (*uids, fourth.uid)
        elif len(uids) == QUAD_SIZE and size == SET_SIZE:
            desk, uids = without_tiles(desk, uids[-1:]), uids[:-1]
        changed = with_only_origin(replace(meld, kind=self.kind, tiles=uids))
        desk = replace(desk, melds=melds_with(desk, self.number, changed))
        return desk.without_questions(lambda q: about_kind(q) and not {*meld.tiles}.isdisjoint(q.tiles))


@dataclass(frozen=True)
class SetMeldOrigin(Edit):
    """Set the player from whom a meld was called."""

    number: int
    origin: From | None

    def _on(self, desk: Desk) -> Desk:
        if not has_place(desk, self.number):
            return desk
        meld = desk.melds[self.number]
        changed = with_only_origin(replace(meld, origin=self.origin))
        desk = replace(desk, melds=melds_with(desk, self.number, changed))
        return desk.without_questions(lambda q: about_origin(q) and not {*meld.tiles}.isdisjoint(q.tiles))


@dataclass(frozen=True)
class TakeMeldApart(Edit):
    """Undo a meld: its tiles become concealed."""

    number: int

    def _on(self, desk: Desk) -> Desk:
        if not has_place(desk, self.number):
            return desk
        concealed = desk.concealed + desk.melds[self.number].tiles
        return replace(desk, melds=melds_with(desk, self.number), concealed=concealed)


@dataclass(frozen=True)
class RemoveMeld(Edit):
    """Remove a meld that is not of this hand."""

    number: int

    def _on(self, desk: Desk) -> Desk:
        if not has_place(desk, self.number):
            return desk
        removed = without_tiles(desk, desk.melds[self.number].tiles)
        return replace(removed, melds=melds_with(desk, self.number))


@dataclass(frozen=True)
class Answer(Edit):
    """Answer an open question; the choice None confirms the reading.

    So does a choice that was not offered.
    """

    question: Question
    choice: str | None = None

    def _on(self, desk: Desk) -> Desk:
        question, choice = self.question, self.choice
        settled = desk.without_questions(lambda q: q == question)
        if question not in desk.questions or choice is None or choice not in question.choices:
            return settled
        for edit in _corrections(settled, question, choice):
            settled = edit.applied_to(settled)
        return settled


@dataclass(frozen=True)
class Sort(Edit):
    """Sort the concealed tiles."""

    def _on(self, desk: Desk) -> Desk:
        return replace(
            desk, concealed=tuple(sorted(desk.concealed, key=lambda uid: sort_key(desk.face(uid))))
        )


@dataclass(frozen=True)
class Undo(Edit):
    """Undo the last edit."""


@dataclass(frozen=True)
class BackToFirst(Edit):
    """Return to the hand as first read; this can be undone."""


def _corrections(desk: Desk, question: Question, choice: str) -> Iterator[Edit]:
    """The edits that an answer to a question implies."""
    numbers = [n for n, meld in enumerate(desk.melds) if not {*meld.tiles}.isdisjoint(question.tiles)][:1]
    if about_faces(question):
        tiles = question.tiles
        if question.code == HIDDEN_RED_FIVE:
            # One hidden tile of the quad gets the face: an outer one of a closed quad, else the last.
            quads = (desk.melds[n] for n in numbers)
            tiles = tuple(quad.tiles[0 if quad.kind == "closed_kan" else -1] for quad in quads)
        yield from (SetFace(uid, choice) for uid in tiles)
    elif question.code == WINNING_TILE and choice not in {NOTHING_WON, NOT_IN_HAND}:
        yield MoveTile(int(choice), "win")
    elif question.code == WINNING_TILE and desk.win is not None:
        yield MoveTile(desk.win, "concealed" if choice == NOTHING_WON else "others")
    elif question.code in _PLACES:
        answer, there, elsewhere = _PLACES[question.code]
        place = there if choice == answer else elsewhere
        # A tile of the hand that is in a meld or won stays there.
        stays = place == "concealed"
        yield from (MoveTile(uid, place) for uid in question.tiles if not stays or uid in desk.others)
    elif choice == NO_MELD:
        yield from (TakeMeldApart(n) for n in numbers)
    elif about_origin(question):
        origin = next(origin for origin in FROMS if origin == choice)
        yield from [SetMeldOrigin(n, origin) for n in numbers] or _called(desk, question.tiles, origin)
    elif about_kind(question):
        kind = next(kind for kind in MELD_KINDS if kind == choice)
        yield SetMeldKind(numbers[0], kind) if numbers else MakeMeld(kind, question.tiles)


def _called(desk: Desk, uids: tuple[int, ...], origin: From) -> Iterator[MakeMeld]:
    """The edit that makes a called set of concealed tiles."""
    equal = len({plain(face) for face in desk.faces(uids)}) == 1
    kind: MeldKind = "open_kan" if len(uids) == QUAD_SIZE else "pon" if equal else "chi"
    if len(uids) == size_of(kind):
        yield MakeMeld(kind, uids, origin)
