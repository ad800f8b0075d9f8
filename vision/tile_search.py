"""A photo searched for tiles: as a whole, closer where they are small, mirrored where they are read so."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.closer_look import Extent, goes_on, known_already, next_windows, windows_about
from yakulens.vision.detections import Detections
from yakulens.vision.finding.decode import corners
from yakulens.vision.finding.windows import first_windows
from yakulens.vision.naming import mirrored
from yakulens.vision.picture.color_transform import MIRRORED, PLAIN, ColorTransform
from yakulens.vision.picture.show import show_photo

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import TypeAlias, TypeVar

    from numpy.typing import NDArray

    from yakulens.vision.asking import Pausing
    from yakulens.vision.finding.detector import Detector
    from yakulens.vision.finding.windows import Window
    from yakulens.vision.naming.reader import Reader
    from yakulens.vision.picture.pyramid import Pyramid
    from yakulens.vision.stages import NextStage, Stages

_PART: Final = 32
"""How many tiles are read between two pauses."""


@dataclass(frozen=True, slots=True, eq=False)
class SearchState:
    """What a search has found so far on a photo, under one colour transform.

    Attributes:
        color_transform: how the photo was shown.
        shown: the photo so, on which ``tiles`` lie.
        tiles: what was detected, duplicates still in.
        engine_ms: within the inference engine, all that was searched before included, milliseconds.
        extent: how far the photo was searched more closely than at first.
        next_stage: what the search does next, empty where it is done.
    """

    color_transform: ColorTransform
    shown: Pyramid
    tiles: Detections
    engine_ms: float
    extent: Extent = field(default_factory=Extent)
    next_stage: NextStage = ""

    def where(self, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(N, 4, 2)`` quads of the photo, clockwise, where they lie on ``shown``."""
        return self.color_transform.where(quads, self.shown.size[1])


if TYPE_CHECKING:
    T = TypeVar("T")
    Searching: TypeAlias = Generator[SearchState | None, None, T]


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """How a photo is searched.

    Attributes:
        detector: finds tiles.
        reader: names them.
        stages: the optional stages of the search that are run.
        color_transform: how a tile set that was learnt is shown; None where that has to be found.
        hands: asked after each state that was yielded for the ``(N, 4, 2)`` quads on the photo of the only
            tiles that matter, those of hands that are known; None where all small tiles are searched more
            closely.
    """

    detector: Detector
    reader: Reader
    stages: Stages
    color_transform: ColorTransform | None = None
    hands: Callable[[], NDArray[np.float32] | None] = lambda: None

    def through(self, photo: Pyramid) -> Searching[None]:
        """Search a photo: its states, each time before a longer stage begins, and at the end.

        Yields:
            None at every pause; the state before each longer stage; at last the state in the end, after which
            no stage is left.
        """
        if self.color_transform is None and self.stages.mirroring:
            yield (yield from self._either_way_round(photo))
        else:
            yield (yield from self._seen(photo, self.color_transform or PLAIN))

    def too_small(self, state: SearchState, hand: NDArray[np.float32]) -> bool:
        """Whether tiles at these places are to be searched more closely before they are known for sure.

        Args:
            state: what was found so far.
            hand: ``(N, 4, 2)`` quads of tiles on the photo.
        """
        at = state.where(hand)
        return bool(windows_about(state.tiles, self.detector.settings, at, state.extent.larger))

    def _either_way_round(self, photo: Pyramid) -> Searching[SearchState]:
        """What is found on the photo, or on its mirror image where more tiles are read for sure so."""
        state = yield from self._seen(photo)
        asked = state.tiles[mirrored.asked(state.tiles, self.detector.settings.firm_score)]
        if len(asked):
            named = self.reader.once(state.shown, MIRRORED.crops(asked.quads))
            state = replace(state, engine_ms=state.engine_ms + named.engine_ms)
            if mirrored.gained(named.faces, asked.faces):
                yield replace(state, next_stage="mirrored")
                return (yield from self._seen(photo, MIRRORED, state.engine_ms))
            yield None
        return state

    def _seen(
        self, photo: Pyramid, color_transform: ColorTransform = PLAIN, before_ms: float = 0.0
    ) -> Searching[SearchState]:
        """What is found under a colour transform, after so much time in the engine under another one."""
        shown = show_photo(color_transform, photo)
        windows = first_windows(shown.size, self.detector.settings)
        tiles, spent = yield from self._detect(shown, windows, Detections.empty(shown.size))
        return (yield from self._closer(SearchState(color_transform, shown, tiles, before_ms + spent)))

    def _closer(self, state: SearchState) -> Searching[SearchState]:
        """What is seen with closer windows too, where tiles are small: those of the hand if it is known."""
        settings = self.detector.settings
        while goes_on(state.tiles, settings, state.extent):
            yield replace(state, next_stage="closer" if state.extent.larger == 1 else "closest")
            windows, extent = next_windows(state.tiles, settings, self._hands(state), state.extent)
            if windows:
                state = yield from self._with(state, windows)
            state = replace(state, extent=extent)
        return state

    def _hands(self, state: SearchState) -> NDArray[np.float32] | None:
        """Where the only tiles that matter lie on what is shown."""
        hands = self.hands()
        return None if hands is None else state.where(hands)

    def _with(self, state: SearchState, windows: Sequence[Window]) -> Pausing[SearchState]:
        """What is seen with some more windows; what is known for sure is not read again."""
        more, spent = yield from self._detect(state.shown, windows, state.tiles)
        tiles = Detections.merge(state.tiles, more)
        return replace(state, tiles=tiles, engine_ms=state.engine_ms + spent)

    def _detect(
        self, photo: Pyramid, windows: Sequence[Window], known: Detections
    ) -> Pausing[tuple[Detections, float]]:
        """Find and read in some windows; what was read for sure at the same place is not read again."""
        looks = []
        for window in windows:
            looks.append(self.detector.look(photo, window))
            yield
        found = self.detector.merged(looks)
        quads, scores = corners(found.rectangles.boxes), found.rectangles.scores
        known_at = known_already(quads, known)
        again = np.flatnonzero(known_at < 0)
        named_already = self.detector.faces(found.rectangles)
        tiles, ms = Detections.empty(photo.size), found.engine_ms
        for part in np.array_split(again, range(_PART, len(again), _PART)):
            named = self.reader.read(photo, quads[part])
            faces = named.faces if named_already is None else named_already[part]
            new = Detections.seen(named.quads, scores[part], faces, named.top_edge_probs, photo.size)
            tiles, ms = Detections.merge(tiles, new), ms + named.engine_ms
            yield
        at = known_at >= 0
        return Detections.merge(tiles, replace(known[known_at[at]], objectness=scores[at])), ms
