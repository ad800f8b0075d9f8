"""What a run tells of itself: a first figure, one every ten seconds, and at the end whether it was enough."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

FIRST: Final = 5.0
"""Seconds of learning after which the first figure is told."""
EVERY: Final = 10.0
"""Seconds between two figures."""
FEW: Final = 2000
"""Steps below which a network that began afresh has hardly learnt anything."""
_MEMORY: Final = 0.98
"""Of the running means that are told."""


@dataclass(slots=True)
class Progress:
    """The figures of one sitting.

    Attributes:
        steps: done in this sitting.
        means: running means of the loss's parts.
    """

    steps: int = 0
    means: dict[str, float] = field(default_factory=dict)
    _next: float = FIRST

    def add(self, parts: Mapping[str, float]) -> None:
        """Count a step with the parts of its loss.

        >>> progress = Progress()
        >>> progress.add({"loss": 2.0})
        >>> progress.steps, progress.means
        (1, {'loss': 2.0})
        """
        self.steps += 1
        for name, value in parts.items():
            self.means[name] = _MEMORY * self.means.get(name, value) + (1 - _MEMORY) * value

    def line(self, seconds: float, step: int, left: float) -> str | None:
        """The next line to tell; None where it is not time for one.

        Args:
            seconds: of this sitting.
            step: of the whole run.
            left: seconds until the run is over.

        >>> progress = Progress()
        >>> progress.add({"loss": 2.0, "right": 0.25})
        >>> progress.line(1.0, 1, 600.0) is None
        True
        >>> progress.line(5.0, 1, 600.0)
        'step 1, 0.20 a second, 10.0 minutes left: loss 2.0000 right 0.2500'
        >>> progress.line(9.0, 1, 600.0) is None
        True
        """
        if seconds < self._next or not self.steps:
            return None
        self._next = seconds + EVERY
        shown = " ".join(f"{name} {value:.4f}" for name, value in self.means.items())
        return f"step {step}, {self.steps / seconds:.2f} a second, {left / 60:.1f} minutes left: {shown}"


def verdict(step: int, *, afresh: bool) -> str | None:
    """What is to be said of a run that is over; None where nothing is.

    Args:
        step: how many it made.
        afresh: whether it began with no network's weights.

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
