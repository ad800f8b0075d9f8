"""The finder's training samples: pictures and the rectangles of their tiles agree with one another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from yakulens.models.train.finder_samples import (
    FinderSample,
    augmented,
    real_finder,
    rendered_finder,
    usable_for_finding,
)
from yakulens.models.train.reader_samples import real_reader
from yakulens.vision.naming.crop_answers import FACE_IN_CROP
from yakulens.vision.picture.pyramid import Pyramid

if TYPE_CHECKING:
    import pytest

    from yakulens.datasets.render.designs import TileDesigns
    from yakulens.models.train.real_photos import RealPhoto


def test_finder_samples_hold_long_side_first(designs: TileDesigns) -> None:
    boxes = 0
    for seed in range(6):
        sample = rendered_finder(designs, np.random.default_rng(seed), (240, 320))
        assert sample.image.shape == (240, 320, 3)
        assert (sample.boxes[:, 2] >= sample.boxes[:, 3]).all()
        boxes += len(sample.boxes)
    assert boxes > 20


def test_a_real_photo_is_moved_together_with_its_boxes(
    photo: RealPhoto, monkeypatch: pytest.MonkeyPatch
) -> None:
    # In the negative the ink is lighter than its ground.
    monkeypatch.setattr("yakulens.models.train.finder_samples.shown_unusually", lambda pixels, _rng: pixels)
    checked = 0
    for seed in range(10):
        sample = real_finder(photo, np.random.default_rng(seed), (256, 320))
        light = cv2.cvtColor(sample.image, cv2.COLOR_RGB2GRAY).astype(float)
        for cx, cy, _, h, _ in sample.boxes:
            if not (h < cx < 320 - h and h < cy < 256 - h):
                continue
            assert light[int(cy), int(cx)] < light.max() * 0.75
            checked += 1
    assert checked > 5


def test_a_picture_that_is_shown_again_is_moved_together_with_its_boxes() -> None:
    dark = np.full((240, 320, 3), 40, np.uint8)
    for x, y in ((100, 80), (200, 150)):
        cv2.rectangle(dark, (x - 20, y - 12), (x + 20, y + 12), (230, 230, 230), -1)
    boxes = np.array([[100, 80, 40, 24, 0], [200, 150, 40, 24, 0]], np.float32)
    checked = 0
    for seed in range(20):
        again = augmented(FinderSample(dark, boxes), np.random.default_rng(seed))
        light = cv2.cvtColor(again.image, cv2.COLOR_RGB2GRAY).astype(float)
        assert again.image.shape == dark.shape
        assert (again.boxes[:, 2] >= again.boxes[:, 3]).all()
        for cx, cy, _, short, _ in again.boxes:
            if short < cx < 320 - short and short < cy < 240 - short:
                here = light[int(cy), int(cx)]
                beside = light[int(cy - short) : int(cy + short), int(cx - short) : int(cx + short)].min()
                assert here > beside + 5
                checked += 1
    assert checked > 20


def test_a_loose_boxs_tile_counts_where_its_exact_corners_are_known(photo: RealPhoto) -> None:
    rng = np.random.default_rng(0)
    loose = replace(photo, group="A1-diagonal")
    assert usable_for_finding([loose]) == []
    turned = np.array([[70, 98], [104, 110], [90, 158], [56, 146]], np.float32)
    quads = turned + 50 * np.array([[[0, 0]], [[1, 0]], [[2, 0]]], np.float32)
    exact = replace(loose, quads=quads)
    assert usable_for_finding([exact]) == [exact]
    assert len(real_finder(exact, rng, (300, 400)).boxes) > 0
    sample = real_reader(exact, 1, Pyramid(exact.pixels()), rng)
    assert np.abs(sample.corners - FACE_IN_CROP).max() < 0.3
    half = replace(loose, quads=np.concatenate([quads[:2], np.full((1, 4, 2), np.nan, np.float32)]))
    assert usable_for_finding([half]) == []
