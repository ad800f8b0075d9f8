"""Networks in 8 bits say what the float ones say, and are made from float ones only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import onnx
import pytest

from tests.models.train.floats import in_floats
from yakulens.datasets.render.designs import TileDesigns
from yakulens.models.train.quantise import crops_for, is_quantised, pictures_for, quantised
from yakulens.models.train.real_photos import RealPhoto
from yakulens.scorer.errors import InputError
from yakulens.vision import models
from yakulens.vision.finding.decode import corners
from yakulens.vision.finding.detector import Detector
from yakulens.vision.finding.windows import first_windows
from yakulens.vision.geometry.quads import corner_distances
from yakulens.vision.inference import InferenceSession
from yakulens.vision.labels import LABELS
from yakulens.vision.naming.crop_answers import softmax
from yakulens.vision.naming.reader import INPUT
from yakulens.vision.picture.photo import load

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = models.choose()
SAMPLES = models.FOLDER.parent / "datasets" / "samples"


@pytest.fixture(scope="module")
def crops() -> list[np.ndarray]:
    return crops_for(TileDesigns(np.zeros((1, len(LABELS), 160, 120, 4), np.uint8)), crops=64)


@pytest.fixture(scope="module")
def networks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The shipped finder and reader in floats."""
    folder = tmp_path_factory.mktemp("floats")
    for name, part in SHIPPED.networks().items():
        (folder / f"{name}.onnx").write_bytes(in_floats(SHIPPED.folder / part.file))
    return {name: folder / f"{name}.onnx" for name in ("finder", "reader")}


@pytest.fixture(scope="module")
def in_8_bits(crops: list[np.ndarray], networks: dict[str, Path]) -> bytes:
    return quantised(networks["reader"], crops)


def test_it_says_what_the_float_reader_says(
    crops: list[np.ndarray], in_8_bits: bytes, networks: dict[str, Path]
) -> None:
    blob = np.stack(crops)
    plain, small = (
        InferenceSession(network, "reader").run({INPUT: blob})
        for network in (networks["reader"].read_bytes(), in_8_bits)
    )
    assert np.abs(softmax(plain["faces"], 1.0) - softmax(small["faces"], 1.0)).mean() < 0.005
    assert np.abs(plain["corners"] - small["corners"]).mean() < 0.01


def test_it_is_much_smaller_and_keeps_the_metadata(in_8_bits: bytes, networks: dict[str, Path]) -> None:
    reader = networks["reader"]
    assert len(in_8_bits) < 0.4 * reader.stat().st_size
    kept = {e.key: e.value for e in onnx.load_model_from_string(in_8_bits).metadata_props}
    assert kept.items() >= {e.key: e.value for e in onnx.load(str(reader)).metadata_props}.items()


def test_what_is_in_8_bits_is_known_and_not_made_again(
    crops: list[np.ndarray], in_8_bits: bytes, networks: dict[str, Path], tmp_path: Path
) -> None:
    file = tmp_path / "small.onnx"
    file.write_bytes(in_8_bits)
    assert is_quantised(file)
    assert not is_quantised(networks["reader"])
    with pytest.raises(InputError, match="in 8 bits already"):
        quantised(file, crops)


def test_too_few_crops_are_refused(crops: list[np.ndarray], networks: dict[str, Path]) -> None:
    with pytest.raises(InputError, match="31 pictures are too few"):
        quantised(networks["reader"], crops[:31])


def sample() -> RealPhoto:
    """A photo as training knows it."""
    return RealPhoto(SAMPLES / "seven-pairs.jpg", "", "", True, np.zeros((0, 4), np.float32), ())  # noqa: FBT003


@pytest.mark.long
def test_a_finder_in_8_bits_finds_what_the_float_one_finds(tmp_path: Path, networks: dict[str, Path]) -> None:
    finder = networks["finder"]
    (picture,) = pictures_for([sample()])
    small = tmp_path / "finder.onnx"
    small.write_bytes(quantised(finder, [picture[:, :384, :512]]))
    assert small.stat().st_size < 0.5 * finder.stat().st_size
    found = [
        Detector(InferenceSession(file.read_bytes(), "finder"), SHIPPED.finder).detect(pyramid, window)
        for pyramid in [load(SAMPLES / "seven-pairs.jpg").pyramid]
        for window in first_windows(pyramid.size, SHIPPED.finder)
        for file in (finder, small)
    ]
    plain, in_8_bits = (tiles[tiles.scores >= 0.4] for tiles in found)
    assert len(plain) == len(in_8_bits) == 14
    apart = corner_distances(corners(plain.boxes), corners(in_8_bits.boxes)).min(axis=1)
    assert apart.max() < 0.2


def test_photos_of_a_finders_ranges_are_taken_evenly_and_shown_as_at_first() -> None:
    photos = [sample()] * 9
    shown = pictures_for(photos, pictures=3)
    assert [picture.shape for picture in shown] == [(3, 640, 640)] * 3
    assert 0 <= shown[0].min() < shown[0].max() <= 1


def test_what_is_neither_finder_nor_reader_stays_as_it_is(crops: list[np.ndarray]) -> None:
    assert SHIPPED.layout
    with pytest.raises(InputError, match="only a finder or a reader"):
        quantised(SHIPPED.folder / SHIPPED.layout.file, crops)
