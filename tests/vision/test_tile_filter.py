"""Which detections of a searched photo are tiles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from tests.vision.layout.bundled import layout
from yakulens.vision.example import detected
from yakulens.vision.labels import INDEX, LABELS
from yakulens.vision.naming.crop_answers import ReaderResult
from yakulens.vision.picture.color_transform import PLAIN
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.stages import EVERY_STAGE
from yakulens.vision.tile_filter import TileFilter
from yakulens.vision.tile_search import SearchState

if TYPE_CHECKING:
    from numpy.typing import NDArray


UNSEEING = EVERY_STAGE.without("red_fives")
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
    photo = Pyramid(np.zeros((*LAID.size, 3), np.uint8))
    seen = SearchState(PLAIN, photo, LAID, 0.0)
    tile_filter = TileFilter(says, None, layout(), UNSEEING, 0.5)  # type: ignore[arg-type]
    more = replace(seen, tiles=replace(LAID))  # found once more
    once, again = tile_filter.filter(seen, final=True).detections, tile_filter.filter(more).detections
    assert says.averages == len(LAID)
    assert np.array_equal(once.faces, again.faces)


def test_where_a_longer_search_finds_nothing_more_nothing_is_sifted_anew() -> None:
    says = Says()
    photo = Pyramid(np.zeros((*LAID.size, 3), np.uint8))
    seen = SearchState(PLAIN, photo, LAID, 5.0, next_stage="mirrored")
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
