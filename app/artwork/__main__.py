"""``python -m yakulens.app.artwork FOLDER`` writes each tile picture as ``NAME.svg`` and ``png/NAME.png``."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from yakulens.app.artwork.faces import draw
from yakulens.app.artwork.pictures import png, svg
from yakulens.vision.labels import LABELS


def main() -> None:
    """Write all pictures into the folder named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m yakulens.app.artwork", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    (folder / "png").mkdir(parents=True, exist_ok=True)
    for name in (*LABELS, "front"):
        shapes = draw(name)
        (folder / f"{name}.svg").write_text(svg(shapes), encoding="utf-8")
        cv2.imwrite(str(folder / "png" / f"{name}.png"), png(shapes), [cv2.IMWRITE_PNG_COMPRESSION, 9])


if __name__ == "__main__":
    main()
