"""Scenes for the layout network: what is found of tiles that lie in view, with the faults of a recogniser."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.ideal import visible
from yakulens.datasets.render.arrange import arrange
from yakulens.datasets.render.camera import Camera, look_at
from yakulens.datasets.render.scene import Arrangement, Placement
from yakulens.datasets.render.viewpoint import view
from yakulens.models.train.layout_faults import Faults, random_faults, read_faces, read_tops
from yakulens.models.train.layout_hands import CALLS, WINS, Deck, deal_hand
from yakulens.models.train.layout_noise import detect, placements_in_view
from yakulens.models.train.layout_scenes import layout_scene, quarter_turned
from yakulens.models.train.layout_truth import truth_of
from yakulens.vision.geometry.quads import areas
from yakulens.vision.labels import INDEX, LABELS
from yakulens.vision.layout.decode.opinion import ROLE_INDEX, ROLES
from yakulens.vision.layout.tokens import MOST

SEEDS = st.integers(0, 10_000)
FLAWLESS = Faults(corner_noise=0.0)


def above(steep: float = 90.0) -> Camera:
    return look_at(np.zeros(3), azimuth=0, elevation=steep, roll=0, distance=40, scale=40, size=(960, 1280))


@given(SEEDS)
def test_a_scene_is_the_same_for_the_same_seed(seed: int) -> None:
    one, other = (layout_scene(np.random.default_rng(seed)) for _ in range(2))
    for field in fields(one.detections):
        np.testing.assert_array_equal(*(getattr(scene.detections, field.name) for scene in (one, other)))
    assert one.truth.roles.tolist() == other.truth.roles.tolist()


@given(seed=SEEDS, table=st.booleans())
def test_a_scene_has_something_to_say_of_each_detection_and_not_too_many(seed: int, *, table: bool) -> None:
    scene = layout_scene(np.random.default_rng(seed), table=table)
    n = len(scene.detections)
    assert 0 < n <= MOST
    for name in ("roles", "seats", "meant", "calls", "hands"):
        assert getattr(scene.truth, name).shape == (n,)
    np.testing.assert_allclose(scene.detections.faces.sum(axis=1), 1, atol=1e-4)
    np.testing.assert_allclose(scene.detections.top_edge_probs.sum(axis=1), 1, atol=1e-4)
    assert np.isfinite(scene.detections.quads).all()
    assert ((scene.detections.objectness > 0) & (scene.detections.objectness <= 1)).all()


@given(SEEDS)
def test_the_photos_quads_go_round_as_the_clock_does(seed: int) -> None:
    quads = layout_scene(np.random.default_rng(seed)).detections.quads.astype(float)
    a, b = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    assert (a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] > 0).mean() > 0.95  # corners off by far may cross


def test_every_role_comes_up() -> None:
    rng = np.random.default_rng(0)
    seen = np.concatenate([layout_scene(rng).truth.roles for _ in range(80)])
    assert {ROLES[k] for k in set(seen.tolist())} == set(ROLES)


def test_whole_tables_show_more_than_hands_do() -> None:
    rng = np.random.default_rng(0)
    hands, tables = (
        np.median([len(layout_scene(rng, table=kind).detections) for _ in range(30)])
        for kind in (False, True)
    )
    assert hands < 25
    assert tables > 45


@pytest.mark.parametrize("kind", ["win gap", "melds right", "dead wall", "closed quad"])
def test_without_faults_all_that_is_visible_is_found_as_it_is(kind: str) -> None:
    rng = np.random.default_rng(1)
    scene = arrange(rng, kind)
    camera = view(rng, scene, steepness=70.0)
    detections, shown = detect(rng, scene, camera, FLAWLESS, truth_of(scene).meant)
    assert set(visible(scene, camera)) <= set(shown.tolist())
    assert [LABELS[k] for k in detections.faces.argmax(axis=1)] == [scene.placements[k].face for k in shown]


def test_missed_tiles_are_not_found() -> None:
    rng = np.random.default_rng(2)
    scene = arrange(rng, "win gap")
    meant = truth_of(scene).meant
    camera = view(rng, scene)
    assert len(detect(rng, scene, camera, replace(FLAWLESS, missed=1.0), meant)[0]) == 0
    assert len(detect(rng, scene, camera, replace(FLAWLESS, hand_missed=1), meant)[0]) == 13


def test_the_weaker_of_two_detections_of_one_tile_shows_none() -> None:
    rng = np.random.default_rng(3)
    scene = arrange(rng, "win gap")
    twice = replace(FLAWLESS, doubled=1.0)
    detections, shown = detect(rng, scene, view(rng, scene), twice, truth_of(scene).meant)
    assert sorted(shown.tolist()) == [-1] * 14 + list(range(14))
    middles = detections.quads.mean(axis=1)
    for k in np.flatnonzero(shown < 0):
        nearest = np.flatnonzero(shown >= 0)[
            np.linalg.norm(middles[shown >= 0] - middles[k], axis=1).argmin()
        ]
        assert detections.objectness[k] <= detections.objectness[nearest]


def test_strays_show_no_tile() -> None:
    rng = np.random.default_rng(4)
    scene = arrange(rng, "win gap")
    meant = truth_of(scene).meant
    detections, shown = detect(rng, scene, view(rng, scene), replace(FLAWLESS, strays=3), meant)
    assert (shown >= 0).sum() == len(scene.placements)
    # On some photos a sheet with printed tiles lies as well.
    assert (shown < 0).sum() == len(detections) - len(scene.placements) >= 3


def test_of_a_covered_tile_a_part_is_found_and_its_face_is_doubted() -> None:
    scene = arrange(np.random.default_rng(5), "win gap")
    meant = truth_of(scene).meant
    camera = view(np.random.default_rng(5), scene)
    whole, of = detect(np.random.default_rng(6), scene, camera, FLAWLESS, meant)
    part, of_part = detect(np.random.default_rng(6), scene, camera, replace(FLAWLESS, covered=1.0), meant)
    tiles = np.sort(of[of >= 0])
    assert (np.sort(of_part[of_part >= 0]) == tiles).all()
    seen = np.abs(areas(part.quads[np.argsort(of_part)[-len(tiles) :]]))
    assert (seen < 1.02 * np.abs(areas(whole.quads[np.argsort(of)[-len(tiles) :]]))).all()
    assert part.faces.max(axis=1).mean() < whole.faces.max(axis=1).mean()


def test_a_tile_under_another_is_not_seen() -> None:
    scene = Arrangement((Placement("1m", 0, 0), Placement("2m", 0, 0.1, level=1), Placement("3m", 2, 0)))
    assert placements_in_view(scene, above()).tolist() == [1, 2]


def test_a_tile_behind_a_wall_is_seen_from_above_but_not_from_low() -> None:
    low = tuple(Placement("back", x, 0) for x in (-1, 0, 1))
    wall = (*low, *(Placement("back", x, 0, level=1) for x in (-1, 0, 1)))
    scene = Arrangement((*wall, Placement("1m", 0, 1.4)))
    assert 6 in placements_in_view(scene, above(80.0)).tolist()
    assert 6 not in placements_in_view(scene, above(20.0)).tolist()


def test_the_front_of_a_standing_tile_is_not_seen_from_behind() -> None:
    scene = Arrangement((Placement("1m", 0, 0, 0.0, stands=True), Placement("2m", 2, 0, 180.0, stands=True)))
    assert placements_in_view(scene, above(30.0)).tolist() == [0]


def test_mistaken_faces_are_read_as_what_looks_like_them() -> None:
    rng = np.random.default_rng(5)
    truth = np.full(200, INDEX["9p"])
    read = read_faces(rng, truth, replace(FLAWLESS, mistaken=0.25)).argmax(axis=1)
    assert 0.1 < (read != truth).mean() < 0.4
    assert {LABELS[k] for k in read[read != truth]} == {"6p"}


def test_tops_of_faces_that_look_the_same_upside_down_are_two() -> None:
    ups = read_tops(np.random.default_rng(6), np.array([INDEX["2p"], INDEX["7p"]]), FLAWLESS)
    assert ups[0, 2] > 0.4
    assert ups[1].argmax() == 0
    assert ups[1, 0] > 0.9


@given(SEEDS)
def test_faults_stay_within_what_real_photos_have(seed: int) -> None:
    drawn = random_faults(np.random.default_rng(seed), crowded=bool(seed % 2))
    assert 0 <= drawn.missed <= 0.06
    assert 0 < drawn.corner_noise <= 0.09
    assert 0 <= drawn.mistaken <= 0.03


def test_most_photos_of_a_hand_alone_miss_nothing() -> None:
    rng = np.random.default_rng(7)
    drawn = [random_faults(rng, crowded=False) for _ in range(2000)]
    assert 0.74 < np.mean([not d.missed and not d.hand_missed for d in drawn]) < 0.82


@given(SEEDS, st.integers(1, 3))
def test_a_photo_turned_by_quarters_shows_the_same_tiles_in_its_frame(seed: int, quarters: int) -> None:
    straight = layout_scene(np.random.default_rng(seed)).detections
    turned = quarter_turned(straight, quarters)
    back = quarter_turned(turned, 4 - quarters)
    np.testing.assert_allclose(back.quads, straight.quads, atol=1e-2)
    assert turned.size == (straight.size if quarters == 2 else straight.size[::-1])


@given(SEEDS, st.integers(0, 4))
def test_a_dealt_hand_is_complete_and_of_one_wall(seed: int, calls: int) -> None:
    rng = np.random.default_rng(seed)
    deck = Deck(rng)
    hand = deal_hand(rng, deck, calls)
    faces = [face for part in hand.sets for face in part] + [face for m in hand.melds for face in m.faces]
    assert len([face for part in hand.sets for face in part]) == 14 - 3 * calls
    everything = faces + deck.deal_remaining()
    assert len(everything) == 136
    assert all(everything.count(face) == 1 for face in ("0m", "0p", "0s"))


def test_how_often_tiles_lie_where_adds_up() -> None:
    assert sum(WINS.values()) == pytest.approx(1)
    assert sum(CALLS.values()) == pytest.approx(1)


def test_nothing_is_meant_where_no_hand_lies() -> None:
    rng = np.random.default_rng(8)
    scenes = [layout_scene(rng) for _ in range(120)]
    empty = [s for s in scenes if not s.truth.meant.any()]
    assert empty
    for scene in empty:
        near = (scene.truth.hands == 0) & (scene.truth.roles == ROLE_INDEX["won"])
        assert not near.any()
