"""Outcomes as JSON, and back."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from yakulens.vision.evaluate.compare import Failure, Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping


def to_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome, ready for ``json.dumps``."""
    return asdict(outcome)


def from_json(value: Mapping[str, Any]) -> Outcome:
    """The outcome that ``to_json`` gave.

    Raises:
        TypeError, KeyError: it gave no such thing.

    >>> import json
    >>> failure = Failure("a.jpg", "extra_tile", "1m (0.50)")
    >>> outcome = Outcome("a.jpg", "", "", 1, 1, 1, 1, 0, ((0.9, True),), (failure,), exact=False)
    >>> from_json(json.loads(json.dumps(to_json(outcome)))) == outcome
    True
    """
    answers = tuple((float(score), bool(right)) for score, right in value["answers"])
    failures = tuple(Failure(**failure) for failure in value["failures"])
    return Outcome(**{**value, "answers": answers, "failures": failures})
