"""Which detections of a searched photo are tiles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.layout.bundled import layout
from yakulens.vision.example import detected, painted
from yakulens.vision.labels import INDEX, LABELS
from yakulens.vision.naming.reader import ReaderResult
from yakulens.vision.picture.color_transform import NEGATIVE, PLAIN, ColorTransform
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.stages import EVERY_STAGE
from yakulens.vision.tile_filter import TileFilter
from yakulens.vision.tile_search import SearchState

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.detections import Detections


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


def test_what_several_crops_say_of_a_tile_is_asked_once_for_a_photo() -> None:
    says = Says()
    stages = EVERY_STAGE.without("background").without("red_fives")
    photo = Pyramid(np.zeros((*LAID.size, 3), np.uint8))
    seen = SearchState(PLAIN, photo, photo, LAID, LAID, None, 0.0)
    tile_filter = TileFilter(says, None, layout(), stages, 0.5)  # type: ignore[arg-type]
    more = replace(seen, tiles=replace(LAID))  # found once more
    once, again = tile_filter.filter(seen, final=True).detections, tile_filter.filter(more).detections
    assert says.averages == len(LAID)
    assert np.array_equal(once.faces, again.faces)


def test_where_a_longer_search_finds_nothing_more_nothing_is_sifted_anew() -> None:
    says = Says()
    photo = Pyramid(np.zeros((*LAID.size, 3), np.uint8))
    seen = SearchState(PLAIN, photo, photo, LAID, LAID, None, 5.0, next_stage="straightening")
    tile_filter = TileFilter(says, None, layout(), UNSEEING, 0.5)  # type: ignore[arg-type]
    first, final = tile_filter.filter(seen), tile_filter.filter(seen, final=True)
    asked = says.asked + says.averages
    assert asked > 0
    later, last = (
        tile_filter.filter(replace(seen, next_stage=stage, engine_ms=7.0)) for stage in ("closer", "")
    )
    assert later.detections is first.detections
    assert last.detections is final.detections
    assert says.asked + says.averages == asked
    assert (later.next_stage, later.engine_ms, last.engine_ms) == ("closer", 7.0, final.engine_ms + 2.0)


@pytest.mark.parametrize(("table", "stays"), [((230, 225, 210), True), ((150, 150, 160), False)])
def test_a_faint_white_that_goes_on_beyond_its_edges_is_one_where_it_has_the_tiles_colour(
    table: tuple[int, int, int], *, stays: bool
) -> None:
    laid = detected("1m 2m 3m 4m 5m 6m 5z")
    white = laid.faces.argmax(axis=1) == INDEX["5z"]
    every = replace(laid, objectness=np.where(white, 0.5, 0.9).astype(np.float32))
    photo = painted(laid, [(230, 225, 210)] * 6 + [table], table=table)
    seen = SearchState(PLAIN, photo, photo, every, every, None, 0.0)
    tile_filter = TileFilter(Says("back"), None, layout(), EVERY_STAGE.without("red_fives"), 0.4)  # type: ignore[arg-type]
    assert len(tile_filter.filter(seen).detections) == len(laid) - (not stays)


WHITE, SHADED, SIDE, TABLE = (230, 225, 210), (150, 150, 160), (90, 40, 120), (40, 90, 60)
EIGHT = detected("1m 2m 3m 4m 5m 6m 7m 8m")


def left_of(every: Detections, photo: Pyramid, color_transform: ColorTransform = PLAIN) -> Detections:
    """What is left of some detections on a photo that is shown so."""
    seen = SearchState(color_transform, photo, photo, every, every, None, 0.0)
    tile_filter = TileFilter(Says("back"), None, layout(), EVERY_STAGE.without("red_fives"), 0.4)  # type: ignore[arg-type]
    return tile_filter.filter(seen).detections


@pytest.mark.parametrize(
    ("color_transform", "stays"),
    [(PLAIN, False), (NEGATIVE, True), (ColorTransform(ground=TABLE), True)],
    ids=str,
)
def test_shown_in_other_colours_a_tile_in_the_shade_is_one(
    color_transform: ColorTransform, *, stays: bool
) -> None:
    faces = EIGHT.faces.copy()
    faces[3] = 0.4 / (len(LABELS) - 1)
    faces[3, INDEX["4m"]] = 0.6
    photo = painted(EIGHT, [WHITE] * 3 + [SHADED] + [WHITE] * 4, TABLE)
    assert len(left_of(replace(EIGHT, faces=faces), photo, color_transform)) == len(EIGHT) - (not stays)


@pytest.mark.parametrize(("stray", "left"), [(2, 6), (3, 8)])
def test_where_many_sure_faces_have_margins_as_gaps_have_the_set_is_odd(stray: int, left: int) -> None:
    pixels = painted(EIGHT, [WHITE] * 8, TABLE).pixels.copy()
    for quad in EIGHT.quads[:stray].astype(int):
        (x, _), (right, low) = quad[0], quad[2]
        pixels[low - 14 : low, x:right] = SIDE
    faintly = replace(EIGHT, objectness=np.full(8, 0.8, np.float32))
    assert len(left_of(faintly, Pyramid(pixels))) == left
