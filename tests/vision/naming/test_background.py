"""The ground of faces: blank Whites and backs told apart, and gaps that look like a face."""

from __future__ import annotations

import numpy as np
import pytest

from yakulens.vision.labels import BACK, INDEX, LABELS
from yakulens.vision.naming.background import BackgroundColours
from yakulens.vision.picture.pyramid import Pyramid

IVORY, GREEN = (236, 230, 214), (40, 120, 70)
FACES = ("1m", "2p", "3s", "4z", "6p")


def row(
    blank: tuple[int, int, int], white: float, light: float = 0.0
) -> tuple[Pyramid, np.ndarray, np.ndarray]:
    """Five printed tiles and a blank one, lit ``light`` brighter from left to right; ``white`` = P(5z)."""
    pixels = np.full((200, 700, 3), (30, 60, 40), np.uint8)
    quads, faces = [], np.full((6, len(LABELS)), 1e-4, np.float32)
    for k in range(6):
        x = 40 + 100 * k
        pixels[40:160, x : x + 90] = IVORY if k < 5 else blank
        if k < 5:
            pixels[70:130, x + 30 : x + 60] = (30, 30, 120)
            faces[k, INDEX[FACES[k]]] = 0.99
        quads.append([(x, 40), (x + 90, 40), (x + 90, 160), (x, 160)])
    faces[5, INDEX["5z"]], faces[5, INDEX[BACK]] = white, 1 - white
    ramp = np.linspace(1 - light, 1, 700)[None, :, None]
    faces /= faces.sum(axis=1, keepdims=True)
    return Pyramid((pixels * ramp).astype(np.uint8)), np.array(quads, np.float32), faces


def told(photo: Pyramid, quads: np.ndarray, faces: np.ndarray) -> np.ndarray:
    return BackgroundColours.of(photo, quads, faces).whites_from_backs(faces)


@pytest.mark.parametrize("light", [0.0, 0.2])
def test_a_blank_tile_of_the_faces_colour_is_a_white(light: float) -> None:
    after = told(*row(IVORY, white=0.3, light=light))
    assert after[5, INDEX["5z"]] > 0.7
    assert np.allclose(after.sum(axis=1), 1, atol=1e-5)


def test_a_blank_tile_of_another_colour_lies_face_down() -> None:
    after = told(*row(GREEN, white=0.7))
    assert after[5, INDEX[BACK]] > 0.9


def test_a_back_of_the_faces_colour_is_doubted_rather_than_turned_over() -> None:
    after = told(*row(IVORY, white=0.02))
    assert 0.05 < after[5, INDEX["5z"]] < 0.3


def test_without_printed_faces_nothing_is_changed() -> None:
    photo, quads, faces = row(GREEN, white=0.7)
    assert np.array_equal(told(photo, quads[3:], faces[3:]), faces[3:])
    assert len(told(photo, quads[:0], faces[:0])) == 0
    assert not BackgroundColours.of(photo, quads[3:], faces[3:]).gaps(faces[3:]).any()


def test_a_dark_gap_with_the_side_of_a_tile_in_view_is_no_face() -> None:
    photo, quads, faces = row((30, 28, 26), white=0.5)
    photo.pixels[40:160, 600:630] = IVORY
    assert BackgroundColours.of(photo, quads, faces).gaps(faces).tolist() == [False] * 5 + [True]


@pytest.mark.parametrize("colour", [IVORY, GREEN, (120, 116, 104)])
def test_a_tile_of_one_colour_that_is_read_for_sure_is_no_gap(colour: tuple[int, int, int]) -> None:
    photo, quads, faces = row(colour, white=0.001, light=0.2)
    assert not BackgroundColours.of(photo, quads, faces).gaps(faces).any()


def test_a_white_with_a_frame_is_no_gap() -> None:
    photo, quads, sure = row(IVORY, white=0.999)
    for left in (544, 617):  # the frame's sides lie in the margins, its ends within
        photo.pixels[60:140, left : left + 9] = (30, 40, 150)
    doubtful = row(IVORY, white=0.5)[2]
    assert BackgroundColours.of(photo, quads, doubtful).gaps(doubtful)[5]
    assert not BackgroundColours.of(photo, quads, sure).gaps(sure).any()
    photo.pixels[40:160, 553:617] = (186, 190, 155)  # an empty place among tiles
    assert BackgroundColours.of(photo, quads, sure).gaps(sure)[5]


def test_a_tile_of_another_colour_that_is_read_with_doubt_is_one() -> None:
    photo, quads, faces = row(GREEN, white=0.5)
    assert BackgroundColours.of(photo, quads, faces).gaps(faces).tolist() == [False] * 5 + [True]


def test_bare_table_goes_on_beyond_its_edges_and_a_back_does_not() -> None:
    photo, quads, faces = row((30, 60, 40), white=0.5)  # the table's own colour
    assert BackgroundColours.of(photo, quads, faces).bare(faces).tolist() == [False] * 5 + [True]
    assert not BackgroundColours.of(*row(GREEN, white=0.5)).bare(faces).any()
    assert len(BackgroundColours.of(photo, quads[:0], faces[:0]).bare(faces[:0])) == 0


@pytest.mark.parametrize(("white", "nearer", "bare"), [(0.1, 10, True), (0.001, 10, False), (0.001, 0, True)])
def test_a_detection_much_like_the_table_is_a_back_only_if_it_is_surely_read_as_one_and_touches_another(
    white: float, nearer: int, *, bare: bool
) -> None:
    photo, quads, faces = row((36, 78, 50), white=white)
    quads[4, :, 0] += nearer
    assert BackgroundColours.of(photo, quads, faces).bare(faces)[5] == bare


def test_what_has_the_tables_very_colour_is_bare_however_surely_it_is_read() -> None:
    photo, quads, faces = row((30, 60, 40), white=0.001)
    assert BackgroundColours.of(photo, quads, faces).bare(faces)[5]


def test_a_blank_detection_that_goes_on_beyond_any_free_edge_is_faded() -> None:
    photo, quads, faces = row(GREEN, white=0.001)
    assert not BackgroundColours.of(photo, quads, faces).faded().any()
    photo.pixels[160:190, 500:] = GREEN
    assert BackgroundColours.of(photo, quads, faces).faded().tolist() == [False] * 5 + [True]
    assert len(BackgroundColours.of(photo, quads[:0], faces[:0]).faded()) == 0


@pytest.mark.parametrize(
    ("colours", "strange"),
    [
        (["dark", "dark", "red"], [False, False, True]),
        (["dark", "dark", "pale"], [False, False, False]),  # the faces' colour: rather a White
        (["dark", "red"], [False, False]),  # which of them is the backs'?
        (["dark", "dark", "dark"], [False] * 3),
        ([], []),
    ],
)
def test_what_is_unlike_two_other_backs_and_the_faces_is_strange(
    colours: list[str], strange: list[bool]
) -> None:
    difference = {"dark": (-1.0, -0.4, -1.2), "red": (-0.2, -1.0, -0.9), "pale": (0.01, 0.0, -0.02)}
    count = len(colours)
    faces = np.full((count, len(LABELS)), 1e-3, np.float32)
    faces[:, INDEX[BACK]] = 0.95
    differences = np.array([difference[colour] for colour in colours]).reshape(-1, 3)
    background = BackgroundColours(differences, np.zeros((count, 4, 3)), np.zeros((count, 4, 3)))
    assert background.strange(faces).tolist() == strange


@pytest.mark.parametrize(("colour", "foreign"), [(IVORY, False), (GREEN, True), ((150, 146, 136), True)])
def test_a_face_on_another_ground_than_its_neighbours_is_told(
    colour: tuple[int, int, int], *, foreign: bool
) -> None:
    photo, quads, faces = row(colour, white=0.5)
    colours = BackgroundColours.of(photo, quads, faces)
    assert colours.foreign().tolist() == [False] * 5 + [foreign]


def test_without_neighbours_to_compare_with_no_ground_is_another_one() -> None:
    photo, quads, faces = row(GREEN, white=0.5)
    assert not BackgroundColours.of(photo, quads[3:], faces[3:]).foreign().any()


@pytest.mark.parametrize(("right", "gap"), [((143, 140, 96), False), ((71, 69, 64), True)])
def test_a_face_read_for_sure_is_a_gap_where_its_margins_are_of_other_colours_than_each_other(
    right: tuple[int, int, int], *, gap: bool
) -> None:
    photo, quads, faces = row((143, 140, 96), white=0.5)
    pixels = photo.pixels.copy()
    pixels[130:160, 540:630] = (143, 140, 106)  # of the unlike margins this is the likest
    pixels[40:160, 590:630] = right
    faces[5] = 1e-4
    faces[5, INDEX["2s"]] = 0.996
    colours = BackgroundColours.of(Pyramid(pixels), quads, faces)
    assert colours.gaps(faces).tolist() == [False] * 5 + [gap]
