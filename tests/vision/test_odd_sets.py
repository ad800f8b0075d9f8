"""Copies of labelled photos as if they showed an odd tile set."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.benchmarks.odd_sets import KINDS, copy, cut_out, label_of
from yakulens.datasets.truth import LabelledBoxes, LabelledFace, load_truths

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Two boxed photos of two sets, and a face."""
    folder = tmp_path / "source"
    folder.mkdir()
    picture = np.full((60, 100, 3), (30, 60, 40), np.uint8)
    picture[10:40, 10:30] = (250, 245, 240)
    lines = [
        {"file": "a.png", "set": "A", "boxes": [[10, 10, 30, 40, "1m"]], "all_tiles_boxed": True},
        {"file": "b.png", "set": "B", "boxes": []},
        {"file": "c.png", "name": "5p"},
    ]
    for line in lines:
        cv2.imwrite(str(folder / str(line["file"])), picture[..., ::-1])
    (folder / "labels.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    (folder / "hands.jsonl").write_text(
        json.dumps({"file": "a.png", "set": "A", "read": {"concealed": ["1m"], "win": None}}),
        encoding="utf-8",
    )
    return folder


@pytest.mark.parametrize("kind", KINDS)
def test_copies_are_labelled_as_the_photos_are(source: Path, tmp_path: Path, kind: str) -> None:
    assert copy(source, tmp_path / "out", [kind]) == 3
    truths = load_truths(tmp_path / "out")
    assert {t.name for t in truths if isinstance(t, LabelledFace)} == {"5p"}
    (boxed,) = [t for t in truths if isinstance(t, LabelledBoxes) and t.boxes]
    assert (boxed.tile_set, boxed.boxes[0].name, boxed.complete) == (f"A {kind}", "1m", True)
    box = boxed.boxes[0]
    shown = cv2.imread(str(tmp_path / "out" / boxed.file))
    inside = shown[round(box.y1) + 4 : round(box.y2) - 4, round(box.x1) + 4 : round(box.x2) - 4]
    assert bool(inside.mean() > 170) is (kind not in {"inverted", "jade"})
    assert (tmp_path / "out" / "hands.jsonl").exists() is (kind != "mirrored")


def test_one_set_may_be_copied_alone(source: Path, tmp_path: Path) -> None:
    assert copy(source, tmp_path / "out", ["mirrored"], ["B"]) == 1
    assert [t.file for t in load_truths(tmp_path / "out")] == ["mirrored/b.jpg"]


def test_boxed_faces_are_cut_out_and_each_kind_is_a_set(source: Path, tmp_path: Path) -> None:
    labels = source / "labels.jsonl"
    labels.write_text("\n".join(labels.read_text("utf-8").splitlines()[:2]), encoding="utf-8")
    assert cut_out(source, tmp_path / "out", ["inverted", "sepia"], ["A"]) == 2
    faces = [t for t in load_truths(tmp_path / "out") if isinstance(t, LabelledFace)]
    assert [(face.tile_set, face.name) for face in faces] == [("A inverted", "1m"), ("A sepia", "1m")]
    assert cv2.imread(str(tmp_path / "out" / faces[0].file)).shape == (30, 20, 3)


def test_an_unmirrored_label_keeps_its_boxes() -> None:
    label = {"file": "a.jpg", "set": "A", "boxes": [[1, 2, 3, 4, "1m"]]}
    assert label_of(label, "exchanged", 100) == {**label, "set": "A exchanged"}
