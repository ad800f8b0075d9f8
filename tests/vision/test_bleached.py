"""Glare that bleaches tiles of a hand raises questions: no bleached face is told as a White."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import pytest

from yakulens.datasets.truth import LabelledHand, load_truths
from yakulens.models.evaluate.altered import Copy, copies
from yakulens.models.evaluate.compare import compare_hand
from yakulens.vision.model_card import FOLDER
from yakulens.vision.picture.photo import load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.progressive import read_photo
from yakulens.vision.recognise import Recogniser

SAMPLES: Final = FOLDER.parent / "datasets" / "samples"
HANDS: Final = {truth.file: truth for truth in load_truths(SAMPLES) if isinstance(truth, LabelledHand)}
GLARE: Final = [copy for copy in copies() if copy.kind == "glare"]
WHITE: Final = "5z"


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser.load()


@pytest.mark.parametrize("file", ["riichi.jpg", "seven-pairs.jpg", "red-fives.jpg"])
@pytest.mark.parametrize("copy", GLARE, ids=lambda copy: copy.degree)
def test_a_bleached_tile_is_asked_about_and_never_told_as_a_white(
    file: str, copy: Copy, recogniser: Recogniser
) -> None:
    photo, truth = load(SAMPLES / file), HANDS[file]
    clear = read_photo(photo, recogniser).reading
    quads = np.array([clear.tiles[tile].quad for tile in clear.concealed], np.float32)
    spoilt = replace(photo, pyramid=Pyramid(copy.make(photo.pixels, quads)))
    reading = read_photo(spoilt, recogniser).reading
    asked = {tile for issue in reading.issues for tile in issue.ids}
    told = [tile for tile in reading.concealed if reading.face(tile) == WHITE and tile not in asked]
    assert len(told) <= truth.tiles.count(WHITE)
    assert compare_hand(reading, truth).exact or not reading.asks_nothing
