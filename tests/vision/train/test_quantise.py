"""A reader in 8 bits says what the float one says, and is made from a float one only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import onnx
import pytest

from vision import models
from vision.labels import LABELS
from vision.naming.reader import INPUT, softmax
from vision.session import InferenceSession
from vision.synth.designs import TileDesigns
from vision.train.quantise import crops_for, is_quantised, quantised

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = models.choose("yakulens-5")
READER = SHIPPED.folder / SHIPPED.reader.file


@pytest.fixture(scope="module")
def crops() -> list[np.ndarray]:
    return crops_for(TileDesigns(np.zeros((1, len(LABELS), 160, 120, 4), np.uint8)), crops=64)


@pytest.fixture(scope="module")
def in_8_bits(crops: list[np.ndarray]) -> bytes:
    return quantised(READER, crops)


def test_it_says_what_the_float_reader_says(crops: list[np.ndarray], in_8_bits: bytes) -> None:
    blob = np.ascontiguousarray(np.stack(crops).transpose(0, 3, 1, 2), np.float32) / np.float32(255)
    plain, small = (
        InferenceSession(network, "reader").run(INPUT, blob).arrays
        for network in (READER.read_bytes(), in_8_bits)
    )
    assert np.abs(softmax(plain["faces"], 1.0) - softmax(small["faces"], 1.0)).mean() < 0.005
    assert np.abs(plain["corners"] - small["corners"]).mean() < 0.01


def test_it_is_much_smaller_and_keeps_the_metadata(in_8_bits: bytes) -> None:
    assert len(in_8_bits) < 0.4 * READER.stat().st_size
    kept = {e.key: e.value for e in onnx.load_model_from_string(in_8_bits).metadata_props}
    assert kept.items() >= {e.key: e.value for e in onnx.load(str(READER)).metadata_props}.items()


def test_what_is_in_8_bits_is_known_and_not_made_again(
    crops: list[np.ndarray], in_8_bits: bytes, tmp_path: Path
) -> None:
    file = tmp_path / "small.onnx"
    file.write_bytes(in_8_bits)
    assert is_quantised(file)
    assert not is_quantised(READER)
    with pytest.raises(ValueError, match="in 8 bits already"):
        quantised(file, crops)


def test_too_few_crops_are_refused(crops: list[np.ndarray]) -> None:
    with pytest.raises(ValueError, match="31 crops are too few"):
        quantised(READER, crops[:31])
