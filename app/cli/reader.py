"""What the reading commands share: which model reads, and which learnt tile set it reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app import sets
from app.cli.frame import refusing
from vision.learning.file import TileSetError
from vision.models import ModelError
from vision.recognise import Recogniser

if TYPE_CHECKING:
    import argparse


def add_reader(parser: argparse.ArgumentParser) -> None:
    """Add `--model` and `--set`."""
    parser.add_argument(
        "--model", metavar="NAME", help="a model's name or its card's path (see: yakulens models)"
    )
    parser.add_argument(
        "--set", dest="tile_set", metavar="NAME", help="a learnt tile set's name or file (see: yakulens sets)"
    )


def chosen_reader(args: argparse.Namespace) -> Recogniser:
    """The recogniser that the options name.

    Raises:
        UsageError: there is no such model or set, or the set was learnt with another model.
    """
    with refusing(ModelError, TileSetError):
        tile_set = None if args.tile_set is None else sets.find(args.tile_set)
        recogniser = Recogniser.load(args.model)
        return recogniser if tile_set is None else recogniser.for_set(tile_set)
