"""Draws the reading on the photo: quads, faces, melds, the winning tile, doubts."""

from collections.abc import Collection, Sequence
from typing import Final, Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry.quads import short_sides
from yakulens.vision.reading import Reading

Colour = tuple[int, int, int]

CONCEALED: Final[Colour] = (0, 150, 70)
WIN: Final[Colour] = (215, 40, 40)
INDICATOR: Final[Colour] = (150, 60, 200)
OTHERS: Final[Colour] = (120, 120, 120)
MELDS: Final[tuple[Colour, ...]] = ((0, 105, 215), (205, 105, 0), (0, 140, 150), (160, 90, 30))
DOUBT: Final[Colour] = (255, 215, 0)
_WHITE: Final[Colour] = (255, 255, 255)
_BLACK: Final[Colour] = (0, 0, 0)
_FONT: Final = cv2.FONT_HERSHEY_DUPLEX
_FONT_HEIGHT: Final = 22  # of a capital at scale 1, pixels
_MIN_LONG_SIDE: Final = 1400
_MAX_LONG_SIDE: Final = 2400


def draw(
    pixels: NDArray[np.uint8], reading: Reading, on_photo: Collection[int] | None = None
) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 RGB: the photo with the reading on it; by default every tile, else those ids.

    Concealed tiles are green, the winning tile is red, each meld has its own colour, indicators are violet,
    everything else is grey. A doubtful tile's name is on yellow with a question mark. The long side is
    between 1400 and 2400 pixels, so that names are legible on a phone.
    """
    canvas, scale = _canvas(pixels)
    colours = tile_colours(reading)
    doubtful = {tile for issue in reading.issues if issue.code == "doubtful_face" for tile in issue.ids}
    quads = [np.array(tile.quad, np.float32) * np.float32(scale) for tile in reading.tiles]
    placed = list(zip(reading.tiles, quads, colours, strict=True))
    shown = placed if on_photo is None else [each for each in placed if each[0].id in on_photo]
    # Names are drawn after all outlines: a neighbour's outline must not cross a name.
    for _, quad, colour in shown:
        _outline(canvas, quad, colour)
    for tile, quad, colour in shown:
        is_doubtful = tile.id in doubtful
        _name(canvas, tile.face + "?" * is_doubtful, quad, DOUBT if is_doubtful else colour)
    return canvas


class Named(NamedTuple):
    """A quad ``(4, 2)`` of a photo, the words below it, and their colour."""

    quad: NDArray[np.float32]
    words: str
    colour: Colour


def draw_named(pixels: NDArray[np.uint8], named: Sequence[Named]) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 RGB: the photo with some quads and their words, in the sizes of `draw`."""
    canvas, scale = _canvas(pixels)
    scaled = [each._replace(quad=np.asarray(each.quad, np.float32) * np.float32(scale)) for each in named]
    for each in scaled:
        _outline(canvas, each.quad, each.colour)
    for each in scaled:
        _name(canvas, each.words, each.quad, each.colour)
    return canvas


def _canvas(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float]:
    """A copy of the photo that names are legible on, and its scale."""
    long_side = max(pixels.shape[:2])
    scale = min(max(_MIN_LONG_SIDE, long_side), _MAX_LONG_SIDE) / long_side
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(
        cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=interpolation), np.uint8
    ), scale


def tile_colours(reading: Reading) -> list[Colour]:
    """The colour of each tile, by its part in the reading."""
    colours = [OTHERS] * len(reading.tiles)
    for i in reading.concealed:
        colours[i] = CONCEALED
    for number, meld in enumerate(reading.melds):
        for i in meld.ids:
            colours[i] = MELDS[number % len(MELDS)]
    for i in reading.indicators:
        colours[i] = INDICATOR
    if reading.win is not None:
        colours[reading.win] = WIN
    return colours


def encode(pixels: NDArray[np.uint8], kind: Literal["jpeg", "png"] = "jpeg") -> bytes:
    """``(H, W, 3)`` uint8 RGB as the bytes of a file."""
    options = [cv2.IMWRITE_JPEG_QUALITY, 88] if kind == "jpeg" else []
    _, data = cv2.imencode(".jpg" if kind == "jpeg" else ".png", pixels[..., ::-1], options)
    return data.tobytes()


def _outline(canvas: NDArray[np.uint8], quad: NDArray[np.float32], colour: Colour) -> None:
    """Draw the quad, with a double top edge: it shows which way up the tile was read."""
    points = np.round(quad).astype(np.int32)
    width = max(1, round(float(short_sides(quad[None])[0]) / 28))
    cv2.polylines(canvas, [points], isClosed=True, color=_WHITE, thickness=width + 2, lineType=cv2.LINE_AA)
    cv2.polylines(canvas, [points], isClosed=True, color=colour, thickness=width, lineType=cv2.LINE_AA)
    cv2.line(canvas, points[0].tolist(), points[1].tolist(), colour, 2 * width + 1, cv2.LINE_AA)


def _name(canvas: NDArray[np.uint8], text: str, quad: NDArray[np.float32], background: Colour) -> None:
    """Draw the face's name on a plate below the quad on the photo: it must not hide the glyph."""
    side = float(short_sides(quad[None])[0])
    font_scale = float(np.clip(side * 0.3 / _FONT_HEIGHT, 0.35, 2.0))
    # A long name ("other?") is smaller: it must not cover the neighbour's.
    (width, _), _ = cv2.getTextSize(text, _FONT, font_scale, 1)
    font_scale = max(0.3, font_scale * min(1.0, side * 0.95 / width))
    thickness = max(1, round(font_scale * 1.4))
    (width, height), _ = cv2.getTextSize(text, _FONT, font_scale, thickness)
    pad = max(2, round(height * 0.2))
    lower = quad[np.argsort(quad[:, 1])[2:]].mean(axis=0)
    left, bottom = round(float(lower[0]) - width / 2), round(float(lower[1]) + height + 2 * pad)
    left = int(np.clip(left, pad, max(pad, canvas.shape[1] - width - pad)))
    bottom = int(np.clip(bottom, height + pad, max(height + pad, canvas.shape[0] - pad)))
    corner, opposite = (left - pad, bottom - height - pad), (left + width + pad, bottom + pad)
    cv2.rectangle(canvas, corner, opposite, background, cv2.FILLED)
    ink = _BLACK if background == DOUBT else _WHITE
    cv2.putText(canvas, text, (left, bottom), _FONT, font_scale, ink, thickness, cv2.LINE_AA)
