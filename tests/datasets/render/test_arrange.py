"""Arranged scenes keep the rules: legal hands, tiles that do not overlap, a full truth."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.ideal import Noise, find
from yakulens.datasets.render.arrange import SCENES, arrange
from yakulens.datasets.render.arrange_deal import deal, in_order
from yakulens.datasets.render.viewpoint import hand_tiles, view
from yakulens.scorer.vocabulary import MELD_KINDS
from yakulens.vision.labels import FACES, plain


@given(st.integers(0, 2**32 - 1), st.lists(st.sampled_from(MELD_KINDS), max_size=4))
def test_a_dealt_hand_and_its_wall_are_one_set_of_tiles(seed: int, kinds: list[str]) -> None:
    dealt = deal(np.random.default_rng(seed), kinds)  # type: ignore[arg-type]
    tiles = [*(t for s in dealt.sets for t in s), *(t for m in dealt.melds for t in m.faces), *dealt.wall]
    counts = Counter(plain(t) for t in tiles)
    assert len(tiles) == 136
    assert set(counts.values()) == {4}
    assert [tiles.count(red) for red in ("0m", "0p", "0s")] == [1, 1, 1]


@pytest.mark.parametrize(("shape", "sets"), [("standard", 5), ("pairs", 7), ("orphans", 13)])
def test_each_shape_has_fourteen_tiles_in_its_sets(shape: str, sets: int) -> None:
    dealt = deal(np.random.default_rng(4), (), shape)
    assert len(dealt.sets) == sets
    assert sum(len(s) for s in dealt.sets) == 14
    assert dealt.win in [t for s in dealt.sets for t in s]


def test_the_called_tile_lies_where_its_discarder_sits() -> None:
    side = {"left": {0}, "across": {1, 2}, "right": {2, 3}}
    for seed in range(60):
        rng = np.random.default_rng(seed)
        for meld in deal(rng, ["chi", "pon", "open_kan", "added_kan"]).melds:
            assert meld.called is not None
            assert meld.origin is not None
            assert meld.called in side[meld.origin]
            if meld.kind == "chi":
                assert meld.called == 0


def test_players_sort_by_suit_and_number_with_red_fives_among_the_fives() -> None:
    assert in_order(["7z", "5s", "0s", "4s", "1m", "9p"]) == ["1m", "9p", "4s", "5s", "0s", "7z"]


@pytest.mark.parametrize("kind", list(SCENES))
def test_every_placement_has_one_part_or_is_hidden(kind: str) -> None:
    scene = arrange(np.random.default_rng(21), kind)
    parts = Counter([*hand_tiles(scene), *scene.indicators, *scene.others])
    assert max(parts.values()) == 1
    upper = [(p.x, p.y) for p in scene.placements if p.level]
    for index, placement in enumerate(scene.placements):
        if index not in parts:
            assert any(math.hypot(placement.x - x, placement.y - y) < 0.3 for x, y in upper)


@pytest.mark.parametrize("kind", list(SCENES))
def test_no_two_tiles_lie_in_one_another(kind: str) -> None:
    scene = arrange(np.random.default_rng(22), kind)
    flat = [p for p in scene.placements if not p.level]
    for k, one in enumerate(flat):
        for other in flat[k + 1 :]:
            assert math.hypot(one.x - other.x, one.y - other.y) > 0.85


def test_of_the_dead_wall_indicators_are_turned_over_and_after_a_riichi_as_many_below() -> None:
    scene = arrange(np.random.default_rng(5), "dead wall, ura")
    over = [scene.placements[k].level for k in scene.indicators]
    assert sum(over) == len(over) / 2 > 0
    assert all(scene.placements[k].face in FACES for k in scene.indicators)


def test_at_a_draw_every_hand_that_lies_open_has_thirteen_tiles() -> None:
    for seed in range(4):
        shown = arrange(np.random.default_rng(seed), "exhaustive draw").shown
        assert {len(hand.concealed) + 3 * len(hand.melds) for hand in shown} == {13}


def test_the_same_seed_arranges_the_same_scene() -> None:
    assert arrange(np.random.default_rng(9), "heap") == arrange(np.random.default_rng(9), "heap")


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(KeyError):
        arrange(np.random.default_rng(0), "nonsense")


@pytest.mark.parametrize("side", [0, 90, 180, 270])
def test_the_whole_hand_is_in_the_picture_from_every_side(side: float) -> None:
    rng = np.random.default_rng(31)
    scene = arrange(rng, "melds corner")
    found, owner = find(rng, scene, view(rng, scene, side=side))
    assert set(hand_tiles(scene)) <= set(owner.tolist())
    assert (found.quads >= 0).all()


def test_quads_run_clockwise_and_ups_point_at_the_printed_top() -> None:
    rng = np.random.default_rng(2)
    scene = arrange(rng, "win among")
    found, _ = find(rng, scene, view(rng, scene, steepness=80))
    a, b, c = found.quads[:, 0], found.quads[:, 1], found.quads[:, 2]
    turn = (b - a)[:, 0] * (c - b)[:, 1] - (b - a)[:, 1] * (c - b)[:, 0]
    assert (turn > 0).all()  # clockwise where y points down
    assert np.allclose(found.top_edge_probs.sum(axis=1), 1, atol=1e-5)


def test_imperfect_detections_read_most_faces_right_and_some_with_doubt() -> None:
    right, doubtful, total = 0, 0, 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        scene = arrange(rng, "win among")
        found, owner = find(rng, scene, view(rng, scene), Noise(mistaken=0.02, doubtful=0.05))
        for probabilities, k in zip(found.faces, owner, strict=True):
            if k >= 0:
                total += 1
                right += FACES[int(probabilities[:37].argmax())] == scene.placements[k].face
                doubtful += bool(probabilities.max() < 0.9)
    assert 0.95 < right / total < 1
    assert 0 < doubtful / total < 0.12
