"""Things on tables that are easily mistaken for tiles: sticks, sheets, displays, keys, the rail.

Everything here is drawn flat on the table top, and is no tile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.choice import one_of
from yakulens.datasets.render.colours import ClutterCanvas, Pixels, Rgb, rgb
from yakulens.datasets.render.scene import ThingKind

_PAGE_WIDTH = 480
"""Width of a page in pixels."""
_KEY_SIDE: Final = 24
"""Side of a key in the picture of a keyboard, pixels."""
_PIPS: Final = (
    ((0, 0),), ((-1, -1), (1, 1)), ((-1, -1), (0, 0), (1, 1)), ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
)  # fmt: skip
"""Places of the pips on a die's sides."""
_CARD_INDICES: Final = "A23456789JQK"
_BODIES: Final[tuple[Rgb, ...]] = (
    (244, 241, 232), (244, 241, 232), (250, 250, 250), (232, 222, 190), (60, 110, 190), (200, 60, 60),
    (70, 140, 90), (230, 190, 60), (60, 60, 66),
)  # fmt: skip
"""Mostly white to ivory; some tables have a colour for each value."""
_RED: Final[Rgb] = (200, 34, 40)
_BLACK: Final[Rgb] = (26, 26, 30)
_DOTS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "thousand": ((0, 0),),
    "hundred": tuple((u, v) for u in (-0.33, -0.11, 0.11, 0.33) for v in (-1, 1)),
    "five": ((0, 0), *((u, v) for u in (-0.5, 0.5) for v in (-1, 1))),
    "ten": ((0, 0), *((u, 0) for u in (-1.6, -1.3, 1.3, 1.6))),
    "bare": (),
}
"""Places of a stick's dots: along it in tile widths, across it up (-1), in the middle or down (1)."""
_MARKS: Final = ("thousand", "thousand", "hundred", "hundred", "five", "ten", "bare")
_REACH: Final = 9.0
"""Distance of things from the hand, in tile widths."""
_KINDS: Final = (
    "bets", "bets", "tray", "tray", "sheet", "sheet", "display", "rail", "keyboard", "phone", "cards", "dice",
)  # fmt: skip
_SEGMENTS: Final = (
    "abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg",
)  # fmt: skip
"""Lit segments of each digit, by their usual names: ``a`` at the top, ``g`` in the middle."""
_LIT: Final[tuple[Rgb, ...]] = ((255, 60, 50), (80, 255, 110), (255, 190, 60), (120, 200, 255), (20, 24, 20))


def page_of_yaku(faces: Pixels, rng: np.random.Generator, wide: int) -> Pixels:
    """A printed page of yaku, ``(h, 480, 3)`` uint8 RGB, with drawn tiles ``wide`` pixels wide."""
    tall = int(wide * rng.uniform(1.25, 1.45))
    height = int(_PAGE_WIDTH * rng.uniform(0.5, 1.45))
    dark = rng.random() < 0.15
    ground = rng.uniform(20, 60, 3) if dark else rng.uniform(215, 255) - rng.uniform(0, 18, 3)
    page = np.empty((height, _PAGE_WIDTH, 3), np.uint8)
    page[:] = ground.astype(np.uint8)
    front = np.clip(rng.uniform(235, 255) - rng.uniform(0, 20, 3), 0, 255)
    lines = rng.random() < 0.7
    small: dict[int, Pixels] = {}
    gap = int(wide * rng.uniform(0.0, 0.15)) + 1
    columns = int(rng.choice([1, 1, 2]))
    room = _PAGE_WIDTH // columns - 20
    for column in range(columns):
        left, y = 10 + column * _PAGE_WIDTH // columns, int(rng.integers(6, 40))
        while y + tall + 14 < height:
            y = _words(page, (left, y), room, dark=dark, rng=rng)
            if rng.random() < 0.15:
                continue
            count = int(min(rng.choice([2, 3, 3, 4, 5, 14, 14, 14]), room // (wide + gap)))
            x = left
            for _ in range(count):
                k = int(rng.integers(38))
                if k not in small:
                    small[k] = _printed(faces[k], (wide, tall), front, lines=lines)
                if y + tall < height:
                    page[y : y + tall, x : x + wide] = small[k]
                x += wide + gap + (wide // 2 if rng.random() < 0.15 else 0)
                if x + wide > left + room:
                    break
            y += tall + int(rng.integers(3, 14))
    return page


def _words(page: Pixels, at: tuple[int, int], room: int, *, dark: bool, rng: np.random.Generator) -> int:
    """Draw one or two lines of print below ``at``; return where the next thing may begin."""
    x, y = at
    ink = int(rng.uniform(170, 250)) if dark else int(rng.uniform(15, 110))
    for _ in range(int(rng.integers(1, 3))):
        high = int(rng.integers(3, 9))
        end = x + room * rng.uniform(0.2, 1.0)
        left = float(x)
        while left < end:
            word = rng.uniform(0.5, 4.5) * high
            page[y : y + high, int(left) : int(min(left + word, end))] = ink
            left += word + high * 0.6
        y += high + int(rng.integers(3, 8))
    return y


def _printed(face: Pixels, size: tuple[int, int], front: NDArray[np.float64], *, lines: bool) -> Pixels:
    """A face as print: small, flat, at times with an outline."""
    small = cv2.resize(face, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    share = small[..., 3:] / 255
    out = np.asarray(front * (1 - share) + small[..., :3] * share, np.uint8)
    if lines:
        cv2.rectangle(out, (0, 0), (size[0] - 1, size[1] - 1), (70, 70, 70), 1)
    return out


def keyboard(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    """A keyboard or a part of one: rows of keys with letters, light on dark or dark on light."""
    rng = canvas.rng
    rows, columns = int(rng.integers(2, 6)), int(rng.integers(5, 15))
    dark = rng.random() < 0.6
    body, key, ink = ((20, 60), (30, 90), (170, 255)) if dark else ((140, 235), (190, 255), (20, 110))
    panel = np.full((rows * _KEY_SIDE + 8, columns * _KEY_SIDE + 8, 3), canvas.colour(*body), np.uint8)
    colour, letters = canvas.colour(*key), canvas.colour(*ink)
    for row in range(rows):
        shift = int(rng.integers(0, _KEY_SIDE // 2))
        for column in range(columns - 1):
            left, top = 4 + shift + column * _KEY_SIDE, 4 + row * _KEY_SIDE
            cv2.rectangle(
                panel, (left, top), (left + _KEY_SIDE - 4, top + _KEY_SIDE - 4), colour, -1, cv2.LINE_AA
            )
            letter = chr(int(rng.integers(48, 91)))
            cv2.putText(panel, letter, (left + 5, top + 14), 0, 0.4, letters, 1, cv2.LINE_AA)
    canvas.paste(panel, (x, y), columns * rng.uniform(0.6, 1.2), angle)


def phone(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    """A phone lying on its screen, with its lenses; or the rim of a screen with one lens."""
    rng = canvas.rng
    wide, tall = rng.uniform(2.2, 3.4), rng.uniform(4.5, 7)
    canvas.box((x, y), wide, tall, angle, canvas.colour(5, 245))
    island = canvas.along((x, y), angle, -wide * 0.2, -tall * 0.33)
    canvas.box(island, wide * 0.45, rng.uniform(0.5, 1.4), angle, canvas.colour(10, 120))
    for _ in range(int(rng.integers(1, 4))):
        u, v = canvas.along(island, angle, *rng.normal(0, wide * 0.12, 2))
        radius = rng.uniform(0.12, 0.38)
        for share in (1.0, 0.75, 0.4, 0.15):
            canvas.dot(u, v, radius * share, canvas.colour(0, 90) if share > 0.2 else canvas.colour(60, 255))


def cards(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    """Playing cards, each with its index and pips or a framed picture."""
    rng = canvas.rng
    for _ in range(int(rng.integers(1, 4))):
        page = np.full((120, 84, 3), int(rng.integers(225, 256)), np.uint8)
        ink = (190, 20, 30) if rng.random() < 0.5 else (25, 25, 30)
        index = one_of(rng, _CARD_INDICES)
        cv2.putText(page, index, (4, 22), 0, 0.7, ink, 2, cv2.LINE_AA)
        if rng.random() < 0.3:
            cv2.rectangle(page, (20, 14), (64, 106), canvas.colour(30, 230), int(rng.choice([2, -1])))
        for px, py in rng.uniform((24, 20), (60, 100), (int(rng.integers(1, 9)), 2)):
            cv2.circle(page, (int(px), int(py)), 6, ink, -1, cv2.LINE_AA)
        at = canvas.along((x, y), angle, *rng.normal(0, 1.5, 2))
        canvas.paste(page, at, rng.uniform(1.2, 2.6), angle + rng.normal(0, 25))


def dice(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    """Two or three dice, white with black pips and a red one, or in colours."""
    rng = canvas.rng
    usual = rng.random() < 0.7
    body = canvas.colour(225, 256) if usual else canvas.colour(0, 256)
    side = rng.uniform(0.35, 0.9)
    for _ in range(int(rng.integers(2, 4))):
        at = canvas.along((x, y), angle, *rng.normal(0, 1.2, 2))
        turn = angle + rng.uniform(0, 90)
        canvas.box(at, side, side, turn, body)
        pips = one_of(rng, _PIPS)
        ink = (190, 30, 30) if len(pips) == 1 else (25, 25, 30) if usual else (245, 245, 240)
        for u, v in pips:
            px, py = canvas.along(at, turn, u * side * 0.27, v * side * 0.27)
            canvas.dot(px, py, side * (0.17 if len(pips) == 1 else 0.1), ink)


def bets(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    """One to four sticks around a point, more or less side by side or crosswise."""
    rng = canvas.rng
    make = _make(canvas)
    for _ in range(int(rng.integers(1, 5))):
        _stick(canvas, (x, y), angle + rng.normal(0, 4), make, str(rng.choice(_MARKS)))
        x, y = canvas.along((x, y), angle, rng.normal(0, 0.3), rng.uniform(0.35, 0.9))
        if rng.random() < 0.15:
            angle += rng.uniform(0, 180)


def tray(canvas: ClutterCanvas, x: float, y: float, angle: float) -> None:
    """A drawer of a table, or a box: groups of sticks side by side, each of one value."""
    rng = canvas.rng
    make = _make(canvas)
    groups = int(rng.integers(1, 5))
    step = make[1] * rng.uniform(1.02, 1.5)
    along_row = rng.random() < 0.5
    deep = make[0] + rng.uniform(0.2, 0.8)
    counts = [int(rng.integers(2, 14)) for _ in range(groups)]
    broad = [n * step + rng.uniform(0.2, 0.7) for n in counts]
    colour = canvas.colour(10, 110)
    if along_row:
        canvas.box((x, y), groups * deep, max(broad) + 0.4, angle, colour)
    else:
        canvas.box((x, y), deep, sum(broad) + 0.4, angle, colour)
    v = -sum(broad) / 2
    for g, (n, room) in enumerate(zip(counts, broad, strict=True)):
        mark = str(rng.choice(_MARKS))
        u = (g - (groups - 1) / 2) * deep if along_row else 0.0
        start = -room / 2 if along_row else v
        for k in range(n):
            at = canvas.along((x, y), angle, u + rng.normal(0, 0.06), start + (k + 0.5) * step)
            _stick(canvas, at, angle + rng.normal(0, 1.0), make, mark)
        v += room


def _make(canvas: ClutterCanvas) -> tuple[float, float]:
    """Length and width of a table's sticks, in tile widths."""
    return canvas.rng.uniform(2.9, 4.6), canvas.rng.uniform(0.2, 0.42)


def _stick(
    canvas: ClutterCanvas, at: tuple[float, float], angle: float, make: tuple[float, float], mark: str
) -> None:
    """A stick with its shadow, its light upper edge and its dots."""
    rng = canvas.rng
    long, broad = make
    body = one_of(rng, _BODIES) if mark != "bare" else _BODIES[0]
    shade = rgb(np.array(body) * 0.35)
    canvas.box(canvas.along(at, angle, 0.03, broad * 0.2), long, broad, angle, shade)
    canvas.box(at, long, broad, angle, body)
    edge = canvas.along(at, angle, 0.0, -broad * 0.3)
    canvas.box(edge, long * 0.97, broad * 0.25, angle, rgb(np.array(body) * 1.1 + 6))
    radius = broad * rng.uniform(0.2, 0.34)
    ink = (245, 240, 230) if max(body) < 150 else _RED if mark in {"thousand", "five", "ten"} else _BLACK
    for u, v in _DOTS[mark]:
        large = 1.35 if mark == "thousand" else 0.62 if v else 1.0
        x, y = canvas.along(at, angle, u, v * broad * 0.22)
        canvas.dot(x, y, radius * large, ink)


def lay_things(image: Pixels, rng: np.random.Generator, size: float, faces: Pixels) -> None:
    """Draw one to four things around the middle of a table top, in place; later, tiles cover them.

    The table top is ``(H, W, 3)`` uint8 RGB; ``size`` is a tile's width in pixels.
    """
    h, w = image.shape[:2]
    # Sizes of sticks and sheets range from those beside travel tiles to those beside giant ones.
    canvas = ClutterCanvas(image, rng, size * float(np.exp(rng.normal(0, 0.2))))
    for _ in range(int(rng.integers(1, 5))):
        kind: ThingKind = str(rng.choice(_KINDS))  # type: ignore[assignment] # one of those names
        x, y = w / 2 + rng.normal(0, _REACH / 2) * size, h / 2 + rng.normal(0, _REACH / 2) * size
        angle = float(rng.choice([0, 90])) + rng.normal(0, 6 if rng.random() < 0.7 else 40)
        lay_thing(canvas, kind, (x, y), angle, faces)


def lay_thing(
    canvas: ClutterCanvas, kind: ThingKind, at: tuple[float, float], angle: float, faces: Pixels
) -> None:
    """Draw one thing around a pixel, turned clockwise by ``angle`` degrees.

    Printed sheets show the design ``faces``, ``(39, h, w, 4)`` uint8 RGBA.
    """
    if kind == "sheet":
        tile = canvas.rng.uniform(0.25, 0.8)
        drawn = int(canvas.rng.integers(12, 30))
        canvas.paste(page_of_yaku(faces, canvas.rng, drawn), at, tile * _PAGE_WIDTH / drawn, angle)
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
    long = rng.uniform(1.5, 5)
    canvas.box((x, y), long + rng.uniform(0.3, 2), rng.uniform(1, 3), angle, canvas.colour(15, 120))
    canvas.paste(panel, (x, y), long, angle)


def _digit(panel: Pixels, left: int, digit: int, lit: Rgb) -> None:
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
    """The rim of a table: a long bar with light and dark edges, at times with buttons."""
    rng = canvas.rng
    colour = canvas.colour(20, 235)
    broad = rng.uniform(0.8, 4)
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
"""Functions that draw each kind of thing, except a sheet, which needs a design of tiles."""
