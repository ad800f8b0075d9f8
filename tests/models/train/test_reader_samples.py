"""The reader's training samples: crops, corners and tops agree with one another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from yakulens.models.train.reader_samples import real_no_tile, real_reader, rendered_reader
from yakulens.vision.labels import INDEX, LABELS
from yakulens.vision.naming.crop_answers import FACE_IN_CROP, HEIGHT, WIDTH
from yakulens.vision.picture.pyramid import Pyramid

if TYPE_CHECKING:
    import pytest

    from yakulens.datasets.render.designs import TileDesigns
    from yakulens.models.train.real_photos import RealPhoto


def test_crops_hold_the_face_where_the_corners_say(designs: TileDesigns) -> None:
    checked = 0
    for seed in range(6):
        for sample in rendered_reader(designs, np.random.default_rng(seed)):
            assert sample.crop.shape == (HEIGHT, WIDTH, 3)
            if sample.face < 0:
                assert np.isnan(sample.corners).all()
                continue
            checked += 1
            assert np.abs(sample.corners - FACE_IN_CROP).max() < 0.75
            assert sample.up in range(4)
    assert checked > 20


def test_the_top_named_is_where_the_mark_is(designs: TileDesigns) -> None:
    right = total = 0
    for seed in range(12):
        for sample in rendered_reader(designs, np.random.default_rng(seed), odd=0.0):
            if sample.face < 0 or LABELS[sample.face] in {"back", "5z"}:  # both may show nothing
                continue
            size = np.array([WIDTH, HEIGHT])
            quad = np.roll(sample.corners, -sample.up, axis=0) * size
            matrix = cv2.getPerspectiveTransform(
                quad.astype(np.float32), np.array([[0, 0], [60, 0], [60, 80], [0, 80]], np.float32)
            )
            face = cv2.warpPerspective(sample.crop, matrix, (60, 80)).astype(int)
            red = face[..., 0] - face[..., 1]
            total += 1
            right += red[5:25, 10:50].mean() > red[55:75, 10:50].mean()
    assert total > 60
    assert right >= 0.9 * total  # a tile may be covered, mirrored light or nearly without ink


def test_a_crop_of_a_real_box_shows_the_tile_and_not_its_top(
    photo: RealPhoto, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "yakulens.models.train.reader_samples.shown_unusually",
        lambda pixels, _rng, *, five: pixels,  # noqa: ARG005
    )
    rng = np.random.default_rng(0)
    pixels = Pyramid(photo.pixels())
    sample = real_reader(photo, 0, pixels, rng)
    assert sample.face == INDEX["1m"]
    assert sample.up == -1
    middle = sample.crop[40:56, 32:48].mean()
    rim = sample.crop[:4].mean()
    assert middle < rim


def test_a_five_is_at_times_painted_red(photo: RealPhoto) -> None:
    pixels = Pyramid(photo.pixels())
    faces = {real_reader(photo, 1, pixels, np.random.default_rng(seed)).face for seed in range(40)}
    assert faces == {INDEX["5p"], INDEX["0p"]}


def test_a_crop_without_a_tile_has_no_name_and_no_corners(photo: RealPhoto) -> None:
    pixels = Pyramid(photo.pixels())
    rng = np.random.default_rng(5)
    drawn = [real_no_tile(photo, pixels, rng) for _ in range(200)]
    crops = [sample for sample in drawn if sample is not None]
    assert 0 < len(crops) < len(drawn)  # beside a tile there is often another: that place is passed over
    assert all(sample.face == sample.up == -1 for sample in crops)
    assert all(np.isnan(sample.corners).all() for sample in crops)


def test_beside_the_boxes_of_a_photo_that_boxes_only_some_there_may_be_a_tile(photo: RealPhoto) -> None:
    some = replace(photo, complete=False)
    pixels = Pyramid(photo.pixels())
    whole = sum(real_no_tile(photo, pixels, np.random.default_rng(k)) is not None for k in range(200))
    partly = sum(real_no_tile(some, pixels, np.random.default_rng(k)) is not None for k in range(200))
    assert 0 < partly < whole  # only halves of boxed tiles are left
