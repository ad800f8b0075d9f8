"""`yakulens train EXPORT`: one way from a labelled export to a better reading, in five steps."""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from yakulens.app.cli import data_report
from yakulens.app.cli.data_import import add_import_options, read_classes, sets_of, take, write_parts
from yakulens.app.cli.frame import add_options, between, emit, emit_lines, refuse
from yakulens.app.cli.train_inputs import devices
from yakulens.app.cli.train_steps import Begun, head
from yakulens.datasets.truth import LABELLED, load_truths
from yakulens.models.teach.enough import labels_of
from yakulens.models.teach.file import checked_name
from yakulens.models.train.choice import Machine, choose_way
from yakulens.scorer.whole_file import write_whole
from yakulens.vision.labels import TILE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.app.cli.frame import Parser
    from yakulens.datasets.truth import Truth
    from yakulens.models.train.choice import Way

EXAMPLE: Final = """
yakulens train mahjong.v3i.yolov8 --name club
yakulens train mahjong.v3i.yolov8 --name club --map logo=none --all-boxed --yes
yakulens train exports --name club --set-from '^([^/]+)/' --way train --device 0 --minutes 120
"""
_RECORD: Final = "way.json"
"""The file in the output folder that says what was imported, and which way was chosen."""
_NOT_RECORDED: Final = frozenset(
    {"run", "action", "command", "version", "yes", "insist", "minutes", "device", "red_fives"}
)
"""Options that may differ when the same command is given again."""


def arguments(parser: Parser) -> None:
    """Add the options."""
    parser.description = (
        "From a labelled export to a better reading, in five steps: check and import the photos, show what "
        "will be done and how long it takes here, measure the present model, teach or train, compare both on "
        "photos that were held out. It asks before anything is adopted; without a terminal it adopts nothing "
        "unless --yes is given. The same command goes on where it was interrupted."
    )
    add_import_options(parser)
    parser.add_argument("--name", required=True, metavar="NAME", help="of the tile set or model to come")
    add_options(parser, {"--out DIR": "folder for all that is made (default: runs/NAME)"})
    way = (
        "teach: adapt the reader to a tile set, in minutes; train: train whole networks, in hours, which "
        "needs PyTorch (default: chosen by the photos and the machine)"
    )
    parser.add_argument("--way", choices=("teach", "train"), help=way)
    parser.add_argument("--red-fives", choices=("yes", "no"), help="teach: whether the set has red fives")
    minutes = "train: wall-clock minutes for each network (default 60)"
    parser.add_argument("--minutes", type=between(0.01, math.inf), default=60.0, metavar="N", help=minutes)
    device = "train: cpu, or the number of a GPU (default: the first GPU, if there is one)"
    parser.add_argument("--device", type=devices, metavar="D", help=device)
    options = {
        "--yes": "answer every question with yes, so adopt what reads better",
        "--insist": "go on where nothing is to be gained",
    }
    add_options(parser, options)


def run(args: argparse.Namespace) -> int:
    """Go the whole way; 1 if the export has nothing to import."""
    name = checked_name(args.name)
    out = Path(args.out) if args.out else Path("runs") / name
    head(1, "check and import")
    machine = Machine.here()
    way = _imported_before(args, out) or _imported(args, out, machine)
    if way is None:
        return 1
    learnt, held_out = (_labels(out / "photos" / part) for part in ("train", "val"))
    begun = Begun(args, name, out, learnt, held_out)
    if not learnt:
        refuse(f"{begun.learnt_folder}: no photo with a named tile to learn from")
    if way == "teach":
        from yakulens.app.cli.train_teach import teach  # noqa: PLC0415 - as below

        return teach(begun)
    from yakulens.app.cli.train_whole import train_networks  # noqa: PLC0415 - only one of the two ways is gone

    return train_networks(begun, machine)


def _imported_before(args: argparse.Namespace, out: Path) -> Way | None:
    """The way of an earlier start of the same command; None if there was none.

    Raises:
        UsageError: the folder belongs to another export or to other options.
    """
    if not (out / "photos").is_dir():
        return None
    try:
        record: dict[str, Any] = json.loads((out / _RECORD).read_text(encoding="utf-8"))
        way, options = record["way"], record["options"]
    except (OSError, ValueError, KeyError, TypeError):
        refuse(f"{out / 'photos'}: already exists, and no {_RECORD} says from which export; name a new --out")
    changed = [name for name, value in _options(args).items() if options.get(name) != value]
    if changed:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in changed).replace("--folder", "the export")
        refuse(f"{out}: was begun with another value of {names}; name a new --out, or remove the folder")
    emit(f"{out / 'photos'}: imported before with the same options, so taken as it is")
    chosen: Way = "train" if way == "train" else "teach"
    emit(f"way: {chosen}, as chosen then")
    return chosen


def _imported(args: argparse.Namespace, out: Path, machine: Machine) -> Way | None:
    """Import the export as `yakulens data import` does and choose the way; None if nothing is in it."""
    classes = read_classes(args, is_look=False)
    choice = choose_way(machine, photos=len(classes.export.photos), sets=len(sets_of(args, classes.export)))
    way: Way = args.way or choice.way
    if way == "train" and machine.missing:
        refuse(
            f"--way train: {', '.join(machine.missing)} not installed; run make train-setup, or leave it out"
        )
    if way == "teach" and args.hold_out:
        refuse("--hold-out: teaching learns each tile set from its own photos; leave it out")
    taken = take(args, classes, is_written=True, within_sets=way == "teach")
    emit_lines(data_report.lines(taken.report))
    if taken.lacking:
        emit(f"{args.folder}: {taken.lacking}")
        return None
    if not taken.report["tiles"].keys() - {TILE}:
        finder = "yakulens data import, then yakulens train finder, train the network that finds tiles"
        refuse(f"{args.folder}: no class names a tile, so these boxes teach nobody to read; {finder}")
    out.mkdir(parents=True, exist_ok=True)
    record = {"way": way, "options": _options(args)}
    write_whole(out / _RECORD, json.dumps(record, ensure_ascii=False, indent=1).encode())
    emit_lines(write_parts(taken.parts, out / "photos", args))
    emit(f"way: {way}, {'as --way says' if args.way else f'since {choice.reason}'}")
    return way


def _options(args: argparse.Namespace) -> dict[str, Any]:
    """The options that an import depends on."""
    options = {
        name: value for name, value in vars(args).items() if name not in _NOT_RECORDED | {"way", "out"}
    }
    return options | {"folder": str(Path(args.folder).resolve())}


def _labels(folder: Path) -> tuple[Truth, ...]:
    """The labels of a part that name a tile; none if the part is empty."""
    truths: Sequence[Truth] = load_truths(folder) if (folder / LABELLED).is_file() else ()
    return tuple(truth for truth in truths if labels_of(truth))
