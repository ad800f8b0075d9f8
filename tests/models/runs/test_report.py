"""A run's folder as a report: its curves, and what was gained by tile set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulens.models.evaluate.rates import Rate
from yakulens.models.runs.figures import FIGURES, Figure, save_figures
from yakulens.models.runs.report import report_of, write_report

if TYPE_CHECKING:
    from pathlib import Path

RUN = [
    Figure(0, 1.0, {}, {"green": Rate(80, 100), "blue": Rate(50, 100)}),
    Figure(20, 30.0, {"loss": 3.0}, {"green": Rate(85, 100), "blue": Rate(75, 100)}),
    Figure(40, 60.0, {"loss": 2.0}, {"green": Rate(90, 100), "blue": Rate(70, 100)}),
    Figure(80, 120.0, {"loss": 1.0}, {"green": Rate(95, 100), "blue": Rate(58, 100)}),
]


def test_the_kept_state_is_compared_with_the_network_before_training(tmp_path: Path) -> None:
    save_figures(tmp_path / FIGURES, RUN)
    report = report_of(tmp_path, "reader")
    assert report.lines == (
        "80 steps in 2.0 minutes.",
        "Kept: the state after step 40, the best on what was held out.",
        "green: 80.0 % before training, 90.0 % in the kept state.",
        "blue: 50.0 % before training, 70.0 % in the kept state.",
    )
    assert [curve.name for curve in report.curves] == ["green", "blue"]
    assert report.curves[0].points == ((1 / 60, 80.0), (0.5, 85.0), (1.0, 90.0), (2.0, 95.0))
    assert report.losses[0].points == ((0.5, 3.0), (1.0, 2.0), (2.0, 1.0))


def test_it_is_written_beside_the_checkpoint_where_there_are_figures(tmp_path: Path) -> None:
    assert write_report(tmp_path, "reader") is None
    save_figures(tmp_path / FIGURES, [Figure(5, 9.0, {"loss": 1.0})])
    file = write_report(tmp_path, "reader")
    assert file == tmp_path / "report.html"
    text = file.read_text(encoding="utf-8")
    assert "No photos were held out" in text
    assert "loss: 1" in text
