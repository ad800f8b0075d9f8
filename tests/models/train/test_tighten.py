"""Loose boxes become exact quads where a model detects the tile that the label names, and nowhere else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.layout.cases import Laid, detections
from yakulens.models.train.real_photos import RealPhoto, exact_quads, tightened
from yakulens.vision.detections import Detections


def photo_of(found: Detections, labels: tuple[str, ...]) -> RealPhoto:
    low, high = found.quads.min(axis=1), found.quads.max(axis=1)
    boxes = np.concatenate([low, high], axis=1).astype(np.float32)
    return RealPhoto(Path("a.png"), "X", "A1-diagonal", complete=True, boxes=boxes, labels=labels)


@pytest.fixture
def found() -> Detections:
    return detections([Laid("1m", 0.0), Laid("5p", 2.0), Laid("7z", 4.0, sideways=True)])


def test_a_detection_that_fits_the_box_and_is_read_as_labelled_gives_its_corners(found: Detections) -> None:
    assert np.array_equal(exact_quads(photo_of(found, ("1m", "5p", "7z")), found), found.quads)


def test_another_face_or_a_box_elsewhere_gives_none(found: Detections) -> None:
    photo = photo_of(found, ("1m", "4p", "7z"))
    photo.boxes[2] += 30
    known = np.isfinite(exact_quads(photo, found)).all(axis=(1, 2))
    assert known.tolist() == [True, False, False]
    assert not np.isfinite(exact_quads(photo, Detections.empty((9, 9)))).any()


def test_what_was_found_is_kept_for_a_run_that_goes_on(found: Detections, tmp_path: Path) -> None:
    photo, looked = photo_of(found, ("1m", "5p", "7z")), []

    def look(photo: RealPhoto) -> Detections:
        looked.append(photo)
        return found

    for _ in range(2):
        (after,) = tightened([photo], look, tmp_path / "quads.npz")
        assert after.quads is not None
        assert np.array_equal(after.quads, found.quads)
    assert looked == [photo]


def test_a_photo_that_is_new_is_looked_at_though_another_of_its_name_was_kept(
    found: Detections, tmp_path: Path
) -> None:
    first = photo_of(found, ("1m", "5p", "7z"))
    second, looked = replace(first, path=tmp_path / "other" / first.path.name), []

    def look(photo: RealPhoto) -> Detections:
        looked.append(photo.path)
        return found

    tightened([first], look, tmp_path / "quads.npz")
    tightened([first, second], look, tmp_path / "quads.npz")
    assert looked == [first.path, second.path]
