"""Rows of tiles on the photo that a person takes as the hand or as a called set. Pure."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final, TypeAlias

from yakulens.scorer.meld import can_be
from yakulens.scorer.vocabulary import FROMS, From, MeldKind
from yakulens.vision.desk import HAND_SIZE, QUAD_SIZE, SET_SIZE, Desk, DeskMeld, DeskTile, Question
from yakulens.vision.desk.questions import (
    BELONGING,
    INDICATOR,
    MELD_ORIGIN,
    SECOND_ROW,
    WINNING_TILE,
    about_kind,
    about_origin,
)
from yakulens.vision.labels import BACK, FACES, plain
from yakulens.vision.reading import WHOSE_HAND, Box, Point, Quad

Vector = tuple[float, float]
"""Right and down, in pixels of a photo, or of length 1."""
_Neighbour: TypeAlias = tuple[int, Vector]
"""A tile close enough to another to be next in its row, and the step from the other's centre to its own."""
_REACH: Final = 1.3
"""Greatest distance to the next tile of a row, in units of the mean side of the two tiles."""
_MAX_SLANT: Final = 0.45
"""How far (sine) the next tile may lie off the row's direction."""
_ROOM: Final = (1.6, 2.6)
"""From and up to which step from a tile of a row to the next one tile has room between them, in widths."""
_TOUCHING: Final = 1.35
"""The greatest step to a tile that touches, in widths."""
_MIN_ROW: Final = SET_SIZE * 2 + 1
"""The fewest tiles of a row to offer as a concealed hand, whatever lies beside it."""
_FACE_DOWN: Final = ((True, False, False, True), (False, True, True, False))
"""The face-down tiles of a closed quad: the outer two or, by another custom, the inner two."""


def row_through(desk: Desk, uid: int, *, with_backs: bool = False) -> tuple[int, ...]:
    """The tiles in a row with one on the photo, left to right as their owner sees them.

    Face-down tiles count only ``with_backs``.
    """
    start = desk.tiles.get(uid)
    if start is None or start.quad is None:
        return ()
    x, y = _right(start)
    neighbours, tiles = _neighbours(desk), _loose(desk, with_backs=with_backs) | {uid: start}
    # A called tile is rotated: its row runs across its face.
    row = max((_row(neighbours, tiles, uid, direction) for direction in ((x, y), (-y, x))), key=len)
    return in_order({each: tiles[each] for each in row})


def in_order(tiles: Mapping[int, DeskTile]) -> tuple[int, ...]:
    """Order the tiles of a row on the photo as their owner sees them: most lie upright."""
    directions = [_right(tile) for tile in tiles.values()]
    right = max(directions, key=lambda a: sum(abs(a[0] * x + a[1] * y) for x, y in directions))

    def position(uid: int) -> float:
        x, y = _centre(tiles[uid].quad or ())
        return x * right[0] + y * right[1]

    return tuple(sorted(tiles, key=position))


def gap_in_row(desk: Desk) -> tuple[int, ...]:
    """The two concealed tiles that have room for one tile between them while all others of the row touch.

    Empty where there is no such room, or the hand is not on a photo.

    >>> from yakulens.vision.desk import DeskTile
    >>> def at(x: float) -> Quad:
    ...     return ((x, 0), (x + 3, 0), (x + 3, 4), (x, 4))
    >>> row = {uid: DeskTile(uid, "5p", 0.9, at(x)) for uid, x in enumerate((0, 3, 6, 12, 15))}
    >>> gap_in_row(Desk(row, tuple(row)))
    (2, 3)
    """
    tiles = {uid: desk.tiles[uid] for uid in desk.concealed if desk.tiles[uid].quad is not None}
    row = in_order(tiles) if tiles else ()
    if len(row) < SET_SIZE + 1:
        return ()
    steps = sorted(((_step(tiles[a], tiles[b]), (a, b)) for a, b in pairwise(row)), reverse=True)
    (widest, between), (next_step, _) = steps[:2]
    return between if _ROOM[0] < widest < _ROOM[1] and next_step < _TOUCHING else ()


def _step(tile: DeskTile, other: DeskTile) -> float:
    """How far another tile of a row lies from one, in their mean width."""
    widths = (math.dist(*(each.quad or ())[:2]) for each in (tile, other))
    return _between(tile, other) / (sum(widths) / 2 or 1.0)


def _row(
    neighbours: Mapping[int, Sequence[_Neighbour]],
    among: Collection[int],
    uid: int,
    direction: Vector | None = None,
) -> list[int]:
    """The tiles ``among`` some that are in a row with one, in this direction or any."""
    row = [uid]
    for each in row:  # which grows during the loop
        for neighbour, step in neighbours[each]:
            fits_in = direction is None or _is_along(step, direction)
            if neighbour in among and neighbour not in row and fits_in:
                row.append(neighbour)
    return row


def _neighbours(desk: Desk) -> dict[int, list[_Neighbour]]:
    """The tiles close to each tile on the photo."""
    return _near(tuple((uid, tile.quad) for uid, tile in desk.tiles.items() if tile.quad is not None))


@lru_cache(maxsize=8)
def _near(quads: tuple[tuple[int, Quad], ...]) -> dict[int, list[_Neighbour]]:
    """The tiles close to each tile; cached for a photo, as every tap asks for all tiles."""
    tiles = {uid: (_centre(quad), sum(_sides(quad))) for uid, quad in quads}
    near: dict[int, list[_Neighbour]] = {uid: [] for uid in tiles}
    for (uid, ((x, y), size)), (other, ((x2, y2), size2)) in combinations(tiles.items(), 2):
        if 0 < math.hypot(x2 - x, y2 - y) <= _REACH * (size + size2) / 4:
            near[uid].append((other, (x2 - x, y2 - y)))
            near[other].append((uid, (x - x2, y - y2)))
    return near


def _loose(desk: Desk, *, with_backs: bool = False) -> dict[int, DeskTile]:
    """The face-up tiles on the photo outside called sets, and face-down ones ``with_backs``."""
    uids = (*desk.others, *desk.outside_melds())
    faces = (*FACES, BACK) if with_backs else FACES
    tiles = {uid: desk.tiles[uid] for uid in uids}
    return {uid: tile for uid, tile in tiles.items() if tile.quad is not None and tile.face in faces}


def tiles_in_box(desk: Desk, box: Box) -> tuple[int, ...]:
    """The tiles in a drawn box, if they may be a hand or a called set; else none."""
    loose = _loose(desk, with_backs=True)
    inside = {uid: tile for uid, tile in loose.items() if _is_inside(_centre(tile.quad or ()), box)}
    if not inside:
        return ()
    row = in_order(inside)
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
    return take_hand(desk, row) if {*row} <= {*_loose(desk)} else desk


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

    def distance(meld: DeskMeld) -> float:
        pairs = ((desk.tiles[uid], desk.tiles[other]) for uid in meld.tiles for other in row)
        return min((_between(tile, other) for tile, other in pairs), default=math.inf)

    nearest = sorted(desk.melds, key=distance)[:room]
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


def quads_beside(desk: Desk) -> int:
    """Count other players' quads on the photo: four equal tiles together, or two between two backs."""
    own, neighbours = {*desk.hand_and_indicators()}, _neighbours(desk)
    backs = {uid for uid in neighbours if uid not in own and desk.face(uid) == BACK}
    by_kind: dict[str, list[int]] = {}
    for uid in neighbours:
        if uid not in own and desk.face(uid) in FACES:
            by_kind.setdefault(plain(desk.face(uid)), []).append(uid)
    return sum(
        (len(equal) == QUAD_SIZE and len(_row(neighbours, equal, equal[0])) == QUAD_SIZE)
        or (len(equal) == QUAD_SIZE // 2 and _are_between(neighbours, equal, backs))
        for equal in by_kind.values()
    )


def _are_between(
    neighbours: Mapping[int, Sequence[_Neighbour]], pair: Sequence[int], backs: Collection[int]
) -> bool:
    """Whether two tiles are adjacent, each with a face-down tile on its other side."""
    first, second = pair
    between = dict(neighbours[first]).get(second)
    return between is not None and all(
        any(each in backs and _is_along(step, _unit(between)) for each, step in neighbours[uid])
        for uid in pair
    )


def nearest_first(desk: Desk, uid: int, uids: list[int]) -> list[int]:
    """Some tiles, those nearest to one on the photo first; in the given order if that is unknown."""
    tile = desk.tiles[uid]
    return sorted(uids, key=lambda other: _between(tile, desk.tiles[other]))


def tile_in_box(desk: Desk, box: Box) -> int | None:
    """The tile in a drawn box: its centre lies in the box, and the box's centre on it."""
    left, top, right, bottom = box
    centre = ((left + right) / 2, (top + bottom) / 2)
    for uid, tile in desk.tiles.items():
        if tile.quad is None or not _is_inside(_centre(tile.quad), box):
            continue
        if math.dist(centre, _centre(tile.quad)) < min(_sides(tile.quad)) / 2:
            return uid
    return None


def _is_inside(point: Point, box: Box) -> bool:
    left, top, right, bottom = box
    return left <= point[0] <= right and top <= point[1] <= bottom


def _is_along(step: Vector, direction: Vector) -> bool:
    """Whether a step follows a row's direction, of length 1, forwards or backwards."""
    return abs(step[0] * direction[1] - step[1] * direction[0]) <= _MAX_SLANT * math.hypot(*step)


def _right(tile: DeskTile) -> Vector:
    """The direction along the upper edge of a face, of length 1."""
    (x0, y0), (x1, y1) = (tile.quad or ())[:2]
    return _unit((x1 - x0, y1 - y0))


def _unit(vector: Vector) -> Vector:
    """The vector scaled to length 1."""
    length = math.hypot(*vector) or 1.0
    return vector[0] / length, vector[1] / length


def _between(tile: DeskTile, other: DeskTile) -> float:
    """The distance between two tiles on the photo; infinite if unknown."""
    if tile.quad is None or other.quad is None:
        return math.inf
    return math.dist(_centre(tile.quad), _centre(other.quad))


def _centre(quad: Sequence[Point]) -> Point:
    return sum(x for x, _ in quad) / len(quad), sum(y for _, y in quad) / len(quad)


def _sides(quad: Sequence[Point]) -> Iterator[float]:
    return (math.dist(quad[at], quad[at - 1]) for at in (1, 2))
