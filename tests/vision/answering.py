"""A stand-in for a photo: known tiles answer what a photo search asks, without pixels, finder or reader."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from tests.vision.layout.bundled import layout
from yakulens.vision.finding.decode import Rectangles
from yakulens.vision.geometry.quads import corner_distances
from yakulens.vision.model_card import FinderSettings, ReaderSettings
from yakulens.vision.naming.crop_answers import ReaderResult
from yakulens.vision.naming.namer import Namer
from yakulens.vision.photo_search import PhotoSearch, Search
from yakulens.vision.stages import EVERY_STAGE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.detections import Detections
    from yakulens.vision.finding.windows import Window
    from yakulens.vision.layout.decode.opinion import Opinion
    from yakulens.vision.naming.namer import Crops
    from yakulens.vision.photo_search import SearchStep
    from yakulens.vision.picture.color_transform import ColorTransform

T = TypeVar("T")

FINDER = FinderSettings("finder.onnx")
SEARCH = Search(FINDER, Namer(ReaderSettings("", "")), stages=EVERY_STAGE.without("red_fives"))
"""A search of any set that asks for no pixels."""


class Find(NamedTuple):
    """A window in which tiles were looked for, and how the photo was shown."""

    window: Window
    color_transform: ColorTransform


class Name(NamedTuple):
    """Crops that were read, and how the photo was shown."""

    crops: Crops
    color_transform: ColorTransform


@dataclass(slots=True)
class Table:
    """What lies on a table, and what was asked of it.

    Attributes:
        tiles: upright, duplicates left out.
        asked: the questions.
        looks: what the search has shown.
    """

    tiles: Detections
    asked: list[Find | Name] = field(default_factory=list)
    looks: list[SearchStep] = field(default_factory=list)

    def search(self, size: tuple[int, int]) -> PhotoSearch:
        """The search of a photo of ``(height, width)``, pixels, that shows the table."""
        return PhotoSearch(SEARCH, self, size)

    async def take(self, look: SearchStep) -> None:
        """Keep what the search shows."""
        self.looks.append(look)

    async def find(self, window: Window, color_transform: ColorTransform) -> Rectangles:
        """Every tile, wherever the window is."""
        self.asked.append(Find(window, color_transform))
        return _found(color_transform.map_detections(self.tiles))

    async def name(self, crops: Crops, color_transform: ColorTransform) -> ReaderResult:
        """The tiles nearest to the crops."""
        self.asked.append(Name(crops, color_transform))
        return _named(color_transform.map_detections(self.tiles), crops.quads)

    async def cut(self, quads: NDArray[np.float32], color_transform: ColorTransform) -> NDArray[np.uint8]:
        """Nothing: these tiles have no pixels."""
        raise NotImplementedError

    async def lay_out(self, tiles: Detections) -> Opinion:
        """The bundled network's opinion."""
        return layout().opinion(tiles)

    async def stack(self, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """No tile lies on another."""
        return np.full(len(quads), -9.0, np.float32)

    @property
    def windows(self) -> list[tuple[int, int]]:
        """``(height, width)`` of the windows that were searched."""
        return [(asked.window.height, asked.window.width) for asked in self.asked if isinstance(asked, Find)]


async def settled(answer: T) -> T:
    """Work that asks nothing and gives this."""
    return answer


def _found(tiles: Detections) -> Rectangles:
    sides = tiles.quads[:, 2] - tiles.quads[:, 0]
    boxes = np.concatenate([tiles.quads.mean(axis=1), sides, np.zeros((len(tiles), 1))], axis=1)
    return Rectangles(boxes.astype(np.float32), tiles.objectness, tiles.objectness[:, None])


def _named(tiles: Detections, quads: NDArray[np.float32]) -> ReaderResult:
    there = tiles[corner_distances(quads, tiles.quads).argmin(axis=1)]
    return ReaderResult(there.faces, there.top_edge_probs, quads)
