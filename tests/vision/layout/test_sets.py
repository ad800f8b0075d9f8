"""Which called set some tiles are: kind, order, the sideways tile, what lies face-down or was not seen."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from yakulens.vision.detections import Detections
from yakulens.vision.example import detected
from yakulens.vision.labels import INDEX, PLAIN
from yakulens.vision.layout.decode.frame import face_odds_of
from yakulens.vision.layout.decode.hands import likeliest_hands
from yakulens.vision.layout.decode.parts import PlayerOdds
from yakulens.vision.layout.decode.sets import CalledSet, possible_sets
from yakulens.vision.layout.on_table import observe, on_table
from yakulens.vision.layout.priors import DEFAULT_PRIORS

CALLS = DEFAULT_PRIORS.calls
HELD = "1m 2m 3m 6p 7p 8p 4s 5s 6s 9s"


def all_ways(laid: str) -> list[CalledSet]:
    """The sets that the tiles after a hand may be, the likeliest first."""
    return ways_of(detected(f"{HELD} _ {laid}"))


def ways_of(laid: Detections) -> list[CalledSet]:
    """The same of tiles that were detected after those of ``HELD``."""
    seen = observe(laid)
    tiles = on_table(seen, np.ones(len(seen), bool))
    chosen = range(len(HELD.split()), len(tiles))
    found = possible_sets(tiles, face_odds_of(tiles, CALLS.misread), list(chosen), np.pi / 2, CALLS)
    return sorted(found, key=lambda one: -one.score)


def likeliest(laid: str) -> CalledSet:
    return all_ways(laid)[0]


@pytest.mark.parametrize(
    ("laid", "kind", "rotated", "origin"),
    [
        ("7z (7z) 7z", "pon", (1,), "across"),
        ("(7z) 7z 7z", "pon", (0,), "left"),
        ("7z 7z (7z)", "pon", (2,), "right"),
        ("(4m) 2m 3m", "chi", (0,), "left"),
        ("(7z) 7z 7z 7z", "open_kan", (0,), "left"),
        ("7z 7z (7z) 7z", "open_kan", (2,), "across"),
        ("7z 7z 7z (7z)", "open_kan", (3,), "right"),
    ],
)
def test_the_sideways_tile_tells_kind_and_caller(
    laid: str, kind: str, rotated: tuple[int, ...], origin: str
) -> None:
    one = likeliest(laid)
    assert (one.kind, one.rotated, one.origin, one.missing) == (kind, rotated, origin, 0)
    assert one.tiles == tuple(range(10, 10 + len(laid.split())))


@pytest.mark.parametrize(
    ("laid", "backs", "missing"),
    [
        ("back 3p 3p back", (0, 3), 0),
        ("3p back back 3p", (1, 2), 0),
        ("back 3p 3p", (0, 3), 1),
        ("3p back 3p", (1, 2), 1),
        ("back back 3p", (1, 2), 1),
        ("5z 3p 3p 5z", (0, 3), 0),  # a plain back looks like a White
        ("back 3p 3p 5z", (0, 3), 0),
        ("3p 5z back 3p", (1, 2), 0),
    ],
)
def test_face_down_tiles_make_a_closed_quad_even_where_one_of_four_was_not_seen(
    laid: str, backs: tuple[int, ...], missing: int
) -> None:
    one = likeliest(laid)
    assert (one.kind, one.backs, one.missing, one.origin) == ("closed_kan", backs, missing, None)
    assert {PLAIN[face] for face in one.faces} == {"3p"}


def test_a_white_that_is_rather_read_as_a_back_is_one_in_a_triplet_of_whites() -> None:
    laid = detected(f"{HELD} _ 5z (5z) back")
    laid.faces[-1] = 0.0
    laid.faces[-1, [INDEX["back"], INDEX["5z"]]] = 0.6, 0.4
    one = ways_of(laid)[0]
    assert (one.kind, one.origin, one.missing) == ("pon", "across", 0)


def test_no_tile_sideways_leaves_open_who_discarded_it() -> None:
    assert likeliest("7z 7z 7z").origin is None
    assert likeliest("2m 3m 4m").origin is None


def test_of_a_triplet_two_tiles_with_room_between_tell_the_third() -> None:
    one = likeliest("(7z) _ 7z")
    assert (one.kind, one.rotated, one.positions, one.missing) == ("pon", (0,), (0, 2), 1)


@pytest.mark.parametrize(
    ("laid", "positions", "origin"),
    [("(7z) _ 7z 7z", (0, 2, 3), "left"), ("7z 7z _ (7z)", (0, 1, 3), "right")],
)
def test_of_three_tiles_with_room_for_a_fourth_it_is_asked_whether_they_are_a_quad(
    laid: str, positions: tuple[int, ...], origin: str
) -> None:
    ways = {one.kind: one for one in reversed(all_ways(laid))}
    quad = ways["open_kan"]
    assert (quad.positions, quad.origin, quad.missing) == (positions, origin, 1)
    assert abs(quad.score - ways["pon"].score) < DEFAULT_PRIORS.rival


def test_parts_of_quads_leave_room_for_a_set_of_which_one_tile_was_not_seen() -> None:
    seen = observe(detected("1z 1z 1z 1z 5p 5p 5p 5p 1s 1s 1s 1s 4m 5m 9s 9s"))
    tiles = on_table(seen, np.ones(len(seen), bool))
    quads = [range(start, start + 4) for start in (0, 4, 8)]
    parts = [part for quad in quads for size in (2, 3, 4) for part in combinations(quad, size)]
    sets = [
        CalledSet("pon", part, (0, 0, 0), part, (0,), (), "left", 11.0 * len(part) - 8.0)
        for part in parts * 3
    ]
    run = CalledSet("chi", (12, 13), (2, 3, 4), (1, 2), (0,), (), "left", 13.0, 1)
    held = tuple(9.0 if t > 13 else -9.0 for t in range(len(tiles)))
    odds = PlayerOdds(0, held, (-9.0,) * len(tiles), (9.0,) * len(tiles), (9.0,) * len(tiles))
    face_odds = face_odds_of(tiles, CALLS.misread)
    by_score = sorted([*sets, run], key=lambda one: -one.score)
    hand = likeliest_hands(face_odds, odds, by_score, frozenset(), DEFAULT_PRIORS)[0]
    assert run in hand.sets
    assert sorted(map(len, (one.tiles for one in hand.sets))) == [2, 4, 4, 4]


def test_a_white_in_doubt_is_no_face_up_tile_of_another_quad() -> None:
    laid = detected(f"{HELD} _ 7s 5z 5z 7s")
    faces = laid.faces.copy()
    faces[-3:-1, INDEX["7s"]], faces[-3:-1, INDEX["5z"]] = 0.3, 0.7
    quads = [one for one in ways_of(replace(laid, faces=faces)) if one.kind == "closed_kan"]
    white = PLAIN.index("5z")
    assert any(one.backs == (1, 2) for one in quads)
    for one in quads:
        up = [t for t, k in zip(one.tiles, one.positions, strict=True) if k not in one.backs]
        assert one.faces[0] == white or not one.backs or not {11, 12}.intersection(up)
