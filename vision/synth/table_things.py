"""What lies on tables beside tiles and is easily taken for them: sticks, sheets, displays, keys, the rail.

Everything here is drawn on the table top: flat, without sides, and no tile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.synth.choice import one_of
from yakulens.vision.synth.clutter_canvas import ClutterCanvas
from yakulens.vision.synth.colours import Rgb, rgb
from yakulens.vision.synth.lookalikes import cards, dice, keyboard, phone
from yakulens.vision.synth.point_sticks import bets, tray
from yakulens.vision.synth.print_sheet import sheet
from yakulens.vision.synth.scene import ThingKind

_REACH: Final = 9.0
"""How far from the hand things lie, in tile widths."""
_KINDS: Final = (
    "bets", "bets", "tray", "tray", "sheet", "sheet", "display", "rail", "keyboard", "phone", "cards", "dice",
)  # fmt: skip
_SEGMENTS: Final = (
    "abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg",
)  # fmt: skip
"""Which segments of a digit are lit; they are named as engineers do, ``a`` above and ``g`` in the middle."""
_LIT: Final[tuple[Rgb, ...]] = ((255, 60, 50), (80, 255, 110), (255, 190, 60), (120, 200, 255), (20, 24, 20))


def lay_things(
    image: NDArray[np.uint8], rng: np.random.Generator, size: float, faces: NDArray[np.uint8]
) -> None:
    """Draw one to four things about the middle of a table top, in place; tiles come later and cover them.

    The table top is ``(H, W, 3)`` uint8 RGB, with tiles of so many pixels' width.
    """
    h, w = image.shape[:2]
    # Sticks and sheets are as large as they are beside tiles for travelling and beside giant ones.
    canvas = ClutterCanvas(image, rng, size * float(np.exp(rng.normal(0, 0.2))))
    for _ in range(int(rng.integers(1, 5))):
        kind: ThingKind = str(rng.choice(_KINDS))  # type: ignore[assignment] # one of those names
        x, y = w / 2 + rng.normal(0, _REACH / 2) * size, h / 2 + rng.normal(0, _REACH / 2) * size
        angle = float(rng.choice([0, 90])) + rng.normal(0, 6 if rng.random() < 0.7 else 40)
        lay_thing(canvas, kind, (x, y), angle, faces)


def lay_thing(
    canvas: ClutterCanvas, kind: ThingKind, at: tuple[float, float], angle: float, faces: NDArray[np.uint8]
) -> None:
    """Draw one thing about a pixel, turned clockwise by degrees.

    Printed sheets show a design, ``(39, h, w, 4)`` uint8 RGBA.
    """
    if kind == "sheet":
        sheet(canvas, at, angle, faces, float(canvas.rng.uniform(0.25, 0.8)))
    else:
        _DRAWN[kind](canvas, *at, angle)


def _display(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    """A score display: seven-segment digits, lit on dark or dark on grey."""
    rng = canvas.rng
    lit = one_of(rng, _LIT)
    count = int(rng.integers(2, 7))
    panel = np.full((64, 36 * count + 16, 3), 18 if max(lit) > 100 else 165, np.uint8)
    for k in range(count):
        _digit(panel, 12 + 36 * k, int(rng.integers(10)), lit)
    long = float(rng.uniform(1.5, 5))
    canvas.box((x, y), long + rng.uniform(0.3, 2), rng.uniform(1, 3), angle, canvas.colour(15, 120))
    canvas.paste(panel, (x, y), long, angle)


def _digit(panel: NDArray[np.uint8], left: int, digit: int, lit: Rgb) -> None:
    """Draw a digit 36 pixels wide and 64 tall."""
    places = {
        "a": ((2, 8), (20, 8)), "b": ((22, 10), (22, 30)), "c": ((22, 34), (22, 54)),
        "d": ((2, 56), (20, 56)),
        "e": ((0, 34), (0, 54)), "f": ((0, 10), (0, 30)), "g": ((2, 32), (20, 32)),
    }  # fmt: skip
    for name, ((x0, y0), (x1, y1)) in places.items():
        if name in _SEGMENTS[digit]:
            cv2.line(panel, (left + x0, y0), (left + x1, y1), lit, 5, cv2.LINE_AA)


def _rail(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    """The rim of a table: a long bar with a light and a dark edge, at times with buttons."""
    rng = canvas.rng
    colour = canvas.colour(20, 235)
    broad = float(rng.uniform(0.8, 4))
    x, y = canvas.along((x, y), angle, 0.0, rng.choice([-1, 1]) * rng.uniform(2, 7))
    canvas.box((x, y), 80, broad, angle, colour)
    for side, factor in ((-0.46, 1.2), (0.46, 0.6)):
        edge = canvas.along((x, y), angle, 0.0, side * broad)
        canvas.box(edge, 80, broad * 0.08, angle, rgb(np.array(colour) * factor))
    for _ in range(int(rng.integers(0, 4))):
        u, v = canvas.along((x, y), angle, rng.uniform(-9, 9))
        canvas.dot(u, v, broad * rng.uniform(0.15, 0.35), canvas.colour(0, 256))


_DRAWN: Final[Mapping[ThingKind, Callable[[ClutterCanvas, float, float, float], None]]] = {
    "bets": bets, "tray": tray, "display": _display, "rail": _rail,
    "keyboard": keyboard, "phone": phone, "cards": cards, "dice": dice,
}  # fmt: skip
"""What draws each kind of thing but a sheet, which needs a design of tiles."""
