"""What several photos saw of a tile adds up; what one alone saw stays; what none should have seen goes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.together.views import recognised, scene_of, seen_from
from yakulens.vision.detections import Detections
from yakulens.vision.labels import INDEX, LABELS
from yakulens.vision.together.fusion import Fused, fuse


def faces_of(fused: Fused) -> list[str]:
    return sorted(LABELS[k] for k in fused.recognition.detections.faces.argmax(axis=1))


def without(tiles: Detections, rows: list[int]) -> Detections:
    return tiles[np.setdiff1d(np.arange(len(tiles)), rows)]


def doubtful(tiles: Detections, row: int, face: str, other: str, share: float) -> Detections:
    faces = tiles.faces.copy()
    faces[row] = 0.001
    faces[row, INDEX[face]], faces[row, INDEX[other]] = share, 1 - share
    return replace(tiles, faces=faces / faces.sum(axis=1, keepdims=True))


@pytest.fixture
def views() -> list[tuple[Detections, np.ndarray]]:
    scene = scene_of("melds right", 4)
    return [
        seen_from(scene, 4, side, steepness) for side, steepness in ((0.0, 60.0), (30.0, 45.0), (-35.0, 50.0))
    ]


def test_one_photo_alone_stays_as_it_is(views: list[tuple[Detections, np.ndarray]]) -> None:
    tiles, _ = views[0]
    fused = fuse([recognised(tiles)], [0])
    assert np.array_equal(fused.recognition.detections.quads, tiles.quads)
    assert np.allclose(fused.recognition.detections.faces, tiles.faces, atol=1e-5)
    assert np.allclose(fused.recognition.detections.objectness, tiles.objectness, atol=0.05)


def test_a_tile_that_two_photos_miss_is_kept_from_the_third(
    views: list[tuple[Detections, np.ndarray]],
) -> None:
    hidden = 3
    looks = [
        recognised(tiles if n == 2 else without(tiles, np.flatnonzero(shown == hidden).tolist()))
        for n, (tiles, shown) in enumerate(views)
    ]
    fused = fuse(looks, [0, 1, 2])
    whole = fuse([recognised(tiles) for tiles, _ in views], [0, 1, 2])
    assert faces_of(fused) == faces_of(whole)
    only = [k for k in range(fused.quads.shape[1]) if np.isnan(fused.quads[:2, k]).all()]
    assert len(only) == 1
    assert not np.isnan(fused.quads[2, only[0]]).any()


def test_a_doubtful_face_is_answered_by_the_other_photos(
    views: list[tuple[Detections, np.ndarray]],
) -> None:
    (first, _), *others = views
    row = int(np.flatnonzero(first.faces.argmax(axis=1) < 27)[0])
    face = LABELS[first.faces[row].argmax()]
    wrong = "7z" if face != "7z" else "6z"
    looks = [recognised(doubtful(first, row, wrong, face, 0.6)), *(recognised(tiles) for tiles, _ in others)]
    alone, together = fuse(looks[:1], [0]), fuse(looks, [0, 1, 2])
    assert LABELS[alone.recognition.unfiltered.faces[row].argmax()] == wrong
    assert LABELS[together.recognition.unfiltered.faces[row].argmax()] == face


def test_a_false_find_on_one_photo_counts_less_than_a_tile(
    views: list[tuple[Detections, np.ndarray]],
) -> None:
    first, _ = views[0]
    middle = first.quads.mean(axis=(0, 1))
    flat = np.full((1, len(LABELS)), 1 / len(LABELS), np.float32)
    stray = Detections(
        (first.quads[:1] - first.quads[:1].mean(axis=1, keepdims=True)) * 0.8 + middle + np.float32([0, 220]),
        np.array([0.5], np.float32),
        flat,
        np.full((1, 4), 0.25, np.float32),
        first.size,
    )
    looks = [recognised(Detections.merge(first, stray)), *(recognised(tiles) for tiles, _ in views[1:])]
    fused = fuse(looks, [0, 1, 2])
    at = len(first)
    assert fused.recognition.unfiltered.objectness[at] < 0.3
    assert fused.recognition.unfiltered.objectness[:at].min() > 0.8


def test_the_first_photos_hand_is_kept_and_the_others_are_named() -> None:
    first, _ = seen_from(scene_of("win gap", 1), 1, 0.0, 60.0)
    other, _ = seen_from(scene_of("win gap", 50), 1, 0.0, 60.0)
    again, _ = seen_from(scene_of("win gap", 50), 1, 30.0, 60.0)
    fused = fuse([recognised(first), recognised(other), recognised(again)], [1, 2, 0])
    assert fused.base == 0
    assert fused.others == (1, 2)
    assert len(fused.recognition.detections) == len(first)


def test_a_tile_beyond_the_base_photos_edge_is_whole() -> None:
    scene = scene_of("win gap", 2)
    first, _ = seen_from(scene, 2, 0.0, 60.0)
    second, _ = seen_from(scene, 2, 25.0, 55.0)
    cut = int(np.sort(first.quads[..., 0].mean(axis=1))[-3])
    inside = first.quads[..., 0].mean(axis=1) < cut
    narrow = replace(first[inside], size=(first.size[0], cut))
    fused = fuse([recognised(narrow), recognised(second)], [0, 1])
    tiles, (height, width) = fused.recognition.detections, fused.recognition.detections.size
    assert len(tiles) == len(second)
    assert tiles.quads.min() > 0
    assert (tiles.quads.max(axis=(0, 1)) < [width, height]).all()


def test_no_photo_shows_anything() -> None:
    empty = recognised(Detections.empty((600, 800)))
    fused = fuse([empty, empty], [0, 1])
    assert len(fused.recognition.detections) == 0
    assert fused.others == ()
