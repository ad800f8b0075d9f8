"""`yakulens train`: train the finder, the reader, the leveller or the layout, and make a model of them."""

import argparse
import math

from yakulens.app.cli import train_from, train_model
from yakulens.app.cli.frame import Parser, add_actions, add_options, between, option, refuse, whole
from yakulens.app.cli.train_inputs import DESIGNS, add, devices
from yakulens.app.cli.train_run import NETWORKS, train

EXAMPLE = """
yakulens train mahjong.v3i.yolov8 --name club
yakulens train finder --photos boxes/train --art art --minutes 120 --out runs/finder
yakulens train reader --photos boxes/train --held-out boxes/val --minutes 45 --out runs/reader
yakulens train leveller --art art --minutes 30 --out runs/leveller
yakulens train seen yakulens-13 --photos boxes/train --art art --out runs/seen
yakulens train layout --seen runs/seen/seen.npz --minutes 100 --out runs/layout
yakulens train export yakulens-13 --finder runs/finder/finder.pt --reader runs/reader/reader.pt --out models
yakulens train calibrate yakulens-13 --out models
"""
_FROM = "from"
"""The action that is meant where none is named."""
_FINDER = """
yakulens train finder --photos boxes/train --art art --minutes 120 --out runs/finder
yakulens train finder --photos boxes/train --quads yakulens-13 --minutes 60 --out runs/finder
"""
_READER = """
yakulens train reader --photos boxes/train --art art --minutes 45 --out runs/reader
yakulens train reader --start models/yakulens-11-reader.onnx --art art --minutes 45 --out runs/reader
"""
_LEVELLER = """
yakulens train leveller --art art --minutes 30 --out runs/leveller
yakulens train leveller --start models/yakulens-8-leveller.onnx --minutes 60 --out runs/leveller
"""
_LAYOUT = """
yakulens train layout --seen runs/seen/seen.npz --minutes 100 --out runs/layout
yakulens train layout --start models/yakulens-12-layout.onnx --minutes 60 --out runs/layout
"""


def arguments(parser: Parser) -> None:
    """Add the actions and their options."""
    trained = {
        "finder": ("train the finder, which says where tiles lie", _FINDER, train),
        "reader": ("train the reader, which names faces", _READER, train),
        "leveller": ("train the leveller, which detects tiles that lie on others", _LEVELLER, train),
        "layout": ("train the layout network, which says what each tile is part of", _LAYOUT, train),
    }
    whole_way = "from a labelled export to a better reading, one way; `from` may be left out"
    first = {_FROM: (whole_way, train_from.EXAMPLE, train_from.run)}
    actions = add_actions(parser, first | trained | train_model.ACTIONS)
    parser.usual_action = _FROM
    train_from.arguments(actions[_FROM])
    finder, reader, leveller, layout = (actions[name] for name in trained)
    options = {
        "--held-out DIR": "labelled photos to evaluate on, never trained on",
        "--quads MODEL": "the model that first finds the corners of the tiles in the photos' boxes "
        "(default: the one that reads here; none: the boxes' own corners)",
    }
    for network in (finder, reader):
        add(network, "--photos")
        add_options(network, options)
        patience = (
            "end a run by --minutes that has not gained on the held-out photos for so long (default 20)"
        )
        network.add_argument(
            "--patience", type=between(0.01, math.inf), default=20.0, metavar="MINUTES", help=patience
        )
    pictures = "pictures rendered in advance for several GPUs (default 20000)"
    finder.add_argument("--pictures", type=whole(1), default=20_000, metavar="N", help=pictures)
    add(layout, "--seen")
    for network in (finder, reader, leveller):
        add(network, *DESIGNS)
    for network in (finder, reader, leveller, layout):
        _add_run(network)
    train_model.arguments(actions)


def run(_: argparse.Namespace) -> int:
    """Ask for an action."""
    refuse(f"name an export, or an action, one of: {', '.join((_FROM, *NETWORKS, *train_model.ACTIONS))}")


def _add_run(parser: Parser) -> None:
    """The options that training any network has."""
    add(parser, out="the checkpoint, from which an interrupted run resumes")
    length = parser.add_mutually_exclusive_group()
    minutes = "wall-clock minutes of the run (default 60)"
    length.add_argument("--minutes", type=between(0.01, math.inf), default=60.0, metavar="N", help=minutes)
    steps = "steps of the run: an interrupted and resumed run gives the same weights"
    length.add_argument("--steps", type=whole(1), metavar="N", help=steps)
    options = {
        "--hyper FILE": "hyper-parameters that differ from the defaults, as TOML",
        "--start FILE": "fine-tune this shipped .onnx network",
    }
    add_options(parser, options)
    add(parser, "--seed")
    option(parser, "--threads N", "threads of the network (default 2)", type=whole(1), default=2)
    option(parser, "--workers N", "rendering processes (default 1)", type=whole(0), default=1)
    device = "cpu (default), or the number of a GPU; for the finder also several, such as 0,1"
    parser.add_argument("--device", type=devices, default=("cpu",), metavar="D", help=device)
    add_options(parser, {"--fp32": "train without bfloat16"})
