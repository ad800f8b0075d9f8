"""The bamboo of a design, from two to nine; the one is a bird (`vision.synth.face_bird`)."""

from __future__ import annotations

from typing import Final

from yakulens.vision.synth.colours import Rgb
from yakulens.vision.synth.face_canvas import FaceCanvas
from yakulens.vision.synth.face_style import FaceStyle, inks_of

_STICKS: Final[dict[int, tuple[tuple[float, float, str], ...]]] = {
    2: ((0.5, 0.28, "g"), (0.5, 0.72, "g")),
    3: ((0.5, 0.28, "g"), (0.3, 0.72, "g"), (0.7, 0.72, "g")),
    4: ((0.3, 0.28, "g"), (0.7, 0.28, "g"), (0.3, 0.72, "g"), (0.7, 0.72, "g")),
    5: ((0.22, 0.28, "g"), (0.78, 0.28, "g"), (0.5, 0.5, "r"), (0.22, 0.72, "g"), (0.78, 0.72, "g")),
    6: tuple((x, y, "g") for y in (0.28, 0.72) for x in (0.22, 0.5, 0.78)),
    7: ((0.5, 0.19, "r"), *((x, y, "g") for y in (0.5, 0.81) for x in (0.22, 0.5, 0.78))),
    9: tuple((x, y, "r" if x == 0.5 else "g") for y in (0.19, 0.5, 0.81) for x in (0.22, 0.5, 0.78)),
}


def draw_bamboo(canvas: FaceCanvas, style: FaceStyle, n: int, *, red: bool) -> None:
    """Draw the face of ``n`` sticks of bamboo, 2 to 9, all in red as on a red five, or in the design's inks.

    Eight lie aslant, in the shape of an M and a W.
    """
    inks = inks_of(style, red=red)
    if n == 8:
        for y, s in ((0.29, 1.0), (0.71, -1.0)):
            for x in (0.16, 0.84):
                _stick(canvas, style, x, y, 0.36, 0.0, inks["g"])
            _stick(canvas, style, 0.365, y, 0.33, -0.2 * s, inks["g"])
            _stick(canvas, style, 0.635, y, 0.33, 0.2 * s, inks["g"])
        return
    length = 0.26 if n in {7, 9} else 0.36
    for x, y, c in _STICKS[n]:
        _stick(canvas, style, 0.5 + (x - 0.5) * style.bamboo_spread, y, length, 0.0, inks[c])


def _stick(
    canvas: FaceCanvas, style: FaceStyle, x: float, y: float, length: float, slant: float, ink: Rgb
) -> None:
    """One stick about (x, y); ``slant`` is how far its lower end lies to the right of its upper one."""
    w = style.bamboo_width
    dx = slant / 2
    a, b = (x - dx, y - length / 2), (x + dx, y + length / 2)
    if style.bamboo == "bar":
        canvas.line([a, b], ink, w)
        return
    if style.bamboo == "leaf":
        canvas.polygon([a, (x + w * 0.8, y), b, (x - w * 0.8, y)], ink)
        canvas.line([a, b], None, w * 0.18)
        return
    canvas.line([a, b], ink, w * 0.8)
    for t in (0.0, 0.5, 1.0) if style.bamboo == "segments" else (0.0, 1.0):
        px, py = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        canvas.line([(px - w * 0.75, py), (px + w * 0.75, py)], ink, w * 0.42)
    if style.bamboo == "segments":
        canvas.line([(x - dx * 0.7, y - length * 0.36), (x - dx * 0.25, y - length * 0.13)], None, w * 0.22)
        canvas.line([(x + dx * 0.25, y + length * 0.13), (x + dx * 0.7, y + length * 0.36)], None, w * 0.22)
