"""The figures of a run: when they are due, and how they are printed; final messages."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from yakulens.models.evaluate.rates import Rate
from yakulens.models.runs.figures import Figure

FIRST: Final = 5.0
"""Seconds from a start to the first figure."""
INTERVAL: Final = 10.0
"""Seconds between two figures."""
MIN_STEPS: Final = 2000
"""Below this number of steps, a network with random initial weights has learnt next to nothing."""
_MIN_TUNED: Final = 500
"""As `MIN_STEPS`, for a network that goes on from a shipped one."""
_OUTLOOK: Final = 60.0
"""Seconds after which the speed of a start is known."""
_MEMORY: Final = 0.98
"""Decay of the running means."""


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
    _has_outlook: bool = False

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

    def outlook_due(self, seconds: float) -> bool:
        """Whether it can be said, for the first time in a start, how far the run will come."""
        is_due = seconds >= _OUTLOOK and not self._has_outlook
        self._has_outlook |= is_due
        return is_due


def enough_steps(*, afresh: bool) -> int:
    """The number of steps below which a network learns little, ``afresh`` or going on from a shipped one."""
    return MIN_STEPS if afresh else _MIN_TUNED


def smaller_batches(steps: float, minutes: float, *, size: int, instead_of: int) -> str:
    """That a run by the clock makes too few steps, and therefore goes on with fewer examples a step.

    >>> smaller_batches(250, 60.0, size=43, instead_of=96)
    'at this speed 60 minutes are about 250 steps, which are too few: 43 examples a step from now on, not 96'
    """
    return (
        f"at this speed {minutes:g} minutes are about {steps:.0f} steps, which are too few: "
        f"{size} examples a step from now on, not {instead_of}"
    )


def outlook(steps: float, minutes: float, *, afresh: bool) -> str:
    """How many steps a run by the clock will make, and what to do if these are too few.

    >>> outlook(9000, 60.0, afresh=True)
    'at this speed 60 minutes are about 9000 steps'
    >>> print(outlook(250, 60.0, afresh=False))
    at this speed 60 minutes are about 250 steps; too few to learn much.
    --minutes 120 gives 500; `yakulens learn` teaches a set in minutes
    """
    said = f"at this speed {minutes:g} minutes are about {steps:.0f} steps"
    needed = enough_steps(afresh=afresh)
    if steps >= needed:
        return said
    longer = math.ceil(minutes * needed / max(steps, 1))
    return (
        f"{said}; too few to learn much.\n"
        f"--minutes {longer} gives {needed}; `yakulens learn` teaches a set in minutes"
    )


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


def warning_at_end(step: int, *, afresh: bool) -> str | None:
    """The warning for a run that ended after too few steps; None if there were enough."""
    if not afresh or step >= MIN_STEPS:
        return None
    return (
        f"{step} steps are too few for a network that began afresh: give it more --minutes, "
        "or --start a shipped one"
    )
