"""The job of scoring hands."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeAlias

from yakulens.app.archive.output import encoded, json_line
from yakulens.app.cli.jsonlines import answered, invalid, parse_object
from yakulens.scorer.contract.hand_json import score_json

Batch: TypeAlias = tuple[str, ...]

_BATCH: Final = 100
"""Lines of a task: scoring a hand takes less time than sending it."""


@dataclass(frozen=True, slots=True)
class ScoreHands:
    """The job whose tasks are lines of Hands and whose results are the lines of their Scores."""

    typed: str = "{}"  # a JSON object with the values of keys that a line omits

    def load(self) -> Callable[[Batch], bytes]:
        """The function that scores a batch; nothing needs loading."""
        typed = json.loads(self.typed)

        def score(line: str) -> dict[str, Any]:
            return score_json(typed | parse_object(line))

        return lambda batch: encoded("".join(f"{answered(line, score)}\n" for line in batch))

    def lost(self, task: Batch, reason: str) -> bytes:
        """Lines that cannot be scored."""
        return json_line(invalid("lost_hand", f"could not be scored: {reason}")) * len(task)


def batches(lines: Iterable[str]) -> Iterator[Batch]:
    """The lines in batches of fixed size."""
    remaining = iter(lines)
    while batch := tuple(islice(remaining, _BATCH)):
        yield batch
