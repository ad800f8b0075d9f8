"""The figures of a run: when they are due, and how they are printed and saved; final messages."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from yakulens.models.evaluate.rates import Rate
from yakulens.scorer.errors import InputError

FIGURES: Final = "figures.jsonl"
"""The file of a run's figures in its folder."""
FIRST: Final = 5.0
"""Seconds from a start to the first figure."""
INTERVAL: Final = 10.0
"""Seconds between two figures."""
MIN_STEPS: Final = 2000
"""Below this number of steps, a network with random initial weights has learnt next to nothing."""
_MEMORY: Final = 0.98
"""Decay of the running means."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The state of a run after some step.

    Attributes:
        step: number of steps made.
        seconds: spent so far, over all starts of the run.
        loss: running means of its parts.
        held_out: accuracy on held-out data, by tile set; may be empty.
    """

    step: int
    seconds: float
    loss: Mapping[str, float]
    held_out: Mapping[str, Rate] = field(default_factory=dict)


@dataclass(slots=True)
class Progress:
    """Running means since the last start of a run.

    Attributes:
        steps: made since that start.
        loss: running means of the loss's parts.
    """

    steps: int = 0
    loss: dict[str, float] = field(default_factory=dict)
    _next: float = FIRST

    def add(self, parts: Mapping[str, float]) -> None:
        """Count a step with the parts of its loss."""
        self.steps += 1
        for name, value in parts.items():
            self.loss[name] = _MEMORY * self.loss.get(name, value) + (1 - _MEMORY) * value

    def due(self, seconds: float) -> bool:
        """Whether a figure is due at ``seconds`` after the start; if so, schedule the next one."""
        if seconds < self._next or not self.steps:
            return False
        self._next = seconds + INTERVAL
        return True


def line(figure: Figure, *, rate: float, left: float) -> str:
    """The printed line of a figure, with the steps per second and the seconds left.

    >>> line(Figure(20, 10.0, {"loss": 2.0, "right": 0.25}), rate=2.0, left=600.0)
    'step 20, 2.00 a second, 10.0 minutes left: loss 2.0000 right 0.2500'
    >>> line(Figure(20, 10.0, {"loss": 2.0}, {"green": Rate(9, 10), "blue": Rate(1, 2)}), rate=2.0, left=60.0)
    'step 20, 2.00 a second, 1.0 minutes left: loss 2.0000; held out: green 90.0 % of 10, blue 50.0 % of 2'
    """
    losses = " ".join(f"{name} {value:.4f}" for name, value in figure.loss.items())
    text = f"step {figure.step}, {rate:.2f} a second, {left / 60:.1f} minutes left: {losses}"
    rates = shares(figure.held_out)
    return f"{text}; {rates}" if rates else text


def shares(held_out: Mapping[str, Rate]) -> str:
    """The accuracy on held-out data in words; empty if there is none.

    >>> shares({"green": Rate(9, 10)})
    'held out: green 90.0 % of 10'
    """
    rates = ", ".join(
        f"{name} {100 * rate.value:.1f} % of {rate.total}"
        for name, rate in held_out.items()
        if rate.value is not None
    )
    return f"held out: {rates}" if rates else ""


class FiguresError(InputError):
    """The saved figures of a run cannot be used; the message is one line."""


def load_figures(file: Path, step: int | None = None) -> list[Figure]:
    """The saved figures up to the checkpoint's ``step``, by default all; none if there is no file.

    Raises:
        FiguresError: a line holds no figure.
    """
    if not file.is_file():
        return []
    figures = []
    for number, line in enumerate(file.read_bytes().splitlines(), start=1):
        try:
            figures.append(_figure(json.loads(line)))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            where = f"{file}, line {number}"
            raise FiguresError(where, "no figure of a run; remove the line, or the file") from error
    return [figure for figure in figures if step is None or figure.step <= step]


def _figure(row: Mapping[str, Any]) -> Figure:
    held_out = {
        str(name): Rate(int(rate["hits"]), int(rate["total"])) for name, rate in row["held_out"].items()
    }
    loss = {str(name): float(value) for name, value in row["loss"].items()}
    return Figure(int(row["step"]), float(row["seconds"]), loss, held_out)


def save_figures(file: Path, figures: Iterable[Figure]) -> None:
    """Write all figures of a run, one line of JSON each."""
    file.write_text("".join(f"{json.dumps(asdict(figure))}\n" for figure in figures), encoding="utf-8")


def warning_at_end(step: int, *, afresh: bool) -> str | None:
    """The warning for a run that ended after too few steps; None if there were enough."""
    if not afresh or step >= MIN_STEPS:
        return None
    return (
        f"{step} steps are too few for a network that began afresh: give it more --minutes, "
        "or --start a shipped one"
    )
