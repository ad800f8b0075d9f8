"""How well a frame shows its tiles is measured on them, in absolute terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.models.evaluate.altered import copies
from yakulens.vision.coroutines import run
from yakulens.vision.photo_search import PhotoSearch
from yakulens.vision.picture.photo import Photo, load
from yakulens.vision.recognise import PhotoEngines, Recogniser
from yakulens.vision.together.aiming import flaw

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.vision.together.aiming import Reason

READER = Recogniser.load()


def flaw_of(photo: Photo) -> Reason:
    search = PhotoSearch(READER.search, PhotoEngines(READER, photo.pyramid), photo.size)
    return run(flaw(run(search.count(480)), search))


def spoilt(photo: Photo, kind: str, degree: str = "strong") -> Photo:
    copy = next(each for each in copies() if (each.kind, each.degree) == (kind, degree))
    return load(copy.make(photo.pixels, READER.recognise(photo).detections.quads), kind)


@pytest.mark.parametrize("name", ["riichi", "seven-pairs", "four-melds", "red-fives"])
def test_a_sample_as_it_is_has_no_flaw(root: Path, name: str) -> None:
    assert flaw_of(load(root / "datasets" / "samples" / f"{name}.jpg")) == ""


@pytest.mark.parametrize(
    ("kind", "reason"),
    [("defocus", "still"), ("motion", "still"), ("dark", "dark"), ("glare", "glare"), ("small", "closer")],
)
def test_what_spoils_a_photo_is_named(root: Path, kind: str, reason: str) -> None:
    assert flaw_of(spoilt(load(root / "datasets" / "samples" / "seven-pairs.jpg"), kind)) == reason


def test_the_bare_table_shows_no_tiles() -> None:
    assert flaw_of(load(np.full((480, 640, 3), 90, np.uint8), "table")) == "no_tiles"


def test_a_blurred_picture_is_as_blurred_after_pictures_that_were_worse(root: Path) -> None:
    blurred = spoilt(load(root / "datasets" / "samples" / "riichi.jpg"), "defocus")
    worse = spoilt(blurred, "motion")
    assert (flaw_of(worse), flaw_of(blurred)) == ("still", "still")
