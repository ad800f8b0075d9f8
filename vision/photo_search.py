"""The search of a photo: as a whole, closer where tiles are small, mirrored; then the table's layout.

The search uses no pixels: it asks questions (`vision.questions`) of whoever has the photo and the networks.
So the server and the page in a browser read a photo by the same steps.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.asking import ask, relay
from yakulens.vision.closer_look import (
    Extent,
    hand_quads,
    hands_to_search,
    match_known,
    needs_closer_look,
    next_windows,
    windows_about,
)
from yakulens.vision.detections import Detections
from yakulens.vision.finding.decode import Rectangles, corners
from yakulens.vision.finding.merging import face_probs, merge_windows
from yakulens.vision.finding.selection import select_tiles
from yakulens.vision.finding.windows import Window, first_windows
from yakulens.vision.labels import LABELS
from yakulens.vision.layout.read import Asked, layout_of
from yakulens.vision.layout.report.reading import LayoutResult
from yakulens.vision.models import FinderSettings
from yakulens.vision.naming import mirrored, reds
from yakulens.vision.naming.crop_answers import ReaderResult
from yakulens.vision.naming.namer import AskingReader, Crops, Namer
from yakulens.vision.picture.color_transform import MIRRORED, PLAIN, ColorTransform
from yakulens.vision.questions import Cut, Find, Lay, Level, Name, PhotoQuestion
from yakulens.vision.stages import EVERY_STAGE, NextStage, Stages

T = TypeVar("T")
_BATCH: Final = 32
"""How many tiles one question asks for: between questions, the answering side may do other work."""


@dataclass(frozen=True, slots=True, eq=False)
class Recognition:
    """What was detected on a photo: each tile once, and all detections with duplicates and false positives.

    If the hand lacks a tile, one of the latter may be it.
    """

    detections: Detections
    unfiltered: Detections


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What was detected on a photo so far, and the layout that follows from it.

    Attributes:
        recognition: the tiles and all detections.
        layout: what lies on the table.
        next_stage: what the search does next; empty if nothing.
        final: whether the tiles are read as well as possible: then a hand beyond doubt ends the search.
    """

    recognition: Recognition
    layout: LayoutResult
    next_stage: NextStage = ""
    final: bool = False


AskingPhoto: TypeAlias = Generator[PhotoQuestion, Any, T]
"""Work that asks about a photo."""
Searching: TypeAlias = Generator[PhotoQuestion | Look, Any, T]
"""Work that asks, and yields a look before each longer stage; a look gets no answer."""


class _SearchState(NamedTuple):
    """What was detected on a photo under a colour transform, duplicates included, at places as shown."""

    tiles: Detections
    color_transform: ColorTransform
    extent: Extent = Extent()


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """How photos are searched; a ``size`` is ``(height, width)`` of the upright photo, pixels.

    Attributes:
        finder: settings.
        namer: names tiles from the reader's answers.
        stages: the optional stages that are run.
        color_transform: how photos of a learnt set are shown; None for any set: the search finds out.
        levels: whether there is a leveller to ask which tiles lie on others.
    """

    finder: FinderSettings
    namer: Namer
    stages: Stages = EVERY_STAGE
    color_transform: ColorTransform | None = None
    levels: bool = False

    @property
    def first_transform(self) -> ColorTransform:
        """How photos are shown at first."""
        return self.color_transform or PLAIN

    def looks(self, size: tuple[int, int]) -> Searching[Look]:
        """Search a photo: yield a first look, one before each longer stage, and one at the end.

        Small tiles elsewhere are not searched more closely once the photographer's own hand is whole and
        either won or the only open one. The photo is not shown mirrored if a hand of large tiles is beyond
        doubt once it is read as well as possible.

        Returns:
            The last look, which was yielded too.
        """
        state = yield from self._search(size, self.first_transform)
        if (yield from self._seems_mirrored(state)):
            look = yield from self._look(state, "mirrored")
            yield look
            if look.layout.beyond_doubt and not self._needs_closer_look(state, look.layout):
                look = yield from self._look(state, "mirrored", final=True)
                yield look
                if look.layout.beyond_doubt:
                    return look
            state = yield from self._search(size, MIRRORED)
        look = yield from self._look(state, final=True)
        yield look
        return look

    def survey(self, size: tuple[int, int]) -> Searching[Recognition]:
        """Find every tile on a photo, wherever it lies, without looking for a hand or yielding looks."""
        state = yield from self._search(size, self.first_transform, everywhere=True)
        if (yield from self._seems_mirrored(state)):
            state = yield from self._search(size, MIRRORED, everywhere=True)
        return (yield from self._recognise(state, final=True))

    def read(self, quads: NDArray[np.float32], color_transform: ColorTransform) -> AskingPhoto[ReaderResult]:
        """Read tiles at ``(N, 4, 2)`` float32 quads of the finder, placed as the photo is shown."""
        return self._name(self.namer.read(quads, greys=color_transform.grey), color_transform)

    def detect(self, windows: Sequence[Window], color_transform: ColorTransform) -> AskingPhoto[Rectangles]:
        """Find tiles in at least one window of the photo as shown, each tile once."""
        detections = []
        for window in windows:
            rectangles: Rectangles = yield Find(window, color_transform)
            detections.append(rectangles)
        return merge_windows(detections, self.finder)

    def _search(
        self, size: tuple[int, int], color_transform: ColorTransform, *, everywhere: bool = False
    ) -> Searching[_SearchState]:
        """Search a photo under a colour transform, more closely where its or its hands' tiles are small."""
        state = _SearchState(Detections.empty(size), color_transform)
        windows = first_windows(size, self.finder)
        while True:
            if windows:
                state = state._replace(tiles=(yield from self._detect_more(windows, state)))
            if not needs_closer_look(state.tiles, self.finder, state.extent):
                return state
            hands = None if everywhere else (yield from self._hands(state))
            windows, extent = next_windows(state.tiles, self.finder, hands, state.extent)
            state = state._replace(extent=extent)

    def _hands(self, state: _SearchState) -> Searching[NDArray[np.float32] | None]:
        """Quads of the only tiles that matter, on the photo as shown, if the hands are known; else None."""
        enlarged = state.extent.enlargement > 1
        look = yield from self._look(state, "closest" if enlarged else "closer")
        yield look
        hands = hands_to_search(look.layout, enlarged=enlarged)
        return None if hands is None else state.color_transform.map_quads(hands, state.tiles.size[1])

    def _detect_more(self, windows: Sequence[Window], state: _SearchState) -> AskingPhoto[Detections]:
        """What was detected before and in these windows; certain tiles are not read again."""
        known, color_transform = state.tiles, state.color_transform
        detected = yield from self.detect(windows, color_transform)
        quads, settings = corners(detected.boxes), self.finder
        by_finder = face_probs(detected.classes, settings.classes) if settings.names_faces else None
        matches = match_known(quads, known)
        is_known, unknown = matches >= 0, np.flatnonzero(matches < 0)
        new = []
        for batch in np.array_split(unknown, range(_BATCH, len(unknown), _BATCH)):
            named = yield from self.read(quads[batch], color_transform)
            faces = named.faces if by_finder is None else by_finder[batch]
            scores = detected.scores[batch]
            new.append(Detections(named.quads, scores, faces, named.top_edge_probs, known.size))
        again = replace(known[matches[is_known]], objectness=detected.scores[is_known])
        return Detections.merge(known, *new, again)

    def _seems_mirrored(self, state: _SearchState) -> AskingPhoto[bool]:
        """Whether the photo is mirrored: shown mirrored, more of its tiles are read with certainty."""
        if self.color_transform is not None or not self.stages.mirroring:
            return False
        sample = state.tiles[mirrored.sample_tiles(state.tiles, self.finder.firm_score)]
        if not len(sample):
            return False
        named = yield from self._read_once(Crops(MIRRORED.mirror_corners(sample.quads)), PLAIN)
        return mirrored.is_mirrored(named.faces, sample.faces)

    def _needs_closer_look(self, state: _SearchState, layout: LayoutResult) -> bool:
        """Whether to search the hands' tiles more closely before they are certain."""
        quads = state.color_transform.map_quads(hand_quads(layout), state.tiles.size[1])
        return bool(windows_about(state.tiles, self.finder, quads, state.extent.enlargement))

    def _look(
        self, state: _SearchState, next_stage: NextStage = "", *, final: bool = False
    ) -> AskingPhoto[Look]:
        """The look that follows from what was detected."""
        recognition = yield from self._recognise(state, final=final)
        laying = layout_of(recognition.detections, recognition.unfiltered, levels=self.levels)
        layout = yield from relay(laying, _layout_question)
        return Look(recognition, layout, next_stage, final)

    def _recognise(self, state: _SearchState, *, final: bool) -> AskingPhoto[Recognition]:
        """The tiles on the photo, with all detections.

        While the search is sure to continue, the tiles serve a first reading and no network is asked again:
        doubtful faces stay as read.
        """
        unfiltered, color_transform, stages = state.tiles, state.color_transform, self.stages
        tiles = unfiltered[
            select_tiles(unfiltered.quads, unfiltered.objectness, unfiltered.faces, self.finder.firm_score)
        ]
        if final and stages.averaging and not self.finder.names_faces:
            averaging = self.namer.averaged(tiles.quads, tiles.faces, greys=color_transform.grey)
            tiles = replace(tiles, faces=(yield from self._name(averaging, color_transform)))
        if stages.red_fives:
            comparing = reds.compare_fives(tiles.quads, tiles.faces, tiles.top_edge_probs)
            faces = yield from relay(comparing, lambda quads: ask(Cut(quads, color_transform)))
            tiles = replace(tiles, faces=faces)
        return Recognition(color_transform.map_detections(tiles), color_transform.map_detections(unfiltered))

    def _name(self, work: AskingReader[T], color_transform: ColorTransform) -> AskingPhoto[T]:
        """The result of naming tiles."""
        return relay(work, lambda crops: self._read_once(crops, color_transform))

    def _read_once(self, crops: Crops, color_transform: ColorTransform) -> AskingPhoto[ReaderResult]:
        """Read crops in one run; without crops nothing is asked."""
        if len(crops.quads):
            named: ReaderResult = yield Name(crops, color_transform)
            return named
        return ReaderResult(np.zeros((0, len(LABELS)), np.float32), np.zeros((0, 4), np.float32), crops.quads)


def _layout_question(asked: Asked) -> AskingPhoto[Any]:
    return ask(Lay(asked) if isinstance(asked, Detections) else Level(asked))
