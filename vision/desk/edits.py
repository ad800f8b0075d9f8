"""Every correction that a person can make, as data, and what each does to a desk. Pure.

An edit that means nothing on a desk (a tile that is gone) changes nothing: a page may send a tap twice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from yakulens.scorer.meld import size_of
from yakulens.scorer.vocabulary import FROMS, MELD_KINDS, From, MeldKind
from yakulens.vision.desk import QUAD_SIZE, SET_SIZE, Desk, DeskMeld, DeskPlace, DeskTile, Question, sort_key
from yakulens.vision.desk.questions import (
    BELONGING,
    HIDDEN_RED_FIVE,
    INDICATOR,
    NO_MELD,
    NOT_IN_HAND,
    NOTHING_WON,
    SECOND_ROW,
    TOO_MANY,
    WINNING_TILE,
    about_faces,
    about_kind,
    about_origin,
)
from yakulens.vision.desk.rows import call_row, take_row, take_tiles
from yakulens.vision.labels import LABELS, plain

_PLACES: Final[dict[str, tuple[str, DeskPlace, DeskPlace]]] = {
    SECOND_ROW: ("ura", "ura", "indicators"),
    INDICATOR: ("dora", "indicators", "others"),
    BELONGING: ("in", "concealed", "others"),
}
"""Questions where tiles are: one answer, the place to which it moves them, and where any other moves them."""


@dataclass(frozen=True)
class Edit:
    """A correction; every kind of one is a class of its own, and `_on` is what it does."""

    def applied_to(self, desk: Desk) -> Desk:
        """The desk after the correction."""
        return self._on(desk)

    def _on(self, desk: Desk) -> Desk:
        return desk


@dataclass(frozen=True)
class SetFace(Edit):
    """Say that a tile shows another face, which settles the questions about its face."""

    uid: int
    face: str

    def _on(self, desk: Desk) -> Desk:
        uid, face = self.uid, self.face
        if uid not in desk.tiles or face not in LABELS:
            return desk
        tile = desk.tiles[uid]
        if tile.face == face and tile.score == 1:
            return desk
        # The face that was read stays at hand, one tap away.
        others = tuple(f for f in (tile.face, *tile.alternatives) if f != face)
        desk = desk.with_tile(replace(tile, face=face, score=1.0, alternatives=others))
        return desk.without_questions(lambda q: uid in q.tiles and (about_faces(q) or q.code == TOO_MANY))


@dataclass(frozen=True)
class AddTile(Edit):
    """Add a tile that was not found to a place or, by its number, to a meld."""

    face: str
    place: DeskPlace | int = "concealed"

    def _on(self, desk: Desk) -> Desk:
        if self.face not in LABELS or not _has_place(desk, self.place):
            return desk
        return _with_new(desk, DeskTile(0, self.face), self.place)


@dataclass(frozen=True)
class AddFound(Edit):
    """Add a tile that was missed, read where a person showed it on the photo; its own uid means nothing."""

    tile: DeskTile
    place: DeskPlace

    def _on(self, desk: Desk) -> Desk:
        return _with_new(desk, self.tile, self.place)


@dataclass(frozen=True)
class LayOut(Edit):
    """Lay out another of the hands in view, with its own doubts."""

    desk: Desk

    def _on(self, desk: Desk) -> Desk:  # noqa: ARG002 - nothing of it is left
        return self.desk


@dataclass(frozen=True)
class RemoveTile(Edit):
    """Take a tile off the desk, because it is no tile or not one of this hand."""

    uid: int

    def _on(self, desk: Desk) -> Desk:
        return _lifted(desk, self.uid) if self.uid in desk.tiles else desk


@dataclass(frozen=True)
class MoveTile(Edit):
    """Move a tile to a place or, by its number, to a meld."""

    uid: int
    place: DeskPlace | int

    def _on(self, desk: Desk) -> Desk:
        uid, place, source = self.uid, self.place, desk.place_of(self.uid)
        if uid not in desk.tiles or source == place or not _has_place(desk, place):
            return desk
        if isinstance(place, int) and isinstance(source, int) and source < place:
            # A meld that loses its last tile goes, and the numbers behind it move up.
            place -= len(desk.melds[source].tiles) == 1
        lifted = _lifted(desk, uid)
        return _placed(
            replace(lifted, tiles=desk.tiles, questions=desk.questions, fresh=desk.fresh), uid, place
        )


@dataclass(frozen=True)
class TakeRow(Edit):
    """Say that the row of a tile on the photo is the hand."""

    uid: int

    def _on(self, desk: Desk) -> Desk:
        return take_row(desk, self.uid)


@dataclass(frozen=True)
class CallRow(Edit):
    """Say that a tile on the photo is of a set, and from whom that was called: a closed quad from nobody."""

    uid: int
    origin: From | None

    def _on(self, desk: Desk) -> Desk:
        return call_row(desk, self.uid, self.origin)


@dataclass(frozen=True)
class TakeTiles(Edit):
    """Say that these tiles on the photo are the hand, or a set that was called."""

    uids: tuple[int, ...]

    def _on(self, desk: Desk) -> Desk:
        return take_tiles(desk, self.uids)


@dataclass(frozen=True)
class MakeMeld(Edit):
    """Make a meld of concealed tiles, or of these and the winning one."""

    kind: MeldKind
    uids: tuple[int, ...]
    origin: From | None = None

    def _on(self, desk: Desk) -> Desk:
        uids = self.uids
        if not uids or len({*uids}) < len(uids) or not {*desk.concealed, desk.win}.issuperset(uids):
            return desk
        concealed = tuple(uid for uid in desk.concealed if uid not in uids)
        win = None if desk.win in uids else desk.win
        return _with_meld(replace(desk, concealed=concealed, win=win), DeskMeld(self.kind, uids, self.origin))


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
        return _with_meld(replace(desk, tiles=desk.tiles | new), DeskMeld(self.kind, tuple(new), self.origin))


@dataclass(frozen=True)
class SetMeldKind(Edit):
    """Say that a meld is of another kind; a quad gains or loses its fourth tile by that."""

    number: int
    kind: MeldKind

    def _on(self, desk: Desk) -> Desk:
        if not _has_place(desk, self.number):
            return desk
        meld = desk.melds[self.number]
        uids, size = meld.tiles, size_of(self.kind)
        if len(uids) == SET_SIZE and size == QUAD_SIZE:
            fourth = DeskTile(desk.next_uid(), plain(desk.face(uids[0])))
            desk, uids = desk.with_tile(fourth), (*uids, fourth.uid)
        elif len(uids) == QUAD_SIZE and size == SET_SIZE:
            desk, uids = _without_tiles(desk, uids[-1:]), uids[:-1]
        changed = _with_only_origin(replace(meld, kind=self.kind, tiles=uids))
        desk = replace(desk, melds=_melds(desk, self.number, changed))
        return desk.without_questions(lambda q: about_kind(q) and not {*meld.tiles}.isdisjoint(q.tiles))


@dataclass(frozen=True)
class SetMeldOrigin(Edit):
    """Say from which player a meld's called tile came."""

    number: int
    origin: From | None

    def _on(self, desk: Desk) -> Desk:
        if not _has_place(desk, self.number):
            return desk
        meld = desk.melds[self.number]
        changed = _with_only_origin(replace(meld, origin=self.origin))
        desk = replace(desk, melds=_melds(desk, self.number, changed))
        return desk.without_questions(lambda q: about_origin(q) and not {*meld.tiles}.isdisjoint(q.tiles))


@dataclass(frozen=True)
class TakeMeldApart(Edit):
    """Say that a meld is none: its tiles become concealed ones."""

    number: int

    def _on(self, desk: Desk) -> Desk:
        if not _has_place(desk, self.number):
            return desk
        concealed = desk.concealed + desk.melds[self.number].tiles
        return replace(desk, melds=_melds(desk, self.number), concealed=concealed)


@dataclass(frozen=True)
class RemoveMeld(Edit):
    """Take a meld off the desk, because it is not one of this hand."""

    number: int

    def _on(self, desk: Desk) -> Desk:
        if not _has_place(desk, self.number):
            return desk
        removed = _without_tiles(desk, desk.melds[self.number].tiles)
        return replace(removed, melds=_melds(desk, self.number))


@dataclass(frozen=True)
class Answer(Edit):
    """Answer an open question; the choice None says that the reading is right as it stands.

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
    """Put the concealed tiles in their usual order."""

    def _on(self, desk: Desk) -> Desk:
        return replace(
            desk, concealed=tuple(sorted(desk.concealed, key=lambda uid: sort_key(desk.face(uid))))
        )


@dataclass(frozen=True)
class Undo(Edit):
    """Take the last edit back."""


@dataclass(frozen=True)
class BackToFirst(Edit):
    """Return to the hand as it was first read; this too can be taken back."""


def _corrections(desk: Desk, question: Question, choice: str) -> Iterator[Edit]:
    """The edits that an answer to a question stands for."""
    numbers = [n for n, meld in enumerate(desk.melds) if not {*meld.tiles}.isdisjoint(question.tiles)][:1]
    if about_faces(question):
        tiles = question.tiles
        if question.code == HIDDEN_RED_FIVE:
            # One hidden tile of the quad shows the face: an outer one of a closed quad, else the last.
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
        # What belongs to the hand and lies in a meld, or won, stays there.
        stays = place == "concealed"
        yield from (MoveTile(uid, place) for uid in question.tiles if not stays or uid in desk.others)
    elif choice == NO_MELD:
        yield from (TakeMeldApart(n) for n in numbers)
    elif about_origin(question):
        yield from (SetMeldOrigin(n, origin) for n in numbers for origin in FROMS if origin == choice)
    elif about_kind(question):
        yield from (SetMeldKind(n, kind) for n in numbers for kind in MELD_KINDS if kind == choice)


def _has_place(desk: Desk, place: DeskPlace | int) -> bool:
    """Whether a desk has this place, or a meld of this number."""
    return not isinstance(place, int) or 0 <= place < len(desk.melds)


def _with_new(desk: Desk, tile: DeskTile, place: DeskPlace | int) -> Desk:
    """The desk with a new tile, which gets a uid of its own."""
    uid = desk.next_uid()
    return _placed(desk.with_tile(replace(tile, uid=uid)), uid, place)


def _placed(desk: Desk, uid: int, place: DeskPlace | int) -> Desk:
    """The desk with a tile that lies nowhere put to a place."""
    if isinstance(place, int):
        meld = desk.melds[place]
        return replace(desk, melds=_melds(desk, place, replace(meld, tiles=(*meld.tiles, uid))))
    if place == "win":
        former = () if desk.win is None else (desk.win,)
        desk = replace(desk, win=uid, concealed=(*desk.concealed, *former))
        return desk.without_questions(lambda q: q.code == WINNING_TILE)
    changes: dict[str, tuple[int, ...]] = {place: (*getattr(desk, place), uid)}
    return replace(desk, **changes)  # type: ignore[arg-type]  # a place names a field of uids


def _lifted(desk: Desk, uid: int) -> Desk:
    """The desk without a tile, and without its meld where that held no other."""

    def without(uids: Sequence[int]) -> tuple[int, ...]:
        return tuple(u for u in uids if u != uid)

    melds = (replace(meld, tiles=without(meld.tiles)) for meld in desk.melds)
    return replace(
        _without_tiles(desk, (uid,)),
        concealed=without(desk.concealed),
        win=None if desk.win == uid else desk.win,
        melds=tuple(meld for meld in melds if meld.tiles),
        indicators=without(desk.indicators),
        ura=without(desk.ura),
        others=without(desk.others),
    )


def _without_tiles(desk: Desk, uids: Sequence[int]) -> Desk:
    """The desk without some tiles and the questions about them; their uids are not given again.

    The places where the tiles lay still name them: see ``_lifted``, which takes a tile out of its place too.
    """
    tiles = {uid: tile for uid, tile in desk.tiles.items() if uid not in uids}
    desk = replace(desk, tiles=tiles, fresh=desk.next_uid())
    return desk.without_questions(lambda q: not {*uids}.isdisjoint(q.tiles))


def _with_meld(desk: Desk, meld: DeskMeld) -> Desk:
    """The desk with one more meld, of which nobody said when it was called."""
    return replace(desk, melds=(*desk.melds, _with_only_origin(meld)), calls_in_order=False)


def _melds(desk: Desk, number: int, *instead: DeskMeld) -> tuple[DeskMeld, ...]:
    """The melds of a desk with another, or none, instead of one."""
    return (*desk.melds[:number], *instead, *desk.melds[number + 1 :])


def _with_only_origin(meld: DeskMeld) -> DeskMeld:
    """The meld with the only origin that its kind allows, where there is only one."""
    only: dict[MeldKind, From | None] = {"chi": "left", "closed_kan": None}
    return replace(meld, origin=only.get(meld.kind, meld.origin))
