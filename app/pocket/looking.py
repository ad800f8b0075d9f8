"""A photo searched in a browser: Python says where to look and what counts; the networks run beside it.

The scripts show the finder each window, give its output here, have the quads read that are not known yet,
and ask where to look next. All rules are those of the server's search.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from yakulens.vision.closer_look import goes_on, hands_to_search, known_already, next_windows
from yakulens.vision.detections import Detections
from yakulens.vision.finding.decode import Rectangles, corners
from yakulens.vision.finding.each_once import each_once, seen_in
from yakulens.vision.finding.selection import OUTSHONE, chosen
from yakulens.vision.finding.windows import Window, first_windows
from yakulens.vision.labels import LABELS
from yakulens.vision.models import FinderSettings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.finding.decode import Form
    from yakulens.vision.layout.result import LayoutResult

OF_TILE: Final = 8 + 1 + len(LABELS) + 4
"""Numbers of a detection as the scripts have it: corners, objectness, faces, top edges."""


@dataclass(slots=True)
class Looking:
    """A search under way.

    Attributes:
        settings: of the finder.
        form: of its output.
        tiles: what was detected so far, duplicates still in.
        windows: that the finder is shown now.
        larger: how many times as large as at first the photo was shown as a whole.
        done: whether these windows are the last.
        looks: what was detected in each of them.
        known: tiles seen again in them that were read before, with what the finder thinks of them now.
        scores: of those that are yet to be read.
    """

    settings: FinderSettings
    form: Form
    tiles: Detections
    windows: tuple[Window, ...]
    larger: float = 1.0
    done: bool = False
    looks: list[Rectangles] = field(default_factory=list)
    known: Detections = field(default_factory=lambda: Detections.empty((0, 0)))
    scores: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))

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
        return cls(settings, told["form"], Detections.empty(size), first_windows(size, settings))

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
        return rows(corners(sure.boxes).reshape(-1, 8))

    def unread(self) -> list[list[float]]:
        """The quads that are to be read, eight numbers each: those that were not read for sure before."""
        found = each_once(self.looks, self.settings)
        quads = corners(found.boxes)
        known_at = known_already(quads, self.tiles)
        again = known_at >= 0
        self.known = replace(self.tiles[known_at[again]], objectness=found.scores[again])
        self.scores, self.looks = found.scores[~again], []
        return rows(quads[~again].reshape(-1, 8))

    def read(self, numbers: Any) -> None:  # noqa: ANN401 - a buffer
        """Take up what the reader says of these quads, `OF_TILE` numbers each."""
        new = replace(found_in(numbers, self.tiles.size), objectness=self.scores)
        self.tiles = Detections.merge(self.tiles, Detections.merge(new, self.known))

    def goes_on(self) -> bool:
        """Whether the photo is to be searched more closely."""
        return not self.done and goes_on(self.tiles, self.settings, self.larger)

    def next(self, laid: LayoutResult) -> None:
        """Choose the next windows, by what lies on the table; there may be none.

        Args:
            laid: by what was found so far.
        """
        hands = hands_to_search(laid, closest=self.larger > 1)
        self.windows, larger = next_windows(self.tiles, self.settings, hands, self.larger)
        self.done, self.larger = larger == self.larger, larger

    def kept(self) -> Detections:
        """The tiles among what was detected, each once."""
        every = self.tiles
        return every[chosen(every.quads, every.objectness, every.faces, self.settings.firm_score)]


def found_in(numbers: Any, size: tuple[int, int]) -> Detections:  # noqa: ANN401 - a buffer or a list
    """Detections of which ``OF_TILE`` numbers each are given.

    Args:
        numbers: of all of them, in rows or one after the other.
        size: the photo's ``(height, width)``.

    >>> len(found_in([0.0] * (2 * OF_TILE), (480, 640)))
    2
    """
    rows = np.asarray(numbers, np.float32).reshape(-1, OF_TILE)
    quads, objectness, faces, ups = np.split(rows, [8, 9, 9 + len(LABELS)], axis=1)
    return Detections.seen(quads.reshape(-1, 4, 2), objectness[:, 0], faces, ups, size)


def rows_of(found: Detections) -> list[list[float]]:
    """The same as numbers, a row for each.

    >>> from yakulens.vision.example import detected
    >>> row = detected("1m 2m")
    >>> found_in(rows_of(row), row.size).same_as(row)
    True
    """
    columns = (found.quads.reshape(-1, 8), found.objectness[:, None], found.faces, found.top_edge_probs)
    return rows(np.concatenate(columns, axis=1))


def rows(array: NDArray[np.float32]) -> list[list[float]]:
    """The rows of an array as Python's numbers."""
    return [[float(number) for number in row] for row in array]
