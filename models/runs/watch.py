"""A run as others see it in its folder: whether it goes on, how long it has left, how it is asked to stop."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Final

from yakulens.models.runs.figures import FIGURES, Figure, FiguresError, load_figures
from yakulens.scorer.whole_file import write_whole

STATE: Final = "running.json"
"""The file in a run's folder that is there while it goes on."""
STOP: Final = "stop"
"""A file of this name in its folder ends a run after its step; what was learnt is saved."""
_BEAT_S: Final = 10.0
_DEAD_S: Final = 60.0
"""Seconds between two signs of life, and without one after which a run is taken for killed."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A run that goes on.

    Attributes:
        out: its folder.
        network: that it trains.
        figures: so far, in order; the first may take a minute.
        left: seconds until it ends; None if that is not known yet.
        is_stopping: whether it was asked to end.
    """

    out: Path
    network: str
    figures: tuple[Figure, ...]
    left: float | None
    is_stopping: bool


@contextmanager
def shown_as_running(out: Path, network: str, *, minutes: float, steps: int | None) -> Iterator[None]:
    """Show a run in its folder as one that goes on, until the block ends, however it ends."""
    (out / STOP).unlink(missing_ok=True)  # of an earlier run
    state = {"network": network, "minutes": minutes, "steps": steps}
    write_whole(out / STATE, json.dumps(state).encode())
    ended = Event()
    beats = Thread(target=_beat, args=(out / STATE, ended), daemon=True)
    beats.start()
    try:
        yield
    finally:
        ended.set()
        beats.join()
        for name in (STATE, STOP):
            (out / name).unlink(missing_ok=True)


def _beat(file: Path, ended: Event) -> None:
    """Touch a file again and again, so that one that a killed run left looks old."""
    while not ended.wait(_BEAT_S):
        with suppress(OSError):
            os.utime(file)


def watched(out: Path) -> Watched | None:
    """The run in a folder, if one goes on there; one that was killed a minute ago does not."""
    try:
        if time.time() - (out / STATE).stat().st_mtime > _DEAD_S:
            return None
        state = json.loads((out / STATE).read_text(encoding="utf-8"))
        network, minutes, steps = (state[key] for key in ("network", "minutes", "steps"))
        figures = tuple(load_figures(out / FIGURES))
        left = _left(figures, float(minutes), steps)
    except (OSError, ValueError, KeyError, TypeError, FiguresError):
        return None
    return Watched(out, str(network), figures, left, (out / STOP).exists())


def ask_to_stop(out: Path) -> None:
    """Ask the run in a folder to end after its step.

    Raises:
        OSError: the folder cannot be written.
    """
    (out / STOP).touch()


def _left(figures: tuple[Figure, ...], minutes: float, steps: int | None) -> float | None:
    """Seconds left: by the clock, or by the pace so far if the run's length is in steps.

    Unknown before the first figure: what is drawn and looked at first does not count.
    """
    if not figures:
        return None
    last = figures[-1]
    if steps is None:
        return max(0.0, 60 * minutes - last.seconds)
    if not last.step:
        return None
    return max(0.0, (steps - last.step) * last.seconds / last.step)
