"""`yakulens train`: train the finder or the reader, and export both as a model."""

from __future__ import annotations

import hashlib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from app.cli.frame import UsageError, add_command, emit

if TYPE_CHECKING:
    import argparse

    from app.cli.frame import Subparsers
    from vision.train.stock import RealPhoto

EXAMPLE = """
yakulens train finder --photos boxes/train --art art --minutes 120 --out runs/finder
yakulens train reader --photos boxes/train --art art --minutes 45 --out runs/reader
yakulens train finder --photos boxes/train --quads yakulens-4 --minutes 60 --out runs/finder
yakulens train reader --start models/yakulens-4-reader.onnx --art art --minutes 45 --out runs/reader
yakulens train export yakulens-5 --finder runs/finder/finder.pt --reader runs/reader/reader.pt --out models
yakulens train average yakulens-5 --with yakulens-4 --network reader --out models
yakulens train calibrate yakulens-5 --out models
"""

_WHAT = ("finder", "reader", "export", "average", "calibrate")


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(subparsers, "train", EXAMPLE, run)
    what = parser.add_argument("what", choices=_WHAT, help="what to do")
    what.metavar = "|".join(_WHAT)
    parser.add_argument("name", nargs="?", help="export, average, calibrate: the model's name")
    parser.add_argument("--out", metavar="DIR", required=True, help="checkpoints, or the exported model")
    group = parser.add_argument_group("training")
    group.add_argument("--minutes", type=float, default=60, help="wall-clock length of the run (default 60)")
    group.add_argument("--photos", metavar="DIR", help="labelled photos with boxes (labels.jsonl)")
    group.add_argument("--art", metavar="DIR", help="folder of folders of tile pictures, PNG by label")
    group.add_argument(
        "--fonts",
        metavar="DIR",
        action="append",
        help="fonts to draw designs from (default /usr/share/fonts)",
    )
    group.add_argument("--quads", metavar="MODEL", help="turn the boxes into exact quads by this model first")
    group.add_argument("--start", metavar="FILE", help="go on from this shipped .onnx network")
    group.add_argument("--designs", type=int, default=240, help="designs to draw (default 240)")
    group.add_argument("--seed", type=int, default=0, help="of all chance")
    group.add_argument("--threads", type=int, default=2, help="of the network (default 2)")
    group.add_argument("--fp32", action="store_true", help="do without bfloat16")
    group = parser.add_argument_group("average")
    group.add_argument("--with", dest="other", metavar="MODEL", help="the model that it was trained on from")
    group.add_argument("--share", type=float, default=0.5, help="of that model in the mean (default 0.5)")
    group.add_argument("--network", choices=("finder", "reader"), help="only this one (default: both)")
    group = parser.add_argument_group("export")
    group.add_argument("--finder", metavar="FILE", help="the finder's checkpoint")
    group.add_argument("--reader", metavar="FILE", help="the reader's checkpoint")


def run(args: argparse.Namespace) -> int:
    """Train or export."""
    if args.what in {"finder", "reader"}:
        return _train(args)
    if not args.name:
        message = f"{args.what} needs a model's NAME"
        raise UsageError(message)
    return {"export": _export, "average": _average, "calibrate": _calibrate}[args.what](args)


def _train(args: argparse.Namespace) -> int:
    from vision.train.finder import train_finder  # noqa: PLC0415 - torch takes seconds to import
    from vision.train.reader import train_reader  # noqa: PLC0415
    from vision.train.stock import build_stock, real_photos  # noqa: PLC0415

    out = _folder(args.out)
    try:
        photos = real_photos(Path(args.photos)) if args.photos else []
        art = sorted(p for p in Path(args.art).iterdir() if p.is_dir()) if args.art else []
        stock = build_stock(
            [Path(f) for f in args.fonts or ("/usr/share/fonts",)],
            art,
            photos,
            designs=args.designs,
            cache=out / "designs",
            seed=args.seed,
        )
    except FileNotFoundError as error:
        raise UsageError(str(error)) from error
    if args.quads:
        photos = _tightened(photos, args.quads, out)
    settings = {
        "minutes": args.minutes,
        "start": _start(args.start),
        "seed": args.seed,
        "threads": args.threads,
        "bf16": not args.fp32,
    }
    if args.what == "finder":
        train_finder(stock, photos, out, **settings)
    else:
        train_reader(stock, photos, out, **settings)
    emit(f"{args.what} trained: {out / (args.what + '.pt')}")
    return 0


def _tightened(photos: list[RealPhoto], model: str, out: Path) -> list[RealPhoto]:
    from vision.photo import load  # noqa: PLC0415
    from vision.recognise import Recogniser  # noqa: PLC0415
    from vision.train.tighten import tightened  # noqa: PLC0415

    recogniser = Recogniser.load(model)
    return tightened(photos, lambda photo: recogniser.detect(load(photo.path)), out / "quads.npz")


def _export(args: argparse.Namespace) -> int:
    from vision.train.export import export_model  # noqa: PLC0415

    if not (args.finder and args.reader):
        message = "export needs --finder FILE and --reader FILE"
        raise UsageError(message)
    for file in (args.finder, args.reader):
        if not Path(file).is_file():
            message = f"{file}: no such checkpoint"
            raise UsageError(message)
    card = export_model(args.name, Path(args.finder), Path(args.reader), _folder(args.out))
    emit(f"exported: {card}")
    return 0


def _average(args: argparse.Namespace) -> int:
    from vision.models import choose  # noqa: PLC0415
    from vision.train.average import average  # noqa: PLC0415
    from vision.train.card import set_in_card  # noqa: PLC0415

    if not args.other:
        message = "average needs --with MODEL"
        raise UsageError(message)
    if not 0 <= args.share <= 1:
        message = f"--share {args.share:g}: a share lies between 0 and 1"
        raise UsageError(message)
    other = choose(args.other)
    card = _folder(args.out) / f"{args.name}.toml"
    for network in (args.network,) if args.network else ("finder", "reader"):
        file = card.with_name(f"{args.name}-{network}.onnx")
        if not (card.is_file() and file.is_file()):
            message = f"{file}: no such network; export the model first"
            raise UsageError(message)
        try:
            data = average(file, other.folder / getattr(other, network).file, args.share)
        except ValueError as error:
            raise UsageError(str(error)) from error
        file.write_bytes(data)
        set_in_card(card, network, {"sha256": f'"{hashlib.sha256(data).hexdigest()}"'})
    emit(f"averaged with {other.name}: {card}")
    return 0


def _calibrate(args: argparse.Namespace) -> int:
    from vision.session import Session  # noqa: PLC0415
    from vision.train.calibrate import calibrate  # noqa: PLC0415
    from vision.train.card import set_in_card  # noqa: PLC0415
    from vision.train.stock import build_stock  # noqa: PLC0415

    folder = Path(args.out)
    card, network = folder / f"{args.name}.toml", folder / f"{args.name}-reader.onnx"
    for file in (card, network):
        if not file.is_file():
            message = f"{file}: no such file; export the model first"
            raise UsageError(message)
    with TemporaryDirectory() as cache:
        # Another seed than the training's: designs that the reader never saw.
        fonts = [Path(f) for f in args.fonts or ("/usr/share/fonts",)]
        try:
            stock = build_stock(fonts, [], [], designs=40, cache=Path(cache), seed=args.seed + 1_000_003)
        except FileNotFoundError as error:
            raise UsageError(str(error)) from error
        face, up = calibrate(Session(network.read_bytes(), network.name), stock)
    set_in_card(card, "reader", {"face_temperature": str(face), "up_temperature": str(up)})
    emit(f"{card}: face_temperature {face}, up_temperature {up}")
    return 0


def _start(name: str | None) -> Path | None:
    if name is None:
        return None
    file = Path(name)
    if not file.is_file():
        message = f"{file}: no such network; name a .onnx file of the model to go on from"
        raise UsageError(message)
    return file


def _folder(name: str) -> Path:
    folder = Path(name)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
