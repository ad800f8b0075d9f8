"""Which tiles are asked about as dora indicators: those that can be read, never a back."""

from __future__ import annotations

import numpy as np
import pytest

from yakulens.vision.example import detected
from yakulens.vision.layout.decode.frame import face_odds_of
from yakulens.vision.layout.decode.open_hands import DecodedTable
from yakulens.vision.layout.on_table import observe, on_table
from yakulens.vision.layout.priors import DEFAULT_PRIORS
from yakulens.vision.layout.report.faces import NamedFace
from yakulens.vision.layout.report.indicators import read_indicators


@pytest.mark.parametrize(
    ("face", "score", "odds", "count"),
    [
        ("3s", 0.95, -1.0, 1),
        ("2s", 0.09, -1.0, 0),
        ("back", 0.95, -1.0, 0),
        ("other", 0.95, 1.0, 0),
    ],
)
def test_a_tile_is_offered_as_an_indicator_if_it_can_be_read(
    face: str, score: float, odds: float, count: int
) -> None:
    seen = observe(detected("3s"))
    tiles = on_table(seen, np.ones(1, bool))
    table = DecodedTable((), ((0, odds),), face_odds_of(tiles, DEFAULT_PRIORS.calls.misread))
    told, issues = read_indicators(tiles, table, {0: NamedFace(face, score, (), face)}, DEFAULT_PRIORS)
    assert told == ()
    assert [issue.ids for issue in issues] == [(0,)] * count
