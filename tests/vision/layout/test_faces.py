"""Faces of a hand, taken together."""

import math

from yakulens.vision.labels import PLAIN
from yakulens.vision.layout.decode.faces import best_faces
from yakulens.vision.layout.decode.frame import FaceOdds
from yakulens.vision.layout.priors import DEFAULT_PRIORS

MISREAD = DEFAULT_PRIORS.calls.misread


def showing(*tiles: str) -> FaceOdds:
    """Tiles read for sure, or as one face or another: ``6s/8s`` is rather the first."""
    rows = []
    for tile in tiles:
        first, *others = tile.split("/")
        row = [MISREAD] * len(PLAIN)
        row[PLAIN.index(first)] = math.log(0.7 if others else 1.0)
        for face in others:
            row[PLAIN.index(face)] = math.log(0.3)
        rows.append(tuple(row))
    likely = tuple(tuple(k for k, log in enumerate(row) if log > MISREAD) for row in rows)
    unseen = (MISREAD,) * len(rows)
    return FaceOdds(tuple(rows), unseen, tuple(map(max, rows)), unseen, likely)


def taken(*tiles: str, melds: int = 0) -> list[str]:
    found, _ = best_faces(showing(*tiles), range(len(tiles)), melds, 0, DEFAULT_PRIORS.counts)
    return [PLAIN[face] for face in found]


def test_a_doubtful_tile_is_what_makes_the_hand_complete() -> None:
    held = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2s", "2s"]
    assert taken(*held, "7s", "6s/8s", "9s")[-2] == "8s"
    assert taken(*held, "7s", "6s/8s", "8s")[-2] == "6s"


def test_two_doubtful_tiles_change_together() -> None:
    held = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2s", "2s"]
    assert taken(*held, "5z/6z", "5z/6z", "6z")[-3:] == ["6z", "6z", "6z"]


def test_a_fifth_tile_of_a_kind_is_rather_another() -> None:
    found = taken("1m", "1m", "1m", "1m", "1m/2m", "3m", "5p", "6p", melds=0)
    assert found[4] == "2m"


def test_sure_tiles_stay_though_the_hand_is_none() -> None:
    held = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2s", "2s", "7s", "7s", "9s"]
    assert taken(*held) == held


def test_thirteen_orphans_with_a_doubtful_tile() -> None:
    held = ["1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "4z", "5z", "6z", "7z"]
    assert taken(*held, "8m/9m")[-1] == "9m"
