"""What the corrected hand says about the photo: labels for training and evaluation.

>>> from yakulens.vision.desk.from_reading import from_reading
>>> from yakulens.vision.reading import ReadTile
>>> corners = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
>>> read = Reading((ReadTile(0, "5p", 0.9, corners),), concealed=(0,))
>>> seen = Seen(read, from_reading(read), from_reading(read))
>>> [(tile.uid, label) for tile, label in placed(seen)], boxes(seen)
([(0, '5p')], [[0.0, 0.0, 30.0, 40.0, '5p']])
>>> print(yolo(seen, 60, 80), end="")
13 0.000000 0.000000 0.500000 0.000000 0.500000 0.500000 0.000000 0.500000
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from yakulens.app.contract import Json
from yakulens.vision.desk import Desk, DeskMeld, DeskTile
from yakulens.vision.desk.melds import orientations
from yakulens.vision.labels import BACK, INDEX
from yakulens.vision.reading import Point, Reading

_OFF_PHOTO: Final = frozenset({"indicators", "ura"})
"""Places of the desk to which a person adds tiles that are as a rule not on the photo at all."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was read on a photo and what the person made of it.

    Attributes:
        reading: the model's first reading.
        first: the desk of it.
        desk: the desk as the person left it.
    """

    reading: Reading
    first: Desk
    desk: Desk


def is_corrected(first: Desk, desk: Desk) -> bool:
    """Whether the person found anything to correct between the first desk and this one.

    It is no correction to say which tile won where none lies apart, or which indicators were turned over: the
    photo does not show it.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.vision.desk.tile_changes import set_face
    >>> first = typed.hand("23m55p +4m")
    >>> is_corrected(first, first), is_corrected(first, set_face(first, 0, "3m"))
    (False, True)
    """
    return _photographed(first, first) != _photographed(desk, first)


def _photographed(desk: Desk, first: Desk) -> tuple[object, ...]:
    """What a desk says about the photo, alike for two desks that say the same."""
    win = None if first.win is None else desk.win
    apart = () if win is None else (win,)
    loose = {uid for uid in (*desk.concealed, desk.win) if uid is not None and uid not in apart}
    if first.win is None and desk.win is not None and desk.tiles[desk.win].quad is None:
        loose.discard(desk.win)
    on_photo = {uid for uid in (*desk.indicators, *desk.ura) if desk.tiles[uid].quad is not None}
    called = [uid for meld in desk.melds for uid in meld.tiles]
    faces = {uid: desk.face(uid) for uid in (*loose, *apart, *on_photo, *desk.others, *called)}
    melds = {(meld.kind, meld.origin, frozenset(meld.tiles)) for meld in desk.melds}
    return (win, loose, on_photo, set(desk.others), melds, faces)


def hand(seen: Seen) -> Json:
    """The contract's ``read`` of a labelled hand: what of the hand lies on the photo.

    ``win`` is named where the reading found a tile apart. Where none lies apart the photo does not show which
    tile won, so the winning tile stands among the concealed ones. A winning tile that the person had to add
    has no place on the photo and is left out.

    >>> from yakulens.vision.desk import typed
    >>> desk = typed.hand("23m55p +4m")
    >>> hand(Seen(Reading(), desk, desk))
    {'concealed': ['2m', '3m', '5p', '5p'], 'win': None, 'melds': []}
    """
    desk = seen.desk
    concealed = list(desk.concealed)
    win = desk.win
    if win is not None and (seen.first.win is None or desk.tiles[win].quad is None):
        if desk.tiles[win].quad is not None:
            concealed.append(win)
        win = None
    return {
        "concealed": desk.faces(concealed),
        "win": None if win is None else desk.face(win),
        "melds": [_meld(seen, meld) for meld in desk.melds],
    }


def _meld(seen: Seen, meld: DeskMeld) -> Json:
    turned, backs = _lie(seen, meld)
    return {
        "kind": meld.kind,
        "tiles": seen.desk.faces(meld.tiles),
        "rotated": list(turned),
        "backs": list(backs),
        "from": meld.origin,
    }


def _lie(seen: Seen, meld: DeskMeld) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Which positions of a meld lie rotated and which face-down: as read, if the person left it as it was."""
    for read, untouched in zip(seen.reading.melds, seen.first.melds, strict=True):
        if meld == untouched:
            return read.rotated, read.backs
    down = face_down(seen)
    turned = tuple(at for at, lie in enumerate(orientations(meld)) if lie in {"rotated", "stacked"})
    return turned, tuple(at for at, uid in enumerate(meld.tiles) if uid in down)


def face_down(seen: Seen) -> frozenset[int]:
    """The uids of the tiles of the hand that lie face-down, whatever face the person or the meld gives them.

    >>> from yakulens.vision.desk import typed
    >>> desk = typed.hand("23m +4m")
    >>> face_down(Seen(Reading(), desk, desk))
    frozenset()
    """
    backs = {tile.id for tile in seen.reading.tiles if tile.face == BACK}
    for read, untouched in zip(seen.reading.melds, seen.first.melds, strict=True):
        backs |= {untouched.tiles[position] for position in read.backs}
    quads = {uid for meld in seen.desk.melds if meld.kind == "closed_kan" for uid in meld.tiles}
    shown = {uid for uid, tile in seen.desk.tiles.items() if tile.face == BACK}
    return frozenset((backs & quads) | shown)


def all_tiles_boxed(seen: Seen) -> bool | None:
    """Whether every tile in view has a place on the photo: True, False, or None where nobody can say.

    It is False where the person added a tile to the hand, because the reading missed that one. It is None
    where the person took a tile away, which may be a tile of somebody else; where they added an indicator,
    which may not be in view; and where the hand is not complete.

    >>> from yakulens.vision.desk import typed
    >>> from yakulens.vision.desk.tile_changes import add_tile
    >>> first = typed.hand("23m55p +4m")
    >>> all_tiles_boxed(Seen(Reading(), first, add_tile(first, "5p", "concealed")))
    False
    """
    first, desk = seen.first, seen.desk
    added = {uid for uid, tile in desk.tiles.items() if tile.quad is None and uid not in first.tiles}
    if desk.win is not None and first.win is None:
        added.discard(desk.win)
    of_hand = {uid for uid in added if desk.place_of(uid) not in _OFF_PHOTO}
    if of_hand:
        return False
    whole = desk.missing() == 0
    return True if whole and not added and first.tiles.keys() <= desk.tiles.keys() else None


def placed(seen: Seen) -> Iterator[tuple[DeskTile, str]]:
    """Every tile that has a place on the photo, and the label of what is to be seen there."""
    down = face_down(seen)
    for tile in seen.desk.tiles.values():
        if tile.quad is not None:
            yield tile, BACK if tile.uid in down else tile.face


def boxes(seen: Seen) -> list[list[float | str]]:
    """The contract's ``boxes``: an upright box in pixels around each face; face-down tiles have none."""
    return [[*_around(tile.quad or ()), label] for tile, label in placed(seen) if label != BACK]


def _around(quad: tuple[Point, ...]) -> tuple[float, float, float, float]:
    xs, ys = zip(*quad, strict=True)
    return (round(min(xs), 1), round(min(ys), 1), round(max(xs), 1), round(max(ys), 1))


def yolo(seen: Seen, width: int, height: int) -> str:
    """Oriented boxes as YOLO trains on them, a line each: ``class x1 y1 x2 y2 x3 y3 x4 y4`` in 0..1.

    The corners run clockwise from the top left of the face as printed; face-down tiles are of class ``back``.

    Args:
        seen: the photo's reading and the corrected hand.
        width: of the photo in pixels.
        height: of the photo in pixels.
    """
    lines = []
    for tile, label in placed(seen):
        corners = [(_share(x, width), _share(y, height)) for x, y in tile.quad or ()]
        lines.append(" ".join([str(INDEX[label]), *(f"{x:.6f} {y:.6f}" for x, y in corners)]))
    return "".join(f"{line}\n" for line in lines)


def _share(value: float, whole: int) -> float:
    return min(1.0, max(0.0, value / whole))
