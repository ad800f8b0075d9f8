"""`yakulens train`: train the finder, the reader, the leveller or the layout, and make a model of them."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from yakulens.app.cli import train_model
from yakulens.app.cli.frame import Parser, Subparsers, add_command, add_subcommand, emit, refuse, refusing
from yakulens.app.cli.numbers import between, whole
from yakulens.app.cli.train_inputs import (
    add_designs,
    add_out,
    add_photos,
    add_seed,
    add_seen,
    bank_of,
    devices,
)
from yakulens.app.cli.train_run import NETWORKS, checked
from yakulens.vision.inference import SessionError
from yakulens.vision.models import ModelError
from yakulens.vision.picture.photo import PhotoError
from yakulens.vision.train.hyper import HyperError
from yakulens.vision.train.real_photos import LabelsError
from yakulens.vision.train.record import RunError

EXAMPLE = """
yakulens train finder --photos boxes/train --art art --minutes 120 --out runs/finder
yakulens train reader --photos boxes/train --held-out boxes/val --minutes 45 --out runs/reader
yakulens train leveller --art art --minutes 30 --out runs/leveller
yakulens train seen yakulens-11 --photos boxes/train --art art --out runs/seen
yakulens train layout --seen runs/seen/seen.npz --minutes 100 --out runs/layout
yakulens train export yakulens-11 --finder runs/finder/finder.pt --reader runs/reader/reader.pt --out models
yakulens train calibrate yakulens-11 --out models
"""
_FINDER = """
yakulens train finder --photos boxes/train --art art --minutes 120 --out runs/finder
yakulens train finder --photos boxes/train --quads yakulens-11 --minutes 60 --out runs/finder
"""
_READER = """
yakulens train reader --photos boxes/train --art art --minutes 45 --out runs/reader
yakulens train reader --start models/yakulens-11-reader.onnx --art art --minutes 45 --out runs/reader
"""
_LEVELLER = """
yakulens train leveller --art art --minutes 30 --out runs/leveller
"""
_LAYOUT = """
yakulens train layout --seen runs/seen/seen.npz --minutes 100 --out runs/layout
yakulens train layout --start models/yakulens-9-layout.onnx --minutes 60 --out runs/layout
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
    layout = add_subcommand(
        actions, "layout", "train the layout, which says what each tile is", _LAYOUT, _layout
    )
    for network in (finder, reader):
        add_photos(network)
        network.add_argument(
            "--held-out",
            metavar="DIR",
            help="labelled photos that are never learnt from: how it does on them",
        )
        network.add_argument(
            "--quads", metavar="MODEL", help="turn the photos' boxes into exact quads by this model first"
        )
    finder.add_argument(
        "--pictures",
        type=whole(1),
        default=20_000,
        metavar="N",
        help="pictures rendered beforehand for several GPUs (default 20000)",
    )
    add_seen(layout)
    for network in (finder, reader, leveller):
        add_designs(network)
    for network in (finder, reader, leveller, layout):
        _add_run(network)
    train_model.register(actions)


def run(args: argparse.Namespace) -> int:  # noqa: ARG001 - every command's `run` is given them
    """Refuse to go on without an action, and say which there are."""
    refuse(f"train what? one of: {', '.join((*NETWORKS, *train_model.ACTIONS))}")


def _add_run(parser: Parser) -> None:
    """The options that training any network has."""
    add_out(parser, "the checkpoint, with which a run that was broken off goes on")
    length = parser.add_mutually_exclusive_group()
    length.add_argument(
        "--minutes",
        type=between(0.01, math.inf),
        default=60.0,
        metavar="N",
        help="wall-clock length of the run (default 60)",
    )
    length.add_argument(
        "--steps",
        type=whole(1),
        metavar="N",
        help="its length in steps: broken off and gone on with, it ends with the very same weights",
    )
    parser.add_argument("--hyper", metavar="FILE", help="hyper-parameters that are to be other ones, as TOML")
    parser.add_argument("--start", metavar="FILE", help="go on from this shipped .onnx network")
    add_seed(parser)
    parser.add_argument(
        "--threads", type=whole(1), default=2, metavar="N", help="threads of the network (default 2)"
    )
    parser.add_argument(
        "--workers", type=whole(0), default=1, metavar="N", help="processes that render (default 1)"
    )
    parser.add_argument(
        "--device",
        type=devices,
        default=("cpu",),
        metavar="D",
        help="cpu (default), or the number of a GPU; for the finder also of several, as 0,1",
    )
    parser.add_argument("--fp32", action="store_true", help="do without bfloat16")


# The messages of these errors are a line for the person: no such model, photo, label or checkpoint.
_refusing = refusing(ModelError, SessionError, PhotoError, LabelsError, HyperError, RunError)


@_refusing
def _finder(args: argparse.Namespace) -> int:
    given = checked(args)
    if len(args.device) > 1:
        from yakulens.vision.train.finder_distributed import train_on_several  # noqa: PLC0415 - as below

        apart = given.apart()
        train_on_several(
            given.designs(), given.photos(), apart, given.run_config, given.hyper,
            devices=args.device, pictures=args.pictures,
        )  # fmt: skip
        return _trained(given.run_config.out / "finder.pt")
    from yakulens.vision.train.finder import train_finder  # noqa: PLC0415 - torch takes seconds to import

    train_finder(given.designs(), given.photos(), given.apart(), given.run_config, given.hyper)
    return _trained(given.run_config.out / "finder.pt")


@_refusing
def _reader(args: argparse.Namespace) -> int:
    given = checked(args)
    from yakulens.vision.train.reader import train_reader  # noqa: PLC0415 - torch takes seconds to import

    train_reader(given.designs(), given.photos(), given.apart(), given.run_config, given.hyper)
    return _trained(given.run_config.out / "reader.pt")


@_refusing
def _leveller(args: argparse.Namespace) -> int:
    given = checked(args, photos=False)
    from yakulens.vision.train.leveller import train_leveller  # noqa: PLC0415 - torch takes seconds to import

    train_leveller(given.designs(), given.run_config, given.hyper)
    return _trained(given.run_config.out / "leveller.pt")


@_refusing
def _layout(args: argparse.Namespace) -> int:
    bank = bank_of(args.seen)
    given = checked(args, photos=False, designs=False)
    from yakulens.vision.train.layout import train_layout  # noqa: PLC0415 - torch takes seconds to import

    train_layout(given.run_config, given.hyper, bank)
    return _trained(given.run_config.out / "layout.pt")


def _trained(checkpoint: Path) -> int:
    emit(f"{checkpoint.stem} trained: {checkpoint}")
    return 0
