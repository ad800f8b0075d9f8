"""What a network gets right of photos that it never learns from, by tile set."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.vision.tiny import Drawn, draw_scene, finder_bytes, reader_bytes
from yakulens.models.train.held_out import balanced_choice, faces_exam, levels_exam, tiles_exam
from yakulens.models.train.leveller_samples import LevelSample
from yakulens.models.train.real_photos import RealPhoto
from yakulens.vision.inference import InferenceSession

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

TILES = [Drawn("1m", 180, 160), Drawn("5p", 280, 160), Drawn("9s", 380, 160)]


def photographed(folder: Path, tile_set: str, labels: tuple[str, ...]) -> RealPhoto:
    path = folder / f"{tile_set}.png"
    cv2.imwrite(str(path), draw_scene(TILES, 640, 480)[..., ::-1])
    boxes = np.array([[t.x - 18, t.y - 24, t.x + 18, t.y + 24] for t in TILES], np.float32)
    return RealPhoto(path, tile_set, "", complete=True, boxes=boxes, labels=labels)


def asking(network: bytes, output: str | None = None) -> object:
    session = InferenceSession(network, "tiny")
    (name,) = session.inputs

    def ask(blob: NDArray[np.float32]) -> NDArray[np.float32]:
        arrays = session.run({name: blob})
        return arrays[output] if output else next(iter(arrays.values()))

    return ask


def test_faces_read_as_labelled_are_right_by_set(tmp_path: Path) -> None:
    photos = [
        photographed(tmp_path, "green", ("1m", "5p", "9s")),
        photographed(tmp_path, "", ("1m", "5p", "7z")),
    ]
    found = faces_exam(photos)(asking(reader_bytes(), "faces"))  # type: ignore[arg-type]
    assert {name: (rate.hits, rate.total) for name, rate in found.items()} == {
        "green": (3, 3),
        "photos": (2, 3),
    }


def test_boxed_tiles_that_are_found_count(tmp_path: Path) -> None:
    photo = photographed(tmp_path, "green", ("1m", "5p", "9s"))
    beside = replace(photo, tile_set="beside", boxes=photo.boxes + np.float32(60))
    found = tiles_exam([photo, beside])(asking(finder_bytes()))  # type: ignore[arg-type]
    assert {name: (rate.hits, rate.total) for name, rate in found.items()} == {
        "beside precision": (0, 3),
        "beside recall": (0, 3),
        "green precision": (3, 3),
        "green recall": (3, 3),
    }


def test_a_tile_that_nobody_boxed_is_no_false_find_where_not_every_tile_is_boxed(tmp_path: Path) -> None:
    photo = photographed(tmp_path, "green", ("1m", "5p", "9s"))
    fewer = replace(photo, boxes=photo.boxes[:2], labels=photo.labels[:2])
    for complete, precision in ((True, {"green precision": (2, 3)}), (False, {})):
        found = tiles_exam([replace(fewer, complete=complete)])(asking(finder_bytes()))  # type: ignore[arg-type]
        rates = {name: (rate.hits, rate.total) for name, rate in found.items()}
        assert rates == precision | {"green recall": (2, 2)}


def test_of_loose_boxes_without_corners_no_face_is_asked(tmp_path: Path) -> None:
    photo = replace(photographed(tmp_path, "green", ("1m", "5p", "9s")), turned=True)
    assert faces_exam([photo])(asking(reader_bytes(), "faces")) == {}  # type: ignore[arg-type]


def test_photos_are_drawn_evenly_over_sets_and_always_the_same(tmp_path: Path) -> None:
    one = photographed(tmp_path, "a", ("1m", "5p", "9s"))
    photos = [replace(one, group=str(k)) for k in range(9)] + [replace(one, tile_set="b", group="b")] * 2
    picked = balanced_choice(photos, 4)
    assert [photo.tile_set for photo in picked] == ["a", "b", "a", "b"]
    assert [photo.group for photo in picked] == [photo.group for photo in balanced_choice(photos, 4)]


def test_levels_are_asked_of_rendered_crops() -> None:
    samples = [LevelSample(np.full((72, 72, 3), 255 * k, np.uint8), bool(k)) for k in (0, 1, 1)]
    (rate,) = levels_exam(samples)(lambda blob: blob[:, 0, 0, 0] - 0.5).values()
    assert (rate.hits, rate.total) == (3, 3)
