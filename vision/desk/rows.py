"""Where tiles lie on the photo: the row through one, its gaps, what is near or in a box. Pure."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final, TypeAlias

from yakulens.vision.desk import QUAD_SIZE, SET_SIZE, Desk, DeskTile
from yakulens.vision.labels import BACK, FACES, plain
from yakulens.vision.reading import Box, Point, Quad

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


def row_through(desk: Desk, uid: int, *, with_backs: bool = False) -> tuple[int, ...]:
    """The tiles in a row with one on the photo, left to right as their owner sees them.

    Face-down tiles count only ``with_backs``.
    """
    start = desk.tiles.get(uid)
    if start is None or start.quad is None:
        return ()
    x, y = _right(start)
    neighbours, tiles = _neighbours(desk), loose(desk, with_backs=with_backs) | {uid: start}
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
    return distance(tile, other) / (sum(widths) / 2 or 1.0)


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


def loose(desk: Desk, *, with_backs: bool = False) -> dict[int, DeskTile]:
    """The face-up tiles on the photo outside called sets, and face-down ones ``with_backs``."""
    uids = (*desk.others, *desk.outside_melds())
    faces = (*FACES, BACK) if with_backs else FACES
    tiles = {uid: desk.tiles[uid] for uid in uids}
    return {uid: tile for uid, tile in tiles.items() if tile.quad is not None and tile.face in faces}


def within(desk: Desk, box: Box) -> tuple[int, ...]:
    """The tiles outside called sets, face-down ones too, whose centres lie in a box, in their row's order."""
    found = loose(desk, with_backs=True).items()
    inside = {uid: tile for uid, tile in found if _is_inside(_centre(tile.quad or ()), box)}
    return in_order(inside) if inside else ()


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
    return sorted(uids, key=lambda other: distance(tile, desk.tiles[other]))


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


def distance(tile: DeskTile, other: DeskTile) -> float:
    """The distance between two tiles on the photo; infinite if unknown."""
    if tile.quad is None or other.quad is None:
        return math.inf
    return math.dist(_centre(tile.quad), _centre(other.quad))


def _centre(quad: Sequence[Point]) -> Point:
    return sum(x for x, _ in quad) / len(quad), sum(y for _, y in quad) / len(quad)


def _sides(quad: Sequence[Point]) -> Iterator[float]:
    return (math.dist(quad[at], quad[at - 1]) for at in (1, 2))
