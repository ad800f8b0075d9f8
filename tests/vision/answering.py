"""A stand-in for a photo: known tiles answer what a photo search asks, without pixels, finder or reader."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from tests.vision.layout.bundled import layout
from yakulens.vision.finding.decode import Rectangles
from yakulens.vision.geometry.quads import corner_distances
from yakulens.vision.models import FinderSettings, ReaderSettings
from yakulens.vision.naming.crop_answers import ReaderResult
from yakulens.vision.naming.namer import Namer
from yakulens.vision.photo_search import Look, Search
from yakulens.vision.questions import Cut, Find, Lay, Name
from yakulens.vision.stages import EVERY_STAGE

if TYPE_CHECKING:
    from collections.abc import Generator

    from numpy.typing import NDArray

    from yakulens.vision.detections import Detections
    from yakulens.vision.questions import PhotoQuestion

T = TypeVar("T")

FINDER = FinderSettings("finder.onnx")
SEARCH = Search(FINDER, Namer(ReaderSettings("", "")), stages=EVERY_STAGE.without("red_fives"))
"""A search of any set that asks for no pixels."""


@dataclass(slots=True)
class Table:
    """What lies on a table, and what was asked of it.

    Attributes:
        tiles: upright, duplicates left out.
        asked: the questions.
        looks: what the search has shown.
    """

    tiles: Detections
    asked: list[PhotoQuestion] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)

    def answer(self, asked: PhotoQuestion | Look) -> Any:  # noqa: ANN401 - as each question says
        """The answer to a question."""
        if isinstance(asked, Look):
            self.looks.append(asked)
            return None
        self.asked.append(asked)
        match asked:
            case Find(_, how):
                return _found(how.map_detections(self.tiles))
            case Name(crops, how):
                return _named(how.map_detections(self.tiles), crops.quads)
            case Lay(tiles):
                return layout().opinion(tiles)
            case Cut():
                message = "these tiles have no pixels"
                raise AssertionError(message)

    @property
    def windows(self) -> list[tuple[int, int]]:
        """``(height, width)`` of the windows that were searched."""
        return [(asked.window.height, asked.window.width) for asked in self.asked if isinstance(asked, Find)]


def settled(answer: T) -> Generator[Any, Any, T]:
    """Work that asks nothing and gives this."""
    return answer
    yield


def _found(tiles: Detections) -> Rectangles:
    sides = tiles.quads[:, 2] - tiles.quads[:, 0]
    boxes = np.concatenate([tiles.quads.mean(axis=1), sides, np.zeros((len(tiles), 1))], axis=1)
    return Rectangles(boxes.astype(np.float32), tiles.objectness, tiles.objectness[:, None])


def _named(tiles: Detections, quads: NDArray[np.float32]) -> ReaderResult:
    there = tiles[corner_distances(quads, tiles.quads).argmin(axis=1)]
    return ReaderResult(there.faces, there.top_edge_probs, quads)
