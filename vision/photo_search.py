"""A photo searched: for tiles as a whole, closer where they are small, mirrored; for what lies on the table.

No pixels: what the search wants to know it asks (`vision.questions`), whoever has the photo and the networks
answers. So the server and the page in a browser read a photo by the same steps.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.asking import asked, passed_on
from yakulens.vision.closer_look import (
    Extent,
    goes_on,
    hands_to_search,
    known_already,
    next_windows,
    of_hands,
    quads_of,
    windows_about,
)
from yakulens.vision.detections import Detections
from yakulens.vision.finding.decode import Rectangles, corners
from yakulens.vision.finding.each_once import each_once, named_faces
from yakulens.vision.finding.selection import chosen
from yakulens.vision.finding.windows import Window, first_windows
from yakulens.vision.labels import LABELS
from yakulens.vision.layout.read import layout_of
from yakulens.vision.layout.result import LayoutResult
from yakulens.vision.naming import mirrored, reds
from yakulens.vision.naming.crop_answers import ReaderResult
from yakulens.vision.naming.namer import AskingReader, Crops, Namer
from yakulens.vision.picture.color_transform import MIRRORED, PLAIN, ColorTransform
from yakulens.vision.questions import Asked, Cut, Find, Lay, Name
from yakulens.vision.stages import EVERY_STAGE, NextStage, Stages

if TYPE_CHECKING:
    from yakulens.vision.models import FinderSettings

T = TypeVar("T")

_PART: Final = 32
"""How many tiles are read between two questions, so that whoever answers may do other work meanwhile."""


@dataclass(frozen=True, slots=True, eq=False)
class Recognition:
    """What was detected on a photo.

    Attributes:
        detections: the tiles, each once.
        unfiltered: every detection, duplicates and false positives included. Where the hand lacks a tile, one
            of these may be it.
    """

    detections: Detections
    unfiltered: Detections


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What was detected on a photo so far, and what lies on the table by that.

    Attributes:
        seen: the tiles, and everything that was detected.
        laid: what lies on the table.
        next_stage: what the search does next; empty where nothing more is looked for.
        final: whether the tiles are read as well as they can be, so that a hand beyond doubt may end the
            search.
    """

    seen: Recognition
    laid: LayoutResult
    next_stage: NextStage = ""
    final: bool = False


Asking: TypeAlias = Generator[Asked, Any, T]
"""Work that asks."""
Searching: TypeAlias = Generator[Asked | Look, Any, T]
"""Work that asks, and shows what it knows before each longer stage; to a look nothing is answered."""


class _SearchState(NamedTuple):
    """What was detected on a photo.

    Attributes:
        tiles: what was detected, duplicates still in, where it lies as the photo was shown.
        how: how the photo was shown.
        extent: how far it was searched more closely than at first.
    """

    tiles: Detections
    how: ColorTransform
    extent: Extent = Extent()


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """How photos are searched.

    Attributes:
        finder: settings.
        namer: names tiles by the reader's answers.
        stages: the optional stages that are run.
        color_transform: how photos of a taught set are shown; None for any set, where that is found out.
    """

    finder: FinderSettings
    namer: Namer
    stages: Stages = EVERY_STAGE
    color_transform: ColorTransform | None = None

    @property
    def how(self) -> ColorTransform:
        """How photos are shown at first."""
        return self.color_transform or PLAIN

    def looks(self, size: tuple[int, int]) -> Searching[Look]:
        """Search a photo: what is known at a first look, before each longer stage, and at the end.

        Where a whole hand is known, small tiles elsewhere are not searched more closely if it is the
        photographer's own, and the only one that lies open or one that has won. The photo is not shown
        mirrored where a hand of large tiles is beyond doubt and stays so once its tiles are read as
        well as they can be.

        Args:
            size: ``(height, width)`` of the upright photo, pixels.

        Returns:
            The last look, which was shown too.
        """
        seen = yield from self._searched(size, self.how)
        if (yield from self._better_mirrored(seen)):
            look = yield from self._looked(seen, "mirrored")
            yield look
            if look.laid.beyond_doubt and not self._too_small(seen, look.laid):
                look = yield from self._looked(seen, "mirrored", final=True)
                yield look
                if look.laid.beyond_doubt:
                    return look
            seen = yield from self._searched(size, MIRRORED)
        look = yield from self._looked(seen, final=True)
        yield look
        return look

    def everything(self, size: tuple[int, int]) -> Searching[Recognition]:
        """Everything that lies on a photo, wherever; no hand is looked for, and no look shown.

        Args:
            size: ``(height, width)`` of the upright photo, pixels.
        """
        seen = yield from self._searched(size, self.how, everywhere=True)
        if (yield from self._better_mirrored(seen)):
            seen = yield from self._searched(size, MIRRORED, everywhere=True)
        return (yield from self._recognised(seen, final=True))

    def read(self, quads: NDArray[np.float32], how: ColorTransform) -> Asking[ReaderResult]:
        """What tiles show.

        Args:
            quads: ``(N, 4, 2)`` float32, the finder's, where they lie as the photo is shown.
            how: it is shown.
        """
        return self._named(self.namer.read(quads, greys=how.grey), how)

    def found(self, windows: Sequence[Window], how: ColorTransform) -> Asking[Rectangles]:
        """What the finder detects in windows, each tile once.

        Args:
            windows: of the photo as it is shown.
            how: it is shown.
        """
        looks = []
        for window in windows:
            seen: Rectangles = yield Find(window, how)
            looks.append(seen)
        return each_once(looks, self.finder)

    def _searched(
        self, size: tuple[int, int], how: ColorTransform, *, everywhere: bool = False
    ) -> Searching[_SearchState]:
        """Search a photo under a colour transform, more closely where its tiles or its hands' are small."""
        seen = _SearchState(Detections.empty(size), how)
        windows = first_windows(size, self.finder)
        while True:
            if windows:
                seen = seen._replace(tiles=(yield from self._detected(windows, seen)))
            if not goes_on(seen.tiles, self.finder, seen.extent):
                return seen
            hands = None if everywhere else (yield from self._hands(seen))
            windows, extent = next_windows(seen.tiles, self.finder, hands, seen.extent)
            seen = seen._replace(extent=extent)

    def _hands(self, seen: _SearchState) -> Searching[NDArray[np.float32] | None]:
        """Where the only tiles that matter lie on what is shown, if the hands are known; else None."""
        closest = seen.extent.larger > 1
        look = yield from self._looked(seen, "closest" if closest else "closer")
        yield look
        hands = hands_to_search(look.laid, closest=closest)
        return None if hands is None else seen.how.where(hands, seen.tiles.size[1])

    def _detected(self, windows: Sequence[Window], seen: _SearchState) -> Asking[Detections]:
        """What was detected before and in these windows; what is known for sure is not read again."""
        known, how = seen.tiles, seen.how
        found = yield from self.found(windows, how)
        quads, settings = corners(found.boxes), self.finder
        named_already = named_faces(found.classes, settings.classes) if settings.names_faces else None
        known_at = known_already(quads, known)
        again, at = np.flatnonzero(known_at < 0), known_at >= 0
        tiles = Detections.empty(known.size)
        for part in np.array_split(again, range(_PART, len(again), _PART)):
            named = yield from self.read(quads[part], how)
            faces = named.faces if named_already is None else named_already[part]
            new = Detections(named.quads, found.scores[part], faces, named.top_edge_probs, known.size)
            tiles = Detections.merge(tiles, new)
        sure = replace(known[known_at[at]], objectness=found.scores[at])
        return Detections.merge(known, Detections.merge(tiles, sure))

    def _better_mirrored(self, seen: _SearchState) -> Asking[bool]:
        """Whether the photo is a mirrored one: shown mirrored, more of its tiles are read for sure."""
        if self.color_transform is not None or not self.stages.mirroring:
            return False
        doubted = seen.tiles[mirrored.asked(seen.tiles, self.finder.firm_score)]
        if not len(doubted):
            return False
        named = yield from self._once(Crops(MIRRORED.crops(doubted.quads)), PLAIN)
        return mirrored.gained(named.faces, doubted.faces)

    def _too_small(self, seen: _SearchState, laid: LayoutResult) -> bool:
        """Whether tiles of the hands are to be searched more closely before they are known for sure."""
        at = seen.how.where(quads_of(laid.reading, of_hands(laid)), seen.tiles.size[1])
        return bool(windows_about(seen.tiles, self.finder, at, seen.extent.larger))

    def _looked(self, seen: _SearchState, next_stage: NextStage = "", *, final: bool = False) -> Asking[Look]:
        """What lies on the table by what was detected."""
        known = yield from self._recognised(seen, final=final)
        laid = yield from passed_on(
            layout_of(known.detections, known.unfiltered), lambda tiles: asked(Lay(tiles))
        )
        return Look(known, laid, next_stage, final)

    def _recognised(self, seen: _SearchState, *, final: bool) -> Asking[Recognition]:
        """The tiles on the photo, with everything that was detected.

        While the search surely goes on, the tiles are for a first reading and no network is asked again:
        doubtful faces stay as they were read.
        """
        every, how, stages = seen.tiles, seen.how, self.stages
        tiles = every[chosen(every.quads, every.objectness, every.faces, self.finder.firm_score)]
        if final and stages.averaging and not self.finder.names_faces:
            averaged = self.namer.averaged(tiles.quads, tiles.faces, greys=how.grey)
            tiles = replace(tiles, faces=(yield from self._named(averaged, how)))
        if stages.red_fives:
            compared = reds.compared(tiles.quads, tiles.faces, tiles.top_edge_probs)
            tiles = replace(
                tiles, faces=(yield from passed_on(compared, lambda quads: asked(Cut(quads, how))))
            )
        return Recognition(how.exchanged(tiles), how.exchanged(every))

    def _named(self, work: AskingReader[T], how: ColorTransform) -> Asking[T]:
        """What comes of naming tiles."""
        return passed_on(work, lambda crops: self._once(crops, how))

    def _once(self, crops: Crops, how: ColorTransform) -> Asking[ReaderResult]:
        """What crops show by one run; of none nothing is asked."""
        if len(crops.quads):
            named: ReaderResult = yield Name(crops, how)
            return named
        return ReaderResult(np.zeros((0, len(LABELS)), np.float32), np.zeros((0, 4), np.float32), crops.quads)
