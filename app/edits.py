"""Every correction a person can make, as data, and the pure reducer that applies it.

``apply(session, edit)`` gives the session after the edit; the desk before it goes onto ``past``, so that
every edit can be taken back. An edit that means nothing on this desk (a tile that is gone) changes nothing: a
page may send a tap twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from app.desk import (
    QUAD_SIZE,
    SET_SIZE,
    Desk,
    DeskMeld,
    DeskTile,
    Place,
    Question,
    fits,
    order,
)
from scorer.vocabulary import FROMS, MELD_KINDS, QUAD_KINDS
from vision.labels import LABELS, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.reading import From, MeldKind

HISTORY_LIMIT: Final = 200
NO_MELD: Final = "not_a_meld"
"""The answer that a meld is none."""
URA: Final = "ura"
"""The answer that a second row of indicators is the ura."""
NOTHING_WON: Final = "none"
"""The answer that no tile lies apart."""
IN_HAND: Final = "in"
"""The answer that tiles belong to the hand; the other one leaves them out."""
HIDDEN_RED_FIVE: Final = "hidden_red_five"
"""The reading's doubt whether one of a quad's hidden tiles is a red five."""


@dataclass(frozen=True, slots=True)
class Session:
    """A desk with its way here.

    Attributes:
        desk: the hand as it stands.
        first: the hand as it was read or typed.
        past: earlier desks, oldest first.
    """

    desk: Desk = field(default_factory=Desk)
    first: Desk = field(default_factory=Desk)
    past: tuple[Desk, ...] = ()

    @classmethod
    def begin(cls, desk: Desk) -> Session:
        """A session that begins with this desk."""
        return cls(desk, desk)


@dataclass(frozen=True, slots=True)
class SetFace:
    """A tile shows another face."""

    uid: int
    face: str


@dataclass(frozen=True, slots=True)
class AddTile:
    """A tile that was not found joins a place or, by its number, a meld."""

    face: str
    place: Place | int = "concealed"


@dataclass(frozen=True, slots=True)
class RemoveTile:
    """A tile is none, or not of this hand."""

    uid: int


@dataclass(frozen=True, slots=True)
class MoveTile:
    """A tile belongs elsewhere: to a place or, by its number, to a meld."""

    uid: int
    place: Place | int


@dataclass(frozen=True, slots=True)
class MakeMeld:
    """Concealed tiles are a meld."""

    kind: MeldKind
    uids: tuple[int, ...]
    origin: From | None = None


@dataclass(frozen=True, slots=True)
class AddMeld:
    """A meld that was not found."""

    kind: MeldKind
    faces: tuple[str, ...]
    origin: From | None = None


@dataclass(frozen=True, slots=True)
class SetMeldKind:
    """A meld is of another kind; a quad gains or loses its fourth tile."""

    number: int
    kind: MeldKind


@dataclass(frozen=True, slots=True)
class SetMeldOrigin:
    """A meld's called tile came from this player."""

    number: int
    origin: From | None


@dataclass(frozen=True, slots=True)
class TakeMeldApart:
    """A meld is none: its tiles are concealed."""

    number: int


@dataclass(frozen=True, slots=True)
class RemoveMeld:
    """A meld is not of this hand."""

    number: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an open question; None says that the reading is right as it stands."""

    question: Question
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class Sort:
    """The concealed tiles in their usual order."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last edit back."""


@dataclass(frozen=True, slots=True)
class BackToFirst:
    """The hand as it was first read; may itself be undone."""


Edit = (
    SetFace
    | AddTile
    | RemoveTile
    | MoveTile
    | MakeMeld
    | AddMeld
    | SetMeldKind
    | SetMeldOrigin
    | TakeMeldApart
    | RemoveMeld
    | Answer
    | Sort
    | Undo
    | BackToFirst
)


def apply(session: Session, edit: Edit) -> Session:
    """The session after one edit."""
    if isinstance(edit, Undo):
        if not session.past:
            return session
        return replace(session, desk=session.past[-1], past=session.past[:-1])
    desk = session.first if isinstance(edit, BackToFirst) else _change(session.desk, edit)
    if desk == session.desk:
        return session
    return replace(session, desk=desk, past=(*session.past, session.desk)[-HISTORY_LIMIT:])


def _change(desk: Desk, edit: Edit) -> Desk:  # noqa: PLR0911 - one line an edit reads best
    match edit:
        case SetFace(uid, face):
            return _set_face(desk, uid, face)
        case AddTile(face, place):
            return _add_tile(desk, face, place)
        case RemoveTile(uid):
            return _lift(desk, uid) if uid in desk.tiles else desk
        case MoveTile(uid, place):
            return _move(desk, uid, place)
        case MakeMeld(kind, uids, origin):
            return _make_meld(desk, DeskMeld(kind, uids, origin))
        case AddMeld(kind, faces, origin):
            return _add_meld(desk, kind, faces, origin)
        case SetMeldKind() | SetMeldOrigin() | TakeMeldApart() | RemoveMeld():
            return _change_meld(desk, edit)
        case Answer(question, choice):
            return _answer(desk, question, choice or "")
        case Sort():
            return replace(desk, concealed=tuple(sorted(desk.concealed, key=lambda u: order(desk.face(u)))))
    return desk


def _set_face(desk: Desk, uid: int, face: str) -> Desk:
    if uid not in desk.tiles or face not in LABELS:
        return desk
    tile = desk.tiles[uid]
    if tile.face == face and tile.score == 1:
        return desk
    # The face that was read stays at hand, one tap away.
    others = tuple(f for f in (tile.face, *tile.alternatives) if f != face)
    tiles = desk.tiles | {uid: replace(tile, face=face, score=1.0, alternatives=others)}
    questions = tuple(q for q in desk.questions if not (uid in q.tiles and (_about_faces(q) or _crowded(q))))
    return replace(desk, tiles=tiles, questions=questions)


def _add_tile(desk: Desk, face: str, place: Place | int) -> Desk:
    if face not in LABELS or (isinstance(place, int) and not 0 <= place < len(desk.melds)):
        return desk
    uid = desk.next_uid()
    return _put(replace(desk, tiles=desk.tiles | {uid: DeskTile(uid, face)}), uid, place)


def _move(desk: Desk, uid: int, place: Place | int) -> Desk:
    if uid not in desk.tiles or desk.place_of(uid) == place:
        return desk
    if isinstance(place, int) and not 0 <= place < len(desk.melds):
        return desk
    source = desk.place_of(uid)
    if isinstance(place, int) and isinstance(source, int) and source < place:
        # A meld that loses its last tile goes, and the numbers behind it move up.
        place -= len(desk.melds[source].tiles) == 1
    lifted = _lift(desk, uid)
    return _put(replace(lifted, tiles=desk.tiles, questions=desk.questions, fresh=desk.fresh), uid, place)


def _lift(desk: Desk, uid: int) -> Desk:
    """The desk without a tile."""

    def without(uids: Sequence[int]) -> tuple[int, ...]:
        return tuple(u for u in uids if u != uid)

    melds = tuple(replace(meld, tiles=without(meld.tiles)) for meld in desk.melds)
    return replace(
        _gone(desk, (uid,)),
        concealed=without(desk.concealed),
        win=None if desk.win == uid else desk.win,
        melds=tuple(meld for meld in melds if meld.tiles),
        indicators=without(desk.indicators),
        ura=without(desk.ura),
        others=without(desk.others),
    )


def _gone(desk: Desk, uids: Sequence[int]) -> Desk:
    """The desk's tiles without some and the questions about them; their names are not given again."""
    return replace(
        desk,
        tiles={u: tile for u, tile in desk.tiles.items() if u not in uids},
        questions=tuple(q for q in desk.questions if not set(uids) & set(q.tiles)),
        fresh=desk.next_uid(),
    )


def _put(desk: Desk, uid: int, place: Place | int) -> Desk:
    if isinstance(place, int):
        if not 0 <= place < len(desk.melds):
            return desk
        melds = list(desk.melds)
        melds[place] = replace(melds[place], tiles=(*melds[place].tiles, uid))
        return replace(desk, melds=tuple(melds))
    if place == "win":
        former = () if desk.win is None else (desk.win,)
        settled = tuple(q for q in desk.questions if not _about_win(q))
        return replace(desk, win=uid, concealed=(*desk.concealed, *former), questions=settled)
    changes: dict[str, tuple[int, ...]] = {place: (*getattr(desk, place), uid)}
    return replace(desk, **changes)  # type: ignore[arg-type]  # a Place names a field of uids


def _make_meld(desk: Desk, meld: DeskMeld) -> Desk:
    held = {*desk.concealed, desk.win}
    if not meld.tiles or len(set(meld.tiles)) < len(meld.tiles) or not held.issuperset(meld.tiles):
        return desk
    concealed = tuple(uid for uid in desk.concealed if uid not in meld.tiles)
    win = None if desk.win in meld.tiles else desk.win
    return replace(desk, concealed=concealed, win=win, melds=(*desk.melds, _called(meld)))


def _called(meld: DeskMeld) -> DeskMeld:
    """The meld with the only origin its kind allows, where there is only one."""
    if meld.kind == "chi":
        return replace(meld, origin="left")
    if meld.kind == "closed_kan":
        return replace(meld, origin=None)
    return meld


def _add_meld(desk: Desk, kind: MeldKind, faces: tuple[str, ...], origin: From | None) -> Desk:
    if not faces or any(face not in LABELS for face in faces):
        return desk
    first = desk.next_uid()
    new = {first + i: DeskTile(first + i, face) for i, face in enumerate(faces)}
    meld = _called(DeskMeld(kind, tuple(new), origin))
    return replace(desk, tiles=desk.tiles | new, melds=(*desk.melds, meld))


def _change_meld(desk: Desk, edit: SetMeldKind | SetMeldOrigin | TakeMeldApart | RemoveMeld) -> Desk:
    if not 0 <= edit.number < len(desk.melds):
        return desk
    meld = desk.melds[edit.number]
    rest = (*desk.melds[: edit.number], *desk.melds[edit.number + 1 :])
    about = set(meld.tiles)
    match edit:
        case TakeMeldApart():
            return replace(desk, melds=rest, concealed=(*desk.concealed, *meld.tiles))
        case RemoveMeld():
            return replace(_gone(desk, meld.tiles), melds=rest)
        case SetMeldKind(_, kind):
            desk, changed = _of_kind(desk, meld, kind)
        case SetMeldOrigin(_, origin):
            changed = _called(replace(meld, origin=origin))
    melds = (*desk.melds[: edit.number], changed, *desk.melds[edit.number + 1 :])
    settled = _about_origin if isinstance(edit, SetMeldOrigin) else _about_kind
    questions = tuple(q for q in desk.questions if not (about & set(q.tiles) and settled(q)))
    return replace(desk, melds=melds, questions=questions)


def _of_kind(desk: Desk, meld: DeskMeld, kind: MeldKind) -> tuple[Desk, DeskMeld]:
    uids = meld.tiles
    size = QUAD_SIZE if kind in QUAD_KINDS else SET_SIZE
    if len(uids) == SET_SIZE and size == QUAD_SIZE:
        uid = desk.next_uid()
        desk = replace(desk, tiles=desk.tiles | {uid: DeskTile(uid, plain(desk.face(uids[0])))})
        uids = (*uids, uid)
    elif len(uids) == QUAD_SIZE and size == SET_SIZE:
        desk = _gone(desk, uids[-1:])
        uids = uids[:-1]
    return desk, _called(replace(meld, kind=kind, tiles=uids))


def _answer(desk: Desk, question: Question, choice: str) -> Desk:  # noqa: PLR0911 - one line a kind of question
    settled = replace(desk, questions=tuple(q for q in desk.questions if q != question))
    if question not in desk.questions or choice not in question.choices:
        return settled
    if _about_faces(question):
        return _answer_faces(settled, question, choice)
    if _about_win(question):
        return _answer_win(settled, choice)
    if _about_belonging(question):
        return _answer_belonging(settled, question, choice)
    if _about_ura(question):
        return _answer_ura(settled, question, choice)
    if choice == NO_MELD:
        return _answer_meld(settled, question, TakeMeldApart)
    if _about_origin(question):
        return _answer_meld(settled, question, lambda n: SetMeldOrigin(n, _origin(choice)))
    if _about_kind(question):
        return _answer_meld(settled, question, lambda n: SetMeldKind(n, _meld_kind(choice)))
    return settled


def _answer_win(desk: Desk, choice: str) -> Desk:
    if choice != NOTHING_WON:
        return _move(desk, int(choice), "win")
    return desk if desk.win is None else _move(desk, desk.win, "concealed")


def _answer_belonging(desk: Desk, question: Question, choice: str) -> Desk:
    """The tiles join the concealed ones, or leave the hand, where they are not there already."""
    for uid in question.tiles:
        outside = desk.place_of(uid) == "others"
        if outside == (choice == IN_HAND):
            desk = _move(desk, uid, "concealed" if choice == IN_HAND else "others")
    return desk


def _answer_ura(desk: Desk, question: Question, choice: str) -> Desk:
    """The second row of indicators counts as ura, or as dora like the first."""
    for uid in question.tiles:
        if uid in desk.tiles:
            desk = _move(desk, uid, "ura" if choice == URA else "indicators")
    return desk


def _answer_faces(desk: Desk, question: Question, choice: str) -> Desk:
    if question.code != HIDDEN_RED_FIVE:
        for uid in question.tiles:
            desk = _set_face(desk, uid, choice)
        return desk
    # Exactly one hidden tile of the quad shows the face: an outer one of a closed quad, else the last.
    about = set(question.tiles)
    meld = next((meld for meld in desk.melds if about & set(meld.tiles)), None)
    if meld is None:
        return desk
    return _set_face(desk, meld.tiles[0 if meld.kind == "closed_kan" else -1], choice)


def _answer_meld(
    desk: Desk, question: Question, edit: Callable[[int], SetMeldOrigin | SetMeldKind | TakeMeldApart]
) -> Desk:
    about = set(question.tiles)
    numbers = [number for number, meld in enumerate(desk.melds) if about & set(meld.tiles)]
    return _change_meld(desk, edit(numbers[0])) if numbers else desk


def _origin(choice: str) -> From:
    return next(origin for origin in FROMS if origin == choice)


def _meld_kind(choice: str) -> MeldKind:
    return next(kind for kind in MELD_KINDS if kind == choice)


def _about_faces(question: Question) -> bool:
    return bool(question.choices) and all(choice in LABELS for choice in question.choices)


def _crowded(question: Question) -> bool:
    return question.code == "five_of_a_kind"


def _about_win(question: Question) -> bool:
    return question.code == "winning_tile"


def _about_belonging(question: Question) -> bool:
    return question.code == "maybe_not_in_hand"


def _about_ura(question: Question) -> bool:
    return question.code == "ura_indicators"


def _about_origin(question: Question) -> bool:
    origins = {*FROMS, NO_MELD}
    return any(choice in FROMS for choice in question.choices) and origins.issuperset(question.choices)


def _about_kind(question: Question) -> bool:
    kinds = {*MELD_KINDS, NO_MELD}
    return bool(question.choices) and all(choice in kinds for choice in question.choices)


def possible_melds(desk: Desk, uid: int) -> tuple[MakeMeld, ...]:
    """The melds that a concealed tile can form with others of the hand, the likeliest first."""
    if uid not in desk.concealed and uid != desk.win:
        return ()
    face = plain(desk.face(uid))
    others = [u for u in desk.in_hand() if u != uid and (u in desk.concealed or u == desk.win)]
    same = [u for u in others if plain(desk.face(u)) == face]
    found: list[MakeMeld] = []
    if len(same) >= SET_SIZE - 1:
        found.append(MakeMeld("pon", (uid, *same[: SET_SIZE - 1])))
    if len(same) >= QUAD_SIZE - 1:
        found.append(MakeMeld("open_kan", (uid, *same[: QUAD_SIZE - 1])))
        found.append(MakeMeld("closed_kan", (uid, *same[: QUAD_SIZE - 1])))
    if face[1] in "mps":
        rank = int(face[0])
        for low in range(max(1, rank - 2), min(7, rank) + 1):
            uids = tuple(_one_of(desk, others, uid, f"{low + i}{face[1]}") for i in range(SET_SIZE))
            known = tuple(u for u in uids if u is not None)
            if len(known) == SET_SIZE and fits("chi", desk.faces(known)):
                found.append(MakeMeld("chi", known))
    return tuple(found)


def _one_of(desk: Desk, others: list[int], uid: int, face: str) -> int | None:
    if plain(desk.face(uid)) == face:
        return uid
    return next((u for u in others if plain(desk.face(u)) == face), None)


def open_questions(desk: Desk) -> tuple[Question, ...]:
    """The reading's questions that still stand; how many tiles there are and which one won is seen afresh."""
    return tuple(
        q
        for q in desk.questions
        if q.code != "tile_count" and not (_about_win(q) and NOTHING_WON not in q.choices)
    )
