"""What the steps of `yakulens train EXPORT` share: what was begun, what they say, and how they ask."""

from __future__ import annotations

import argparse
import shlex
import sys
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from yakulens.app.cli.frame import emit, emit_lines
from yakulens.scorer.contract.text import counted

if TYPE_CHECKING:
    from yakulens.datasets.truth import Truth
    from yakulens.models.evaluate.tiles import Measured

STEPS: Final = 5
_FEW_HELD_OUT: Final = 100
"""With fewer held-out tiles a difference of a tile or two is chance."""


@dataclass(frozen=True, slots=True)
class Begun:
    """What all steps of one way share.

    Attributes:
        args: the options.
        name: of the set or model to come.
        out: folder of everything that is written before it is adopted.
        learnt: the labels to learn from.
        held_out: the labels to measure on.
    """

    args: argparse.Namespace
    name: str
    out: Path
    learnt: tuple[Truth, ...]
    held_out: tuple[Truth, ...]

    @property
    def learnt_folder(self) -> Path:
        """The photos to learn from, with their labels."""
        return self.out / "photos" / "train"

    @property
    def held_out_folder(self) -> Path:
        """The photos to measure on, with their labels."""
        return self.out / "photos" / "val"


def head(number: int, title: str) -> None:
    """Print the head of a step."""
    emit(f"{chr(10) * (number > 1)}{number} of {STEPS}: {title}")
    sys.stdout.flush()


def agreed(question: str, args: argparse.Namespace) -> bool:
    """Whether the user says yes: with `--yes`, or at the terminal. Without a terminal the answer is no."""
    if args.yes:
        return True
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        return input(f"{question} [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError:
        return False


def duration(seconds: float) -> str:
    """A time in words, as exact as an estimate is.

    >>> duration(42), duration(250), duration(9000)
    ('40 seconds', '4 minutes', '2.5 hours')
    """
    if seconds < 90:  # noqa: PLR2004 - "100 seconds" is said as minutes
        return f"{max(10, round(seconds, -1)):g} seconds"
    if seconds < 5400:  # noqa: PLR2004 - ninety minutes
        return counted(round(timedelta(seconds=seconds) / timedelta(minutes=1)), "minute")
    return f"{seconds / 3600:.1f} hours"


def tell_present(begun: Begun, before: Measured) -> None:
    """Print how the present model reads the held-out photos."""
    emit_lines(f"  {line}" for line in figures(before))
    if before.right.total < _FEW_HELD_OUT:
        few = counted(before.right.total, "tile")
        emit(f"  only {few} held out, so a difference of one or two is chance: more photos would say more")
    sheet = begun.out / "worst.jpg"
    look = ["yakulens", "evaluate", str(begun.held_out_folder), "--failures", "--sheet", str(sheet)]
    if before.right.hits < before.right.total:
        emit(f"  to look at each wrong tile: {shlex.join(look)}")


def figures(measured: Measured) -> list[str]:
    """How a model reads some photos, as lines."""
    right, found = measured.right, measured.found
    low, high = right.interval() or (0.0, 1.0)
    share = f"{100 * (right.value or 0):.1f} %"
    interval = f"95 % interval {100 * low:.1f} to {100 * high:.1f}"
    lines = [f"{measured.model} names {right.hits} of {right.total} tiles right ({share}, {interval})"]
    if found.hits < found.total:
        lines.append(f"it finds {found.hits} of {found.total} tiles")
    common = measured.confusions().most_common(5)
    pairs = ", ".join(f"{face} as {read or 'nothing'} {count} times" for (face, read), count in common)
    return [*lines, f"most often wrong: {pairs}"] if pairs else lines
