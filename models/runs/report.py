"""A run's folder as a report: its curves, and the held-out accuracy before and at best, by tile set."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from yakulens.models.evaluate.report_page import Curve, LearntReport, page
from yakulens.models.runs.figures import FIGURES, Figure, load_figures, overall
from yakulens.scorer.whole_file import write_whole

REPORT: Final = "report.html"
_SHARE: Final = "right"
"""What a reader's figures say beside its loss: the share of the shown tiles that it names right."""


def report_of(out: Path, network: str) -> LearntReport:
    """The report of a run; without lines and curves if it has no figures.

    Raises:
        FiguresError: the figures are damaged.
    """
    figures = load_figures(out / FIGURES)
    return LearntReport(
        network,
        curves=held_out_curves(figures),
        losses=_curves(
            figures,
            {name: [f.loss.get(name) for f in figures] for name in _losses(figures)},
        ),
        lines=_lines(figures),
    )


def write_report(out: Path, network: str) -> Path | None:
    """Write a run's report into its folder; None if the run has no figures, as one on several GPUs."""
    if not (out / FIGURES).is_file():
        return None
    file = out / REPORT
    write_whole(file, page(f"{network}: a training run", [report_of(out, network)]).encode())
    return file


def held_out_curves(figures: Sequence[Figure]) -> tuple[Curve, ...]:
    """The held-out accuracy on each tile set, per cent over the minutes."""
    return _curves(figures, {name: [_share(f, name) for f in figures] for name in _sets(figures)})


def _sets(figures: Sequence[Figure]) -> list[str]:
    return list(dict.fromkeys(name for figure in figures for name in figure.held_out))


def _losses(figures: Sequence[Figure]) -> list[str]:
    names = dict.fromkeys(name for figure in figures for name in figure.loss)
    return [name for name in names if name != _SHARE]


def _share(figure: Figure, name: str) -> float | None:
    """The held-out accuracy on a set, per cent; None if it was not measured."""
    rate = figure.held_out.get(name)
    return None if rate is None or rate.value is None else 100 * rate.value


def _curves(figures: Sequence[Figure], values: dict[str, list[float | None]]) -> tuple[Curve, ...]:
    minutes = [figure.seconds / 60 for figure in figures]
    return tuple(
        Curve(name, tuple((x, y) for x, y in zip(minutes, row, strict=True) if y is not None))
        for name, row in values.items()
    )


def _lines(figures: Sequence[Figure]) -> tuple[str, ...]:
    """The length of the run, and each set's accuracy before training and at the best state."""
    if not figures:
        return ("No figure was written: the run was too short.",)
    last = figures[-1]
    lines = [f"{last.step} steps in {last.seconds / 60:.1f} minutes."]
    measured = [figure for figure in figures if overall(figure.held_out) is not None]
    if not measured:
        return (*lines, "No photos were held out, so nothing says what was gained.")
    # Of equally good states a run keeps the last one.
    first, best = measured[0], max(reversed(measured), key=lambda figure: overall(figure.held_out) or 0.0)
    began = "before training" if first.step == 0 else f"after step {first.step}"
    lines.append(f"Kept: the state after step {best.step}, the best on what was held out.")
    lines += [
        f"{name}: {_share(first, name):.1f} % {began}, {_share(best, name):.1f} % in the kept state."
        for name in _sets(measured)
        if _share(first, name) is not None and _share(best, name) is not None
    ]
    return tuple(lines)
