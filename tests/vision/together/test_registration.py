"""Two photos of one table are laid on each other, from whichever side and height they were taken."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.ideal import USUAL
from tests.vision.together.views import scene_of, seen_from
from yakulens.vision.detections import Detections
from yakulens.vision.labels import BACK, INDEX
from yakulens.vision.together.registration import register, same_face, view_of

KINDS = ("win gap", "melds right", "melds corner", "four melds", "closed quad", "discards", "whole table")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("side", "steepness"), [(35.0, 60.0), (-40.0, 35.0), (180.0, 50.0)])
def test_each_tile_meets_itself_on_the_other_photo(kind: str, side: float, steepness: float) -> None:
    for seed in range(3):
        scene = scene_of(kind, seed)
        first, shown_first = seen_from(scene, seed, 0.0, 55.0)
        second, shown_second = seen_from(scene, seed, side, steepness)
        laid = register(view_of(second), view_of(first))
        assert laid is not None
        assert laid.is_same_hand
        lies = [scene.placements[k].level == 0 and not scene.placements[k].stands for k in shown_second]
        both = np.isin(shown_second, shown_first) & lies
        assert (shown_first[laid.matches[both]] == shown_second[both]).mean() > 0.95


def test_missed_doubled_and_misread_tiles_do_not_lead_astray() -> None:
    right = total = 0
    for seed in range(20):
        scene = scene_of("melds right", seed)
        first, shown_first = seen_from(scene, seed, 0.0, 60.0, USUAL)
        second, shown_second = seen_from(scene, seed, 30.0, 40.0, USUAL)
        laid = register(view_of(second), view_of(first))
        assert laid is not None
        met = laid.matches >= 0
        right += int((shown_second[met] == shown_first[laid.matches[met]]).sum())
        total += int(met.sum())
    assert right / total > 0.97


def test_a_tile_on_another_one_is_where_only_a_raised_tile_can_be() -> None:
    raised, flat = [], []
    for seed in range(12):
        scene = scene_of("added quad on top", seed)
        first, shown_first = seen_from(scene, seed, 0.0, 65.0)
        second, shown_second = seen_from(scene, seed, 40.0, 40.0)
        view, other = view_of(second), view_of(first)
        laid = register(view, other)
        assert laid is not None
        for row, match in enumerate(laid.matches.tolist()):
            place = shown_second[row]
            if match < 0 or place != shown_first[match]:
                continue
            moved = laid.places[row] - other.places[match]
            expected = view.shifts[row] @ laid.turn.T - other.shifts[match]
            to_raised, to_flat = np.linalg.norm(moved - expected), np.linalg.norm(moved)
            (raised if scene.placements[place].level else flat).append(to_raised < to_flat)
    assert np.mean(raised) > 0.9
    assert np.mean(flat) < 0.05


def test_another_hand_is_not_taken_for_the_same() -> None:
    taken = 0
    for seed in range(20):
        first, _ = seen_from(scene_of("win gap", seed), seed, 0.0, 60.0)
        second, _ = seen_from(scene_of("win gap", seed + 100), seed, 0.0, 60.0)
        laid = register(view_of(second), view_of(first))
        taken += laid is not None and laid.is_same_hand
    assert taken == 0


def test_photos_without_a_common_face_are_not_laid_on_each_other() -> None:
    tiles, _ = seen_from(scene_of("win gap", 1), 1, 0.0)
    backs = np.zeros_like(tiles.faces)
    backs[:, INDEX[BACK]] = 1.0
    hidden = Detections(tiles.quads, tiles.objectness, backs, tiles.top_edge_probs, tiles.size)
    assert register(view_of(hidden), view_of(tiles)) is None
    assert view_of(Detections.empty((600, 800))) is None


def test_backs_say_nothing_of_which_tile_they_are() -> None:
    backs = np.zeros((2, 39), np.float32)
    backs[:, INDEX[BACK]] = 1.0
    assert np.abs(same_face(backs, backs)).max() < 1e-6
