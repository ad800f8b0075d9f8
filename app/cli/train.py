"""`yakulens train`: train the finder, the reader or the layout, and make a model of them."""

from __future__ import annotations

import argparse
import math

from yakulens.app.cli import train_model
from yakulens.app.cli.frame import Parser, Subparsers, add_actions, add_command, emit, refuse
from yakulens.app.cli.numbers import between, whole
from yakulens.app.cli.train_inputs import DESIGNS, add, bank_of, devices
from yakulens.app.cli.train_run import NETWORKS, checked

EXAMPLE = """
yakulens train finder --photos boxes/train --art art --minutes 120 --out runs/finder
yakulens train reader --photos boxes/train --held-out boxes/val --minutes 45 --out runs/reader
yakulens train seen yakulens-12 --photos boxes/train --art art --out runs/seen
yakulens train layout --seen runs/seen/seen.npz --minutes 100 --out runs/layout
yakulens train export yakulens-12 --finder runs/finder/finder.pt --reader runs/reader/reader.pt --out models
yakulens train calibrate yakulens-12 --out models
"""
_FINDER = """
yakulens train finder --photos boxes/train --art art --minutes 120 --out runs/finder
yakulens train finder --photos boxes/train --quads yakulens-12 --minutes 60 --out runs/finder
"""
_READER = """
yakulens train reader --photos boxes/train --art art --minutes 45 --out runs/reader
yakulens train reader --start models/yakulens-11-reader.onnx --art art --minutes 45 --out runs/reader
"""
_LAYOUT = """
yakulens train layout --seen runs/seen/seen.npz --minutes 100 --out runs/layout
yakulens train layout --start models/yakulens-12-layout.onnx --minutes 60 --out runs/layout
"""


def register(subparsers: Subparsers) -> None:
    """Add the command and its actions."""
    parser = add_command(subparsers, "train", EXAMPLE, run)
    trained = {
        "finder": ("train the finder, which says where tiles lie", _FINDER, _train),
        "reader": ("train the reader, which names faces", _READER, _train),
        "layout": ("train the layout, which says what each tile is", _LAYOUT, _train),
    }
    actions = add_actions(parser, trained | train_model.ACTIONS)
    finder, reader, layout = (actions[name] for name in trained)
    for network in (finder, reader):
        add(network, "--photos")
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
    add(layout, "--seen")
    for network in (finder, reader):
        add(network, *DESIGNS)
    for network in (finder, reader, layout):
        _add_run(network)
    train_model.arguments(actions)


def run(args: argparse.Namespace) -> int:  # noqa: ARG001 - every command's `run` is given them
    """Refuse a command without an action, and say which there are."""
    refuse(f"train what? one of: {', '.join((*NETWORKS, *train_model.ACTIONS))}")


def _add_run(parser: Parser) -> None:
    """The options that training any network has."""
    add(parser, out="the checkpoint, with which a run that was broken off goes on")
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
    add(parser, "--seed")
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


def _train(args: argparse.Namespace) -> int:
    """Train the network that the action names; torch takes seconds to import, so it comes last."""
    bank = bank_of(args.seen) if args.action == "layout" else None
    inputs = checked(args)
    run_config, hyper = inputs.run_config, inputs.hyper
    if args.action == "layout":
        from yakulens.vision.train.layout import train_layout  # noqa: PLC0415

        train_layout(run_config, hyper, bank)
    elif args.action == "reader":
        from yakulens.vision.train.reader import train_reader  # noqa: PLC0415

        train_reader(inputs.designs(), inputs.photos(), inputs.held_out_photos(), run_config, hyper)
    elif len(args.device) > 1:
        from yakulens.vision.train.finder import train_on_several  # noqa: PLC0415

        data = inputs.designs(), inputs.photos(), inputs.held_out_photos()
        train_on_several(*data, run_config, hyper, devices=args.device, pictures=args.pictures)
    else:
        from yakulens.vision.train.finder import train_finder  # noqa: PLC0415

        train_finder(inputs.designs(), inputs.photos(), inputs.held_out_photos(), run_config, hyper)
    emit(f"{args.action} trained: {run_config.out / args.action}.pt")
    return 0
