"""The picture of a run shows its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yakulens.models.evaluate.rates import Rate
from yakulens.models.runs.figures import Figure
from yakulens.vision.picture.photo import load

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("matplotlib", reason="training is an extra")
from yakulens.models.train.curve import save_curve


@pytest.mark.parametrize(
    "figures",
    [
        [Figure(step, 1.0, {"loss": 1 / step}, {"green": Rate(step, 40)}) for step in (10, 20, 30)],
        [Figure(10, 1.0, {"loss": 2.0}), Figure(20, 1.0, {"loss": 1.0, "seat": 3.0}, {"new": Rate(1, 2)})],
        [Figure(1, 1.0, {"loss": float("nan")}, {"none": Rate(0, 0)})],
        [],
    ],
)
def test_a_curve_is_drawn_of_any_figures(tmp_path: Path, figures: list[Figure]) -> None:
    save_curve(tmp_path / "curve.png", figures, "reader")
    assert load(tmp_path / "curve.png").pixels.std() > 1
