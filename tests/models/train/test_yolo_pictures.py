"""Pictures written for ultralytics are read again as they were: by our own reader of its form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yakulens.datasets.imports.formats import read_export
from yakulens.models.train.finder_samples import FinderSample, write
from yakulens.vision.finding.decode import corners

if TYPE_CHECKING:
    from pathlib import Path


def test_what_is_written_is_read_again_as_oriented_boxes(tmp_path: Path) -> None:
    boxes = np.array([[60, 50, 40, 30, 0.5], [120, 60, 40, 30, 2.0]], np.float32)
    samples = [FinderSample(np.full((96, 160, 3), 90, np.uint8), boxes[:n]) for n in (2, 0, 1)]
    write(iter(samples), tmp_path, "train", 2)
    (tmp_path / "data.yaml").write_text("names:\n  0: tile\n")
    one, empty = read_export(tmp_path).photos
    assert (one.split, empty.boxes) == ("train", ())
    np.testing.assert_allclose([box.corners for box in one.boxes], corners(boxes), atol=0.01)
    assert all(box.is_rotated() for box in one.boxes)
    write(iter([]), tmp_path, "train", 2)  # they are there
    assert len(read_export(tmp_path).photos) == 2
