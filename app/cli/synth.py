"""`yakulens synth`: render photos of hands with their labels."""

import argparse
import json
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from yakulens.app.cli.frame import Parser, add_options, emit, option, refuse, whole
from yakulens.datasets.render.arrange import SCENES, arrange
from yakulens.datasets.render.bodies import MATERIALS, random_body
from yakulens.datasets.render.designs import art_design, draw_design, load_face
from yakulens.datasets.render.face_canvas import find_fonts
from yakulens.datasets.render.photograph import AZIMUTHS, Shot, photograph
from yakulens.datasets.truth import HANDS, LABELLED
from yakulens.scorer.contract.text import counted
from yakulens.scorer.whole_file import write_whole
from yakulens.vision.labels import OTHER

EXAMPLE = """
yakulens synth runs/photos --count 50
yakulens synth runs/photos --kind "melds right" --from across --fonts /usr/share/fonts
yakulens evaluate runs/photos
"""

_MIN_SIDE, _MAX_SIDE = 64, 8000
"""Bounds of a photo's width and height in pixels."""
_BODY_STREAM = 11  # separates the random numbers of the body from those of the photo
_OWN_SHARE = 1 / 8
"""Share of the photos with our own artwork if there are fonts to draw other designs from."""
ARTWORK = Path(__file__).resolve().parents[2] / "datasets" / "tiles" / "png"


def arguments(parser: Parser) -> None:
    """Add the options."""
    add_options(parser, {"out DIR": "where to write the photos, hands.jsonl and labels.jsonl"})
    option(parser, "--count N", "number of photos (default 12)", type=whole(1), default=12)
    option(parser, "--seed N", "the same seed gives the same photos (default 0)", type=whole(0), default=0)
    kind = f"the arrangement of the tiles (default: any): {'; '.join(sorted(SCENES))}"
    parser.add_argument("--kind", choices=sorted(SCENES), metavar="KIND", help=kind)
    parser.add_argument("--from", dest="azimuth", choices=AZIMUTHS, help="where the camera stands")
    option(parser, "--size WxH", "size in pixels (default 1280x960)", type=_size, default="1280x960")
    body = "the material of the tiles (default: white to cream, dark ink)"
    parser.add_argument("--body", choices=MATERIALS, help=body)
    option(parser, "--fonts DIR", "also draw designs from this folder's fonts", action="append")


def run(args: argparse.Namespace) -> int:
    """Render the photos and write them with their labels."""
    characters, pictures = find_fonts([Path(folder) for folder in args.fonts or ()])
    if args.fonts and not characters:
        refuse(f"--fonts {' '.join(args.fonts)}: no font with Chinese characters found")
    out = Path(args.out)
    for file in (out / HANDS, out / LABELLED):
        if file.exists():
            refuse(f"{file}: already exists; choose another folder, or remove the labels")
    out.mkdir(parents=True, exist_ok=True)
    azimuth = AZIMUTHS[args.azimuth] if args.azimuth else None
    hands, labels = [], []
    for k in range(args.count):
        rng = np.random.default_rng([args.seed, k])
        if characters and rng.random() >= _OWN_SHARE:
            tile_set, design = "drawn", draw_design(rng, characters, pictures)
        else:
            tile_set, design = "own", art_design(ARTWORK, rng, load_face(ARTWORK / f"{OTHER}.png"))
        body_rng = np.random.default_rng([_BODY_STREAM, args.seed, k])
        body = None if args.body is None else random_body(body_rng, args.body)
        scene = arrange(rng, args.kind)
        shot = photograph(scene, design, rng, size=args.size, azimuth=azimuth, body=body)
        name = f"{args.seed}-{k:05d}.jpg"
        picture = cv2.cvtColor(shot.image, cv2.COLOR_RGB2BGR)
        _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
        write_whole(out / name, jpeg.tobytes())  # OpenCV says nothing where a disk is full
        origin = {"set": f"{tile_set} {args.body}" if args.body else tile_set, "source": "yakulens synth"}
        hands.append({"file": name, "read": shot.read(), **origin})
        labels.append({"file": name, **origin, **_labels(shot)})
    for name, rows in ((HANDS, hands), (LABELLED, labels)):
        write_whole(out / name, "".join(json.dumps(row) + "\n" for row in rows).encode())
    emit(f"{counted(args.count, 'photo')} with hands.jsonl and labels.jsonl in {out}")
    return 0


def _labels(shot: Shot) -> dict[str, Any]:
    """A photo's boxes, and the face, corners and visible share of each tile."""
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
    width, _, height = text.partition("x")
    if not all(side.isdecimal() and _MIN_SIDE <= int(side) <= _MAX_SIDE for side in (width, height)):
        message = f"{text} is not WIDTHxHEIGHT in pixels from {_MIN_SIDE} to {_MAX_SIDE}, such as 1280x960"
        raise ArgumentTypeError(message)
    return int(height), int(width)
