"""Of two fives of a suit the one that is red where the other is not is likelier to be the red five."""

import cv2
import numpy as np
import pytest

from yakulens.vision.coroutines import run
from yakulens.vision.labels import INDEX, LABELS
from yakulens.vision.naming import reds
from yakulens.vision.naming.rectify import crops
from yakulens.vision.naming.reds import likelihood_ratio
from yakulens.vision.picture.pyramid import Pyramid

WIDE, TALL = 90, 120
RED, DARK, COPPER, TINGED, RUSTY = (200, 30, 40), (40, 40, 40), (90, 60, 50), (62, 50, 46), (90, 65, 60)
GOLD, WHITE, SKIN = (150, 105, 60), (235, 235, 235), (200, 160, 140)


def compared(
    picture: Pyramid, quads: np.ndarray, faces: np.ndarray, top_edge_probs: np.ndarray
) -> np.ndarray:
    """What comparing makes of faces on a picture."""

    async def cut(quads: np.ndarray) -> np.ndarray:
        return crops(picture, quads)

    return run(reds.compare_fives(quads, faces, top_edge_probs, cut))


def five_of_circles(rings: tuple[int, int, int], middle: tuple[int, int, int]) -> np.ndarray:
    """A face, ``(120, 90, 3)`` uint8: four circles of one colour about one of another."""
    face = np.full((TALL, WIDE, 3), 235, np.uint8)
    for x, y in ((24, 30), (66, 30), (24, 90), (66, 90)):
        cv2.circle(face, (x, y), 12, rings, 5, cv2.LINE_AA)
    cv2.circle(face, (45, 60), 12, middle, -1, cv2.LINE_AA)
    return face


def photo(
    *rings: tuple[int, int, int],
    light: tuple[float, float, float] = (1, 1, 1),
    middle: tuple[int, int, int] = RED,
) -> Pyramid:
    """Fives beside each other on a dark table, their middle circles red."""
    pixels = np.full((160, 20 + 110 * len(rings), 3), 30, np.float64)
    for k, colour in enumerate(rings):
        pixels[20 : 20 + TALL, 20 + 110 * k : 20 + 110 * k + WIDE] = five_of_circles(colour, middle)
    return Pyramid(np.asarray(np.clip(pixels * light, 0, 255), np.uint8))


def quads(count: int) -> np.ndarray:
    low = np.array([[20 + 110 * k, 20] for k in range(count)], np.float32)
    return low[:, None] + np.array([[0, 0], [WIDE, 0], [WIDE, TALL], [0, TALL]], np.float32)


def faces(*reds: float) -> np.ndarray:
    """What a reader says that gives each five this probability of being red."""
    told = np.full((len(reds), len(LABELS)), 1e-6, np.float32)
    told[:, INDEX["0p"]] = reds
    told[:, INDEX["5p"]] = 1 - np.array(reds)
    return told


def ups(count: int) -> np.ndarray:
    return np.tile(np.array([[0.97, 0.01, 0.01, 0.01]], np.float32), (count, 1))


@pytest.mark.parametrize("light", [(1, 1, 1), (1, 0.85, 0.7), (0.5, 0.55, 0.6)])
def test_one_whose_rings_are_red_too_is_likelier_the_red_five(light: tuple[float, float, float]) -> None:
    told = compared(photo(DARK, RED, light=light), quads(2), faces(0.1, 0.1), ups(2))
    assert told[0, INDEX["0p"]] < 0.11  # all ink of its fellow is red: nothing to compare with
    assert told[1, INDEX["0p"]] > 0.7


def test_where_the_reader_is_sure_comparing_asks_and_does_not_decide() -> None:
    told = compared(photo(DARK, RED, DARK), quads(3), faces(0.001, 0.001, 0.001), ups(3))
    assert 0.15 < told[1, INDEX["0p"]] < 0.5
    assert told[[0, 2], INDEX["5p"]].min() > 0.98


def test_a_faint_colour_is_doubtful() -> None:
    told = compared(photo(DARK, COPPER), quads(2), faces(0.02, 0.02), ups(2))
    assert 0.05 < told[1, INDEX["0p"]] < 0.5
    assert told[0, INDEX["5p"]] > 0.97


def test_two_that_are_both_read_as_red_do_not_speak_against_each_other() -> None:
    told = compared(photo(RED, RED), quads(2), faces(0.95, 0.95), ups(2))
    assert told[:, INDEX["0p"]].min() > 0.9


@pytest.mark.parametrize(("rings", "low", "high"), [(DARK, 0.0, 0.5), (TINGED, 0.5, 0.75), (RED, 0.98, 1.0)])
def test_a_lone_five_is_red_where_its_other_circles_are_and_asked_about_where_they_may_be(
    rings: tuple[int, int, int], low: float, high: float
) -> None:
    told = compared(photo(rings), quads(1), faces(0.99), ups(1))
    assert low < told[0, INDEX["0p"]] < high


@pytest.mark.parametrize("share", [0.01, 0.99])
def test_on_a_photo_without_colours_a_five_is_asked_about(share: float) -> None:
    told = compared(photo(DARK, DARK, middle=DARK), quads(2), faces(share, share), ups(2))
    assert told[:, INDEX["0p"]] == pytest.approx([0.25, 0.25])


def test_a_hair_more_red_makes_no_doubtful_five_sure() -> None:
    def red(more: int) -> float:
        colour = (60 + more, 60, 60)
        return float(compared(photo(colour, middle=colour), quads(1), faces(0.99), ups(1))[0, INDEX["0p"]])

    told = [red(more) for more in range(30, 120)]
    assert told[0] == pytest.approx(0.4)
    assert told[-1] == pytest.approx(0.99)
    assert np.abs(np.diff(told)).max() < 0.05


def test_a_dull_five_is_not_believed_to_be_red_for_sure() -> None:
    told = compared(photo(COPPER, middle=RUSTY), quads(1), faces(0.99), ups(1))
    assert 0.2 < told[0, INDEX["0p"]] < 0.5


@pytest.mark.parametrize(("rings", "low", "high"), [(DARK, 0.0, 0.011), (TINGED, 0.0, 0.1), (RED, 0.2, 0.5)])
def test_a_lone_five_read_as_plain_is_asked_about_where_all_its_ink_is_red(
    rings: tuple[int, int, int], low: float, high: float
) -> None:
    told = compared(photo(rings), quads(1), faces(0.01), ups(1))
    assert low < told[0, INDEX["0p"]] < high
    assert told[0].sum() == pytest.approx(faces(0.01)[0].sum())


def test_a_bleached_five_does_not_show_that_it_is_plain() -> None:
    told = compared(photo(WHITE, middle=WHITE), quads(1), faces(0.97), ups(1))
    assert 0.15 < told[0, INDEX["0p"]] < 0.5


def test_a_finger_over_a_five_does_not_make_it_red() -> None:
    told = compared(photo(DARK, SKIN, middle=SKIN), quads(2), faces(0.001, 0.2), ups(2))
    assert 0.15 < told[1, INDEX["0p"]] < 0.85


@pytest.mark.parametrize("upside_down", [False, True])
def test_it_does_not_matter_which_way_up_a_five_lies(*, upside_down: bool) -> None:
    turned = np.roll(quads(2), 2 if upside_down else 0, axis=1)
    told = compared(photo(DARK, RED), turned, faces(0.1, 0.1), ups(2))
    assert told[1, INDEX["0p"]] > 0.7


def test_a_single_five_keeps_what_was_read() -> None:
    told = faces(0.3)
    np.testing.assert_array_equal(compared(photo(RED), quads(1), told, ups(1)), told)


def test_probabilities_still_sum_to_one() -> None:
    told = compared(photo(DARK, RED), quads(2), faces(0.2, 0.4), ups(2))
    np.testing.assert_allclose(told.sum(axis=1), faces(0.2, 0.4).sum(axis=1), rtol=1e-5)


def test_the_redder_the_likelier() -> None:
    told = [likelihood_ratio(d) for d in (-1.0, 0.0, 0.8, 1.2, 1.8, 3.0)]
    assert told == sorted(told)


@pytest.mark.parametrize(("rings", "others", "believed"), [(GOLD, 4, 0.2), (GOLD, 3, 0.99), (RED, 4, 0.99)])
def test_where_all_inks_are_reddish_a_five_is_red_that_is_redder(
    rings: tuple[int, int, int], others: int, believed: float
) -> None:
    """A set engraved in gold, its other numbers as red as its plain fives."""
    told = np.concatenate([faces(0.99), np.zeros((others, len(LABELS)), np.float32)])
    told[1:, INDEX["4p"]] = 1.0
    said = compared(photo(rings, *[GOLD] * others), quads(1 + others), told, ups(1 + others))
    assert said[0, INDEX["0p"]] == pytest.approx(believed, abs=0.01)
    np.testing.assert_array_equal(said[1:], told[1:])
