"""Labelled photos of a set of letters that no network was trained on, for `yakulens train` and `evaluate`.

``python -m tests.models.letters DIR`` writes six photos to learn from (``DIR/train``) and three others
(``DIR/val``), each of every face, shrunk to a third.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2

from tests.models.teach.designs import all_faces, laid_out
from tests.models.teach.strange import strange_sets
from yakulens.datasets.truth import LABELLED

if TYPE_CHECKING:
    from collections.abc import Sequence

_SET: Final = 2
_PARTS: Final = {"train": range(900, 906), "val": range(906, 909)}
_SHRUNK: Final = 1 / 3


def write(folder: Path, seeds: Sequence[int]) -> None:
    """Write a photo for each seed, and their labels."""
    folder.mkdir(parents=True)
    rows = []
    for seed in seeds:
        shot = laid_out(all_faces(), strange_sets()[_SET], seed)
        small = cv2.resize(shot.image, None, fx=_SHRUNK, fy=_SHRUNK, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(folder / f"{seed}.png"), small[..., ::-1])
        boxes = [
            [*(corners * _SHRUNK).min(axis=0).tolist(), *(corners * _SHRUNK).max(axis=0).tolist(), label]
            for corners, label in zip(shot.truth.quads, shot.truth.labels, strict=True)
        ]
        row = {"file": f"{seed}.png", "set": "letters", "group": "letters-rows", "all_tiles_boxed": True}
        rows.append(row | {"width": small.shape[1], "height": small.shape[0], "boxes": boxes})
    (folder / LABELLED).write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")


def main() -> None:
    """Write both parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("out", type=Path, metavar="DIR")
    out: Path = parser.parse_args().out
    for part, seeds in _PARTS.items():
        write(out / part, seeds)


if __name__ == "__main__":
    main()
