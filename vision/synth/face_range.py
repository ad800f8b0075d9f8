"""What a few makers do otherwise: letters instead of drawings, faces small in a frame, a great red centre."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.synth.colours import Rgb
from yakulens.vision.synth.face_canvas import SIZE, FaceCanvas
from yakulens.vision.synth.face_letters import Letters, random_letters
from yakulens.vision.synth.face_style import FaceStyle

_FRAMES: Final = ("", "", "line", "two lines", "corners", "rounded", "dots")


@dataclass(frozen=True, slots=True)
class FaceLayout:
    """How a maker departs from the usual layout of a face.

    Attributes:
        letters: all faces in letters; None for drawings.
        share: of the tile's width and height that the drawing takes, 1 = all.
        off: the drawing's middle off the tile's, in widths and heights.
        frame: what lies about it: nothing, a ``line``, ``two lines``, ``corners``, a ``rounded`` line or
            ``dots``.
        ink: of the frame.
    """

    letters: Letters | None = None
    share: float = 1.0
    off: tuple[float, float] = (0.0, 0.0)
    frame: str = ""
    ink: Rgb = (40, 40, 40)

    def placed(self, face: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A drawn face, ``(160, 120, 4)`` uint8 RGBA, in its place within its frame; of the same shape."""
        out = face
        if self.share < 1:
            h, w = (round(side * self.share) for side in SIZE)
            y, x = (
                round(side * (0.5 + move) - part / 2)
                for side, move, part in zip(SIZE, self.off[::-1], (h, w), strict=True)
            )
            out = np.zeros_like(face)
            y, x = int(np.clip(y, 0, SIZE[0] - h)), int(np.clip(x, 0, SIZE[1] - w))
            out[y : y + h, x : x + w] = cv2.resize(face, (w, h), interpolation=cv2.INTER_AREA)
        if not self.frame:
            return out
        canvas = FaceCanvas()
        self._framed(canvas)
        frame = canvas.array()
        return np.where(out[..., 3:] > frame[..., 3:], out, frame)

    def _framed(self, canvas: FaceCanvas) -> None:
        box = (0.07, 0.055, 0.93, 0.945)
        if self.frame in {"line", "two lines", "rounded"}:
            canvas.frame(box, self.ink, 0.03, radius=0.09 if self.frame == "rounded" else 0.0)
        if self.frame == "two lines":
            canvas.frame((0.13, 0.1, 0.87, 0.9), self.ink, 0.015)
        if self.frame == "corners":
            for x, dx in ((0.08, 0.16), (0.92, -0.16)):
                for y, dy in ((0.06, 0.12), (0.94, -0.12)):
                    canvas.line([(x + dx, y), (x, y), (x, y + dy)], self.ink, 0.03)
        if self.frame == "dots":
            for t in np.linspace(0.08, 0.92, 8):
                for x, y in ((t, 0.06), (t, 0.94), (0.08, t), (0.92, t)):
                    canvas.disc(x, y, 0.022, self.ink)


def random_layout(rng: np.random.Generator, style: FaceStyle) -> FaceLayout:
    """A layout of which something is unusual; its frame is in an ink of the style."""
    letters = random_letters(rng) if rng.random() < 0.4 else None
    inks = (style.black, style.red, style.green, style.blue)
    ink = inks[int(rng.integers(4))]
    if letters is not None and rng.random() < 0.6:
        return FaceLayout(letters)
    share = float(rng.uniform(0.42, 0.9))
    room = (1 - share) / 2
    off = (float(rng.uniform(-room, room)) * 0.4, float(rng.uniform(-room, room)) * 0.6)
    # A line needs room beside the drawing.
    frame = str(rng.choice(_FRAMES)) if share < 0.8 else ""
    return FaceLayout(letters, share, off if not frame else (0.0, 0.0), frame, ink)


def widened(style: FaceStyle, rng: np.random.Generator) -> FaceStyle:
    """A design with larger indices, bolder or finer strokes than most, and a great red centre in the 5p."""
    index = bool(rng.random() < 0.7)
    return replace(
        style,
        index=index,
        index_size=float(rng.uniform(0.2, 0.42)) if index else style.index_size,
        stroke=int(rng.choice([0, 0, 1, 2, 4, 6])),
        heart=float(rng.uniform(1.0, 1.7)),
    )
