"""The picture of a run: its loss and its accuracy on held-out data over the steps."""

from collections.abc import Mapping, Sequence
from math import nan
from pathlib import Path

from matplotlib.figure import Figure as Picture

from yakulens.models.runs.figures import Figure


def save_curve(file: Path, figures: Sequence[Figure], title: str) -> None:
    """Draw two panels as PNG: the loss on a logarithmic scale, and the held-out accuracy in per cent."""
    picture = Picture(figsize=(9.6, 7.2), layout="constrained")
    upper, lower = picture.subplots(2, sharex=True)
    upper.set(title=f"{title}: loss", yscale="log")
    lower.set(title="held out, per cent right", xlabel="step")
    steps = [figure.step for figure in figures]
    for panel, rows in ((upper, [figure.loss for figure in figures]), (lower, _per_cent(figures))):
        for name in dict.fromkeys(name for row in rows for name in row):
            values = [row.get(name, nan) for row in rows]
            panel.plot(steps, values, marker=".", label=f"{name} {values[-1]:.3g}")
            panel.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    picture.savefig(file, format="png")


def _per_cent(figures: Sequence[Figure]) -> list[Mapping[str, float]]:
    return [
        {name: 100 * rate.value for name, rate in figure.held_out.items() if rate.value is not None}
        for figure in figures
    ]
