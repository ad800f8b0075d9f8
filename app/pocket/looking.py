"""A photo searched in a browser: Python says where to look and what counts; the networks run beside it.

The scripts show the finder each window and the reader each quad that is named, give their answers here, and
ask where to look next. All rules are those of the server's search.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.closer_look import Extent, goes_on, hands_to_search, known_already, next_windows
from yakulens.vision.detections import Detections
from yakulens.vision.finding.decode import Form, Rectangles, corners
from yakulens.vision.finding.each_once import each_once, seen_in
from yakulens.vision.finding.selection import OUTSHONE, chosen
from yakulens.vision.finding.windows import Window, first_windows
from yakulens.vision.labels import LABELS
from yakulens.vision.layout.result import LayoutResult
from yakulens.vision.models import FinderSettings, ReaderSettings
from yakulens.vision.naming.crop_answers import FurtherCrops, Logits, ReaderResult, SecondRun, interpreted

_OF_CROP: Final = (len(LABELS), 4, 8, 1)
"""How many numbers of each kind an answer about a crop has: faces, top edges, corners, is there a tile."""


@dataclass(slots=True)
class QuadsRead:
    """Some quads that the reader is shown, once or twice.

    Attributes:
        settings: of the reader.
        quads: ``(N, 4, 2)`` float32, photo pixels.
        second: what is read once more; None before the first answers.
        result: what was read; None before the last ones.
    """

    settings: ReaderSettings
    quads: NDArray[np.float32]
    second: SecondRun | None = None
    result: ReaderResult | None = None

    def shown(self) -> list[list[float]]:
        """The quads that the reader is to be shown at first, eight numbers each."""
        return _rows(self.quads.reshape(-1, 8))

    def first(self, said: Any) -> list[list[float]]:  # noqa: ANN401 - a buffer
        """Take up the first answers; the quads that it is to be shown once more, eight numbers each."""
        self.second = SecondRun.after(_said_of(said, self.quads, self.settings), self.quads)
        return _rows(self._again().reshape(-1, 8))

    def last(self, said: Any) -> None:  # noqa: ANN401 - a buffer
        """Take up the answers about these."""
        if self.second is not None:
            self.result = self.second.joined(_said_of(said, self._again(), self.settings))

    def _again(self) -> NDArray[np.float32]:
        return self.quads[:0] if self.second is None else self.second.quads[self.second.again]


@dataclass(slots=True)
class Looking:
    """A search under way.

    Attributes:
        settings: of the finder.
        reader: settings of the reader.
        form: of the finder's output.
        tiles: what was detected so far, duplicates still in.
        windows: that the finder is shown now.
        extent: how far the photo was searched more closely than at first, these windows included.
        looks: what was detected in each of them.
        known: tiles seen again in them that were read before, with what the finder thinks of them now.
        scores: of those that are yet to be read.
        further: the tiles in the end, and the crops from which doubtful faces of them are read; None before.
    """

    settings: FinderSettings
    reader: ReaderSettings
    form: Form
    tiles: Detections
    windows: tuple[Window, ...]
    extent: Extent = field(default_factory=Extent)
    looks: list[Rectangles] = field(default_factory=list)
    known: Detections = field(default_factory=lambda: Detections.empty((0, 0)))
    scores: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    further: tuple[Detections, FurtherCrops] | None = None

    @classmethod
    def begin(cls, card: str, height: int, width: int) -> Looking:
        """A search that begins with the whole photo.

        Args:
            card: the model's as JSON, as `app.pocket.build.told` gives it.
            height: of the photo as it is searched, pixels.
            width: of the photo as it is searched, pixels.
        """
        told: dict[str, Any] = json.loads(card)
        lists = {name: tuple(value) for name, value in told["finder"].items() if isinstance(value, list)}
        settings = FinderSettings(**(told["finder"] | lists))
        size = height, width
        reader = ReaderSettings(**told["reader"])
        return cls(settings, reader, told["form"], Detections.empty(size), first_windows(size, settings))

    def shown(self) -> list[tuple[int, int, int, int, float]]:
        """The windows that the finder is to be shown: left, top, width, height, scale."""
        return [(one.x, one.y, one.width, one.height, one.scale) for one in self.windows]

    def saw(self, output: Any, columns: int, scale_x: float, scale_y: float) -> None:  # noqa: ANN401 - a buffer
        """Take up what the finder says of the next window.

        Args:
            output: its numbers, row by row.
            columns: the length of a row.
            scale_x: pixels shown for one pixel of the photo, across.
            scale_y: pixels shown for one pixel of the photo, down.
        """
        raw = np.asarray(output, np.float32).reshape(1, -1, columns)
        window = self.windows[len(self.looks)]
        size = self.tiles.size
        self.looks.append(seen_in(raw, self.form, window, (scale_x, scale_y), size, self.settings))

    def counted(self) -> list[list[float]]:
        """The quads of what the finder takes for tiles in these windows, eight numbers each.

        None is read: what is far less sure than the others counts as none.
        """
        found = each_once(self.looks, self.settings)
        firm = found[found.scores >= self.settings.firm_score]
        sure = firm[firm.scores >= OUTSHONE * np.median(firm.scores)] if len(firm) else firm
        return _rows(corners(sure.boxes).reshape(-1, 8))

    def unread(self) -> QuadsRead:
        """The quads that are to be read: those that were not read for sure before."""
        found = each_once(self.looks, self.settings)
        quads = corners(found.boxes)
        known_at = known_already(quads, self.tiles)
        again = known_at >= 0
        self.known = replace(self.tiles[known_at[again]], objectness=found.scores[again])
        self.scores, self.looks = found.scores[~again], []
        return QuadsRead(self.reader, quads[~again])

    def read(self, quads: QuadsRead) -> None:
        """Take up what the reader said of these quads."""
        if quads.result is not None:
            new = _detections(quads.result, self.scores, self.tiles.size)
            self.tiles = Detections.merge(self.tiles, Detections.merge(new, self.known))

    def goes_on(self) -> bool:
        """Whether the photo is to be searched more closely."""
        return goes_on(self.tiles, self.settings, self.extent)

    def next(self, laid: LayoutResult) -> None:
        """Choose the next windows, by what lies on the table; there may be none.

        Args:
            laid: by what was found so far.
        """
        hands = hands_to_search(laid, closest=self.extent.larger > 1)
        self.windows, self.extent = next_windows(self.tiles, self.settings, hands, self.extent)

    def kept(self) -> Detections:
        """The tiles among what was detected, each once."""
        every = self.tiles
        return every[chosen(every.quads, every.objectness, every.faces, self.settings.firm_score)]

    def doubtful(self) -> list[list[float]]:
        """The quads of further crops from which doubtful faces of tiles are read, eight numbers each."""
        kept = self.kept()
        crops = FurtherCrops.of(kept.quads, kept.faces)
        self.further = kept, crops
        return _rows(crops.quads.reshape(-1, 8))

    def averaged(self, said: Any) -> Detections:  # noqa: ANN401 - a buffer
        """The tiles, with what the reader's answers about these crops make of their faces."""
        if self.further is None:
            return self.kept()
        kept, crops = self.further
        answers = _said_of(said, crops.quads, self.reader)
        return replace(kept, faces=crops.averaged(answers.faces))


def _said_of(said: Any, quads: NDArray[np.float32], settings: ReaderSettings) -> ReaderResult:  # noqa: ANN401 - a buffer
    """What the reader's answers, number by number, say of the quads that it was shown."""
    answers = np.asarray(said, np.float32).reshape(len(quads), sum(_OF_CROP))
    faces, ups, corners, present = np.split(answers, np.cumsum(_OF_CROP)[:-1], axis=1)
    logits = Logits(faces, ups, corners.reshape(-1, 4, 2), present[:, 0])
    return interpreted(logits, quads, settings)


def _detections(read: ReaderResult, scores: NDArray[np.float32], size: tuple[int, int]) -> Detections:
    return Detections.seen(read.quads, scores, read.faces, read.top_edge_probs, size)


def _rows(array: NDArray[np.float32]) -> list[list[float]]:
    """The rows of an array as Python's numbers."""
    return [[float(number) for number in row] for row in array]
