"""Which tiles are told or asked about as dora indicators: those in a wall that can be read, never a back."""

from __future__ import annotations

import math

import numpy as np
import pytest

from yakulens.vision.example import detected
from yakulens.vision.labels import LABELS
from yakulens.vision.layout.decode.frame import face_odds_of
from yakulens.vision.layout.decode.open_hands import DecodedTable, likeliest_table
from yakulens.vision.layout.decode.opinion import ROLES, SEATS, Opinion
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


def seen_in(row: str, chance: float) -> list[str]:
    """The faces told or asked about as indicators if each tile is one with this chance, by the network."""
    observed = observe(detected(row))
    roles = {"wall": 0.99 - chance, "indicator": chance}
    logs = tuple(math.log(roles.get(role, 0.01 / (len(ROLES) - 2))) for role in ROLES)
    count = len(observed)
    nothing = ((0.0,) * count,) * count
    opinion = Opinion((logs,) * count, ((0.0,) * len(SEATS),) * count, (0.0,) * count, nothing, nothing)
    tiles = on_table(observed, np.ones(count, bool))
    table = likeliest_table(tiles, opinion, DEFAULT_PRIORS)
    faces = [LABELS[k] for k in observed.faces.argmax(axis=1)]
    return [faces[tile] for tile, _ in table.indicators]


@pytest.mark.parametrize(
    ("row", "shown"),
    [
        ("back back 3s back back", ["3s"]),
        ("back 3s back", ["3s"]),
        ("back back 3s 7z back", ["3s", "7z"]),
        ("back 3s 3s back", []),  # a closed kan
        ("back back 3s", []),
        ("back back 3s _ back back", []),
        ("back back back back", []),
        ("1m 3s 9p", []),
    ],
)
def test_a_face_up_tile_between_the_backs_of_a_wall_is_an_indicator(row: str, shown: list[str]) -> None:
    assert sorted(seen_in(row, 0.03)) == shown


def test_the_network_still_says_which_tiles_of_a_wall_it_is_sure_are_none() -> None:
    assert seen_in("back back 3s back back", 1e-5) == []


@pytest.mark.parametrize("chance", [0.2, 0.6])
@pytest.mark.parametrize(
    ("row", "shown"),
    [
        ("6p 7p 8p", 0),
        ("7z 7z 7z", 0),
        ("5s 0s 5s", 0),
        ("6p back 8p", 2),
        ("6p 7p 1z", 3),
        ("6p 7p _ 8p", 3),
    ],
)
def test_a_tile_of_a_called_set_is_neither_told_nor_offered(row: str, shown: int, chance: float) -> None:
    assert len(seen_in(row, chance)) == shown


def test_indicators_that_make_a_run_are_told_where_the_network_is_sure_of_them() -> None:
    assert seen_in("6p 7p 8p", 0.985) == ["6p", "7p", "8p"]


@pytest.mark.parametrize(("odds", "codes"), [(1.0, []), (-1.0, ["dora_indicator"])])
@pytest.mark.parametrize(("score", "more"), [(0.94, ["doubtful_face"]), (0.96, [])])
def test_a_face_that_no_set_speaks_for_is_asked_about_earlier(
    odds: float, codes: list[str], score: float, more: list[str]
) -> None:
    tiles = on_table(observe(detected("4p")), np.ones(1, bool))
    table = DecodedTable((), ((0, odds),), face_odds_of(tiles, DEFAULT_PRIORS.calls.misread))
    names = {0: NamedFace("4p", score, (("4s", 1 - score),), "4p")}
    issues = read_indicators(tiles, table, names, DEFAULT_PRIORS)[1]
    assert sorted(issue.code for issue in issues) == sorted([*codes, *more])
