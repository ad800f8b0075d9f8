"""Turning a photo: nothing is lost, and a reading that depends on the side is reported with its angle."""

from __future__ import annotations

import numpy as np
import pytest

from yakulens.models.evaluate.stability import TURNS, differing_turns, same_hand, turn, turned_rates
from yakulens.vision.reading import Reading, ReadTile

QUAD = ((0.0, 0.0), (40.0, 0.0), (40.0, 54.0), (0.0, 54.0))


def hand(*faces: str, win: int | None = None) -> Reading:
    tiles = tuple(ReadTile(i, face, 0.99, QUAD) for i, face in enumerate(faces))
    return Reading(tiles, concealed=tuple(i for i in range(len(faces)) if i != win), win=win)


@pytest.mark.parametrize("degrees", TURNS)
def test_every_pixel_of_a_marked_photo_survives_a_turn(degrees: int) -> None:
    pixels = np.full((60, 90, 3), 120, np.uint8)
    pixels[4:12, 4:12] = 255
    pixels[48:56, 78:86] = 0
    turned = turn(pixels, degrees)
    assert (turned > 240).all(axis=2).sum() >= 40
    assert (turned < 15).all(axis=2).sum() >= 40


def test_four_quarter_turns_give_the_photo_back() -> None:
    pixels = np.random.default_rng(1).integers(0, 255, (20, 30, 3), dtype=np.uint8)
    turned = pixels
    for _ in range(4):
        turned = turn(turned, 90)
    assert np.array_equal(turned, pixels)


def test_the_order_of_concealed_tiles_does_not_matter_but_the_winning_tile_does() -> None:
    assert same_hand(hand("1m", "2m", "3m"), hand("3m", "2m", "1m"))
    assert not same_hand(hand("1m", "2m", "3m"), hand("1m", "2m", "3m", win=0))
    assert not same_hand(hand("1m", "2m"), hand("1m", "3m"))


def test_a_reading_that_changes_is_named_with_its_angle() -> None:
    wide = np.zeros((20, 30, 3), np.uint8)

    def read(pixels: np.ndarray) -> Reading:
        return hand("1m") if pixels.shape[:2] == wide.shape[:2] else hand("9m")

    turns = differing_turns(wide, read)
    assert turns == [20, 90, 270, 340]
    photos, readings = turned_rates([turns, differing_turns(wide, lambda _: hand("1m"))])
    assert (photos.hits, photos.total) == (1, 2)
    assert (readings.hits, readings.total) == (6, 10)
