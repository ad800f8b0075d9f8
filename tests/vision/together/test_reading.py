"""Photos of one hand give one reading, which says on which photo each tile lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.models.evaluate.altered import copies
from yakulens.vision.desk.questions import INDICATOR
from yakulens.vision.picture.photo import Photo, load
from yakulens.vision.recognise import Recogniser
from yakulens.vision.together.combine import ANOTHER_HAND
from yakulens.vision.together.reading import read_together
from yakulens.vision.together.watching import watch

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.vision.reading import Reading


READER = Recogniser.load()


@pytest.fixture
def samples(root: Path) -> Path:
    return root / "datasets" / "samples"


def hand(reading: Reading) -> tuple[list[str], str | None, list[tuple[str, tuple[str, ...], str | None]]]:
    won = None if reading.win is None else reading.face(reading.win)
    melds = [(meld.kind, meld.faces, meld.origin) for meld in reading.melds]
    return [reading.face(tile) for tile in reading.concealed], won, sorted(melds, key=str)


def spoilt(photo: Photo, kind: str) -> Photo:
    copy = next(each for each in copies() if (each.kind, each.degree) == (kind, "strong"))
    tiles = READER.recognise(photo).detections
    return load(copy.make(photo.pixels, tiles.quads), f"{kind} {photo.name}")


def test_what_glare_hides_in_one_photo_is_read_from_the_other(samples: Path) -> None:
    clear = load(samples / "four-melds.jpg")
    glared, tilted = spoilt(clear, "glare"), spoilt(clear, "tilt")
    together = read_together([glared, tilted, clear], READER).reading
    assert hand(together) == hand(read_together([clear], READER).reading)


def test_each_tile_says_on_which_photo_it_lies(samples: Path) -> None:
    clear = load(samples / "open.jpg")
    half = load(np.ascontiguousarray(clear.pixels[:, : clear.size[1] // 2]), "half.jpg")
    told = read_together([half, clear], READER).to_json(lambda issue: issue.code)
    assert [photo["file"] for photo in told["photos"]] == ["half.jpg", str(samples / "open.jpg")]
    for tile in told["tiles"]:
        photo = told["photos"][tile["photo"]]
        corners = np.array(tile["quad"])
        assert (corners >= -2).all()
        assert (corners <= [photo["width"] + 2, photo["height"] + 2]).all()


def test_a_photo_of_another_hand_is_left_out_and_named(samples: Path) -> None:
    photos = [load(samples / name) for name in ("open.jpg", "seven-pairs.jpg")]
    together = read_together(photos, READER).reading
    assert hand(together) == hand(read_together(photos[:1], READER).reading)
    assert [issue.code for issue in together.issues] == [ANOTHER_HAND]
    assert together.issues[0].values == (("photos", "2"),)


def test_a_tile_that_each_photo_alone_may_show_as_an_indicator_is_asked_about_of_both(samples: Path) -> None:
    clear = load(samples / "riichi.jpg")
    for photos in ([clear], [spoilt(clear, "covered"), clear]):
        reading = read_together(photos, READER).reading
        (asked,) = [issue for issue in reading.issues if issue.code == INDICATOR]
        assert [reading.face(tile) for tile in asked.ids] == ["3p"]


def test_a_film_builds_up_and_follows_the_camera_to_another_hand(samples: Path) -> None:
    first, other = load(samples / "open.jpg"), load(samples / "seven-pairs.jpg")
    blurred = spoilt(first, "defocus")
    blank = load(np.full((300, 400, 3), 90, np.uint8), "table.jpg")
    frames = [blank, blurred, first, other, first, other, other]
    read = [done.reading for done in watch(iter(frames), READER)]
    assert len(read) == len(frames)
    assert [issue.code for issue in read[0].issues] == ["no_tiles"]
    alone = hand(read_together([first], READER).reading)
    assert [hand(reading) for reading in read[2:6]] == [alone] * 4  # one strange frame is no new hand
    assert hand(read[6]) == hand(read_together([other], READER).reading)
