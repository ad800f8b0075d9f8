"""The viewfinder waits with a reason, and stands only with a whole hand that wins and is beyond doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from yakulens.vision.coroutines import run
from yakulens.vision.photo_search import PhotoSearch
from yakulens.vision.picture.photo import Photo, load
from yakulens.vision.recognise import PhotoEngines, Recogniser
from yakulens.vision.together.aiming import NEEDED, Aim, Viewfinder, aim, look_at_still

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.typing import NDArray

READER = Recogniser.load()


@pytest.fixture
def sample(root: Path) -> Photo:
    return load(root / "datasets" / "samples" / "seven-pairs.jpg")


def search_of(photo: Photo) -> PhotoSearch:
    return PhotoSearch(READER.search, PhotoEngines(READER, photo.pyramid), photo.size)


def shown(frames: Iterable[Photo], finder: Viewfinder | None = None) -> tuple[Viewfinder, list[Aim]]:
    """The viewfinder after some frames, and what it said of each."""
    finder, said, photos = finder or Viewfinder(), [], dict[int, Photo]()
    for number, photo in enumerate(frames):
        photos[number] = photo
        engines = {at: PhotoEngines(READER, each.pyramid) for at, each in photos.items()}
        finder, aimed = run(aim(finder, number, search_of(photo), engines.__getitem__))
        said.append(aimed)
        assert set(finder.kept) <= set(photos)
    return finder, said


def with_rows(photo: Photo, keep: slice) -> Photo:
    """The photo with only some of its columns."""
    return load(np.ascontiguousarray(photo.pixels[:, keep]), photo.name)


def covered(photo: Photo) -> Photo:
    """The photo with a finger over one tile."""
    pixels: NDArray[np.uint8] = photo.pixels.copy()
    height, width = photo.size
    pixels[height // 2 :, int(0.3 * width) : int(0.38 * width)] = (200, 140, 110)
    return load(pixels, photo.name)


def test_a_hand_that_lies_still_stands_once_two_frames_agree(sample: Photo) -> None:
    _, said = shown([sample] * (NEEDED + 1))
    assert [(each.reason, each.stands) for each in said] == [("still", False), ("", False), ("", True)]
    last = said[-1].to_json()
    assert len(last["quads"]) == 14
    assert [len(group) for group in last["groups"]] == [14]


@pytest.mark.parametrize("step", [35, 75])  # half a tile's place in its row, and a whole one
def test_a_camera_that_moves_waits(sample: Photo, step: int) -> None:
    width = sample.size[1]
    frames = [with_rows(sample, slice(left, width - step + left)) for left in (0, step, 0, step, 0)]
    _, said = shown(frames)
    assert not any(each.stands for each in said)
    assert {each.reason for each in said[2:]} == {"still"}


def test_tiles_beyond_the_edge_are_counted(sample: Photo) -> None:
    quads = READER.recognise(sample).detections.quads
    second = int(np.sort(quads.mean(axis=1)[:, 0])[1])
    _, said = shown([with_rows(sample, slice(second, None))] * 3)
    assert [(each.reason, each.count) for each in said[1:]] == [("cut_off", 2)] * 2


def test_thirteen_tiles_are_no_whole_hand(sample: Photo) -> None:
    _, said = shown([covered(sample)] * 4)
    assert [(each.reason, each.count) for each in said[1:]] == [("no_hand", 13)] * 3


def test_a_still_that_nobody_asked_for_must_be_sharp_and_of_the_same_hand(sample: Photo, root: Path) -> None:
    finder, _ = shown([sample] * 2)
    other = load(root / "datasets" / "samples" / "riichi.jpg")
    blurred = load(np.asarray(cv2.GaussianBlur(sample.pixels, (0, 0), 8), np.uint8), "blurred")
    assert run(look_at_still(finder, search_of(sample))) is not None
    assert run(look_at_still(finder, search_of(blurred))) is None
    assert run(look_at_still(finder, search_of(other))) is None
