"""What a recogniser said of known tiles: kept, drawn again by face, matched with the truth of photos."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.models.train.layout_faults import Faults
from yakulens.models.train.layout_scenes import layout_scene
from yakulens.models.train.layout_seen import SeenBank, SeenTiles, balanced_by_set, seen_tiles
from yakulens.vision.example import detected
from yakulens.vision.labels import BACK, INDEX, LABELS
from yakulens.vision.photo_search import Recognition

if TYPE_CHECKING:
    from yakulens.datasets.render.designs import TileDesigns
    from yakulens.models.train.real_photos import RealPhoto
    from yakulens.vision.detections import Detections
    from yakulens.vision.picture.photo import Photo

ROWS = 20
"""Of each label, half on one photo that is read well and half on one that is not."""


def seen() -> SeenTiles:
    truth = np.repeat(np.arange(-1, len(LABELS), dtype=np.int16), ROWS)
    photo = np.tile(np.arange(ROWS, dtype=np.int32) % 2, len(LABELS) + 1)
    sure = np.where(photo == 0, 0.99, 0.4)
    faces = np.repeat(((1 - sure) / (len(LABELS) - 1))[:, None], len(LABELS), axis=1)
    faces[np.arange(len(truth)), np.maximum(truth, 0)] = sure
    tops = np.tile(np.array([0.9, 0.04, 0.03, 0.03]), (len(truth), 1))
    missed = np.full(len(LABELS), 0.02)
    missed[INDEX[BACK]] = 0.4
    arrays = (faces, tops, np.full(len(truth), 0.8), missed)
    return SeenTiles(truth, photo, *(array.astype(np.float32) for array in arrays))


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    kept = seen()
    kept.save(tmp_path / "runs" / "seen.npz")
    back = SeenTiles.load(tmp_path / "runs" / "seen.npz")
    assert back.truth.tolist() == kept.truth.tolist()
    np.testing.assert_allclose(back.faces, kept.faces, atol=1e-3)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 and no more", b"no archive"])
def test_another_file_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "seen.npz"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"."):
        SeenTiles.load(file)


def test_each_tile_is_read_as_a_tile_with_its_face_was() -> None:
    bank, truth = SeenBank(seen()), np.arange(len(LABELS))
    faces, tops, sure = bank.read_tiles(np.random.default_rng(0), truth, Faults())
    assert faces.argmax(axis=1).tolist() == truth.tolist()
    assert tops.argmax(axis=1).tolist() == [0] * len(truth)
    assert sure.shape == (len(truth),)


def test_all_that_is_mistaken_shows_a_look_alike() -> None:
    bank, truth = SeenBank(seen()), np.full(50, INDEX["0p"])
    faces, *_ = bank.read_tiles(np.random.default_rng(0), truth, Faults(mistaken=1.0))
    assert set(faces.argmax(axis=1).tolist()) <= {INDEX["5p"], INDEX["0p"]}
    assert INDEX["5p"] in faces.argmax(axis=1)


def test_what_is_missed_more_often_than_other_tiles_stays_so() -> None:
    bank = SeenBank(seen())
    assert bank.missed[INDEX[BACK]] == pytest.approx(20 * bank.missed[0])


def test_a_bank_that_lacks_a_face_says_which() -> None:
    tiles = seen()
    some = tiles.truth != INDEX["7z"]
    names = ("truth", "photo", "faces", "ups", "objectness")
    fewer = replace(tiles, **{name: getattr(tiles, name)[some] for name in names})
    with pytest.raises(ValueError, match="7z"):
        SeenBank(fewer)


def test_scenes_are_read_as_the_bank_says() -> None:
    scene = layout_scene(np.random.default_rng(3), table=False, bank=SeenBank(seen()))
    confidences = {round(float(row.max()), 2) for row in scene.detections.faces}
    assert confidences <= {0.99, 0.4}


class Reads:
    """Stands for a recogniser: it finds the same on every photo."""

    def __init__(self, found: Detections) -> None:
        self._found = found

    def recognise(self, _: Photo) -> Recognition:
        return Recognition(self._found, self._found)


def boxed(photo: RealPhoto, found: Detections, labels: tuple[str, ...], *, complete: bool) -> RealPhoto:
    """The photo with a box round each detection."""
    low, high = found.quads.min(axis=1), found.quads.max(axis=1)
    boxes = np.concatenate([low, high], axis=1)[: len(labels)]
    return replace(photo, boxes=boxes, labels=labels, complete=complete, quads=None)


@pytest.mark.parametrize("complete", [True, False])
def test_of_a_photo_with_boxes_each_find_is_its_tile_or_none(
    designs: TileDesigns, photo: RealPhoto, *, complete: bool
) -> None:
    found = detected("1m 2m 3m 4m")
    tiles = seen_tiles(
        Reads(found), designs, [boxed(photo, found, ("1m", "2m", "9s"), complete=complete)], 0, 0
    )
    strays = [-1] if complete else []
    assert sorted(tiles.truth.tolist()) == sorted([INDEX["1m"], INDEX["2m"], INDEX["9s"], *strays])
    assert tiles.missed.tolist() == [0.0] * len(LABELS)


def test_a_tile_that_was_not_found_is_counted(designs: TileDesigns, photo: RealPhoto) -> None:
    every = detected("1m 2m 3m 4m")
    known = boxed(photo, every, ("1m", "2m", "3m", "4m"), complete=True)
    tiles = seen_tiles(Reads(every[np.arange(3)]), designs, [known], 0, 0)
    assert tiles.missed[INDEX["4m"]] == 1.0
    assert tiles.missed[INDEX["1m"]] == 0.0


def test_no_set_has_more_photos_than_any_other_may_have(photo: RealPhoto) -> None:
    many = [replace(photo, path=Path(f"{n}.png"), tile_set="one") for n in range(40)]
    few = [replace(photo, path=Path("x.png"), tile_set="other")]
    chosen = balanced_by_set([*many, *few], 0)
    assert [sum(one.tile_set == name for one in chosen) for name in ("one", "other")] == [28, 1]
