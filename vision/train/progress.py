"""The figures of a run: when they are due, and how they are printed, saved and drawn; final messages."""

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageDraw, ImageFont

from yakulens.vision.evaluate.rates import Rate

FIRST: Final = 5.0
"""Seconds from a start to the first figure."""
INTERVAL: Final = 10.0
"""Seconds between two figures."""
MIN_STEPS: Final = 2000
"""Below this number of steps, a network with random initial weights has learnt next to nothing."""
_MEMORY: Final = 0.98
"""Decay of the running means."""

_SIZE: Final = (960, 720)
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 190, 40, 30
"""Margins of a panel, pixels, for the scale's numbers, the lines' names, the title and the steps."""
_COLOURS: Final = ("#1f6feb", "#d1242f", "#1a7f37", "#9a6700", "#8250df", "#57606a", "#bf3989", "#0a7ea4")
_MARKS: Final = 4


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
    rates = ", ".join(
        f"{name} {100 * rate.value:.1f} % of {rate.total}"
        for name, rate in figure.held_out.items()
        if rate.value is not None
    )
    return f"{text}; held out: {rates}" if rates else text


def load_figures(file: Path, step: int) -> list[Figure]:
    """The saved figures up to the checkpoint's ``step``; none if there is no file."""
    if not file.is_file():
        return []
    rows: list[dict[str, Any]] = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [
        Figure(**{**row, "held_out": {name: Rate(**rate) for name, rate in row["held_out"].items()}})
        for row in rows
        if row["step"] <= step
    ]


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


def curve(figures: Sequence[Figure], title: str) -> Image.Image:
    """Draw two panels over the steps: the loss (logarithmic scale) and the held-out accuracy in per cent."""
    image = Image.new("RGB", _SIZE, "white")
    draw = ImageDraw.Draw(image)
    loss: dict[str, list[tuple[float, float]]] = {}
    held_out: dict[str, list[tuple[float, float]]] = {}
    for figure in figures:
        for name, value in figure.loss.items():
            if value > 0:
                loss.setdefault(name, []).append((figure.step, math.log10(value)))
        for name, rate in figure.held_out.items():
            if rate.value is not None:
                held_out.setdefault(name, []).append((figure.step, 100 * rate.value))
    last = max((figure.step for figure in figures), default=1)
    half = _SIZE[1] // 2
    _panel(draw, (0, half), f"{title}: loss", loss, last, lambda value: f"{10**value:.3g}")
    _panel(draw, (half, _SIZE[1]), "held out, per cent right", held_out, last, lambda value: f"{value:.1f}")
    return image


def _panel(
    draw: ImageDraw.ImageDraw,
    rows: tuple[int, int],
    title: str,
    lines: Mapping[str, Sequence[tuple[float, float]]],
    last: float,
    label: Callable[[float], str],
) -> None:
    """Draw lines and their scale between two pixel rows of the picture; ``label`` formats a value."""
    font, small = ImageFont.load_default(16), ImageFont.load_default(12)
    left, right = _LEFT, _SIZE[0] - _RIGHT
    top, bottom = rows[0] + _TOP, rows[1] - _BOTTOM
    draw.text((left, rows[0] + 10), title, "black", font)
    values = [value for line in lines.values() for _, value in line]
    low, high = min(values, default=0.0), max(values, default=1.0)
    low, high = (low, high) if high - low > 1e-9 else (low - 0.5, high + 0.5)
    for k in range(_MARKS + 1):
        y = bottom - (bottom - top) * k / _MARKS
        draw.line((left, y, right, y), "#d8dee4")
        draw.text((8, y - 7), label(low + (high - low) * k / _MARKS), "#57606a", small)
    draw.text((right - 60, bottom + 8), f"step {last:.0f}", "#57606a", small)
    for number, (name, line) in enumerate(lines.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        points = [
            (
                left + (right - left) * step / max(last, 1),
                bottom - (bottom - top) * (value - low) / (high - low),
            )
            for step, value in line
        ]
        if len(points) > 1:
            draw.line(points, colour, 2)
        x, y = points[-1]
        draw.ellipse((x - 3, y - 3, x + 3, y + 3), colour)
        draw.text((right + 12, top + 18 * number), f"{name} {label(line[-1][1])}", colour, small)
