"""`yakulens train`: train the finder, the reader or the leveller, and export them as a model."""

from __future__ import annotations

import hashlib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from app.cli.frame import UsageError, add_command, emit, refusing
from vision.models import ModelError
from vision.picture.photo import PhotoError
from vision.session import SessionError
from vision.train.stock import LabelsError, build_stock, real_photos

if TYPE_CHECKING:
    import argparse

    from app.cli.frame import Subparsers
    from vision.synth.wardrobe import Stock
    from vision.train.stock import RealPhoto

EXAMPLE = """
yakulens train finder --photos boxes/train --art art --minutes 120 --out runs/finder
yakulens train reader --photos boxes/train --art art --minutes 45 --out runs/reader
yakulens train finder --photos boxes/train --quads yakulens-6 --minutes 60 --out runs/finder
yakulens train reader --start models/yakulens-5-reader.onnx --art art --minutes 45 --out runs/reader
yakulens train leveller --art art --minutes 30 --out runs/leveller
yakulens train export yakulens-7 --finder runs/finder/finder.pt --reader runs/reader/reader.pt --out models
yakulens train average yakulens-7 --with yakulens-5 --network reader --out models
yakulens train quantise yakulens-8 --with yakulens-7 --photos boxes/train --art art --out models
yakulens train calibrate yakulens-8 --out models
"""

_NETWORKS = ("finder", "reader", "leveller")
_WHAT = (*_NETWORKS, "export", "average", "quantise", "calibrate")


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(subparsers, "train", EXAMPLE, run)
    what = parser.add_argument("what", choices=_WHAT, help="what to do")
    what.metavar = "|".join(_WHAT)
    parser.add_argument("name", nargs="?", help="export, average, quantise, calibrate: the model's name")
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
    group = parser.add_argument_group("average, quantise")
    group.add_argument("--with", dest="other", metavar="MODEL", help="the model that it comes from")
    group.add_argument("--share", type=float, default=0.5, help="of that model in the mean (default 0.5)")
    group.add_argument("--network", choices=_NETWORKS, help="only this one (default: all)")
    group = parser.add_argument_group("export")
    for network in _NETWORKS:
        group.add_argument(f"--{network}", metavar="FILE", help=f"the {network}'s checkpoint")


def run(args: argparse.Namespace) -> int:
    """Train or export."""
    if args.what not in _NETWORKS and not args.name:
        message = f"{args.what} needs a model's NAME"
        raise UsageError(message)
    rest = {"export": _export, "average": _average, "quantise": _quantise, "calibrate": _calibrate}
    # Their messages are a line for the person: no such model, labels or photo, a network that does not fit.
    with refusing(ModelError, SessionError, PhotoError, LabelsError, FileNotFoundError):
        return rest.get(args.what, _train)(args)


def _train(args: argparse.Namespace) -> int:
    from vision.train.finder import train_finder  # noqa: PLC0415 - torch takes seconds to import
    from vision.train.leveller import train_leveller  # noqa: PLC0415
    from vision.train.reader import train_reader  # noqa: PLC0415

    out = _folder(args.out)
    stock, photos = _stock(args, out / "designs")
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
    elif args.what == "reader":
        train_reader(stock, photos, out, **settings)
    else:
        train_leveller(stock, out, **settings)
    emit(f"{args.what} trained: {out / (args.what + '.pt')}")
    return 0


def _stock(args: argparse.Namespace, cache: Path) -> tuple[Stock, list[RealPhoto]]:
    """The designs and the photos that the command names."""
    photos = real_photos(Path(args.photos)) if args.photos else []
    art = sorted(p for p in Path(args.art).iterdir() if p.is_dir()) if args.art else []
    fonts = [Path(f) for f in args.fonts or ("/usr/share/fonts",)]
    stock = build_stock(fonts, art, photos, designs=args.designs, cache=cache, seed=args.seed)
    return stock, photos


def _tightened(photos: list[RealPhoto], model: str, out: Path) -> list[RealPhoto]:
    from vision.picture.photo import load  # noqa: PLC0415
    from vision.recognise import Recogniser  # noqa: PLC0415
    from vision.train.tighten import tightened  # noqa: PLC0415

    recogniser = Recogniser.load(model)
    card = recogniser.card
    networks = b"".join(card.network(part) for part in card.networks().values())
    cache = out / f"quads-{hashlib.sha256(networks).hexdigest()[:16]}.npz"
    return tightened(photos, lambda photo: recogniser.detect(load(photo.path)), cache)


def _export(args: argparse.Namespace) -> int:
    from vision.train.export import export_model  # noqa: PLC0415

    checkpoints = {what: Path(file) for what in _NETWORKS if (file := getattr(args, what))}
    for file in checkpoints.values():
        if not file.is_file():
            message = f"{file}: no such checkpoint"
            raise UsageError(message)
    try:
        card = export_model(args.name, checkpoints, _folder(args.out))
    except ValueError as error:
        raise UsageError(str(error)) from error
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
    theirs = other.networks()
    for network in (args.network,) if args.network else theirs:
        file = card.with_name(f"{args.name}-{network}.onnx")
        if not (card.is_file() and file.is_file()):
            message = f"{file}: no such network; export the model first"
            raise UsageError(message)
        if network not in theirs:
            message = f"{other.name} has no {network} to average with"
            raise UsageError(message)
        try:
            data = average(file, other.folder / theirs[network].file, args.share)
        except ValueError as error:
            raise UsageError(str(error)) from error
        file.write_bytes(data)
        set_in_card(card, network, {"sha256": hashlib.sha256(data).hexdigest()})
    emit(f"averaged with {other.name}: {card}")
    return 0


def _quantise(args: argparse.Namespace) -> int:
    from vision.models import choose  # noqa: PLC0415
    from vision.train.card import set_in_card  # noqa: PLC0415
    from vision.train.quantise import crops_for, quantised  # noqa: PLC0415

    if not args.other:
        message = "quantise needs --with MODEL"
        raise UsageError(message)
    other = choose(args.other)
    card = _folder(args.out) / f"{args.name}.toml"
    if not card.is_file():
        message = f"{card}: no such card; copy that of {other.name} and give it the name {args.name}"
        raise UsageError(message)
    with TemporaryDirectory() as cache:
        crops = crops_for(_stock(args, Path(cache))[0], seed=args.seed)
    try:
        data = quantised(other.folder / other.reader.file, crops)
    except ValueError as error:
        raise UsageError(str(error)) from error
    file = card.with_name(f"{args.name}-reader.onnx")
    file.write_bytes(data)
    set_in_card(card, "reader", {"file": file.name, "sha256": hashlib.sha256(data).hexdigest()})
    emit(f"reader of {other.name} in 8 bits: {file}")
    return 0


def _calibrate(args: argparse.Namespace) -> int:
    from vision.models import read_card  # noqa: PLC0415
    from vision.session import InferenceSession  # noqa: PLC0415
    from vision.train.calibrate import calibrate, calibrate_levels  # noqa: PLC0415
    from vision.train.card import set_in_card  # noqa: PLC0415

    file = Path(args.out) / f"{args.name}.toml"
    if not file.is_file():
        message = f"{file}: no such file; export the model first"
        raise UsageError(message)
    card = read_card(file)
    with TemporaryDirectory() as cache:
        # Another seed than the training's: designs that the networks never saw.
        fonts = [Path(f) for f in args.fonts or ("/usr/share/fonts",)]
        stock = build_stock(fonts, [], [], designs=40, cache=Path(cache), seed=args.seed + 1_000_003)
        face, up = calibrate(InferenceSession(card.network(card.reader), card.reader.file), stock)
        set_in_card(file, "reader", {"face_temperature": face, "up_temperature": up})
        emit(f"{file}: face_temperature {face}, up_temperature {up}")
        if card.leveller:
            level = calibrate_levels(InferenceSession(card.network(card.leveller), card.leveller.file), stock)
            set_in_card(file, "leveller", {"temperature": level})
            emit(f"{file}: temperature of the leveller {level}")
    return 0


def _start(name: str | None) -> Path | None:
    if name is None:
        return None
    file = Path(name)
    if not file.is_file():
        message = f"{file}: no such network; name a .onnx file of the model to go on from"
        raise UsageError(message)
    from vision.train.quantise import is_quantised  # noqa: PLC0415 - needs a package that only training has

    if is_quantised(file):
        message = f"{file}: a network in 8 bits cannot be trained; name the one that it was made from"
        raise UsageError(message)
    return file


def _folder(name: str) -> Path:
    folder = Path(name)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
