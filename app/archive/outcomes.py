"""The job of comparing photos with their labels."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TypeAlias

from yakulens.app.archive.output import OutputError, json_line
from yakulens.app.archive.reader_choice import ReaderChoice
from yakulens.app.hand.from_json import from_json
from yakulens.datasets.truth import Truth
from yakulens.models.evaluate.compare import Outcome
from yakulens.models.evaluate.run import evaluated, unreadable

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
        about = {"file": labels[0].file, "model": self.reader.name, **tile_set, "labels": digest(labels)}
        return json_line({**about, "outcomes": rows})


def digest(labels: Labels) -> str:
    """What tells whether a photo's labels are the same: the SHA-256 of their JSON, hexadecimal."""
    return hashlib.sha256(json_line([asdict(label) for label in labels])).hexdigest()


def by_photo(truths: Iterable[Truth]) -> Iterator[Labels]:
    """The labels of each photo, in the order of the photos' names."""
    by_file = attrgetter("file")
    for _, labels in groupby(sorted(truths, key=by_file), key=by_file):
        yield tuple(labels)


def outcomes_by_photo(
    answers: Iterable[bytes], reader: ReaderChoice, labelled: Iterable[Labels]
) -> dict[str, list[Outcome]]:
    """The outcomes in earlier answers of ``ComparePhotos`` for these labels, by the photo's name.

    Raises:
        OutputError: a line holds no outcomes, or another model's or set's, or the photo's labels were others.
    """
    digests = {labels[0].file: digest(labels) for labels in labelled}
    outcomes: dict[str, list[Outcome]] = {}
    for number, line in enumerate(answers, 1):
        try:
            answer = json.loads(line)
            file, model, tile_set = answer["file"], answer["model"], answer.get("set")
            outcomes[file] = [from_json(Outcome, row) for row in answer["outcomes"]]
        except (ValueError, TypeError, KeyError) as error:
            message = f"--out: line {number} of what is there tells no outcomes; name another file"
            raise OutputError(message) from error
        reader.check(number, model, tile_set)
        if answer.get("labels") != digests.get(file, answer.get("labels")):
            message = (
                f"--out: line {number} of what is there compares {file} with other labels; "
                "remove the line, or name another file"
            )
            raise OutputError(message)
    return outcomes
