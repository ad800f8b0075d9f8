"""The job of comparing photos with their labels."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import TypeAlias

from yakulens.app.archive.chosen import Chosen
from yakulens.app.archive.output import OutputError, json_line
from yakulens.app.from_json import from_json
from yakulens.vision.evaluate import Outcome
from yakulens.vision.evaluate.run import unreadable
from yakulens.vision.evaluate.truth import Truth

Labels: TypeAlias = tuple[Truth, ...]
"""All labels of one photo."""


@dataclass(frozen=True, slots=True)
class ComparePhotos:
    """A job that takes the labels of one photo to a line that says what came of each.

    Attributes:
        folder: where the photos lie.
        reads: the model, and the tile set where one was learnt.
    """

    folder: str
    reads: Chosen

    def load(self) -> Callable[[Labels], bytes]:
        """Load the model that reads.

        Raises:
            ModelError, TileSetError: it cannot be used.
        """
        from yakulens.vision.evaluate.by_model import evaluated  # noqa: PLC0415 - only workers see pixels

        recogniser = self.reads.recogniser()

        def compare(labels: Labels) -> bytes:
            compared = evaluated(labels, Path(self.folder), recogniser)
            return self._line(labels, [outcome for outcome, _ in compared])

        return compare

    def lost(self, task: Labels, why: str) -> bytes:
        """The line of a photo that cannot be read: everything on it was missed."""
        return self._line(task, [unreadable(label, f"could not be read: {why}") for label in task])

    def _line(self, labels: Labels, outcomes: list[Outcome]) -> bytes:
        told = [asdict(outcome) for outcome in outcomes]
        by = {"model": self.reads.name}
        if self.reads.tile_set is not None:
            by["set"] = self.reads.tile_set.name
        return json_line({"file": labels[0].file, **by, "outcomes": told})


def by_photo(truths: Iterable[Truth]) -> Iterator[Labels]:
    """The labels, those of one photo together, by the photos' names.

    >>> from yakulens.vision.evaluate.truth import LabelledFace
    >>> [len(labels) for labels in by_photo([LabelledFace(file, "", "", "5m") for file in "aba"])]
    [2, 1]
    """
    for _, labels in groupby(sorted(truths, key=lambda truth: truth.file), key=lambda truth: truth.file):
        yield tuple(labels)


def known(answers: Iterable[bytes], reads: Chosen) -> dict[str, list[Outcome]]:
    """The outcomes that lines tell, by photo.

    Args:
        answers: lines of ``ComparePhotos``.
        reads: what goes on.

    Raises:
        OutputError: a line tells no outcomes, or another model's or set's.
    """
    outcomes: dict[str, list[Outcome]] = {}
    for number, line in enumerate(answers, 1):
        try:
            told = json.loads(line)
            model, tile_set = told["model"], told.get("set")
            outcomes[told["file"]] = [from_json(Outcome, each) for each in told["outcomes"]]
        except (ValueError, TypeError, KeyError) as error:
            message = f"--out: line {number} of what is there tells no outcomes; name another file"
            raise OutputError(message) from error
        reads.check(number, model, tile_set)
    return outcomes
