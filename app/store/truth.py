"""A corrected reading as labels of its photo, for training and evaluation.

>>> from yakulens.vision.desk.from_reading import from_reading
>>> from yakulens.vision.reading import ReadTile
>>> corners = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
>>> read = Reading((ReadTile(0, "5p", 0.9, corners),), concealed=(0,))
>>> corrected = CorrectedReading(read, from_reading(read), from_reading(read))
>>> [(tile.uid, label) for tile, label in placed(corrected)], boxes(corrected)
([(0, '5p')], [[0.0, 0.0, 30.0, 40.0, '5p']])
>>> print(yolo(corrected, 60, 80), end="")
13 0.000000 0.000000 0.500000 0.000000 0.500000 0.500000 0.000000 0.500000
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from yakulens.app import Json
from yakulens.vision.desk import Desk, DeskMeld, DeskTile
from yakulens.vision.desk.discards import told_discards
from yakulens.vision.desk.melds import orientations
from yakulens.vision.labels import BACK, INDEX
from yakulens.vision.reading import Point, Reading

_OFF_PHOTO: Final = frozenset({"indicators", "ura"})
"""Places of the desk where people add tiles that are usually not on the photo."""


@dataclass(frozen=True, slots=True)
class CorrectedReading:
    """The model's first reading, the desk of that reading, and the corrected desk."""

    reading: Reading
    first: Desk
    desk: Desk


def is_corrected(first: Desk, desk: Desk) -> bool:
    """Whether a person corrected the reading.

    Naming the indicators, the winning tile where none lies apart, or discards does not count: the photo does
    not show them.
    """
    return _visible_part(first, first) != _visible_part(desk, first)


def _visible_part(desk: Desk, first: Desk) -> tuple[object, ...]:
    """The parts of a desk that the photo shows; equal for two desks that differ in other parts only."""
    win = None if first.win is None else desk.win
    concealed = {uid for uid in (*desk.concealed, desk.win) if uid not in {None, win}}
    if first.win is None and desk.win is not None and desk.tiles[desk.win].quad is None:
        concealed.discard(desk.win)
    on_photo = {uid for uid in (*desk.indicators, *desk.ura) if desk.tiles[uid].quad is not None}
    in_melds = [uid for meld in desk.melds for uid in meld.tiles]
    beside = {*desk.others} - {*told_discards(desk)}
    shown = (*concealed, win, *on_photo, *beside, *in_melds)
    faces = {uid: desk.face(uid) for uid in shown if uid is not None}
    melds = {(meld.kind, meld.origin, frozenset(meld.tiles)) for meld in desk.melds}
    return (win, concealed, on_photo, beside, melds, faces)


def hand(corrected: CorrectedReading) -> Json:
    """The contract's ``read`` of a labelled hand: the part of the hand that is on the photo.

    ``win`` is given where the reading found a tile apart. Otherwise the photo does not show which tile won,
    so the winning tile is among the concealed ones. A winning tile that a person added is not on the photo
    and is left out.
    """
    desk = corrected.desk
    concealed = list(desk.concealed)
    win = desk.win
    if win is not None and (corrected.first.win is None or desk.tiles[win].quad is None):
        if desk.tiles[win].quad is not None:
            concealed.append(win)
        win = None
    return {
        "concealed": desk.faces(concealed),
        "win": None if win is None else desk.face(win),
        "melds": [_meld(corrected, meld) for meld in desk.melds],
    }


def _meld(corrected: CorrectedReading, meld: DeskMeld) -> Json:
    """A meld with its rotated and its face-down positions; as read, if nobody corrected it."""
    down = face_down(corrected)
    rotated = tuple(k for k, lie in enumerate(orientations(meld)) if lie in {"rotated", "stacked"})
    backs = tuple(k for k, uid in enumerate(meld.tiles) if uid in down)
    for read_meld, first_meld in zip(corrected.reading.melds, corrected.first.melds, strict=True):
        if meld == first_meld:
            rotated, backs = read_meld.rotated, read_meld.backs
    return {
        "kind": meld.kind,
        "tiles": corrected.desk.faces(meld.tiles),
        "rotated": list(rotated),
        "backs": list(backs),
        "from": meld.origin,
    }


def face_down(corrected: CorrectedReading) -> frozenset[int]:
    """The uids of the face-down tiles, whatever face a person or their meld gives them."""
    backs = {tile.id for tile in corrected.reading.tiles if tile.face == BACK}
    for read_meld, first_meld in zip(corrected.reading.melds, corrected.first.melds, strict=True):
        backs |= {first_meld.tiles[position] for position in read_meld.backs}
    desk = corrected.desk
    in_closed_quads = {uid for meld in desk.melds if meld.kind == "closed_kan" for uid in meld.tiles}
    set_to_back = {uid for uid, tile in desk.tiles.items() if tile.face == BACK}
    return frozenset((backs & in_closed_quads) | set_to_back)


def all_tiles_boxed(corrected: CorrectedReading) -> bool | None:
    """Whether every visible tile has a box; None where unknown.

    It is False where a person added a tile to the hand: the reading missed it. It is None where they removed
    a tile (it may be somebody else's), where they added an indicator or told a discard (it may not be
    visible), and where the hand is incomplete.
    """
    first, desk = corrected.first, corrected.desk
    added = {uid for uid, tile in desk.tiles.items() if tile.quad is None and uid not in first.tiles}
    if desk.win is not None and first.win is None:
        added.discard(desk.win)
    if any(desk.place_of(uid) not in _OFF_PHOTO for uid in added.difference(told_discards(desk))):
        return False
    is_known = desk.missing() == 0 and not added and first.tiles.keys() <= desk.tiles.keys()
    return True if is_known else None


def placed(corrected: CorrectedReading) -> Iterator[tuple[DeskTile, str]]:
    """Every tile with a quad on the photo, and its visible label: face or back."""
    down = face_down(corrected)
    for tile in corrected.desk.tiles.values():
        if tile.quad is not None:
            yield tile, BACK if tile.uid in down else tile.face


def boxes(corrected: CorrectedReading) -> list[list[float | str]]:
    """The contract's ``boxes``: an upright bounding box in pixels of each face; face-down tiles have none."""
    return [[*_bounds(tile.quad or ()), label] for tile, label in placed(corrected) if label != BACK]


def _bounds(quad: tuple[Point, ...]) -> tuple[float, float, float, float]:
    xs, ys = zip(*quad, strict=True)
    return (round(min(xs), 1), round(min(ys), 1), round(max(xs), 1), round(max(ys), 1))


def yolo(corrected: CorrectedReading, width: int, height: int) -> str:
    """Oriented boxes in YOLO's format, a line each: ``class x1 y1 x2 y2 x3 y3 x4 y4`` in 0..1.

    The corners run clockwise from the top left of the face as printed; face-down tiles are of class ``back``.
    Width and height are those of the photo in pixels.
    """
    lines = []
    for tile, label in placed(corrected):
        corners = [(_share(x, width), _share(y, height)) for x, y in tile.quad or ()]
        lines.append(" ".join([str(INDEX[label]), *(f"{x:.6f} {y:.6f}" for x, y in corners)]))
    return "".join(f"{line}\n" for line in lines)


def _share(value: float, length: int) -> float:
    return min(1.0, max(0.0, value / length))
