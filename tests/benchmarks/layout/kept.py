"""Cache the detections of labelled photos in a file, so that layouts are measured without reading again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yakulens.models.evaluate.stability import taken_again
from yakulens.vision.detections import Detections
from yakulens.vision.photo_search import Recognition
from yakulens.vision.picture.photo import Photo, load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser

_ARRAYS = {
    "quads": "quads",
    "objectness": "objectness",
    "faces": "faces",
    "ups": "top_edge_probs",
    "size": "size",
}
"""Array names in a file, and the fields of `Detections` that they hold."""


def recognised(folder: Path, files: Sequence[str], kept: Path, model: str | None = None) -> list[Recognition]:
    """What a model recognises on photos, from the cache file if it holds them, else recognised and cached.

    ``a.jpg#3`` is the third altered copy of ``a.jpg``. The file is created, or resumed after an interrupted
    run.
    """
    known = dict(_read(kept)) if kept.exists() else {}
    missing = [file for file in files if file not in known]
    recogniser = Recogniser.load(model) if missing else None
    for n, file in enumerate(missing, start=1):
        if recogniser is not None:
            known[file] = recogniser.recognise(_photo(folder, file))
        if n % 5 == 0 or n == len(missing):
            _write(kept, known.items())
            print(f"{kept.name}: {n} of {len(missing)} recognised", flush=True)  # noqa: T201 - a long command
    return [known[file] for file in files]


def _photo(folder: Path, file: str) -> Photo:
    name, _, version = file.partition("#")
    photo = load(folder / name)
    return replace(photo, pyramid=Pyramid(taken_again(photo.pixels, name, int(version or 0))))


def _write(path: Path, photos: Iterable[tuple[str, Recognition]]) -> None:
    arrays: dict[str, NDArray[Any]] = {}
    names = []
    for n, (file, done) in enumerate(photos):
        names.append(file)
        for what, found in (("tiles", done.detections), ("all", done.unfiltered)):
            arrays |= arrays_of(found, f"{n}_{what}_")
    path.parent.mkdir(parents=True, exist_ok=True)
    keep(path, names=np.array(names), **arrays)


def _read(path: Path) -> Iterable[tuple[str, Recognition]]:
    with np.load(path) as kept:
        for n, file in enumerate(kept["names"].tolist()):
            tiles, every = (detections_in(kept, f"{n}_{what}_") for what in ("tiles", "all"))
            yield str(file), Recognition(tiles, every)


def arrays_of(found: Detections, prefix: str) -> dict[str, NDArray[Any]]:
    """Detections as arrays, by their names in a file."""
    return {prefix + key: np.asarray(getattr(found, name)) for key, name in _ARRAYS.items()}


def detections_in(kept: Mapping[str, NDArray[Any]], prefix: str) -> Detections:
    """The detections in arrays made by `arrays_of`."""
    told = {name: kept[prefix + key] for key, name in _ARRAYS.items()}
    height, width = (int(side) for side in told.pop("size"))
    return Detections(**told, size=(height, width))  # type: ignore[arg-type]


def keep(path: Path, **arrays: Any) -> None:  # noqa: ANN401 - arrays and words alike
    """Write a file atomically, so that an interrupted run leaves no partial file."""
    part = path.with_suffix(".part.npz")
    np.savez_compressed(part, **arrays)
    part.rename(path)
