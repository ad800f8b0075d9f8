"""What a run tells of itself: a first figure, one every ten seconds, and at the end whether it was enough."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from yakulens.vision.evaluate.rates import Rate

FIRST: Final = 5.0
"""Seconds of learning after which the first figure is told."""
EVERY: Final = 10.0
"""Seconds between two figures."""
FEW: Final = 2000
"""Steps below which a network that began afresh has hardly learnt anything."""
_MEMORY: Final = 0.98
"""Of the running means that are told."""


@dataclass(frozen=True, slots=True)
class Figure:
    """How a run stands.

    Attributes:
        step: how many were made.
        seconds: spent, each time that the run was started.
        loss: running means of its parts.
        held_out: how much of what is never learnt from is right, by tile set; may be empty.
    """

    step: int
    seconds: float
    loss: Mapping[str, float]
    held_out: Mapping[str, Rate] = field(default_factory=dict)

    @classmethod
    def from_line(cls, line: str) -> Figure:
        """A figure from its line of ``figures.jsonl``; `to_line` is the other way round."""
        said: dict[str, Any] = json.loads(line)
        held_out = {name: Rate(**rate) for name, rate in said["held_out"].items()}
        return cls(said["step"], said["seconds"], said["loss"], held_out)

    def to_line(self) -> str:
        """Its line of ``figures.jsonl``."""
        return json.dumps(asdict(self))


@dataclass(slots=True)
class Progress:
    """The figures of a run since it was last started.

    Attributes:
        steps: done since then.
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
        """Whether it is time for a figure, so many seconds after the start; then the next is ten off."""
        if seconds < self._next or not self.steps:
            return False
        self._next = seconds + EVERY
        return True


def line(figure: Figure, *, rate: float, left: float) -> str:
    """What is told of a figure, with the steps a second and the seconds until the run is over.

    >>> line(Figure(20, 10.0, {"loss": 2.0, "right": 0.25}), rate=2.0, left=600.0)
    'step 20, 2.00 a second, 10.0 minutes left: loss 2.0000 right 0.2500'
    >>> line(Figure(20, 10.0, {"loss": 2.0}, {"green": Rate(9, 10), "blue": Rate(1, 2)}), rate=2.0, left=60.0)
    'step 20, 2.00 a second, 1.0 minutes left: loss 2.0000; held out: green 90.0 % of 10, blue 50.0 % of 2'
    """
    shown = " ".join(f"{name} {value:.4f}" for name, value in figure.loss.items())
    told = f"step {figure.step}, {rate:.2f} a second, {left / 60:.1f} minutes left: {shown}"
    held = ", ".join(
        f"{name} {100 * rate.value:.1f} % of {rate.total}"
        for name, rate in figure.held_out.items()
        if rate.value is not None
    )
    return f"{told}; held out: {held}" if held else told


def kept(file: Path, step: int) -> list[Figure]:
    """The figures kept before this start, up to a step; later ones belong to what was lost."""
    if not file.is_file():
        return []
    figures = (Figure.from_line(line) for line in file.read_text(encoding="utf-8").splitlines())
    return [figure for figure in figures if figure.step <= step]


def keep(file: Path, figures: Iterable[Figure]) -> None:
    """Write all figures of a run."""
    file.write_text("".join(f"{figure.to_line()}\n" for figure in figures), encoding="utf-8")


def verdict(step: int, *, afresh: bool) -> str | None:
    """What is to be said of a run that is over after so many steps; None where nothing is.

    >>> verdict(40, afresh=True)
    '40 steps are too few for a network that began afresh: give it more --minutes, or --start a shipped one'
    >>> verdict(40, afresh=False), verdict(9000, afresh=True)
    (None, None)
    """
    if not afresh or step >= FEW:
        return None
    return (
        f"{step} steps are too few for a network that began afresh: give it more --minutes, "
        "or --start a shipped one"
    )


def broken_off(file: str, step: int) -> str:
    """What a person who breaks a run off is told.

    >>> broken_off("runs/reader/reader.pt", 120)
    'broken off after step 120, kept in runs/reader/reader.pt: the same command goes on from there'
    """
    return f"broken off after step {step}, kept in {file}: the same command goes on from there"
