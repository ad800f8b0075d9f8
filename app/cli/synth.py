"""`yakulens synth`: rendered photos of hands with their truth."""

from __future__ import annotations

import argparse
import json
from argparse import ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.app.cli.frame import Subparsers, add_command, emit, refuse
from yakulens.app.cli.numbers import whole
from yakulens.vision.evaluate.truth import HANDS, LABELLED
from yakulens.vision.labels import OTHER
from yakulens.vision.synth.arrange import SCENES, arrange
from yakulens.vision.synth.bodies import MATERIALS, random_body
from yakulens.vision.synth.designs import art_design, draw_design, load_face
from yakulens.vision.synth.fonts import find_fonts
from yakulens.vision.synth.photograph import AZIMUTHS, Shot, photograph

EXAMPLE = """
yakulens synth runs/photos --count 50
yakulens synth runs/photos --kind "melds right" --from across --fonts /usr/share/fonts
yakulens evaluate runs/photos
"""

_LEAST, _MOST = 64, 8000
"""Bounds of a photo's width and height in pixels."""
_BODY = 11  # sets the body's chance apart from the rest of the photo's
_OWN = 1 / 8
"""How many of the photos show our own artwork where there are fonts to draw other designs from."""
ARTWORK = Path(__file__).resolve().parents[2] / "datasets" / "tiles" / "png"


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(subparsers, "synth", EXAMPLE, run)
    parser.add_argument("out", metavar="DIR", help="where to write the photos, hands.jsonl and labels.jsonl")
    parser.add_argument(
        "--count", type=whole(1), default=12, metavar="N", help="how many photos (default 12)"
    )
    parser.add_argument(
        "--seed",
        type=whole(0),
        default=0,
        metavar="N",
        help="the same seed gives the same photos (default 0)",
    )
    parser.add_argument(
        "--kind",
        choices=sorted(SCENES),
        metavar="KIND",
        help=f"what is laid (default: any): {'; '.join(sorted(SCENES))}",
    )
    parser.add_argument("--from", dest="azimuth", choices=AZIMUTHS, help="where the camera stands")
    parser.add_argument(
        "--size", type=_size, default="1280x960", metavar="WxH", help="pixels (default 1280x960)"
    )
    parser.add_argument(
        "--body", choices=MATERIALS, help="what the tiles are made of (default: white to cream, dark ink)"
    )
    parser.add_argument(
        "--fonts",
        metavar="DIR",
        action="append",
        help="draw designs from this folder's fonts too",
    )


def run(args: argparse.Namespace) -> int:
    """Render and write."""
    fonts = _fonts(args.fonts or ())
    out = Path(args.out)
    for kept in (out / HANDS, out / LABELLED):
        if kept.exists():
            refuse(f"{kept}: labels lie there already; name another folder, or take them away")
    out.mkdir(parents=True, exist_ok=True)
    azimuth = AZIMUTHS[args.azimuth] if args.azimuth else None
    hands, labels = [], []
    for k in range(args.count):
        rng = np.random.default_rng([args.seed, k])
        tile_set, design = _design(rng, fonts)
        body = (
            None
            if args.body is None
            else random_body(np.random.default_rng([_BODY, args.seed, k]), args.body)
        )
        scene = arrange(rng, args.kind)
        shot = photograph(scene, design, rng, size=args.size, azimuth=azimuth, body=body)
        name = f"{args.seed}-{k:05d}.jpg"
        picture = cv2.cvtColor(shot.image, cv2.COLOR_RGB2BGR)
        cv2.imwrite(str(out / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
        rest = {"set": f"{tile_set} {args.body}" if args.body else tile_set, "source": "yakulens synth"}
        hands.append({"file": name, "read": shot.read(), **rest})
        labels.append({"file": name, **rest, **_labels(shot)})
    (out / HANDS).write_text("".join(json.dumps(row) + "\n" for row in hands), encoding="utf-8")
    (out / LABELLED).write_text("".join(json.dumps(row) + "\n" for row in labels), encoding="utf-8")
    emit(f"{args.count} photos with hands.jsonl and labels.jsonl in {out}")
    return 0


def _fonts(folders: Sequence[str]) -> tuple[list[str], list[str]]:
    """The fonts for characters and for pictures in these folders; none where no folder was named."""
    characters, pictures = find_fonts([Path(folder) for folder in folders])
    if folders and not characters:
        refuse(f"--fonts {' '.join(folders)}: no font with Chinese characters there")
    return characters, pictures


def _design(rng: np.random.Generator, fonts: tuple[list[str], list[str]]) -> tuple[str, NDArray[np.uint8]]:
    """What the tile set is called, and its faces: our own artwork, with fonts mostly a drawn design."""
    characters, pictures = fonts
    if characters and rng.random() >= _OWN:
        return "drawn", draw_design(rng, characters, pictures)
    return "own", art_design(ARTWORK, rng, load_face(ARTWORK / f"{OTHER}.png"))


def _labels(shot: Shot) -> dict[str, Any]:
    """A photo's boxes, and for each tile its face, its corners and how much of it is seen."""
    truth = shot.truth
    quads = [[[round(float(x), 1), round(float(y), 1)] for x, y in quad] for quad in truth.quads]
    return {
        "all_tiles_boxed": True,
        "boxes": shot.boxes(),
        "tiles": [
            {"face": face, "quad": quad, "visible": round(float(visible), 3)}
            for face, quad, visible in zip(truth.labels, quads, truth.visible, strict=True)
        ],
    }


def _size(text: str) -> tuple[int, int]:
    wide, _, tall = text.partition("x")
    if not all(side.isdecimal() and _LEAST <= int(side) <= _MOST for side in (wide, tall)):
        message = f"{text} is not WIDTHxHEIGHT in pixels from {_LEAST} to {_MOST}, such as 1280x960"
        raise ArgumentTypeError(message)
    return int(tall), int(wide)
