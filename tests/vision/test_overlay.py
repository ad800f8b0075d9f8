"""What was read is drawn on the photo: each part in its colour, doubts marked, large enough for a phone."""

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from yakulens.vision import overlay
from yakulens.vision.reading import Issue, Quad, Reading, ReadMeld, ReadTile


def quad(x: float, y: float, width: float = 60, height: float = 80) -> Quad:
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


TILES = tuple(
    ReadTile(i, face, 0.99, quad(40 + 70 * i, 50)) for i, face in enumerate(["1m", "2m", "9s", "7z", "5p"])
)
READING = Reading(
    tiles=TILES,
    concealed=(0,),
    win=1,
    melds=(ReadMeld("pon", (2,), ("9s",)),),
    indicators=(3,),
    others=(4,),
)
TABLE = np.full((200, 420, 3), (90, 90, 90), np.uint8)


def colour_share(drawn: np.ndarray, colour: tuple[int, int, int]) -> float:
    return float((np.abs(drawn.astype(int) - colour).max(axis=2) < 25).mean())


def test_each_part_has_its_own_colour() -> None:
    colours = overlay.tile_colours(READING)
    assert colours == [overlay.CONCEALED, overlay.WIN, overlay.MELDS[0], overlay.INDICATOR, overlay.OTHERS]


def test_more_melds_than_colours_are_no_error() -> None:
    melds = tuple(ReadMeld("pon", (i,), ("1m",)) for i in range(5))
    assert overlay.tile_colours(replace(READING, melds=melds, win=None))[4] == overlay.MELDS[0]


def test_the_colours_are_drawn_where_the_tiles_are() -> None:
    drawn = overlay.draw(TABLE, READING)
    scale = drawn.shape[1] / TABLE.shape[1]
    for i, colour in enumerate(overlay.tile_colours(READING)):
        left, right = int((30 + 70 * i) * scale), int((110 + 70 * i) * scale)
        assert colour_share(drawn[:, left:right], colour) > 0.01, i


def test_a_doubtful_tile_is_marked_in_yellow() -> None:
    sure = overlay.draw(TABLE, READING)
    unsure = overlay.draw(TABLE, replace(READING, issues=(Issue("doubtful_face", (0,), ("1m",)),)))
    assert colour_share(sure, overlay.DOUBT) == 0
    assert colour_share(unsure, overlay.DOUBT) > 0.003


@pytest.mark.parametrize(
    ("size", "long_side"), [((200, 420), 1400), ((1500, 2000), 2000), ((3000, 4000), 2400)]
)
def test_it_is_large_enough_for_a_phone_and_not_larger(size: tuple[int, int], long_side: int) -> None:
    drawn = overlay.draw(np.zeros((*size, 3), np.uint8), READING)
    assert max(drawn.shape[:2]) == long_side


def test_the_photo_itself_is_left_alone() -> None:
    before = TABLE.copy()
    overlay.draw(TABLE, READING)
    np.testing.assert_array_equal(TABLE, before)


@pytest.mark.parametrize("at", [(-500.0, -500.0), (415.0, 195.0), (9000.0, 0.0)])
def test_a_tile_at_or_beyond_the_edge_is_no_error(at: tuple[float, float]) -> None:
    reading = Reading(tiles=(ReadTile(0, "1m", 0.9, quad(*at)),), concealed=(0,))
    assert overlay.draw(TABLE, reading).shape[2] == 3


def test_an_empty_reading_is_the_photo() -> None:
    assert np.ptp(overlay.draw(TABLE, Reading())) == 0


@pytest.mark.parametrize(("kind", "format_name"), [("jpeg", "JPEG"), ("png", "PNG")])
def test_it_is_encoded_with_its_colours(kind: str, format_name: str) -> None:
    red = np.full((40, 40, 3), (220, 30, 30), np.uint8)
    image = Image.open(io.BytesIO(overlay.encode(red, kind)))  # type: ignore[arg-type] # a literal by parametrize
    assert image.format == format_name
    assert np.abs(np.asarray(image).astype(int) - red).max() < 8
