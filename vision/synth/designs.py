"""Tile designs: the variety that a recogniser must generalise over.

A *design* is what a maker engraves on a tile set: brush of the characters, pattern and colour of circles and
bamboo, the bird of the 1s, a blank or framed White, index digits, the style of the red fives.
``draw_design`` draws a random one with all 39 labels, as transparent pictures for a tile of any colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from yakulens.vision.labels import FACES, INDEX, LABELS, OTHER, PLAIN, RED_FIVES, plain
from yakulens.vision.synth.colours import Pixels
from yakulens.vision.synth.face_canvas import SIZE
from yakulens.vision.synth.face_range import FaceLayout, random_layout
from yakulens.vision.synth.face_style import FaceStyle
from yakulens.vision.synth.faces import draw_face


@dataclass(frozen=True, slots=True)
class TileDesigns:
    """Tile designs that pictures choose from.

    Attributes:
        drawn: ``(D, 39, h, w, 4)`` uint8 RGBA, transparent faces in the order of ``LABELS``, usually a memory
            map.
        photographed: for each real tile set, label → crops ``(h, w, 3)`` uint8 RGB of its faces.
        weights: ``(D,)`` float64 probabilities of the drawn designs; None for uniform.
        share_photographed: share of pictures with photographed faces, 0..1.
    """

    drawn: Pixels
    photographed: tuple[dict[str, list[Pixels]], ...] = ()
    weights: NDArray[np.float64] | None = None
    share_photographed: float = 0.25


def draw_design(
    rng: np.random.Generator, characters: Sequence[str], pictures: Sequence[str], *, unusual: bool = False
) -> Pixels:
    """A whole random design, ``(39, 160, 120, 4)`` uint8 RGBA in the order of ``LABELS``.

    Args:
        rng: random generator; the same state gives the same design.
        characters: paths of fonts for characters (`vision.synth.face_canvas.find_fonts`); at least one.
        pictures: paths of fonts with birds and flowers; may be empty.
        unusual: use a rare layout: letters, small faces in a frame, or a large index.
    """
    style = FaceStyle(rng, characters, pictures, unusual=unusual)
    layout = random_layout(rng, style) if unusual else FaceLayout()
    sheet = np.stack([draw_face(style, face, rng, layout.letters) for face in LABELS])
    if style.red_five in {"painted", "glazed"}:
        # Painted over by hand: all ink becomes one flat red, or shows through a thin coat.
        body = 1.0 if style.red_five == "painted" else rng.uniform(0.55, 0.85)
        for red in RED_FIVES:
            sheet[INDEX[red]] = sheet[INDEX[plain(red)]]
            ink = sheet[INDEX[red], ..., :3].astype(np.float32)
            sheet[INDEX[red], ..., :3] = body * np.array(style.red) + (1 - body) * ink
    for face in FACES if unusual else ():
        sheet[INDEX[face]] = layout.placed(sheet[INDEX[face]])
    return sheet


def art_design(folder: Path, rng: np.random.Generator, flower: Pixels) -> Pixels:
    """A design from a folder of PNG pictures named by label (``1m.png``), ``(39, 160, 120, 4)`` uint8 RGBA.

    The folder holds at least the 34 plain faces, transparent where the tile shows. Missing red fives are the
    plain ones in red ink; ``flower``, ``(160, 120, 4)`` uint8 RGBA, is the picture for ``other``.

    Raises:
        FileNotFoundError: a plain face is missing; the message names the first one.
    """
    sheet = np.zeros((len(LABELS), *SIZE, 4), np.uint8)
    sheet[INDEX[OTHER]] = flower
    for face in PLAIN:
        sheet[INDEX[face]] = load_face(folder / f"{face}.png")
    for red in RED_FIVES:
        file = folder / f"{red}.png"
        if file.is_file():
            sheet[INDEX[red]] = load_face(file)
        else:
            sheet[INDEX[red]] = sheet[INDEX[plain(red)]]
            sheet[INDEX[red], ..., :3] = [rng.integers(*ink) for ink in ((170, 220), (15, 50), (20, 55))]
    return sheet


def load_face(path: Path) -> Pixels:
    """A picture file as a face, ``(160, 120, 4)`` uint8 RGBA.

    Raises:
        OSError: the file is missing or no picture.
    """
    with Image.open(path) as image:
        return np.asarray(image.convert("RGBA").resize((SIZE[1], SIZE[0]), Image.Resampling.LANCZOS))
