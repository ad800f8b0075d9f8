"""The job of scoring hands."""

from __future__ import annotations

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
"""How many lines travel together: a hand is scored faster than it is sent."""


@dataclass(frozen=True, slots=True)
class ScoreHands:
    """A job that takes lines of Hands to lines of Scores.

    Attributes:
        typed: a JSON object with what a line may leave out.
    """

    typed: str = "{}"

    def load(self) -> Callable[[Batch], bytes]:
        """Give what scores a batch; nothing large has to be loaded."""
        typed = json.loads(self.typed)

        def score(line: str) -> dict[str, Any]:
            return score_json(typed | parse_object(line))

        return lambda batch: encoded("".join(f"{answered(line, score)}\n" for line in batch))

    def lost(self, task: Batch, why: str) -> bytes:
        """Lines that cannot be scored."""
        return json_line(invalid("lost_hand", f"could not be scored: {why}")) * len(task)


def batches(lines: Iterable[str]) -> Iterator[Batch]:
    """The lines, as many together as travel together.

    >>> [len(batch) for batch in batches(["{}"] * 250)]
    [100, 100, 50]
    """
    coming = iter(lines)
    while batch := tuple(islice(coming, _BATCH)):
        yield batch
