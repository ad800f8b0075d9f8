"""The search of a photo: as a whole, closer where tiles are small, mirrored; then the table's layout.

The search uses no pixels: it asks the engines (`vision.engines`) of whoever has the photo and the networks.
So the server and the page in a browser read a photo by the same steps.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

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
from yakulens.vision.engines import Engines
from yakulens.vision.finding.decode import Rectangles, corners
from yakulens.vision.finding.merging import face_probs, merge_windows, with_further
from yakulens.vision.finding.selection import is_faint, select_tiles
from yakulens.vision.finding.windows import Window, first_windows
from yakulens.vision.labels import LABELS
from yakulens.vision.layout.read import layout_of
from yakulens.vision.layout.report.reading import LayoutResult, no_tiles, shows_none
from yakulens.vision.model_card import FinderSettings
from yakulens.vision.naming import mirrored, reds
from yakulens.vision.naming.crop_answers import ReaderResult
from yakulens.vision.naming.namer import Crops, Namer, ReadCrops
from yakulens.vision.picture.color_transform import MIRRORED, PLAIN, ColorTransform
from yakulens.vision.stages import EVERY_STAGE, NextStage, Stages

_BATCH: Final = 32
"""How many tiles are read at once: in between, the engines' side may do other work."""


@dataclass(frozen=True, slots=True, eq=False)
class Recognition:
    """What was detected on a photo: each tile once, and all detections with duplicates and false positives.

    If the hand lacks a tile, one of the latter may be it.
    """

    detections: Detections
    unfiltered: Detections


@dataclass(frozen=True, slots=True, eq=False)
class SearchStep:
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


Take: TypeAlias = Callable[[SearchStep], Awaitable[None]]
"""Takes what is known so far, before each longer stage of a search and at its end."""


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


@dataclass(frozen=True, slots=True, eq=False)
class PhotoSearch:
    """The search of one photo.

    Attributes:
        how: how photos are searched.
        engines: the networks and the photo's pixels.
        size: ``(height, width)`` of the upright photo, pixels.
    """

    how: Search
    engines: Engines
    size: tuple[int, int]

    async def looks(self, take: Take) -> SearchStep:
        """Search the photo; ``take`` gets a first look, one before each longer stage, and one at the end.

        Small tiles elsewhere are not searched more closely once the photographer's own hand is whole and
        either won or the only open one. The photo is not shown mirrored if a hand of large tiles is beyond
        doubt once it is read as well as possible.

        Returns:
            The last look, which was taken too.
        """
        state = await self._search(self.how.first_transform, take)
        if await self._seems_mirrored(state):
            look = await self._look(state, "mirrored")
            await take(look)
            if look.layout.beyond_doubt and not self._needs_closer_look(state, look.layout):
                look = await self._look(state, "mirrored", final=True)
                await take(look)
                if look.layout.beyond_doubt:
                    return look
            state = await self._search(MIRRORED, take)
        look = await self._look(state, final=True)
        await take(look)
        return look

    async def glance(self) -> SearchStep:
        """What the first windows show, read as well as possible: a frame of a film gets no closer look."""
        state = _SearchState(Detections.empty(self.size), self.how.first_transform)
        state = state._replace(
            tiles=await self._detect_more(first_windows(self.size, self.how.finder), state)
        )
        return await self._look(state, final=True)

    async def count(self, long_side: int) -> NDArray[np.float32]:
        """``(N, 4, 2)`` float32 quads of what the finder takes for tiles on the photo shown this small.

        No tile is read, and detections far less certain than others are dropped.
        """
        finder, shown = self.how.finder, self.how.first_transform
        found = await self.detect(first_windows(self.size, replace(finder, long_side=long_side)), shown)
        firm = found[found.scores >= finder.firm_score]
        return corners(firm[~is_faint(firm.scores)].boxes)

    async def survey(self) -> Recognition:
        """Find every tile on the photo, wherever it lies, without looking for a hand."""
        state = await self._search(self.how.first_transform)
        if await self._seems_mirrored(state):
            state = await self._search(MIRRORED)
        return await self._recognise(state, final=True)

    async def read(self, quads: NDArray[np.float32], color_transform: ColorTransform) -> ReaderResult:
        """Read tiles at ``(N, 4, 2)`` float32 quads of the finder, placed as the photo is shown."""
        read_crops = self._reader(color_transform)
        return await self.how.namer.read(quads, read_crops, greys=color_transform.grey)

    async def detect(self, windows: Sequence[Window], color_transform: ColorTransform) -> Rectangles:
        """Find tiles in at least one window of the photo as shown, each tile once."""
        finder, by_way = self.how.finder, []
        for way in _ways_to_find(color_transform):
            detections = [await self.engines.find(window, way) for window in windows]
            by_way.append(merge_windows(detections, finder))
        detected, *others = by_way
        for more in others:
            detected = with_further(detected, more, finder.most_overlap)
        return detected

    async def _search(self, color_transform: ColorTransform, take: Take | None = None) -> _SearchState:
        """Search the photo under a colour transform, more closely where its or its hands' tiles are small.

        Without ``take`` no hand is looked for: all tiles matter.
        """
        state, finder = _SearchState(Detections.empty(self.size), color_transform), self.how.finder
        windows = first_windows(self.size, finder)
        while True:
            if windows:
                state = state._replace(tiles=await self._detect_more(windows, state))
            if not needs_closer_look(state.tiles, finder, state.extent):
                return state
            hands = None if take is None else await self._hands(state, take)
            windows, extent = next_windows(state.tiles, finder, hands, state.extent)
            state = state._replace(extent=extent)

    async def _hands(self, state: _SearchState, take: Take) -> NDArray[np.float32] | None:
        """Quads of the only tiles that matter, on the photo as shown, if the hands are known; else None."""
        enlarged = state.extent.enlargement > 1
        look = await self._look(state, "closest" if enlarged else "closer")
        await take(look)
        hands = hands_to_search(look.layout, enlarged=enlarged)
        return None if hands is None else state.color_transform.map_quads(hands, state.tiles.size[1])

    async def _detect_more(self, windows: Sequence[Window], state: _SearchState) -> Detections:
        """What was detected before and in these windows; certain tiles are not read again."""
        known, color_transform = state.tiles, state.color_transform
        detected = await self.detect(windows, color_transform)
        quads, settings = corners(detected.boxes), self.how.finder
        by_finder = face_probs(detected.classes, settings.classes) if settings.names_faces else None
        matches = match_known(quads, known)
        is_known, unknown = matches >= 0, np.flatnonzero(matches < 0)
        new = []
        for batch in np.array_split(unknown, range(_BATCH, len(unknown), _BATCH)):
            named = await self.read(quads[batch], color_transform)
            faces = named.faces if by_finder is None else by_finder[batch]
            scores = detected.scores[batch]
            new.append(Detections(named.quads, scores, faces, named.top_edge_probs, known.size))
        again = replace(known[matches[is_known]], objectness=detected.scores[is_known])
        return Detections.merge(known, *new, again)

    async def _seems_mirrored(self, state: _SearchState) -> bool:
        """Whether the photo is mirrored: shown mirrored, more of its tiles are read with certainty."""
        if self.how.color_transform is not None or not self.how.stages.mirroring:
            return False
        sample = state.tiles[mirrored.sample_tiles(state.tiles, self.how.finder.firm_score)]
        if not len(sample):
            return False
        named = await self._reader(PLAIN)(Crops(MIRRORED.mirror_corners(sample.quads)))
        return mirrored.is_mirrored(named.faces, sample.faces)

    def _needs_closer_look(self, state: _SearchState, layout: LayoutResult) -> bool:
        """Whether to search the hands' tiles more closely before they are certain."""
        quads = state.color_transform.map_quads(hand_quads(layout), state.tiles.size[1])
        return bool(windows_about(state.tiles, self.how.finder, quads, state.extent.enlargement))

    async def _look(
        self, state: _SearchState, next_stage: NextStage = "", *, final: bool = False
    ) -> SearchStep:
        """The look that follows from what was detected."""
        recognition = await self._recognise(state, final=final)
        layout = await layout_of(
            recognition.detections, recognition.unfiltered, self.engines, levels=self.how.levels
        )
        if final and shows_none(recognition.detections):
            layout = no_tiles()
        return SearchStep(recognition, layout, next_stage, final)

    async def _recognise(self, state: _SearchState, *, final: bool) -> Recognition:
        """The tiles on the photo, with all detections.

        While the search is sure to continue, the tiles serve a first reading and no network is asked again:
        doubtful faces stay as read.
        """
        unfiltered, shown, how = state.tiles, state.color_transform, self.how
        tiles = unfiltered[
            select_tiles(unfiltered.quads, unfiltered.objectness, unfiltered.faces, how.finder.firm_score)
        ]
        if final and how.stages.averaging and not how.finder.names_faces:
            read_crops = self._reader(shown)
            faces = await how.namer.averaged(tiles.quads, tiles.faces, read_crops, greys=shown.grey)
            tiles = replace(tiles, faces=faces)
        if final:
            faces, tops = await how.namer.as_they_stand(
                tiles.quads, tiles.faces, tiles.top_edge_probs, self._reader(shown)
            )
            tiles = replace(tiles, faces=faces, top_edge_probs=tops)
        if how.stages.red_fives:
            faces = await reds.compare_fives(
                tiles.quads, tiles.faces, tiles.top_edge_probs, lambda quads: self.engines.cut(quads, shown)
            )
            tiles = replace(tiles, faces=faces)
        return Recognition(shown.map_detections(tiles), shown.map_detections(unfiltered))

    def _reader(self, color_transform: ColorTransform) -> ReadCrops:
        """Reads crops of the photo as shown in one run; without crops nothing is asked."""

        async def read_crops(crops: Crops) -> ReaderResult:
            if len(crops.quads):
                return await self.engines.name(crops, color_transform)
            none = np.zeros((0, len(LABELS)), np.float32)
            return ReaderResult(none, np.zeros((0, 4), np.float32), crops.quads)

        return read_crops


def _ways_to_find(color_transform: ColorTransform) -> tuple[ColorTransform, ...]:
    """How a photo is shown to the finder: in its own colours first, then as to the reader.

    A learnt set is shown as its faces are read best. Its tiles may be found better in their own colours, so
    none is lost that would be found without the set.
    """
    in_own_colours = ColorTransform(mirrored=color_transform.mirrored)
    return tuple(dict.fromkeys((in_own_colours, color_transform)))
