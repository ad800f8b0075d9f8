"""Recolour copies of labelled photos as odd tile sets, to measure how well such sets are read.

``python -m tests.benchmarks.odd_sets photos/boxes/val runs/odd --kind inverted --set A1p`` writes the photos
of a tile set with inverted lightness (light ink on dark tiles; hues stay), and their labels. With several
kinds and sets, each copy is a separate set. ``--faces`` writes the boxed faces, cut out, instead of the
photos, to measure the reader alone. The twelve odd sets that judge networks are

    python -m tests.benchmarks.odd_sets photos/boxes/val runs/odd --faces --set A1p A7 AJ
        --kind inverted jade sepia turned

``yakulens evaluate`` and ``yakulens models compare`` read the folder. Do not share copies of photos that must
not be shared.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Collection, Mapping
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.render.bodies import HueChange
from yakulens.datasets.truth import HANDS, LABELLED
from yakulens.vision.picture.color_transform import NEGATIVE, ColorTransform
from yakulens.vision.picture.photo import load
from yakulens.vision.picture.show import show

_QUALITY: Final = 95
_JADE: Final = np.array((38, 112, 72), np.float32)
_SEPIA: Final = (np.array((58, 36, 20), np.float32), np.array((238, 217, 178), np.float32))
"""RGB of the darkest and the lightest part of an old photo."""
_TURN: Final = 120.0
"""Hue rotation in degrees: red becomes green, green becomes blue."""


def jade(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 like green stone with pale engraving: white becomes jade, ink becomes light.

    >>> jade(np.array([[(255, 255, 255), (0, 0, 0)]], np.uint8))[0].tolist()
    [[38, 112, 72], [226, 240, 232]]
    """
    light = pixels.astype(np.float32).mean(axis=2, keepdims=True) / 255
    own = pixels - 255 * light
    pale = 255 - (255 - _JADE) * np.array((0.135, 0.105, 0.125), np.float32)
    return np.asarray(np.clip(np.rint(pale + (_JADE - pale) * light + 0.35 * own), 0, 255), np.uint8)


def sepia(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 in the browns of an old photo, without other hues.

    >>> sepia(np.array([[(255, 255, 255), (0, 0, 0)]], np.uint8))[0].tolist()
    [[238, 217, 178], [58, 36, 20]]
    """
    dark, pale = _SEPIA
    light = pixels.astype(np.float32).mean(axis=2, keepdims=True) / 255
    return np.asarray(np.rint(dark + (pale - dark) * light), np.uint8)


KINDS: Final[Mapping[str, Callable[[NDArray[np.uint8]], NDArray[np.uint8]]]] = {
    "inverted": partial(show, NEGATIVE),  # light ink on dark tiles; red stays red
    "exchanged": lambda pixels: np.ascontiguousarray(pixels[..., ::-1]),  # red and blue
    "mirrored": partial(show, ColorTransform(mirrored=True)),
    "jade": jade,
    "sepia": sepia,
    "turned": HueChange(turn=_TURN).show,
}
"""Functions that recolour ``(H, W, 3)`` uint8 RGB as each odd set."""


def label_of(label: Mapping[str, Any], kind: str, width: int) -> dict[str, Any]:
    """The label of a copy: names stay; on a mirrored photo of this ``width``, boxes are mirrored too.

    >>> label_of({"file": "a.jpg", "boxes": [[10, 20, 40, 60, "1m"]]}, "mirrored", 100)["boxes"]
    [[60, 20, 90, 60, '1m']]
    """
    out = {**label, "set": f"{label.get('set') or ''} {kind}".strip()}
    if kind == "mirrored" and "boxes" in label:
        out["boxes"] = [[width - x2, y1, width - x1, y2, name] for x1, y1, x2, y2, name in label["boxes"]]
    return out


def copy(source: Path, out: Path, kinds: Collection[str], sets: Collection[str] = ()) -> int:
    """Write copies of a labelled folder in each kind, with labels; returns the number of photos written.

    Only photos of the named sets are copied, or of all sets if none is named. Mirrored photos have no hands,
    because the discarder would be another player.
    """
    widths: dict[str, int] = {}
    for name in (LABELLED, HANDS):
        labels = []
        for line, kind in product(_lines(source / name, sets), kinds):
            if name == HANDS and kind == "mirrored":
                continue
            copied = str(Path(kind, line["file"]).with_suffix(".jpg"))
            if copied not in widths:
                pixels = load(source / line["file"]).pixels
                widths[copied] = pixels.shape[1]
                _write(out / copied, KINDS[kind](pixels))
            labels.append({**label_of(line, kind, widths[copied]), "file": copied})
        _write_labels(out / name, labels)
    return len(widths)


def cut_out(source: Path, out: Path, kinds: Collection[str], sets: Collection[str] = ()) -> int:
    """Write a folder's boxed faces, cut out and recoloured as odd sets; returns the number written.

    Photos with loose boxes are skipped.
    """
    labels = []
    for line in _lines(source / LABELLED, sets):
        pixels = load(source / line["file"]).pixels
        for number, (x1, y1, x2, y2, name) in enumerate(line["boxes"]):
            left, top, right, bottom = (max(0, round(value)) for value in (x1, y1, x2, y2))
            face = pixels[top:bottom, left:right]
            for kind in kinds:
                file = str(Path(kind, f"{Path(line['file']).stem}-{number}.png"))
                _write(out / file, KINDS[kind](face))
                labels.append({"file": file, "name": name, "set": f"{line.get('set') or ''} {kind}".strip()})
    _write_labels(out / LABELLED, labels)
    return len(labels)


def _lines(file: Path, sets: Collection[str]) -> list[dict[str, Any]]:
    if not file.is_file():
        return []
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
    return [line for line in lines if not sets or line.get("set") in sets]


def _write(file: Path, pixels: NDArray[np.uint8]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    how = [cv2.IMWRITE_JPEG_QUALITY, _QUALITY] if file.suffix == ".jpg" else []
    cv2.imwrite(str(file), cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), how)


def _write_labels(file: Path, labels: list[dict[str, Any]]) -> None:
    if labels:
        file.write_text("".join(json.dumps(label) + "\n" for label in labels), encoding="utf-8")


def main() -> None:
    """Write the copies."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("source", type=Path, help="labelled photos")
    parser.add_argument("out", type=Path, help="folder for the copies")
    parser.add_argument("--kind", dest="kinds", choices=sorted(KINDS), nargs="+", required=True)
    parser.add_argument("--set", dest="sets", nargs="+", default=(), help="only photos of these tile sets")
    parser.add_argument("--faces", action="store_true", help="the boxed faces cut out, not the photos")
    args = parser.parse_args()
    write = cut_out if args.faces else copy
    print(f"{write(args.source, args.out, args.kinds, args.sets)} pictures in {args.out}")  # noqa: T201


if __name__ == "__main__":
    main()
