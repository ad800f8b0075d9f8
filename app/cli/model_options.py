"""The options of all commands that read photos: the model and the learnt tile set."""

import argparse
import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from yakulens.app.archive.reader_choice import ReaderChoice, SetFile
from yakulens.app.cli.frame import add_options, option
from yakulens.app.store import sets
from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.file import from_bytes, read_bytes
from yakulens.models.teach.resemblance import looks_like
from yakulens.vision.model_card import ModelError
from yakulens.vision.models import choose
from yakulens.vision.progressive import PhotoReading
from yakulens.vision.reading import Issue
from yakulens.vision.recognise import Recogniser


def add_reader(parser: argparse.ArgumentParser, *, tile_set: bool = True) -> None:
    """Add `--model`, and `--set` unless the command adds its own."""
    add_options(parser, {"--model NAME": "a model's name, or the path of its card (see: yakulens models)"})
    if tile_set:
        option(
            parser,
            "--set NAME",
            "a learnt tile set's name, or its file (see: yakulens sets)",
            dest="tile_set",
        )


def chosen_reader(args: argparse.Namespace, name: str | None = None) -> Recogniser:
    """The recogniser that the options of `add_reader` name, and ``name`` if `--set` is not one of them.

    Raises:
        InputError: there is no such model or set, or the set was learnt with another model.
    """
    name = name or getattr(args, "tile_set", None)
    tile_set = None if name is None else sets.find(name)
    recogniser = Recogniser.load(args.model)
    return recogniser if tile_set is None else recogniser.for_set(tile_set)


def asker(recogniser: Recogniser) -> Callable[[PhotoReading], PhotoReading]:
    """A function that adds to a reading the question whether it shows the learnt set that it resembles.

    It asks only if the photo was read without a set.
    """
    known_sets, extractor = [] if recogniser.tile_set else sets.every(), None
    if known_sets:
        with suppress(ModelError):  # the model cannot learn sets
            extractor = FeatureExtractor.of(recogniser.card)

    def ask(result: PhotoReading) -> PhotoReading:
        name = None if extractor is None else looks_like(result.photo, result.reading, known_sets, extractor)
        if name is None:
            return result
        issues = (*result.reading.issues, Issue("tile_set", (), (name,), values=(("name", name),)))
        return replace(result, reading=replace(result.reading, issues=issues))

    return ask


def choice_for_workers(args: argparse.Namespace) -> ReaderChoice:
    """The model and tile set that the options name, for workers; raises what `chosen_reader` raises."""
    card = choose(args.model)
    if args.tile_set is None:
        return ReaderChoice(args.model, card.name)
    file = sets.file_of(args.tile_set)
    data = read_bytes(file)
    tile_set = from_bytes(data, str(file))
    tile_set.refuse_other_reader(card.reader)
    learnt = SetFile(tile_set.name, str(file.absolute()), hashlib.sha256(data).hexdigest())
    return ReaderChoice(args.model, card.name, learnt)
