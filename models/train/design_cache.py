"""Tile designs for a training run: drawn once from fonts and artwork and cached, or cut out of photos."""

import hashlib
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.designs import TileDesigns, art_design, draw_design
from yakulens.datasets.render.face_canvas import find_fonts
from yakulens.datasets.render.system_fonts import advice
from yakulens.models.train.progress import INTERVAL
from yakulens.models.train.real_photos import CUT_GROUPS, LOOSE_GROUPS, RealPhoto
from yakulens.models.train.room import check_room
from yakulens.vision.cores import cores
from yakulens.vision.labels import INDEX, OTHER

_MAX_CROPS = 24
"""Maximum number of crops of one label of one tile set."""
_MIN_LABELS = 20
"""A tile set with fewer labels would fill a scene with copies of the same face."""
FOLDER = "designs"
"""The folder of designs in that of a run."""
_DESIGN_BYTES = 39 * 160 * 120 * 4
"""Size of a design: its faces as RGBA."""
_ART_WEIGHT = 12.0
"""Weight of artwork, which people drew, against 1 for a random design."""


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

    Fonts give ``count`` random designs, each folder of artwork (PNG files named by label) gives one more, and
    faces are cut out of photos. ``cache`` is a folder of memory maps, so that workers share the designs.

    Raises:
        RoomError: the disk has too little room for them.
        FileNotFoundError: no font can draw the characters, or a folder of artwork lacks a plain face.
    """
    # The renderers are forked later, and OpenCV's thread pool does not survive a fork.
    cv2.setNumThreads(1)
    cache.mkdir(parents=True, exist_ok=True)
    file = _drawn_before(cache / f"designs-{count}-{seed}-{_digest([*fonts, *art])}.npy")
    if not file.is_file():
        check_room(cache, (count + len(art)) * _DESIGN_BYTES, f"{count + len(art)} designs")
        characters, pictures = find_fonts(fonts)
        if not characters:
            folders = ", ".join(map(str, fonts)) or "this machine's folders"
            message = f"no font with Chinese characters under {folders}: {advice()}"
            raise FileNotFoundError(message)
        with ProcessPoolExecutor(cores()) as pool:
            design = partial(_design, characters=characters, pictures=pictures, seed=seed)
            drawn = list(_with_progress(pool.map(design, range(count)), count))
        flowers = [drawn[k % count][INDEX[OTHER]] for k in range(len(art))]
        rng = np.random.default_rng(seed)
        sheets = [art_design(folder, rng, flower) for folder, flower in zip(art, flowers, strict=True)]
        fresh = file.with_suffix(".part.npy")
        np.save(fresh, np.stack([*sheets, *drawn]))
        fresh.replace(file)
        if cache.name == FOLDER:
            megabytes = f"{file.stat().st_size / 1e6:.0f} MB of designs"
            print(f"{file}: {megabytes}; runs beside this one use them too", flush=True)
    designs = np.load(file, mmap_mode="r")
    weights = np.ones(len(designs))
    weights[: len(art)] = _ART_WEIGHT
    return TileDesigns(designs, face_crops(photos), weights / weights.sum())


def _drawn_before(file: Path) -> Path:
    """The file of the same designs that this run or another one beside it drew; else the file itself.

    Runs lie in folders of one parent (``runs/reader``, ``runs/finder``), each with a folder of designs.
    """
    if file.is_file() or file.parent.name != FOLDER:
        return file
    beside = sorted(file.resolve().parents[2].glob(f"*/{FOLDER}/{file.name}"))
    return beside[0] if beside else file


def _design(k: int, *, characters: Sequence[str], pictures: Sequence[str], seed: int) -> NDArray[np.uint8]:
    # Every third design has a layout that few makers use.
    return draw_design(np.random.default_rng([seed, k]), characters, pictures, unusual=k % 3 == 2)


def _with_progress(designs: Iterable[NDArray[np.uint8]], count: int) -> Iterator[NDArray[np.uint8]]:
    """Yield the designs, and print the progress towards ``count`` every ten seconds."""
    printed = time.monotonic()
    for k, design in enumerate(designs):
        if time.monotonic() - printed > INTERVAL:
            printed = time.monotonic()
            print(f"{k} of {count} designs drawn", flush=True)
        yield design


def face_crops(photos: Sequence[RealPhoto]) -> tuple[dict[str, list[NDArray[np.uint8]]], ...]:
    """Faces cut out of photos, as textures of rendered tiles.

    Only boxes with the proportions of an upright tile are used; which end of the face is up is not known.

    Returns:
        For each tile set with at least 20 labels: label → crops ``(120, 90, 3)`` uint8 RGB.
    """
    sets: dict[str, dict[str, list[NDArray[np.uint8]]]] = {}
    for photo in photos:
        if photo.group in LOOSE_GROUPS | CUT_GROUPS:
            continue
        pixels: NDArray[np.uint8] | None = None
        crops = sets.setdefault(photo.tile_set, {})
        for (x1, y1, x2, y2), label in zip(photo.boxes, photo.labels, strict=True):
            width, height = x2 - x1, y2 - y1
            if (
                not 1.15 < height / max(width, 1) < 1.7
                or width < 24
                or len(crops.get(label, [])) >= _MAX_CROPS
            ):
                continue
            if pixels is None:
                pixels = photo.pixels()
            part = pixels[max(0, round(y1)) : round(y2), max(0, round(x1)) : round(x2)]
            crops.setdefault(label, []).append(cv2.resize(part, (90, 120), interpolation=cv2.INTER_AREA))
    return tuple(crops for crops in sets.values() if len(crops) >= _MIN_LABELS)


def _digest(folders: Sequence[Path]) -> str:
    """A hash of the paths and sizes of all files in some folders."""
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())
    names = "\n".join(f"{path} {path.stat().st_size}" for path in files)
    return hashlib.sha256(names.encode()).hexdigest()[:16]
