"""Copies of labelled photos as if they showed an odd tile set: how well is such a set read?

``python -m tests.vision.odd_sets photos/boxes/val runs/inverted --kind inverted --set A1p`` writes the photos
of one tile set with their lightness inverted (light ink on dark tiles; hues stay), and their labels;
``--kind exchanged`` exchanges red and blue, ``--kind mirrored`` left and right. ``yakulens evaluate`` reads
the folder. Copies of photos that may not be shared may not be shared either.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision.evaluate.truth import HANDS, LABELLED
from vision.picture.photo import load
from vision.picture.rendition import NEGATIVE, Rendition

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

_QUALITY: Final = 95


def inverted(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 RGB with L of Lab inverted: light ink on dark tiles, a red still a red."""
    return NEGATIVE.show(pixels)


def exchanged(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 with red and blue exchanged.

    >>> exchanged(np.full((1, 1, 3), (200, 30, 10), np.uint8))[0, 0].tolist()
    [10, 30, 200]
    """
    return np.ascontiguousarray(pixels[..., ::-1])


def mirrored(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 with left and right exchanged."""
    return Rendition(mirrored=True).show(pixels)


KINDS: Final[Mapping[str, Callable[[NDArray[np.uint8]], NDArray[np.uint8]]]] = {
    "inverted": inverted,
    "exchanged": exchanged,
    "mirrored": mirrored,
}


def label_of(label: Mapping[str, Any], kind: str, width: int) -> dict[str, Any]:
    """The label of a copy: names stay, mirrored boxes lie where the tiles lie now.

    Args:
        label: a line of ``labels.jsonl`` or ``hands.jsonl``.
        kind: one of ``KINDS``.
        width: of the photo, pixels.

    >>> label_of({"file": "a.jpg", "boxes": [[10, 20, 40, 60, "1m"]]}, "mirrored", 100)["boxes"]
    [[60, 20, 90, 60, '1m']]
    """
    out = {**label, "set": f"{label.get('set') or ''} {kind}".strip()}
    if kind == "mirrored" and "boxes" in label:
        out["boxes"] = [[width - x2, y1, width - x1, y2, name] for x1, y1, x2, y2, name in label["boxes"]]
    return out


def copy(source: Path, out: Path, kind: str, tile_set: str | None = None) -> int:
    """Write the copies of a labelled folder and their labels.

    Hands are left out where photos are mirrored: who discarded would be another player.

    Args:
        source: the folder with ``labels.jsonl`` and/or ``hands.jsonl``.
        out: the folder to write; made where it is not there.
        kind: one of ``KINDS``.
        tile_set: only photos of this set.

    Returns:
        How many photos were written.
    """
    out.mkdir(parents=True, exist_ok=True)
    widths: dict[str, int] = {}
    for name in (LABELLED,) if kind == "mirrored" else (LABELLED, HANDS):
        if not (source / name).is_file():
            continue
        lines = [
            json.loads(line) for line in (source / name).read_text(encoding="utf-8").splitlines() if line
        ]
        labels = []
        for line in lines:
            if tile_set is not None and line.get("set") != tile_set:
                continue
            file = line["file"]
            copied = str(Path(file).with_suffix(".jpg"))
            if file not in widths:
                pixels = load(source / file).pixels
                widths[file] = pixels.shape[1]
                shown = cv2.cvtColor(KINDS[kind](pixels), cv2.COLOR_RGB2BGR)
                cv2.imwrite(str(out / copied), shown, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
            labels.append({**label_of(line, kind, widths[file]), "file": copied})
        (out / name).write_text("".join(json.dumps(label) + "\n" for label in labels), encoding="utf-8")
    return len(widths)


def main() -> None:
    """Write the copies."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("source", type=Path, help="labelled photos")
    parser.add_argument("out", type=Path, help="folder for the copies")
    parser.add_argument("--kind", choices=sorted(KINDS), required=True)
    parser.add_argument("--set", dest="tile_set", help="only photos of this tile set")
    args = parser.parse_args()
    print(f"{copy(args.source, args.out, args.kind, args.tile_set)} photos in {args.out}")  # noqa: T201


if __name__ == "__main__":
    main()
