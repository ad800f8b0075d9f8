"""Boxes that cannot be are told and left out; sets and scenes are held back whole."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.datasets.imports.exports import picture
from yakulens.datasets.imports.by_reading import is_mirrored
from yakulens.datasets.imports.fingerprints import fingerprint, scenes
from yakulens.datasets.imports.foreign import ForeignBox, ForeignPhoto, rotated_box, upright_box
from yakulens.datasets.imports.labelled import LabelledPhoto, held_out, labelled
from yakulens.vision.labels import INDEX, LABELS


def photo(*boxes: ForeignBox, name: str = "a.jpg") -> ForeignPhoto:
    return ForeignPhoto(Path(name), "", boxes)


@pytest.mark.parametrize(
    ("box", "why"),
    [
        ((10, 10, 10, 50), "is 0 by 40 pixels"),
        ((390, 10, 440, 60), "lies outside the photo of 400 by 300 pixels"),
        ((500, 10, 540, 60), "lies outside"),
        ((100, 100, 140, 160), "is there twice"),
    ],
)
def test_a_box_that_cannot_be_is_told_and_left_out(box: tuple[int, int, int, int], why: str) -> None:
    good = ForeignBox("x", upright_box(100, 100, 140, 160))
    found = labelled(photo(good, ForeignBox("x", upright_box(*box))), (400, 300), {"x": "1m"})
    assert found.labels == ("1m",)
    (told,) = found.impossible
    assert told.startswith("a.jpg: box 2 (x) ")
    assert why in told


def test_a_box_that_reaches_over_the_edge_ends_there() -> None:
    found = labelled(photo(ForeignBox("x", upright_box(-10, 20, 40, 80))), (400, 300), {"x": "1m"})
    assert found.boxes.tolist() == [[0, 20, 40, 80]]
    assert not found.impossible


def test_a_rotated_box_makes_the_photo_a_turned_one() -> None:
    corners = rotated_box(upright_box(100, 100, 140, 160), (120, 130), 30)
    assert labelled(photo(ForeignBox("x", corners)), (400, 300), {"x": "1m"}).turned


def of(sets: list[str], numbers: list[int]) -> list[LabelledPhoto]:
    none = np.zeros((0, 4), np.float32)
    return [
        LabelledPhoto(photo(name=f"{k}.jpg"), none, (), turned=False, tile_set=name, scene=number)
        for k, (name, number) in enumerate(zip(sets, numbers, strict=True))
    ]


def test_a_set_is_held_out_whole_and_the_smallest_first() -> None:
    photos = of(["green"] * 6 + ["black"] * 2 + ["blue"] * 3, list(range(11)))
    held = {p.tile_set for p, apart in zip(photos, held_out(photos), strict=True) if apart}
    left = {p.tile_set for p, apart in zip(photos, held_out(photos), strict=True) if not apart}
    assert held == {"black", "blue"}
    assert left == {"green"}
    assert [p.tile_set for p, apart in zip(photos, held_out(photos, ["green"]), strict=True) if apart] == [
        "green"
    ] * 6


def test_without_sets_a_scene_is_held_out_whole() -> None:
    photos = of([""] * 10, [0, 0, 0, 1, 1, 1, 2, 2, 3, 3])
    apart = held_out(photos)
    for scene in range(4):
        assert len({held for p, held in zip(photos, apart, strict=True) if p.scene == scene}) == 1
    assert 0 < sum(apart) < 10


def test_one_scene_alone_is_all_for_training() -> None:
    assert held_out(of(["", ""], [0, 0])) == [False, False]


def test_copies_and_variants_are_one_scene_and_other_photos_are_others(tmp_path: Path) -> None:
    names = ("a.jpg", "b.jpg", "c.jpg", "IMG_1_jpg.rf.abc.jpg", "IMG_1_jpg.rf.def.jpg")
    for seed, name in enumerate(names):
        picture(tmp_path / name, seed)
    copied = cv2.imread(str(tmp_path / "a.jpg"))
    darker = cv2.resize((copied * 0.8).astype(np.uint8), (320, 240))
    cv2.imwrite(str(tmp_path / "d.jpg"), darker, [cv2.IMWRITE_JPEG_QUALITY, 60])
    paths = [tmp_path / name for name in (*names, "d.jpg")]
    prints = [fingerprint(np.asarray(cv2.imread(str(path)), np.uint8)) for path in paths]
    assert scenes(prints, paths) == [0, 1, 2, 3, 3, 0]


def test_pictures_of_one_grey_are_not_one_scene() -> None:
    flat = fingerprint(np.full((30, 40, 3), 90, np.uint8))
    assert scenes([flat, flat], [Path("a"), Path("b")]) == [0, 1]


def test_a_photo_whose_labels_are_read_in_its_mirror_image_is_mirrored() -> None:
    pixels = np.zeros((100, 400, 3), np.uint8)
    boxes = np.array([[20 + 130 * k, 10, 60 + 130 * k, 70] for k in range(3)], np.float32)
    for x in boxes[:, 0].astype(int):
        pixels[:, x : x + 20] = 255  # the left half of each tile is light

    def read(shown: np.ndarray, quads: np.ndarray) -> np.ndarray:
        faces = np.full((len(quads), len(LABELS)), 0.01, np.float32)
        for k, quad in enumerate(quads):
            x, y = quad.min(axis=0).astype(int) + 5
            faces[k, INDEX["1m" if shown[y, x, 0] else "7s"]] = 0.6
        return faces

    assert is_mirrored(pixels, boxes, ["1m"] * 3, read) is False
    mirrored, boxes = np.ascontiguousarray(pixels[:, ::-1]), boxes[::-1] * [-1, 1, -1, 1] + [400, 0, 400, 0]
    boxes = np.asarray(boxes[:, [2, 1, 0, 3]], np.float32)
    assert is_mirrored(mirrored, boxes, ["1m"] * 3, read)
    assert is_mirrored(mirrored, boxes, ["5z"] * 3, read) is None, "a White tells nothing"
    assert is_mirrored(mirrored, boxes[:2], ["1m"] * 2, read) is None, "two tiles tell too little"
    assert is_mirrored(mirrored, boxes, ["2m"] * 3, read) is None, "they are read as badly both ways"
