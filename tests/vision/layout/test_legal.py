"""Hands that are complete, or wait for a tile, are likelier to be photographed than others."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.layout.cases import Laid, detections, row
from yakulens.vision import layout
from yakulens.vision.labels import INDEX, LABELS
from yakulens.vision.layout.hand.legal import legal_odds
from yakulens.vision.layout.priors import DEFAULT_PRIORS
from yakulens.vision.layout.rows.evidence import Evidence

PRIORS = DEFAULT_PRIORS.counts


def evidence(faces: str, sure: float = 0.999) -> Evidence:
    labels = faces.split()
    probabilities = np.full((len(labels), len(LABELS)), (1 - sure) / (len(LABELS) - 1))
    probabilities[np.arange(len(labels)), [INDEX[f] for f in labels]] = sure
    return Evidence.of(probabilities, np.full(len(labels), 0.95))


@pytest.mark.parametrize(
    ("faces", "melds"),
    [
        ("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s 8s", 0),
        ("1m 1m 3m 3m 4p 4p 6p 6p 1z 1z 2z 2z 0s 5s", 0),
        ("1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z 7z", 0),
        ("1m 2m 3m 5z 5z", 3),
        ("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s", 0),
        ("5z", 4),
    ],
)
def test_complete_and_waiting_hands_cost_nothing(faces: str, melds: int) -> None:
    seen = evidence(faces)
    assert legal_odds(seen, range(len(seen.likely)), melds, PRIORS) == 0.0


def test_fourteen_tiles_that_are_no_hand_and_thirteen_that_wait_for_nothing_are_unlikely() -> None:
    wrong = evidence("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s 9s")
    assert legal_odds(wrong, range(14), 0, PRIORS) == pytest.approx(PRIORS.not_complete, abs=0.2)
    scattered = evidence("1m 4m 7m 1p 4p 7p 1s 4s 7s 1z 2z 3z 4z")
    assert legal_odds(scattered, range(13), 0, PRIORS) == pytest.approx(PRIORS.not_waiting, abs=0.2)


def test_a_face_in_doubt_excuses_a_hand_that_is_none() -> None:
    doubtful = evidence("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s 9s", sure=0.9)
    assert legal_odds(doubtful, range(14), 0, PRIORS) > PRIORS.not_complete / 2


def test_a_fifth_tile_is_not_waited_for_and_other_sizes_are_not_judged() -> None:
    four = evidence("2z 2z 2z 2z 1m 2m 3m 4m 5m 6m 7p 8p 9p")
    assert legal_odds(four, range(13), 0, PRIORS) < 0
    few = evidence("1m 4m 7m 1p 4p")
    assert legal_odds(few, range(5), 0, PRIORS) == 0.0


def test_of_two_tiles_apart_the_one_that_completes_the_hand_won() -> None:
    held = row("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s")
    tiles = [*held, Laid("8s", 14.4, 0.9), Laid("4z", 14.4, -0.9)]
    reading = layout.read(detections(tiles))
    assert reading.win is not None
    assert reading.face(reading.win) == "8s"


def test_sets_that_lie_apart_are_held_where_the_called_ones_are_marked() -> None:
    called = [Laid("7z", 9.0, sideways=True), Laid("7z", 10.2), Laid("7z", 11.2)]
    tiles = [*row("2s 2s 3p 4p 5p 6p 7p 8p"), *called, *row("4m 5m 6m", x=1.0, y=-3.2)]
    reading = layout.read(detections(tiles))
    assert len(reading.melds) == 1
    assert {reading.face(i) for i in reading.concealed} >= {"4m", "5m", "6m"}


def test_a_large_blank_detection_between_two_parts_of_a_hand_is_bare_table() -> None:
    tiles = [*row("1m 2m 3m 4m 5m 6m"), *row("7p 8p 9p 2s 2s 8s 8s", x=7.6)]
    found = detections([*tiles, Laid("5z", 6.3)])
    found.quads[-1] = found.quads[-1].mean(axis=0) + 1.3 * (found.quads[-1] - found.quads[-1].mean(axis=0))
    reading = layout.read(found)
    assert [reading.face(i) for i in reading.concealed].count("5z") == 0
    assert [i.code for i in reading.issues] == []


def test_a_flower_cut_by_the_photos_edge_is_left_out() -> None:
    found = detections([Laid("other", -1.0), *row("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s")])
    found.quads[:] -= [found.quads[0, :, 0].min(), 0.0]
    reading = layout.read(found)
    assert "other" not in [reading.face(i) for i in reading.concealed]
    assert len(reading.concealed) == 13
