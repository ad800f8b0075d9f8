"""The stock of tile designs that the training pictures wear, from fonts, artwork and real photos."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.labels import INDEX, LABELS, OTHER
from vision.synth.faces import art_design, draw_design, find_fonts
from vision.synth.wardrobe import Stock

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray


class LabelsError(ValueError):
    """The labels of photos to train on cannot be used; the message is one line."""


@dataclass(frozen=True, slots=True)
class RealPhoto:
    """A photo with named, axis-aligned boxes.

    Attributes:
        path: of the picture.
        tile_set: which physical set it shows.
        group: session or layout, e.g. ``A1-diagonal``.
        complete: True where every tile in view is boxed.
        boxes: ``(N, 4)`` float32 pixels x1, y1, x2, y2.
        labels: N labels.
        quads: ``(N, 4, 2)`` float32 exact corners, NaN where they are not known (``vision.train.tighten``).
    """

    path: Path
    tile_set: str
    group: str
    complete: bool
    boxes: NDArray[np.float32]
    labels: tuple[str, ...]
    quads: NDArray[np.float32] | None = None

    def loose(self) -> bool:
        """Whether its boxes hold turned tiles: where they lie is told by exact quads alone."""
        return self.group in LOOSE_GROUPS

    def corners(self) -> NDArray[np.float32]:
        """``(N, 4, 2)`` corners of the tiles: the exact ones, else those of the box; NaN where loose."""
        x1, y1, x2, y2 = self.boxes.T
        straight = np.stack([x1, y1, x2, y1, x2, y2, x1, y2], axis=1).reshape(-1, 4, 2)
        known = np.full_like(straight, np.nan) if self.loose() else straight
        if self.quads is None:
            return known
        return np.where(np.isfinite(self.quads), self.quads, known)

    def pixels(self) -> NDArray[np.uint8]:
        """``(H, W, 3)`` uint8 RGB."""
        return np.asarray(cv2.cvtColor(cv2.imread(str(self.path)), cv2.COLOR_BGR2RGB), np.uint8)


def real_photos(folder: Path) -> list[RealPhoto]:
    """The photos of a folder with ``labels.jsonl``, in its order.

    Raises:
        LabelsError: the folder has no ``labels.jsonl``, or a line of it cannot be used.
    """
    file = folder / "labels.jsonl"
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        message = f"{file}: cannot be read ({getattr(error, 'strerror', None) or error})"
        raise LabelsError(message) from error
    return [_photo(folder, line, f"{file}, line {number}") for number, line in enumerate(lines, start=1)]


def _photo(folder: Path, line: str, where: str) -> RealPhoto:
    try:
        row: dict[str, Any] = json.loads(line)
        boxes = row["boxes"]
        return RealPhoto(
            path=folder / row["file"],
            tile_set=row["set"],
            group=row["group"],
            complete=row["all_tiles_boxed"] is True,
            boxes=np.array([b[:4] for b in boxes], np.float32).reshape(-1, 4),
            labels=tuple(LABELS[INDEX[b[4]]] for b in boxes),  # no other word is a label
        )
    except (KeyError, IndexError, TypeError, ValueError) as error:
        what = f"{error} is missing, or no tile" if isinstance(error, KeyError) else str(error)
        message = f"{where}: a photo needs file, set, group, all_tiles_boxed and boxes: {what}"
        raise LabelsError(message) from error


LOOSE_GROUPS = frozenset({"A1-diagonal"})
"""Groups whose axis-aligned boxes hold turned tiles."""

CUT_GROUPS = frozenset({"A1-columns", "A1-strips"})
"""Groups of tight crops in which tiles are cut off at the edge: no good for finding."""


def face_crops(photos: Sequence[RealPhoto], most: int = 24) -> tuple[dict[str, list[NDArray[np.uint8]]], ...]:
    """Faces cut out of the photos, to be worn by rendered tiles: at most ``most`` a label and tile set.

    Only upright boxes count (a lying tile's box is wider than tall); which end is up is not known.
    """
    sets: dict[str, dict[str, list[NDArray[np.uint8]]]] = {}
    for photo in photos:
        if photo.group in LOOSE_GROUPS | CUT_GROUPS:
            continue
        pixels: NDArray[np.uint8] | None = None
        bag = sets.setdefault(photo.tile_set, {})
        for (x1, y1, x2, y2), label in zip(photo.boxes, photo.labels, strict=True):
            wide, tall = x2 - x1, y2 - y1
            if not 1.15 < tall / max(wide, 1) < 1.7 or wide < 24 or len(bag.get(label, [])) >= most:
                continue
            if pixels is None:
                pixels = photo.pixels()
            part = pixels[max(0, round(y1)) : round(y2), max(0, round(x1)) : round(x2)]
            bag.setdefault(label, []).append(cv2.resize(part, (90, 120), interpolation=cv2.INTER_AREA))
    # A set with a handful of labels would fill a scene with copies of the same face.
    return tuple(bag for bag in sets.values() if len(bag) >= 20)


def build_stock(
    fonts: Sequence[Path],
    art: Sequence[Path],
    photos: Sequence[RealPhoto],
    *,
    designs: int,
    cache: Path,
    seed: int = 0,
) -> Stock:
    """Draw the stock, or take it from ``cache`` if it was drawn before from the same fonts and artwork.

    Args:
        fonts: folders searched for fonts.
        art: folders of artwork, PNG by label.
        photos: real photos whose faces are worn too.
        designs: how many designs to draw from fonts.
        cache: folder for the drawn designs (a memory map, so that workers share it).
        seed: of the designs' chance.
    """
    # The renderers are forked off later, and a pool of OpenCV threads would not live through that.
    cv2.setNumThreads(1)
    cache.mkdir(parents=True, exist_ok=True)
    file = cache / f"designs-{designs}-{seed}-{_digest([*fonts, *art])}.npy"
    if not file.is_file():
        rng = np.random.default_rng(seed)
        characters, pictures = find_fonts(fonts)
        if not characters:
            places = ", ".join(map(str, fonts))
            message = f"no font with Chinese characters under {places}: install one or name its folder"
            raise FileNotFoundError(message)
        drawn = [draw_design(rng, characters, pictures) for _ in range(designs)]
        flowers = [drawn[k % designs][INDEX[OTHER]] for k in range(len(art))]
        sheets = [art_design(folder, rng, flower) for folder, flower in zip(art, flowers, strict=True)]
        sheets += drawn
        np.save(file, np.stack(sheets))
    designs_drawn = np.load(file, mmap_mode="r")
    # Artwork is drawn by people: each piece counts like twelve of the random designs.
    weights = np.ones(len(designs_drawn))
    weights[: len(art)] = 12.0
    return Stock(designs_drawn, face_crops(photos), weights / weights.sum())


def _digest(folders: Sequence[Path]) -> str:
    """Tells folders of other files, or of other sizes, apart."""
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())
    told = "\n".join(f"{path} {path.stat().st_size}" for path in files)
    return hashlib.sha256(told.encode()).hexdigest()[:16]
