"""A row of tiles on the photo that a person says is the hand, or a called set. Pure."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from yakulens.scorer.vocabulary import FROMS
from yakulens.vision.desk import HAND_SIZE, QUAD_SIZE, SET_SIZE, Desk, DeskMeld, Question
from yakulens.vision.desk.melds import fits
from yakulens.vision.labels import BACK, FACES, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulens.vision.desk import DeskTile
    from yakulens.vision.reading import From, MeldKind

_REACH: Final = 1.3
"""How far off the next tile of a row may lie, in sides: the mean of a tile's longer one and its own."""
_ASLANT: Final = 0.45
"""How far (sine) the next tile may lie beside the row's own direction."""
LEAST: Final = SET_SIZE * 2 + 1
"""Fewest tiles of a row that are worth offering as a concealed hand."""


def row_through(desk: Desk, uid: int) -> tuple[int, ...]:
    """The tiles that lie face-up side by side with one on the photo, left to right as their owner sees them.

    >>> from yakulens.vision.desk import DeskTile
    >>> at = lambda x: ((x, 0.0), (x + 30, 0.0), (x + 30, 40.0), (x, 40.0))
    >>> tiles = {uid: DeskTile(uid, "1m", 0.9, at(x)) for uid, x in enumerate((62, 0, 31, 400))}
    >>> row_through(Desk(tiles, others=(0, 1, 2, 3)), 0)
    (1, 2, 0)
    """
    start = desk.tiles.get(uid)
    if start is None or start.quad is None:
        return ()
    x, y = _along(start)
    # A called tile lies turned: its row goes across its own face.
    return _in_order(max((_row(desk, uid, way) for way in ((x, y), (-y, x))), key=len))


def _in_order(found: Mapping[int, DeskTile]) -> tuple[int, ...]:
    """Tiles of a row as their owner sees them: most lie upright in it."""
    ways = [_along(tile) for tile in found.values()]
    along = max(ways, key=lambda way: sum(abs(way[0] * a + way[1] * b) for a, b in ways))

    def place(each: int) -> float:
        middle = _middle(found[each])
        return middle[0] * along[0] + middle[1] * along[1]

    return tuple(sorted(found, key=place))


def _row(desk: Desk, uid: int, along: tuple[float, float]) -> dict[int, DeskTile]:
    """The tiles that lie side by side with one, in a row that goes this way."""
    start = desk.tiles[uid]
    rest = _loose(desk)
    rest.pop(uid, None)
    found, edge = {uid: start}, [start]
    while edge:
        tile = edge.pop()
        for each, other in list(rest.items()):
            if _beside(tile, other, along):
                found[each] = rest.pop(each)
                edge.append(other)
    return found


def _loose(desk: Desk) -> dict[int, DeskTile]:
    """The tiles on the photo that lie face-up and in no set that was called."""
    loose = (*desk.others, *desk.concealed, *(() if desk.win is None else (desk.win,)))
    shown = (each for each in loose if desk.tiles[each].quad is not None and desk.face(each) in FACES)
    return {each: desk.tiles[each] for each in shown}


def within(desk: Desk, box: tuple[float, float, float, float]) -> tuple[int, ...]:
    """The tiles that a box is drawn about, if they may be a hand or a set that was called; else none.

    >>> from yakulens.vision.desk import DeskTile
    >>> at = lambda x: ((x, 0.0), (x + 30, 0.0), (x + 30, 40.0), (x, 40.0))
    >>> tiles = {uid: DeskTile(uid, "1m", 0.9, at(x)) for uid, x in enumerate((62, 0, 31, 400))}
    >>> within(Desk(tiles, others=(0, 1, 2, 3)), (-5.0, -5.0, 100.0, 50.0))
    (1, 2, 0)
    """
    left, top, right, bottom = box
    found = {
        uid: tile
        for uid, tile in _loose(desk).items()
        if left <= _middle(tile)[0] <= right and top <= _middle(tile)[1] <= bottom
    }
    may_be = LEAST <= len(found) <= HAND_SIZE or _kind(desk, tuple(found)) is not None
    return _in_order(found) if may_be else ()


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


def _take(desk: Desk, row: tuple[int, ...]) -> Desk:
    if not LEAST <= len(row) <= HAND_SIZE:
        return desk
    gone = (each for each in desk.in_hand() if each not in row)
    others = (*(each for each in desk.others if each not in row), *gone)
    return replace(desk, concealed=row, win=None, melds=(), others=others)


def called(desk: Desk, uid: int) -> MeldKind | None:
    """The kind of called set that the row of a tile is; None where it is none."""
    return _kind(desk, row_through(desk, uid))


def _kind(desk: Desk, row: tuple[int, ...]) -> MeldKind | None:
    """The kind of called set that these tiles are; none of them may be one of the hand."""
    if not {*row} <= {*desk.others} or not SET_SIZE <= len(row) <= QUAD_SIZE:
        return None
    faces = desk.faces(row)
    if len({plain(face) for face in faces}) == 1:
        return "pon" if len(row) == SET_SIZE else "open_kan"
    return "chi" if fits("chi", faces) else None


def origins(desk: Desk, uid: int) -> tuple[From, ...]:
    """From whom the row of a tile may have been called as a set; nobody where it is none."""
    kind = called(desk, uid)
    return () if kind is None else FROMS[:1] if kind == "chi" else FROMS


def call_row(desk: Desk, uid: int, origin: From) -> Desk:
    """The desk with the row of a tile as a set that was called from somebody."""
    kind = called(desk, uid)
    if kind is None or origin not in origins(desk, uid):
        return desk
    return _call(desk, kind, row_through(desk, uid), origin)


def _call(desk: Desk, kind: MeldKind, row: tuple[int, ...], origin: From | None) -> Desk:
    others = tuple(each for each in desk.others if each not in row)
    asked = (Question("called_from", row, "From whom was this set called?", FROMS),)
    return replace(
        desk,
        melds=(*desk.melds, DeskMeld(kind, row, origin)),
        others=others,
        questions=(*(() if origin else asked), *desk.questions),
    )


def quads_beside(desk: Desk) -> int:
    """How many quads of other players lie on the photo: four equal tiles together, or two between two backs.

    >>> from yakulens.vision.desk import DeskTile
    >>> at = lambda x: ((x, 0.0), (x + 30, 0.0), (x + 30, 40.0), (x, 40.0))
    >>> faces = ("1m", "1m", "1m", "1m", "back", "5p", "0p", "back", "2s")
    >>> quads_beside(Desk({uid: DeskTile(uid, face, 0.9, at(31.0 * uid)) for uid, face in enumerate(faces)}))
    2
    """
    own = {*desk.in_hand(), *desk.indicators, *desk.ura}
    beside = [tile for uid, tile in desk.tiles.items() if uid not in own and tile.quad is not None]
    backs = [tile for tile in beside if tile.face == BACK]
    found: dict[str, list[DeskTile]] = {}
    for tile in beside:
        if tile.face in FACES:
            found.setdefault(plain(tile.face), []).append(tile)
    return sum(
        _is_together(equal) or (len(equal) == QUAD_SIZE // 2 and _is_between(equal, backs))
        for equal in found.values()
    )


def _is_together(equal: list[DeskTile]) -> bool:
    """Whether four equal tiles lie side by side or on one another, each beside another one of them."""
    if len(equal) != QUAD_SIZE:
        return False
    group, rest = equal[:1], equal[1:]
    while near := [each for each in rest if any(_is_near(each, one) for one in group)]:
        group, rest = [*group, *near], [each for each in rest if each not in near]
    return not rest


def _is_between(equal: list[DeskTile], backs: list[DeskTile]) -> bool:
    """Whether two equal tiles lie side by side, each with a tile's back on its other side."""
    one, two = equal
    return _is_near(one, two) and all(
        any(_beside(end, back, _way(other, end)) for back in backs) for end, other in ((one, two), (two, one))
    )


def _is_near(tile: DeskTile, other: DeskTile) -> bool:
    return math.dist(_middle(tile), _middle(other)) <= _reach(tile, other)


def _way(tile: DeskTile, other: DeskTile) -> tuple[float, float]:
    """The way from one tile to another, one long."""
    (x0, y0), (x1, y1) = _middle(tile), _middle(other)
    far = math.dist((x0, y0), (x1, y1)) or 1.0
    return (x1 - x0) / far, (y1 - y0) / far


def _reach(tile: DeskTile, other: DeskTile) -> float:
    return _REACH * (sum(_sides(tile)) + sum(_sides(other))) / 4


def _beside(tile: DeskTile, other: DeskTile, along: tuple[float, float]) -> bool:
    """Whether a tile is the next one of a row that goes this way."""
    way = tuple(b - a for a, b in zip(_middle(tile), _middle(other), strict=True))
    far = math.hypot(*way)
    return 0 < far <= _reach(tile, other) and abs(way[0] * along[1] - way[1] * along[0]) <= _ASLANT * far


def _along(tile: DeskTile) -> tuple[float, float]:
    """The way along the upper edge of a face, one long."""
    (x0, y0), (x1, y1) = (tile.quad or ())[:2]
    far = math.hypot(x1 - x0, y1 - y0) or 1.0
    return (x1 - x0) / far, (y1 - y0) / far


def _middle(tile: DeskTile) -> tuple[float, float]:
    quad = tile.quad or ()
    return sum(x for x, _ in quad) / len(quad), sum(y for _, y in quad) / len(quad)


def _sides(tile: DeskTile) -> Iterator[float]:
    quad = tile.quad or ()
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
    """The tile that a drawn box is about: its middle lies in the box, and the box's middle on it.

    >>> from yakulens.vision.desk import DeskTile
    >>> one = DeskTile(4, "1m", 0.9, ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0)))
    >>> desk = Desk({4: one}, others=(4,))
    >>> tile_at(desk, (-2.0, -3.0, 33.0, 44.0)), tile_at(desk, (25.0, 0.0, 60.0, 40.0))
    (4, None)
    """
    left, top, right, bottom = box
    middle = ((left + right) / 2, (top + bottom) / 2)
    for uid, tile in desk.tiles.items():
        if tile.quad is None:
            continue
        x, y = _middle(tile)
        if left <= x <= right and top <= y <= bottom and math.dist(middle, (x, y)) < min(_sides(tile)) / 2:
            return uid
    return None
