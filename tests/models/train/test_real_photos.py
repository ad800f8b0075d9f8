"""Labels of photos to train on: read in their order, refused in one line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from yakulens.models.train.real_photos import LabelsError, real_photos

if TYPE_CHECKING:
    from pathlib import Path

ROW: dict[str, Any] = {
    "file": "a.jpg",
    "set": "A1",
    "group": "A1-row",
    "all_tiles_boxed": True,
    "boxes": [[1, 2, 11, 16, "4m"]],
}


def write(folder: Path, *rows: object) -> Path:
    (folder / "labels.jsonl").write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return folder


def test_photos_are_read_in_their_order(tmp_path: Path) -> None:
    photos = real_photos(write(tmp_path, ROW, {**ROW, "file": "b.jpg", "boxes": []}))
    assert [photo.path.name for photo in photos] == ["a.jpg", "b.jpg"]
    assert [photo.labels for photo in photos] == [("4m",), ()]
    assert photos[1].boxes.shape == (0, 4)


@pytest.mark.parametrize(
    "row",
    [{}, [], {**ROW, "boxes": [[1, 2, 3, 4, "9x"]]}, {**ROW, "boxes": [[1, 2]]}, {**ROW, "boxes": None}],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path: Path, row: object) -> None:
    with pytest.raises(LabelsError, match="line 2: a photo needs file"):
        real_photos(write(tmp_path, ROW, row))


def test_a_folder_without_labels_says_so(tmp_path: Path) -> None:
    with pytest.raises(LabelsError, match=r"labels\.jsonl: cannot be read"):
        real_photos(tmp_path)
