"""What a person points out on the photo: a row as the hand, or tiles beside it as a called set. Pure."""

import math
from dataclasses import replace
from typing import Final

from yakulens.scorer.meld import can_be
from yakulens.scorer.vocabulary import FROMS, From, MeldKind
from yakulens.vision.desk import HAND_SIZE, QUAD_SIZE, SET_SIZE, Desk, DeskMeld, Question
from yakulens.vision.desk.questions import (
    BELONGING,
    INDICATOR,
    MELD_ORIGIN,
    SECOND_ROW,
    WINNING_TILE,
    about_kind,
    about_origin,
)
from yakulens.vision.desk.rows import distance, loose, row_through, within
from yakulens.vision.labels import BACK, FACES, plain
from yakulens.vision.reading import WHOSE_HAND, Box

_MIN_ROW: Final = SET_SIZE * 2 + 1
"""The fewest tiles of a row to offer as a concealed hand, whatever lies beside it."""
_FACE_DOWN: Final = ((True, False, False, True), (False, True, True, False))
"""The face-down tiles of a closed quad: the outer two or, by another custom, the inner two."""


def tiles_in_box(desk: Desk, box: Box) -> tuple[int, ...]:
    """The tiles in a drawn box, if they may be a hand or a called set; else none."""
    row = within(desk, box)
    if _kind(desk, row) is not None:
        return row
    row = tuple(uid for uid in row if desk.face(uid) in FACES)
    return row if may_be_hand(desk, row) else ()


def take_tiles(desk: Desk, uids: tuple[int, ...]) -> Desk:
    """The desk with these tiles as the hand, or as a called set if they are one beside it.

    A question asks at once from whom a set was called, unless only one player can be the discarder.
    """
    row = tuple(dict.fromkeys(uids))
    kind = _kind(desk, row)
    if kind is not None:
        return _call(desk, kind, row, FROMS[0] if kind == "chi" else None)
    return take_hand(desk, row) if {*row} <= {*loose(desk)} else desk


def may_be_hand(desk: Desk, row: tuple[int, ...]) -> bool:
    """Whether to offer a row as the concealed tiles of the hand.

    A short row qualifies only if it makes a hand whole, or lacks one tile, with all called sets.
    """
    if not row:
        return False
    whole = len(row) + SET_SIZE * len(desk.melds) in {HAND_SIZE - 1, HAND_SIZE}
    return whole or _MIN_ROW <= len(row) <= HAND_SIZE


def take_hand(desk: Desk, row: tuple[int, ...]) -> Desk:
    """The desk with a row as the hand; it keeps as many sets as fit, those nearest to the row.

    The previous hand's other tiles leave it.
    """
    if not may_be_hand(desk, row):
        return desk
    room = (HAND_SIZE - len(row)) // SET_SIZE

    def how_far(meld: DeskMeld) -> float:
        pairs = ((desk.tiles[uid], desk.tiles[other]) for uid in meld.tiles for other in row)
        return min((distance(tile, other) for tile, other in pairs), default=math.inf)

    nearest = sorted(desk.melds, key=how_far)[:room]
    melds = tuple(meld for meld in desk.melds if meld in nearest)
    hand = {*row, *(uid for meld in melds for uid in meld.tiles)}
    removed = (uid for uid in desk.in_hand() if uid not in hand)
    others = (*(uid for uid in desk.others if uid not in row), *removed)
    questions = tuple(question for question in desk.questions if _is_still_open(question, row, melds))
    return replace(desk, concealed=row, win=None, melds=melds, others=others, questions=questions)


def _is_still_open(question: Question, row: tuple[int, ...], melds: tuple[DeskMeld, ...]) -> bool:
    """Whether a doubt of the reading concerns the hand that a person pointed out."""
    if question.code in {INDICATOR, SECOND_ROW}:
        return True
    if about_origin(question) or about_kind(question):
        return any({*question.tiles} <= {*meld.tiles} for meld in melds)
    if question.code in {BELONGING, WINNING_TILE, WHOSE_HAND}:
        return False
    hand = {*row, *(uid for meld in melds for uid in meld.tiles)}
    return bool(question.tiles) and {*question.tiles} <= hand


def called_set(desk: Desk, uid: int) -> tuple[MeldKind, tuple[int, ...]] | None:
    """The called set that contains a tile: its kind and its tiles; None if there is none.

    Adjacent sets form one row, which is cut into sets if it consists of nothing else. The neighbours of a
    quad with two face-down tiles do not matter.
    """
    for with_backs in (False, True):
        row = row_through(desk, uid, with_backs=with_backs)
        kind = _kind(desk, row)
        sets = _cut_into_sets(desk, row) if kind is None else [(kind, row)]
        found = next((part for part in sets or () if uid in part[1]), None)
        if found is not None:
            return found
    fours = (row[at : at + QUAD_SIZE] for at in range(len(row)) if uid in row[at : at + QUAD_SIZE])
    return next((("closed_kan", four) for four in fours if _kind(desk, four) == "closed_kan"), None)


def _cut_into_sets(desk: Desk, row: tuple[int, ...]) -> list[tuple[MeldKind, tuple[int, ...]]] | None:
    """Cut a row into called sets, left to right; None if it does not consist of sets alone."""
    if not row:
        return []
    for size in (QUAD_SIZE, SET_SIZE):
        kind = _kind(desk, row[:size])
        remaining = None if kind is None else _cut_into_sets(desk, row[size:])
        if kind is not None and remaining is not None:
            return [(kind, row[:size]), *remaining]
    return None


def _kind(desk: Desk, row: tuple[int, ...]) -> MeldKind | None:
    """The kind of called set that these tiles are; none of them may be of the hand."""
    if not {*row} <= {*desk.others} or not SET_SIZE <= len(row) <= QUAD_SIZE:
        return None
    faces = desk.faces(row)
    kinds = {plain(face) for face in faces if face != BACK}
    if len(kinds) == 1 and tuple(face == BACK for face in faces) in _FACE_DOWN:
        return "closed_kan"
    if BACK in faces:
        return None
    if len(kinds) == 1:
        return "pon" if len(row) == SET_SIZE else "open_kan"
    return "chi" if kinds <= {*FACES} and can_be("chi", faces) else None


def possible_origins(desk: Desk, uid: int) -> tuple[From | None, ...]:
    """Who may have discarded for a tile's set: None for a closed quad, empty if it is not a set."""
    found = called_set(desk, uid)
    if found is None:
        return ()
    return {"closed_kan": (None,), "chi": FROMS[:1]}.get(found[0], FROMS)


def call_row(desk: Desk, uid: int, origin: From | None) -> Desk:
    """The desk with a tile's set as called from a player, or as a closed quad."""
    found = called_set(desk, uid)
    if found is None or origin not in possible_origins(desk, uid):
        return desk
    return _call(desk, *found, origin)


def _call(desk: Desk, kind: MeldKind, row: tuple[int, ...], origin: From | None) -> Desk:
    """The desk with a row of other tiles as a called set; face-down ones get the others' face."""
    others = tuple(uid for uid in desk.others if uid not in row)
    face = next(plain(desk.face(uid)) for uid in row if desk.face(uid) != BACK)
    turned = {uid: replace(desk.tiles[uid], face=face) for uid in row if desk.face(uid) == BACK}
    desk = desk.without_questions(lambda q: q.code == BELONGING and {*q.tiles} <= {*row})
    if origin is None and kind != "closed_kan":
        asked = Question(MELD_ORIGIN, row, FROMS, "from_whom")
        desk = replace(desk, questions=(asked, *desk.questions))
    melds = (*desk.melds, DeskMeld(kind, row, origin))
    return replace(desk, tiles=desk.tiles | turned, melds=melds, others=others)
