"""Training samples: rectangles, crops, corners and tops agree with one another."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.labels import INDEX, LABELS
from vision.naming import rectify
from vision.naming.rectify import FACE_IN_CROP
from vision.picture.pyramid import Pyramid
from vision.synth.wardrobe import Stock, redden
from vision.train.samples import (
    real_finder,
    real_no_tile,
    real_reader,
    rectangle,
    rendered_finder,
    rendered_reader,
    usable_for_finding,
)
from vision.train.schedule import Clock, learning_rate
from vision.train.stock import RealPhoto, face_crops

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def stock() -> Stock:
    """One design with a mark at the top of each face."""
    sheet = np.zeros((1, len(LABELS), 160, 120, 4), np.uint8)
    sheet[:, :, 10:50, 20:100] = (200, 20, 20, 255)
    return Stock(sheet)


@pytest.fixture
def photo(tmp_path: Path) -> RealPhoto:
    """A grey photo with three dark tiles in a row, all boxed."""
    pixels = np.full((300, 400, 3), 200, np.uint8)
    boxes = np.array([[60 + 50 * k, 100, 100 + 50 * k, 156] for k in range(3)], np.float32)
    for x1, y1, x2, y2 in boxes.astype(int):
        pixels[y1:y2, x1:x2] = 40
    cv2.imwrite(str(tmp_path / "a.png"), pixels)
    return RealPhoto(tmp_path / "a.png", "X", "X-rows", complete=True, boxes=boxes, labels=("1m", "5p", "7z"))


@given(st.floats(-3.1, 3.1), st.floats(20, 80), st.floats(1.15, 1.6), st.floats(50, 200), st.floats(50, 200))
@settings(max_examples=60, deadline=None)
def test_a_rectangle_keeps_its_sides_and_its_direction(
    angle: float, short: float, ratio: float, x: float, y: float
) -> None:
    points = cv2.boxPoints(((x, y), (short * ratio, short), math.degrees(angle)))
    cx, cy, w, h, theta = rectangle(points)
    assert (cx, cy) == pytest.approx((x, y), abs=0.1)
    assert (w, h) == pytest.approx((short * ratio, short), rel=0.01)
    assert -math.pi / 4 <= theta < 3 * math.pi / 4
    assert abs(math.sin(theta - angle)) < 0.02


def test_crops_hold_the_face_where_the_corners_say(stock: Stock) -> None:
    checked = 0
    for seed in range(6):
        for sample in rendered_reader(stock, np.random.default_rng(seed)):
            assert sample.crop.shape == (rectify.HEIGHT, rectify.WIDTH, 3)
            if sample.face < 0:
                assert np.isnan(sample.corners).all()
                continue
            checked += 1
            assert np.abs(sample.corners - rectify.FACE_IN_CROP).max() < 0.75
            assert sample.up in range(4)
    assert checked > 20


def test_the_top_named_is_where_the_mark_is(stock: Stock) -> None:
    right = total = 0
    for seed in range(12):
        for sample in rendered_reader(stock, np.random.default_rng(seed)):
            if sample.face < 0 or LABELS[sample.face] == "back":
                continue
            size = np.array([rectify.WIDTH, rectify.HEIGHT])
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


def test_finder_samples_hold_long_side_first(stock: Stock) -> None:
    boxes = 0
    for seed in range(6):
        sample = rendered_finder(stock, np.random.default_rng(seed), (240, 320))
        assert sample.image.shape == (240, 320, 3)
        assert (sample.boxes[:, 2] >= sample.boxes[:, 3]).all()
        boxes += len(sample.boxes)
    assert boxes > 20


def test_a_real_photo_is_moved_together_with_its_boxes(photo: RealPhoto) -> None:
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


def test_a_crop_of_a_real_box_shows_the_tile_and_not_its_top(photo: RealPhoto) -> None:
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


def test_painting_red_leaves_the_ground() -> None:
    picture = np.full((60, 40, 3), 240, np.uint8)
    picture[20:40, 10:30] = (20, 40, 120)
    for seed in range(40):
        painted = redden(picture, np.random.default_rng(seed)).astype(int)
        assert np.median(np.abs(painted[:15] - 240).max(axis=2)) < 60
        figure = painted[18:42, 8:32]
        assert (figure[..., 0] - figure[..., 2]).max() > 25


def test_faces_of_a_set_with_few_labels_are_not_worn(photo: RealPhoto) -> None:
    assert face_crops([photo]) == ()


def test_the_learning_rate_rises_then_falls() -> None:
    rates = [learning_rate(1.0, 0.0, step) for step in range(200)]
    assert rates == sorted(rates)
    falling = [learning_rate(1.0, p / 10, 10_000) for p in range(11)]
    assert falling == sorted(falling, reverse=True)
    assert falling[-1] == pytest.approx(0.01)


def test_a_clock_goes_on_where_it_stopped() -> None:
    assert Clock(1.0, spent=30.0).progress() == pytest.approx(0.5, abs=0.02)
    assert Clock(1.0, spent=90.0).progress() == 1.0


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
