"""The job of comparing photos with their labels."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TypeAlias

from yakulens.app.archive.output import OutputError, json_line
from yakulens.app.archive.reader_choice import ReaderChoice
from yakulens.app.from_json import from_json
from yakulens.vision.evaluate.compare import Outcome
from yakulens.vision.evaluate.run import evaluated, unreadable
from yakulens.vision.evaluate.truth import Truth

Labels: TypeAlias = tuple[Truth, ...]
"""All labels of one photo."""


@dataclass(frozen=True, slots=True)
class ComparePhotos:
    """The job whose task is a photo's labels and whose result is a line of their outcomes."""

    folder: str
    reader: ReaderChoice

    def load(self) -> Callable[[Labels], bytes]:
        """Load the model; a `ModelError` or `TileSetError` says why it cannot be used."""
        recogniser = self.reader.recogniser()

        def compare(labels: Labels) -> bytes:
            outcomes = [outcome for outcome, _ in evaluated(labels, Path(self.folder), recogniser)]
            return self._line(labels, outcomes)

        return compare

    def lost(self, task: Labels, reason: str) -> bytes:
        """The line of an unreadable photo: everything on it was missed."""
        return self._line(task, [unreadable(label, f"could not be read: {reason}") for label in task])

    def _line(self, labels: Labels, outcomes: list[Outcome]) -> bytes:
        tile_set = {"set": self.reader.tile_set.name} if self.reader.tile_set else {}
        rows = [asdict(outcome) for outcome in outcomes]
        return json_line({"file": labels[0].file, "model": self.reader.name, **tile_set, "outcomes": rows})


def by_photo(truths: Iterable[Truth]) -> Iterator[Labels]:
    """The labels of each photo, in the order of the photos' names."""
    by_file = attrgetter("file")
    for _, labels in groupby(sorted(truths, key=by_file), key=by_file):
        yield tuple(labels)


def outcomes_by_photo(answers: Iterable[bytes], reader: ReaderChoice) -> dict[str, list[Outcome]]:
    """The outcomes in earlier answers of ``ComparePhotos``, by the photo's name.

    Raises:
        OutputError: a line holds no outcomes, or another model's or set's.
    """
    outcomes: dict[str, list[Outcome]] = {}
    for number, line in enumerate(answers, 1):
        try:
            answer = json.loads(line)
            model, tile_set = answer["model"], answer.get("set")
            outcomes[answer["file"]] = [from_json(Outcome, row) for row in answer["outcomes"]]
        except (ValueError, TypeError, KeyError) as error:
            message = f"--out: line {number} of what is there tells no outcomes; name another file"
            raise OutputError(message) from error
        reader.check(number, model, tile_set)
    return outcomes
