"""Which detections of a searched photo are tiles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.detections import Detections
from vision.example import detected, painted
from vision.labels import INDEX, LABELS
from vision.naming.reader import ReaderResult
from vision.picture.pyramid import Pyramid
from vision.picture.rendition import NEGATIVE, PLAIN, Rendition
from vision.search import Seen
from vision.sift import Sieve
from vision.stages import EVERY_STAGE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.search import Ahead

UNSEEING = EVERY_STAGE.without("background").without("borders").without("red_fives")
"""The stages for which the photo itself is not asked."""
LAID = detected("1m 2m 3m 7s 7s")


@dataclass
class Says:
    """A reader that says the same of every place that it is shown."""

    face: str = "7s"
    sure: float = 0.96
    moved: float = 0.0
    asked: int = 0
    averages: int = 0

    def read(self, _photo: Pyramid, quads: NDArray[np.float32]) -> ReaderResult:
        """Its answer."""
        self.asked += len(quads)
        faces = np.full((len(quads), len(LABELS)), (1 - self.sure) / (len(LABELS) - 1), np.float32)
        faces[:, INDEX[self.face]] = self.sure
        ups = np.tile(np.array([1, 0, 0, 0], np.float32), (len(quads), 1))
        return ReaderResult(faces, ups, quads + np.float32(self.moved), 0.0)

    def averaged(
        self, _photo: Pyramid, _quads: NDArray[np.float32], faces: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], float]:
        """The faces as they are."""
        self.averages += len(faces)
        return faces, 0.0


def sifted(says: Says, ahead: Ahead = "") -> Detections:
    """What is left where the last of two 7s was put halfway onto the first."""
    quads = LAID.quads.copy()
    quads[4] -= np.array([24, 0], np.float32)
    every = replace(LAID, quads=quads, objectness=np.array([0.9, 0.9, 0.9, 0.9, 0.6], np.float32))
    return sifted_of(every, says, ahead)


def sifted_of(every: Detections, says: Says, ahead: Ahead = "") -> Detections:
    """The tiles among some detections, by a sieve that looks at no pixels."""
    stages = UNSEEING
    photo = Pyramid(np.zeros((*LAID.size, 3), np.uint8))
    seen = Seen(PLAIN, photo, photo, every, every, None, 0.0, ahead=ahead)
    return Sieve(says, None, stages, 0.5).sifted(seen).detections  # type: ignore[arg-type]  # a double


def test_a_tile_that_was_put_halfway_onto_its_neighbour_is_read_where_it_lies() -> None:
    tiles = sifted(Says())
    assert len(tiles) == len(LAID)
    assert tiles.faces.argmax(axis=1).tolist() == LAID.faces.argmax(axis=1).tolist()
    assert np.abs(tiles.quads[4] - LAID.quads[4]).max() <= 2  # the gap of the row
    assert tiles.objectness[4] == pytest.approx(0.6)


@pytest.mark.parametrize(
    "says", [Says(sure=0.8), Says("5z"), Says("back"), Says("other"), Says(moved=20.0)], ids=str
)
def test_it_is_none_where_no_printed_face_is_read_for_sure_at_that_place(says: Says) -> None:
    assert len(sifted(says)) == len(LAID) - 1
    assert says.asked == 1


def test_a_first_reading_does_not_wait_for_it() -> None:
    says = Says()
    assert len(sifted(says, "closer")) == len(LAID) - 1
    assert says.asked == 0


def test_what_several_crops_say_of_a_tile_is_asked_once_for_a_photo() -> None:
    says = Says()
    stages = EVERY_STAGE.without("background").without("red_fives")
    photo = Pyramid(np.zeros((*LAID.size, 3), np.uint8))
    seen = Seen(PLAIN, photo, photo, LAID, LAID, None, 0.0)
    sieve = Sieve(says, None, stages, 0.5)  # type: ignore[arg-type]
    more = replace(seen, tiles=replace(LAID))  # found once more
    once, again = sieve.sifted(seen, fully=True).detections, sieve.sifted(more).detections
    assert says.averages == len(LAID)
    assert np.array_equal(once.faces, again.faces)


HOLED = replace(LAID.take(np.array([0, 1, 3, 4])), objectness=np.array([0.9, 0.7, 0.8, 0.9], np.float32))
"""A row of which the tile in the middle was not detected."""


def test_where_a_longer_search_finds_nothing_more_nothing_is_sifted_anew() -> None:
    says = Says()
    photo = Pyramid(np.zeros((*LAID.size, 3), np.uint8))
    seen = Seen(PLAIN, photo, photo, LAID, LAID, None, 5.0, ahead="straightening")
    sieve = Sieve(says, None, UNSEEING, 0.5)  # type: ignore[arg-type]
    first, fully = sieve.sifted(seen), sieve.sifted(seen, fully=True)
    asked = says.asked + says.averages
    assert asked > 0
    later, last = (sieve.sifted(replace(seen, ahead=ahead, engine_ms=7.0)) for ahead in ("closer", ""))
    assert later.detections is first.detections
    assert last.detections is fully.detections
    assert says.asked + says.averages == asked
    assert (later.ahead, later.engine_ms, last.engine_ms) == ("closer", 7.0, fully.engine_ms + 2.0)


@pytest.mark.parametrize("face", ["3m", "5z"])
def test_a_tile_that_was_not_detected_between_two_of_a_row_is_read_where_it_lies(face: str) -> None:
    tiles = sifted_of(HOLED, Says(face, 0.98))
    assert len(tiles) == len(LAID)
    assert LABELS[tiles.faces[4].argmax()] == face
    assert np.abs(tiles.quads[4] - LAID.quads[2]).max() <= 1
    assert tiles.objectness[4] == pytest.approx(0.7), "no surer than of those beside it"


@pytest.mark.parametrize(
    "says",
    [Says("3m", 0.96), Says("back", 1.0), Says("other", 1.0), Says("2s", 1.0), Says("3m", 1.0, moved=20.0)],
    ids=str,
)
def test_a_gap_of_a_tiles_width_is_none_where_the_table_or_a_tiles_side_may_be_read(says: Says) -> None:
    assert len(sifted_of(HOLED, says)) == len(HOLED)
    assert says.asked == 1


@pytest.mark.parametrize(("table", "stays"), [((230, 225, 210), True), ((150, 150, 160), False)])
def test_a_faint_white_that_goes_on_beyond_its_edges_is_one_where_it_has_the_tiles_colour(
    table: tuple[int, int, int], *, stays: bool
) -> None:
    laid = detected("1m 2m 3m 4m 5m 6m 5z")
    white = laid.faces.argmax(axis=1) == INDEX["5z"]
    every = replace(laid, objectness=np.where(white, 0.5, 0.9).astype(np.float32))
    photo = painted(laid, [(230, 225, 210)] * 6 + [table], table=table)
    seen = Seen(PLAIN, photo, photo, every, every, None, 0.0)
    sieve = Sieve(Says("back"), None, EVERY_STAGE.without("red_fives"), 0.4)  # type: ignore[arg-type]
    assert len(sieve.sifted(seen).detections) == len(laid) - (not stays)


WHITE, SHADED, SIDE, TABLE = (230, 225, 210), (150, 150, 160), (90, 40, 120), (40, 90, 60)
EIGHT = detected("1m 2m 3m 4m 5m 6m 7m 8m")


def left_of(every: Detections, photo: Pyramid, rendition: Rendition = PLAIN) -> Detections:
    """What is left of some detections on a photo that is shown so."""
    seen = Seen(rendition, photo, photo, every, every, None, 0.0)
    sieve = Sieve(Says("back"), None, EVERY_STAGE.without("red_fives"), 0.4)  # type: ignore[arg-type]
    return sieve.sifted(seen).detections


@pytest.mark.parametrize(
    ("rendition", "stays"), [(PLAIN, False), (NEGATIVE, True), (Rendition(ground=TABLE), True)], ids=str
)
def test_shown_in_other_colours_a_tile_in_the_shade_is_one(rendition: Rendition, *, stays: bool) -> None:
    faces = EIGHT.faces.copy()
    faces[3] = 0.4 / (len(LABELS) - 1)
    faces[3, INDEX["4m"]] = 0.6
    photo = painted(EIGHT, [WHITE] * 3 + [SHADED] + [WHITE] * 4, TABLE)
    assert len(left_of(replace(EIGHT, faces=faces), photo, rendition)) == len(EIGHT) - (not stays)


@pytest.mark.parametrize(("stray", "left"), [(2, 6), (3, 8)])
def test_where_many_sure_faces_have_margins_as_gaps_have_the_set_is_odd(stray: int, left: int) -> None:
    pixels = painted(EIGHT, [WHITE] * 8, TABLE).pixels.copy()
    for quad in EIGHT.quads[:stray].astype(int):
        (x, _), (right, low) = quad[0], quad[2]
        pixels[low - 14 : low, x:right] = SIDE
    faintly = replace(EIGHT, objectness=np.full(8, 0.8, np.float32))
    assert len(left_of(faintly, Pyramid(pixels))) == left


def fused(faces: str) -> Detections:
    """A row whose last two tiles were taken for one."""
    row = detected(faces)
    quads = row.quads[:-1].copy()
    quads[-1] = [row.quads[-2, 0], row.quads[-1, 1], row.quads[-1, 2], row.quads[-2, 3]]
    return replace(row.take(np.arange(len(row) - 1)), quads=quads)


def test_two_tiles_taken_for_one_are_two_where_both_halves_show_what_lies_beside_them() -> None:
    tiles = sifted_of(fused("5m 1p 1p 2p 2p"), Says("1p"))
    assert sorted(LABELS[k] for k in tiles.faces.argmax(axis=1)) == ["1p", "1p", "1p", "1p", "5m"]


@pytest.mark.parametrize(
    ("faces", "says"),
    [
        ("5m 3m 3m 2p 2p", Says("1p")),
        ("5m 1p 1p 2p 2p", Says("1p", sure=0.8)),
        ("5m 1p 1p 2p 2p", Says("1p", moved=30.0)),
        ("5m 5z 5z 2p 2p", Says("5z")),
    ],
    ids=str,
)
def test_a_large_tile_is_one_where_its_halves_show_no_tile_of_those_beside_it(faces: str, says: Says) -> None:
    tiles = sifted_of(fused(faces), says)
    assert "2p" in [LABELS[k] for k in tiles.faces.argmax(axis=1)]


@dataclass
class SaysAbove(Says):
    """A reader that finds nothing but the table below a line of the photo."""

    line: float = 120.0

    def read(self, photo: Pyramid, quads: NDArray[np.float32]) -> ReaderResult:
        """Its answer."""
        said = super().read(photo, quads)
        below = quads.mean(axis=1)[:, 1] > self.line
        said.faces[below] = np.eye(len(LABELS), dtype=np.float32)[INDEX["back"]]
        return said


def test_a_tile_added_beside_a_called_one_and_not_detected_is_read_there() -> None:
    row = detected("2m 3m 4m 5m 6m 7m 2p 3p 4p 6p _ 1s (1s) 1s")
    tiles = sifted_of(row, SaysAbove("1s", 0.99))
    assert len(tiles) == len(row) + 1
    added = tiles.quads[-1].mean(axis=0) - row.quads[11].mean(axis=0)
    assert added.round().tolist() == [0.0, -40.0]


@pytest.mark.parametrize("says", [Says("1s", 0.9), Says("2s", 0.99), Says("1s", 0.99, moved=20.0)], ids=str)
def test_beside_a_called_tile_nothing_else_is_one(says: Says) -> None:
    row = detected("2m 3m 4m 5m 6m 7m 2p 3p 4p 6p _ 1s (1s) 1s")
    assert len(sifted_of(row, says)) == len(row)


def found_astray() -> Detections:
    """A row whose third tile was found a little aside and is hardly read."""
    faces, quads = LAID.faces.copy(), LAID.quads.copy()
    faces[2] = np.full(len(LABELS), 0.3 / (len(LABELS) - 1), np.float32)
    faces[2, INDEX["4m"]] = 0.7
    quads[2] += np.float32([12, 0])
    return replace(LAID, faces=faces, quads=quads, objectness=np.full(5, 0.9, np.float32))


def test_what_is_hardly_read_between_two_tiles_of_a_row_is_read_where_it_is_due() -> None:
    tiles = sifted_of(found_astray(), Says("3m", 0.98))
    assert len(tiles) == len(LAID)
    assert LABELS[tiles.faces[-1].argmax()] == "3m"
    assert np.abs(tiles.quads[-1] - LAID.quads[2]).max() <= 2  # the gaps of the row
    assert tiles.objectness[-1] == pytest.approx(0.9)


@pytest.mark.parametrize("says", [Says("3m", 0.95), Says("back", 1.0), Says("3m", 0.98, moved=20.0)], ids=str)
def test_it_stays_as_it_was_found_where_no_face_is_surely_read_there(says: Says) -> None:
    assert sifted_of(found_astray(), says).same_as(found_astray())


def test_two_finds_of_one_tiles_halves_are_the_tile_that_is_due_between_its_neighbours() -> None:
    every = found_astray()
    halves = replace(every.take(np.array([2, 2])), quads=LAID.quads[[2, 2]].copy())
    halves.quads[0, 2:, 1] -= 27
    halves.quads[1, :2, 1] += 27
    tiles = sifted_of(Detections.joined(every.take(np.array([0, 1, 3, 4])), halves), Says("3m", 0.98))
    assert sorted(LABELS[k] for k in tiles.faces.argmax(axis=1)) == ["1m", "2m", "3m", "7s", "7s"]
