"""The figures of a run: when one is due, how it is printed and saved, and the messages at a run's end."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from yakulens.vision.evaluate.rates import Rate

FIRST: Final = 5.0
"""Seconds after a start until the first figure."""
INTERVAL: Final = 10.0
"""Seconds between two figures."""
MIN_STEPS: Final = 2000
"""Steps below which a network with random initial weights has hardly learnt anything."""
_MEMORY: Final = 0.98
"""Decay of the running means."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The state of a run after some step.

    Attributes:
        step: number of steps made.
        seconds: spent so far, all starts of the run together.
        loss: running means of its parts.
        held_out: accuracy on held-out data, by tile set; may be empty.
    """

    step: int
    seconds: float
    loss: Mapping[str, float]
    held_out: Mapping[str, Rate] = field(default_factory=dict)

    @classmethod
    def from_line(cls, line: str) -> Figure:
        """A figure from its line of ``figures.jsonl``."""
        values: dict[str, Any] = json.loads(line)
        held_out = {name: Rate(**rate) for name, rate in values.pop("held_out").items()}
        return cls(**values, held_out=held_out)

    def to_line(self) -> str:
        """The line of ``figures.jsonl``."""
        return json.dumps(asdict(self))


@dataclass(slots=True)
class Progress:
    """Running means since a run was last started.

    Attributes:
        steps: made since then.
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
        """Whether a figure is due, so many seconds after the start; if so, the next is due in ten more."""
        if seconds < self._next or not self.steps:
            return False
        self._next = seconds + INTERVAL
        return True


def line(figure: Figure, *, rate: float, left: float) -> str:
    """The printed line of a figure, with the steps a second and the seconds until the run is over.

    >>> line(Figure(20, 10.0, {"loss": 2.0, "right": 0.25}), rate=2.0, left=600.0)
    'step 20, 2.00 a second, 10.0 minutes left: loss 2.0000 right 0.2500'
    >>> line(Figure(20, 10.0, {"loss": 2.0}, {"green": Rate(9, 10), "blue": Rate(1, 2)}), rate=2.0, left=60.0)
    'step 20, 2.00 a second, 1.0 minutes left: loss 2.0000; held out: green 90.0 % of 10, blue 50.0 % of 2'
    """
    losses = " ".join(f"{name} {value:.4f}" for name, value in figure.loss.items())
    text = f"step {figure.step}, {rate:.2f} a second, {left / 60:.1f} minutes left: {losses}"
    rates = ", ".join(
        f"{name} {100 * rate.value:.1f} % of {rate.total}"
        for name, rate in figure.held_out.items()
        if rate.value is not None
    )
    return f"{text}; held out: {rates}" if rates else text


def load_figures(file: Path, step: int) -> list[Figure]:
    """The saved figures up to the step of the checkpoint; none where there is no file."""
    if not file.is_file():
        return []
    figures = (Figure.from_line(line) for line in file.read_text(encoding="utf-8").splitlines())
    return [figure for figure in figures if figure.step <= step]


def save_figures(file: Path, figures: Iterable[Figure]) -> None:
    """Write all figures of a run."""
    file.write_text("".join(f"{figure.to_line()}\n" for figure in figures), encoding="utf-8")


def warning_at_end(step: int, *, afresh: bool) -> str | None:
    """The warning for a run that is over after too few steps; None where they were enough.

    >>> warning_at_end(40, afresh=True)
    '40 steps are too few for a network that began afresh: give it more --minutes, or --start a shipped one'
    >>> warning_at_end(40, afresh=False), warning_at_end(9000, afresh=True)
    (None, None)
    """
    if not afresh or step >= MIN_STEPS:
        return None
    return (
        f"{step} steps are too few for a network that began afresh: give it more --minutes, "
        "or --start a shipped one"
    )


def interrupted(file: str, step: int) -> str:
    """The message for a run that was interrupted.

    >>> interrupted("runs/reader/reader.pt", 120)
    'broken off after step 120, kept in runs/reader/reader.pt: the same command goes on from there'
    """
    return f"broken off after step {step}, kept in {file}: the same command goes on from there"
