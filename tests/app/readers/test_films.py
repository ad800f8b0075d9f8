"""Films of several visitors are followed at a time, and what was seen on a frame is not searched again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from yakulens.app.readers.films import LARGEST_SIDE, Films
from yakulens.app.readers.in_process import InProcessReader
from yakulens.app.readers.photo_reader import FoundReading, ReadRequest
from yakulens.vision.picture.opening import PhotoError
from yakulens.vision.picture.photo import load
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.vision.photo_search import SearchStep

READER = Recogniser.load()


@pytest.fixture
def sample(root: Path) -> bytes:
    return (root / "datasets" / "samples" / "seven-pairs.jpg").read_bytes()


def test_each_film_builds_up_a_hand_of_its_own_and_a_still_of_it_passes(sample: bytes, root: Path) -> None:
    films = Films()
    other = (root / "datasets" / "samples" / "open.jpg").read_bytes()
    for number in (1, 2, 3):
        hers = films.frame("ann", number, sample, READER)
        his = films.frame("bo", number, other, READER)
    assert (hers.aim["stands"], hers.kept) == (True, (2, 3))
    assert hers.aim["groups"] != his.aim["groups"]
    assert films.passes("ann", sample, READER)
    assert not films.passes("ann", other, READER)


def test_a_frame_that_was_looked_at_is_not_searched_again(sample: bytes) -> None:
    films = Films()
    for number in (1, 2):
        films.frame("ann", number, sample, READER)
    remembered = [*films.looks([(sample, load(sample))], READER)]
    assert len(remembered) == 1
    searched: list[SearchStep | None] = [*Films().looks([(sample, load(sample))], READER)]
    assert len(searched) > 1, "with pauses, in which other photos are read"


def test_a_frame_that_is_far_too_large_is_refused(sample: bytes) -> None:
    large = cv2.imencode(".png", np.zeros((10, LARGEST_SIDE + 1, 3), np.uint8))[1].tobytes()
    with pytest.raises(PhotoError, match="too many for a frame"):
        Films().frame("ann", 1, large, READER)
    with pytest.raises(PhotoError, match=r"not a photo|no photo"):
        Films().frame("ann", 1, b"no picture", READER)
    assert Films().frame("ann", 1, sample, READER).aim["quads"]


def test_a_photo_with_further_looks_is_read_on_itself_alone(sample: bytes) -> None:
    pixels = load(sample).pixels.copy()
    height, width = pixels.shape[:2]
    pixels[height // 2 :, int(0.3 * width) : int(0.38 * width)] = (200, 140, 110)
    hidden = cv2.imencode(".png", pixels[..., ::-1])[1].tobytes()
    events = InProcessReader().steps(ReadRequest(hidden, "hand.png", more=(sample,), further=True))
    *_, last = (event for event in events if isinstance(event, FoundReading))
    assert len(last.reading.tiles) == 14
    assert not last.reading.issues
    assert {tile["photo"] for tile in last.reading_json["tiles"]} == {0}
    assert [photo["file"] for photo in last.reading_json["photos"]] == ["hand.png", "hand.png 2"]
