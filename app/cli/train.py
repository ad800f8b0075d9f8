"""`yakulens train`: train the finder, the reader or the leveller, and make a model of them."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli import train_model
from app.cli.frame import UsageError, add_command, add_subcommand, emit, refusing
from app.cli.numbers import between, whole
from app.cli.train_inputs import (
    DesignSources,
    add_designs,
    add_out,
    add_photos,
    add_seed,
    art_of,
    folder_of,
    fonts_of,
    photos_of,
)
from vision.finding.detector import INPUT as FINDER_INPUT
from vision.models import ModelError
from vision.naming.leveller import INPUT as LEVELLER_INPUT
from vision.naming.reader import INPUT as READER_INPUT
from vision.picture.photo import PhotoError
from vision.session import InferenceSession, SessionError
from vision.train.real_photos import LabelsError

if TYPE_CHECKING:
    import argparse

    from app.cli.frame import Parser, Subparsers
    from vision.recognise import Recogniser
    from vision.synth.designs import TileDesigns
    from vision.train.real_photos import RealPhoto

EXAMPLE = """
yakulens train finder --photos boxes/train --art art --minutes 120 --out runs/finder
yakulens train reader --photos boxes/train --art art --minutes 45 --out runs/reader
yakulens train leveller --art art --minutes 30 --out runs/leveller
yakulens train export yakulens-7 --finder runs/finder/finder.pt --reader runs/reader/reader.pt --out models
yakulens train calibrate yakulens-7 --out models
"""
_INPUTS = {"finder": FINDER_INPUT, "reader": READER_INPUT, "leveller": LEVELLER_INPUT}
"""What each network's input is called."""
_FINDER = """
yakulens train finder --photos boxes/train --art art --minutes 120 --out runs/finder
yakulens train finder --photos boxes/train --quads yakulens-6 --minutes 60 --out runs/finder
"""
_READER = """
yakulens train reader --photos boxes/train --art art --minutes 45 --out runs/reader
yakulens train reader --start models/yakulens-5-reader.onnx --art art --minutes 45 --out runs/reader
"""
_LEVELLER = """
yakulens train leveller --art art --minutes 30 --out runs/leveller
"""


def register(subparsers: Subparsers) -> None:
    """Add the command and all that it can do."""
    parser = add_command(subparsers, "train", EXAMPLE, run)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title="actions")
    finder = add_subcommand(
        actions, "finder", "train the finder, which says where tiles lie", _FINDER, _finder
    )
    reader = add_subcommand(actions, "reader", "train the reader, which names faces", _READER, _reader)
    leveller = add_subcommand(
        actions, "leveller", "train the leveller, which tells tiles that lie on others", _LEVELLER, _leveller
    )
    for network in (finder, reader):
        add_photos(network)
        network.add_argument(
            "--quads", metavar="MODEL", help="turn the photos' boxes into exact quads by this model first"
        )
    for network in (finder, reader, leveller):
        _add_run(network)
    train_model.register(actions)


def run(args: argparse.Namespace) -> int:  # noqa: ARG001 - every command's `run` is given them
    """Say what there is to choose from: an action is needed."""
    message = f"train what? one of: {', '.join((*_INPUTS, *train_model.ACTIONS))}"
    raise UsageError(message)


def _add_run(parser: Parser) -> None:
    """The options that training any network has."""
    add_out(parser, "the checkpoint, with which a run that was broken off goes on")
    parser.add_argument(
        "--minutes",
        type=between(0.01, math.inf),
        default=60.0,
        metavar="N",
        help="wall-clock length of the run (default 60)",
    )
    add_designs(parser)
    parser.add_argument("--start", metavar="FILE", help="go on from this shipped .onnx network")
    add_seed(parser)
    parser.add_argument(
        "--threads", type=whole(1), default=2, metavar="N", help="threads of the network (default 2)"
    )
    parser.add_argument("--fp32", action="store_true", help="do without bfloat16")


@dataclass(frozen=True, slots=True)
class _Run:
    """What a run is given, checked before any of it is used.

    Attributes:
        sources: of the tile designs.
        recogniser: turns the boxes of the photos into exact quads; None leaves them boxes.
        out: folder for the checkpoint and for what is drawn or found for it.
        settings: the keyword arguments that training any network takes.
    """

    sources: DesignSources
    recogniser: Recogniser | None
    out: Path
    settings: dict[str, Any]

    def designs(self) -> TileDesigns:
        """Draw the designs, or take those drawn before."""
        return self.sources.build(self.out / "designs", self.settings["seed"])

    def photos(self) -> list[RealPhoto]:
        """The photos, with exact quads where a model was named for that."""
        photos = list(self.sources.photos)
        return _tightened(photos, self.recogniser, self.out) if self.recogniser else photos


def _checked(args: argparse.Namespace, *, photos: bool = True) -> _Run:
    sources = DesignSources(
        fonts_of(args), art_of(args), tuple(photos_of(args)) if photos else (), args.designs
    )
    settings = {
        "minutes": args.minutes,
        "start": _start(args.start, args.action),
        "seed": args.seed,
        "threads": args.threads,
        "bf16": not args.fp32,
    }
    return _Run(sources, _recogniser(args) if photos else None, folder_of(args.out), settings)


def _recogniser(args: argparse.Namespace) -> Recogniser | None:
    if not args.quads:
        return None
    if not args.photos:
        message = "--quads turns the boxes of photos into quads: name the photos with --photos"
        raise UsageError(message)
    from vision.recognise import Recogniser  # noqa: PLC0415 - it loads the engine

    return Recogniser.load(args.quads)


# The messages of these errors are a line for the person: no such model, photo or label.
_refusing = refusing(ModelError, SessionError, PhotoError, LabelsError)


@_refusing
def _finder(args: argparse.Namespace) -> int:
    given = _checked(args)
    from vision.train.finder import train_finder  # noqa: PLC0415 - torch takes seconds to import

    train_finder(given.designs(), given.photos(), given.out, **given.settings)
    return _trained(given.out / "finder.pt")


@_refusing
def _reader(args: argparse.Namespace) -> int:
    given = _checked(args)
    from vision.train.reader import train_reader  # noqa: PLC0415 - torch takes seconds to import

    train_reader(given.designs(), given.photos(), given.out, **given.settings)
    return _trained(given.out / "reader.pt")


@_refusing
def _leveller(args: argparse.Namespace) -> int:
    given = _checked(args, photos=False)
    from vision.train.leveller import train_leveller  # noqa: PLC0415 - torch takes seconds to import

    train_leveller(given.designs(), given.out, **given.settings)
    return _trained(given.out / "leveller.pt")


def _trained(checkpoint: Path) -> int:
    emit(f"{checkpoint.stem} trained: {checkpoint}")
    return 0


def _tightened(photos: list[RealPhoto], recogniser: Recogniser, out: Path) -> list[RealPhoto]:
    from vision.picture.photo import load  # noqa: PLC0415 - as the recogniser
    from vision.train.tighten import tightened  # noqa: PLC0415

    card = recogniser.card
    networks = b"".join(card.network(part) for part in card.networks().values())
    cache = out / f"quads-{hashlib.sha256(networks).hexdigest()[:16]}.npz"
    return tightened(photos, lambda photo: recogniser.detect(load(photo.path)), cache)


def _start(name: str | None, network: str) -> Path | None:
    """The shipped network to go on from, which must be of the kind that is trained."""
    if name is None:
        return None
    file = Path(name)
    if not file.is_file():
        message = f"{file}: no such network; name a .onnx file of the model to go on from"
        raise UsageError(message)
    inputs = InferenceSession(file.read_bytes(), str(file)).inputs
    if _INPUTS[network] not in inputs:
        message = f"{file}: no {network}; that has the input {_INPUTS[network]!r}, this {', '.join(inputs)}"
        raise UsageError(message)
    from vision.train.quantise import is_quantised  # noqa: PLC0415 - needs a package that only training has

    if is_quantised(file):
        message = f"{file}: a network in 8 bits cannot be trained; name the one that it was made from"
        raise UsageError(message)
    return file
