"""The tile designs of a training run, drawn once and kept in a file: from fonts, artwork and real photos."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.vision.cores import cores
from yakulens.vision.labels import INDEX, OTHER
from yakulens.vision.synth.designs import TileDesigns, art_design, draw_design
from yakulens.vision.synth.fonts import find_fonts
from yakulens.vision.train.progress import EVERY
from yakulens.vision.train.real_photos import CUT_GROUPS, LOOSE_GROUPS, RealPhoto

_MOST_CROPS = 24
"""Crops of a label and a tile set, at most."""


def build_designs(
    fonts: Sequence[Path],
    art: Sequence[Path],
    photos: Sequence[RealPhoto],
    *,
    count: int,
    cache: Path,
    seed: int = 0,
) -> TileDesigns:
    """Draw tile designs, or load them if they were drawn before from the same fonts and artwork.

    Args:
        fonts: folders searched for fonts.
        art: folders of artwork, PNG by label.
        photos: real photos, of which faces are cut out.
        count: how many designs to draw from fonts.
        cache: folder for the drawn designs (a memory map, so that workers share it).
        seed: random seed of the designs.

    Raises:
        FileNotFoundError: no font can draw the characters, or a folder of artwork lacks a plain face.
    """
    # The renderers are forked off later, and a pool of OpenCV threads would not live through that.
    cv2.setNumThreads(1)
    cache.mkdir(parents=True, exist_ok=True)
    file = cache / f"designs-{count}-{seed}-{_digest([*fonts, *art])}.npy"
    if not file.is_file():
        characters, pictures = find_fonts(fonts)
        if not characters:
            places = ", ".join(map(str, fonts))
            message = f"no font with Chinese characters under {places}: install one or name its folder"
            raise FileNotFoundError(message)
        with ProcessPoolExecutor(cores()) as pool:
            design = partial(_design, characters=characters, pictures=pictures, seed=seed)
            drawn = list(_told(pool.map(design, range(count)), count, "designs drawn"))
        flowers = [drawn[k % count][INDEX[OTHER]] for k in range(len(art))]
        rng = np.random.default_rng(seed)
        sheets = [art_design(folder, rng, flower) for folder, flower in zip(art, flowers, strict=True)]
        np.save(file, np.stack([*sheets, *drawn]))
    kept = np.load(file, mmap_mode="r")
    # Artwork is drawn by people: each piece counts like twelve of the random designs.
    weights = np.ones(len(kept))
    weights[: len(art)] = 12.0
    return TileDesigns(kept, face_crops(photos), weights / weights.sum())


def _design(k: int, *, characters: Sequence[str], pictures: Sequence[str], seed: int) -> NDArray[np.uint8]:
    # Every third is laid out as few makers do.
    return draw_design(np.random.default_rng([seed, k]), characters, pictures, unusual=k % 3 == 2)


def _told(made: Iterable[NDArray[np.uint8]], count: int, what: str) -> Iterator[NDArray[np.uint8]]:
    """What is made, telling every ten seconds how many of ``count`` are."""
    told = time.monotonic()
    for k, one in enumerate(made):
        if time.monotonic() - told > EVERY:
            told = time.monotonic()
            print(f"{k} of {count} {what}", flush=True)
        yield one


def face_crops(photos: Sequence[RealPhoto]) -> tuple[dict[str, list[NDArray[np.uint8]]], ...]:
    """Faces cut out of photos, for rendered tiles to show.

    Only upright boxes count (a lying tile's box is wider than tall); which end is up is not known.

    Returns:
        For each tile set with 20 labels or more: label → crops ``(120, 90, 3)`` uint8 RGB.
    """
    sets: dict[str, dict[str, list[NDArray[np.uint8]]]] = {}
    for photo in photos:
        if photo.group in LOOSE_GROUPS | CUT_GROUPS:
            continue
        pixels: NDArray[np.uint8] | None = None
        bag = sets.setdefault(photo.tile_set, {})
        for (x1, y1, x2, y2), label in zip(photo.boxes, photo.labels, strict=True):
            wide, tall = x2 - x1, y2 - y1
            if not 1.15 < tall / max(wide, 1) < 1.7 or wide < 24 or len(bag.get(label, [])) >= _MOST_CROPS:
                continue
            if pixels is None:
                pixels = photo.pixels()
            part = pixels[max(0, round(y1)) : round(y2), max(0, round(x1)) : round(x2)]
            bag.setdefault(label, []).append(cv2.resize(part, (90, 120), interpolation=cv2.INTER_AREA))
    # A set with a handful of labels would fill a scene with copies of the same face.
    return tuple(bag for bag in sets.values() if len(bag) >= 20)


def _digest(folders: Sequence[Path]) -> str:
    """A word that differs where folders hold other files, or files of other sizes."""
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())
    names = "\n".join(f"{path} {path.stat().st_size}" for path in files)
    return hashlib.sha256(names.encode()).hexdigest()[:16]
