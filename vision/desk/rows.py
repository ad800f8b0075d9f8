"""A row of tiles on the photo that a person says is the hand, or a called set. Pure."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from yakulens.scorer.vocabulary import FROMS, From, MeldKind
from yakulens.vision.desk import HAND_SIZE, QUAD_SIZE, SET_SIZE, Desk, DeskMeld, DeskTile, Question
from yakulens.vision.desk.melds import fits
from yakulens.vision.desk.questions import (
    BELONGING,
    INDICATOR,
    SECOND_ROW,
    WINNING_TILE,
    about_kind,
    about_origin,
)
from yakulens.vision.labels import BACK, FACES, plain
from yakulens.vision.reading import WHOSE_HAND, Point, Quad

Way = tuple[float, float]
"""To the right and down, in pixels of a photo or one long."""
_REACH: Final = 1.3
"""How far off the next tile of a row may lie, in sides: the mean of a tile's longer one and its own."""
_ASLANT: Final = 0.45
"""How far (sine) the next tile may lie beside the row's own direction."""
LEAST: Final = SET_SIZE * 2 + 1
"""Fewest tiles of a row that are worth offering as a concealed hand, whatever lies beside it."""
_CLOSED: Final = ((True, False, False, True), (False, True, True, False))
"""Which tiles of a closed quad lie face-down: the outer two, or as some lay it the inner two."""


def row_through(desk: Desk, uid: int, *hidden: str) -> tuple[int, ...]:
    """The tiles that lie side by side with one on the photo, left to right as their owner sees them.

    They are those that lie face-up, and those whose face is named as ``hidden`` (``back``).

    >>> at = lambda x: ((x, 0.0), (x + 30, 0.0), (x + 30, 40.0), (x, 40.0))
    >>> tiles = {uid: DeskTile(uid, "1m", 0.9, at(x)) for uid, x in enumerate((62, 0, 31, 400))}
    >>> row_through(Desk(tiles, others=(0, 1, 2, 3)), 0)
    (1, 2, 0)
    """
    start = desk.tiles.get(uid)
    if start is None or start.quad is None:
        return ()
    x, y = _along(start)
    near, loose = _near_on(desk), _loose(desk, *hidden) | {uid: start}
    # A called tile lies turned: its row goes across its own face.
    row = max((_row(near, loose, uid, way) for way in ((x, y), (-y, x))), key=len)
    return _in_order({each: loose[each] for each in row})


def _in_order(found: Mapping[int, DeskTile]) -> tuple[int, ...]:
    """Tiles of a row as their owner sees them: most lie upright in it."""
    ways = [_along(tile) for tile in found.values()]
    along = max(ways, key=lambda way: sum(abs(way[0] * a + way[1] * b) for a, b in ways))

    def place(each: int) -> float:
        middle = _middle(found[each])
        return middle[0] * along[0] + middle[1] * along[1]

    return tuple(sorted(found, key=place))


def _row(
    near: Mapping[int, Sequence[_Step]], among: Collection[int], uid: int, along: Way | None = None
) -> list[int]:
    """Those of some tiles that lie side by side with one of them, in a row that goes this way, or in any."""
    found = [uid]
    for each in found:  # which grows meanwhile
        for step in near[each]:
            if step.to in among and step.to not in found and (along is None or _goes(step.way, along)):
                found.append(step.to)
    return found


class _Step(NamedTuple):
    """A tile so near to another that it may be the next one of its row.

    Attributes:
        to: its uid.
        way: from the other's middle to its own, pixels of the photo.
    """

    to: int
    way: Way


def _near_on(desk: Desk) -> dict[int, list[_Step]]:
    """Which tiles on the photo lie near to each."""
    return _near(tuple((uid, tile.quad) for uid, tile in desk.tiles.items() if tile.quad is not None))


@lru_cache(maxsize=8)
def _near(lying: tuple[tuple[int, Quad], ...]) -> dict[int, list[_Step]]:
    """Which tiles lie near to each; kept for a photo, of whose tiles all are asked this at every tap.

    Args:
        lying: uids and quads, pixels of the photo.
    """
    tiles = {uid: (_centre(quad), sum(_sides(quad))) for uid, quad in lying}
    near: dict[int, list[_Step]] = {uid: [] for uid in tiles}
    for (uid, ((x, y), size)), (other, ((x2, y2), size2)) in combinations(tiles.items(), 2):
        if 0 < math.hypot(x2 - x, y2 - y) <= _REACH * (size + size2) / 4:
            near[uid].append(_Step(other, (x2 - x, y2 - y)))
            near[other].append(_Step(uid, (x - x2, y - y2)))
    return near


def _loose(desk: Desk, *hidden: str) -> dict[int, DeskTile]:
    """The tiles on the photo that lie face-up, or show what is named, and in no set that was called."""
    loose = (*desk.others, *desk.concealed, *(() if desk.win is None else (desk.win,)))
    faces = (*FACES, *hidden)
    shown = (each for each in loose if desk.tiles[each].quad is not None and desk.face(each) in faces)
    return {each: desk.tiles[each] for each in shown}


def within(desk: Desk, box: tuple[float, float, float, float]) -> tuple[int, ...]:
    """The tiles that a box is drawn about, if they may be a hand or a set that was called; else none."""
    left, top, right, bottom = box
    found = {
        uid: tile
        for uid, tile in _loose(desk, BACK).items()
        if left <= _middle(tile)[0] <= right and top <= _middle(tile)[1] <= bottom
    }
    if not found:
        return ()
    row = _in_order(found)
    if _kind(desk, row) is not None:
        return row
    row = tuple(uid for uid in row if desk.face(uid) in FACES)
    return row if may_be_hand(desk, row) else ()


def take_tiles(desk: Desk, uids: tuple[int, ...]) -> Desk:
    """The desk with these tiles as the hand, or as a called set where they are one that lies beside it.

    From whom a set was called is asked at once, unless only one player can have discarded for it.
    """
    row = tuple(dict.fromkeys(uids))
    kind = _kind(desk, row)
    if kind is not None:
        return _call(desk, kind, row, FROMS[0] if kind == "chi" else None)
    return _take(desk, row) if {*row} <= {*_loose(desk)} else desk


def take_row(desk: Desk, uid: int) -> Desk:
    """The desk with the row of a tile as the hand; what was taken for the hand lies about."""
    return _take(desk, row_through(desk, uid))


def may_be_hand(desk: Desk, row: tuple[int, ...]) -> bool:
    """Whether a row is worth offering as the concealed tiles of the hand.

    A few tiles are so only where they make a hand whole, or want one tile, beside all sets that were called.
    """
    if not row:
        return False
    whole = len(row) + SET_SIZE * len(desk.melds) in {HAND_SIZE - 1, HAND_SIZE}
    return whole or LEAST <= len(row) <= HAND_SIZE


def _take(desk: Desk, row: tuple[int, ...]) -> Desk:
    """The desk with a row as the hand; as many sets stay as there is room for, those nearest to the row."""
    if not may_be_hand(desk, row):
        return desk
    room = (HAND_SIZE - len(row)) // SET_SIZE
    near = sorted(desk.melds, key=lambda meld: _apart(desk, meld.tiles, row))[:room]
    melds = tuple(meld for meld in desk.melds if meld in near)
    hand = {*row, *(uid for meld in melds for uid in meld.tiles)}
    gone = (each for each in desk.in_hand() if each not in hand)
    others = (*(each for each in desk.others if each not in row), *gone)
    asked = tuple(each for each in desk.questions if _still_asked(each, row, melds))
    return replace(desk, concealed=row, win=None, melds=melds, others=others, questions=asked)


def _still_asked(question: Question, row: tuple[int, ...], melds: tuple[DeskMeld, ...]) -> bool:
    """Whether a doubt of the reading is one of the hand that somebody has pointed out."""
    if question.code in {INDICATOR, SECOND_ROW}:
        return True
    if about_origin(question) or about_kind(question):
        return any({*question.tiles} <= {*meld.tiles} for meld in melds)
    said = question.code in {BELONGING, WINNING_TILE, WHOSE_HAND}
    held = {*row, *(uid for meld in melds for uid in meld.tiles)}
    return not said and bool(question.tiles) and {*question.tiles} <= held


def _apart(desk: Desk, some: tuple[int, ...], row: tuple[int, ...]) -> float:
    """How far the nearest of some tiles lies from a row on the photo; endless where that is not known."""
    pairs = ((desk.tiles[a], desk.tiles[b]) for a in some for b in row)
    known = (math.dist(_middle(a), _middle(b)) for a, b in pairs if a.quad is not None and b.quad is not None)
    return min(known, default=math.inf)


def called(desk: Desk, uid: int) -> tuple[MeldKind, tuple[int, ...]] | None:
    """The called set that lies where a tile does: its kind and its tiles; None where there is none.

    Sets that lie side by side are one row: it is cut into sets where it is made of nothing else. Of a quad
    with two tiles face-down its neighbours say nothing.
    """
    for row in (row_through(desk, uid), row_through(desk, uid, BACK)):
        parts = [(kind, row)] if (kind := _kind(desk, row)) is not None else _sets(desk, row)
        found = next((part for part in parts or () if uid in part[1]), None)
        if found is not None:
            return found
    fours = (row[at : at + QUAD_SIZE] for at in range(len(row)) if uid in row[at : at + QUAD_SIZE])
    return next((("closed_kan", four) for four in fours if _kind(desk, four) == "closed_kan"), None)


def _sets(desk: Desk, row: tuple[int, ...]) -> list[tuple[MeldKind, tuple[int, ...]]] | None:
    """A row cut into called sets, left to right; None where it is not made of such alone."""
    if not row:
        return []
    for size in (QUAD_SIZE, SET_SIZE):
        kind = _kind(desk, row[:size])
        rest = None if kind is None else _sets(desk, row[size:])
        if kind is not None and rest is not None:
            return [(kind, row[:size]), *rest]
    return None


def _kind(desk: Desk, row: tuple[int, ...]) -> MeldKind | None:
    """The kind of called set that these tiles are; none of them may be one of the hand."""
    if not {*row} <= {*desk.others} or not SET_SIZE <= len(row) <= QUAD_SIZE:
        return None
    faces = desk.faces(row)
    shown = {plain(face) for face in faces if face != BACK}
    if len(shown) == 1 and tuple(face == BACK for face in faces) in _CLOSED:
        return "closed_kan"
    if BACK in faces:
        return None
    if len(shown) == 1:
        return "pon" if len(row) == SET_SIZE else "open_kan"
    return "chi" if fits("chi", faces) else None


def origins(desk: Desk, uid: int) -> tuple[From | None, ...]:
    """From whom the set of a tile may have been called, for a closed quad None; nobody where it is none."""
    found = called(desk, uid)
    if found is None:
        return ()
    return (None,) if found[0] == "closed_kan" else FROMS[:1] if found[0] == "chi" else FROMS


def call_row(desk: Desk, uid: int, origin: From | None) -> Desk:
    """The desk with the set of a tile as one that was called from somebody, or as a closed quad."""
    found = called(desk, uid)
    if found is None or origin not in origins(desk, uid):
        return desk
    return _call(desk, *found, origin)


def _call(desk: Desk, kind: MeldKind, row: tuple[int, ...], origin: From | None) -> Desk:
    others = tuple(each for each in desk.others if each not in row)
    asked = [Question("called_from", row, "From whom was this set called?", FROMS)]
    shown = next(plain(desk.face(uid)) for uid in row if desk.face(uid) != BACK)
    turned = {uid: replace(desk.tiles[uid], face=shown) for uid in row if desk.face(uid) == BACK}
    kept = (each for each in desk.questions if not (each.code == BELONGING and {*each.tiles} <= {*row}))
    return replace(
        desk,
        tiles=desk.tiles | turned,
        melds=(*desk.melds, DeskMeld(kind, row, origin)),
        others=others,
        questions=(*([] if origin or kind == "closed_kan" else asked), *kept),
    )


def quads_beside(desk: Desk) -> int:
    """How many quads of others lie on the photo: four equal tiles together, or two between two backs."""
    own, near = {*desk.in_hand(), *desk.indicators, *desk.ura}, _near_on(desk)
    backs = {uid for uid in near if uid not in own and desk.face(uid) == BACK}
    found: dict[str, list[int]] = {}
    for uid in near:
        if uid not in own and desk.face(uid) in FACES:
            found.setdefault(plain(desk.face(uid)), []).append(uid)
    return sum(
        (len(equal) == QUAD_SIZE and len(_row(near, equal, equal[0])) == QUAD_SIZE)
        or (len(equal) == QUAD_SIZE // 2 and _is_between(near, equal, backs))
        for equal in found.values()
    )


def _is_between(near: Mapping[int, Sequence[_Step]], equal: Sequence[int], backs: Collection[int]) -> bool:
    """Whether two equal tiles lie side by side, each with a tile's back on its other side."""
    one, two = equal
    ways = [_unit(step.way) for step in near[one] if step.to == two]
    return bool(ways) and all(
        any(step.to in backs and _goes(step.way, ways[0]) for step in near[end]) for end in equal
    )


def _goes(way: Way, along: Way) -> bool:
    """Whether a step goes a row's way, which is one long, forwards or backwards."""
    return abs(way[0] * along[1] - way[1] * along[0]) <= _ASLANT * math.hypot(*way)


def _along(tile: DeskTile) -> Way:
    """The way along the upper edge of a face, one long."""
    (x0, y0), (x1, y1) = (tile.quad or ())[:2]
    return _unit((x1 - x0, y1 - y0))


def _unit(way: Way) -> Way:
    """The same way, one long."""
    far = math.hypot(*way) or 1.0
    return way[0] / far, way[1] / far


def _middle(tile: DeskTile) -> Point:
    return _centre(tile.quad or ())


def _centre(quad: Sequence[Point]) -> Point:
    return sum(x for x, _ in quad) / len(quad), sum(y for _, y in quad) / len(quad)


def _sides(quad: Sequence[Point]) -> Iterator[float]:
    return (math.dist(quad[at], quad[at - 1]) for at in (1, 2))


def nearest(desk: Desk, uid: int, among: list[int]) -> list[int]:
    """Some tiles, those that lie nearest to one on the photo first; where that is not known, as they were."""
    here = desk.tiles[uid]
    if here.quad is None:
        return among

    def far(other: int) -> float:
        tile = desk.tiles[other]
        return math.inf if tile.quad is None else math.dist(_middle(here), _middle(tile))

    return sorted(among, key=far)


def tile_at(desk: Desk, box: tuple[float, float, float, float]) -> int | None:
    """The tile that a drawn box is about: its middle lies in the box, and the box's middle on it."""
    left, top, right, bottom = box
    middle = ((left + right) / 2, (top + bottom) / 2)
    for uid, tile in desk.tiles.items():
        if tile.quad is None:
            continue
        x, y = _middle(tile)
        if (
            left <= x <= right
            and top <= y <= bottom
            and math.dist(middle, (x, y)) < min(_sides(tile.quad)) / 2
        ):
            return uid
    return None
