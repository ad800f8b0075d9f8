"""Two phones at one table, played at random: every point goes to the player that was meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.properties.evenings import play

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 12))]
)
def test_every_point_goes_to_the_person_that_was_meant(seed: int, tmp_path: Path) -> None:
    play(seed, tmp_path)
