"""A photo searched for tiles: as a whole, closer where they are small, as shown best where hardly known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.detections import Detections
from yakulens.vision.finding.decode import corners
from yakulens.vision.finding.windows import (
    FEW_WINDOWS,
    LARGER,
    anywhere,
    closer_windows,
    first_windows,
    larger_windows,
)
from yakulens.vision.geometry.quads import corners_apart, short_sides
from yakulens.vision.naming import familiarity
from yakulens.vision.naming.ground import ground_colour, is_usual
from yakulens.vision.picture.color_transform import NEGATIVE, PLAIN, ColorTransform
from yakulens.vision.picture.straighten import SEARCHED, STRAIGHT, straightened

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import TypeAlias, TypeVar

    from numpy.typing import NDArray

    from yakulens.vision.finding.detector import Detector
    from yakulens.vision.finding.windows import Window
    from yakulens.vision.naming.reader import Reader
    from yakulens.vision.pausing import Pausing
    from yakulens.vision.picture.pyramid import Pyramid
    from yakulens.vision.picture.straighten import View
    from yakulens.vision.stages import NextStage, Stages

_READ: Final = 0.5
"""Probability of the likeliest label below which a detection is no evidence of how large the tiles are."""

_SURELY: Final = 0.97
"""What was read with this probability, at the same place (``_SAME_PLACE``), is not read again where the photo
is searched closer."""

_SAME_TILE: Final = 0.5
"""Corners nearer than this to those of a tile of the hand, in short sides, are of that tile."""

_SAME_PLACE: Final = 0.2
"""Corners that lie nearer than this to those that were read, in short sides, are at the same place."""

_PART: Final = 32
"""How many tiles are read between two pauses."""


@dataclass(frozen=True, slots=True, eq=False)
class SearchState:
    """What a search has found so far on a photo, under one colour transform.

    Attributes:
        color_transform: how the photo was shown.
        shown: the photo so.
        searched: the pixels on which ``tiles`` lie: ``shown``, turned where ``view`` says so.
        first: what was detected there at a first look, ``shown`` as a whole.
        tiles: what was detected in all, duplicates still in.
        view: how the photo is to be turned; None where it is straight.
        engine_ms: within the inference engine, all that was searched before included, milliseconds.
        larger: how many times as large as at first the photo was shown as a whole.
        next_stage: what the search does next, empty where it is done.
    """

    color_transform: ColorTransform
    shown: Pyramid
    searched: Pyramid
    first: Detections
    tiles: Detections
    view: View | None
    engine_ms: float
    larger: float = 1.0
    next_stage: NextStage = ""

    def where(self, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(N, 4, 2)`` quads of the photo, clockwise, where they lie on ``searched``.

        >>> from yakulens.vision.example import detected
        >>> from yakulens.vision.picture.pyramid import Pyramid
        >>> row = detected("1m 2m")
        >>> photo = Pyramid(np.zeros((*row.size, 3), np.uint8))
        >>> state = SearchState(ColorTransform(mirrored=True), photo, photo, row, row, None, 0.0)
        >>> row.size[1], row.quads[0, :, 0].tolist(), state.where(row.quads)[0, :, 0].tolist()
        (284, [100.0, 140.0, 140.0, 100.0], [184.0, 144.0, 144.0, 184.0])
        """
        if self.color_transform.mirrored:
            quads = quads[:, ::-1] * np.array([-1, 1], np.float32)
            quads[..., 0] += self.shown.size[1]
        if self.view is not None and self.searched is not self.shown:
            quads = self.view.in_view(quads)
        return quads


if TYPE_CHECKING:
    T = TypeVar("T")
    Places: TypeAlias = tuple[NDArray[np.float32], ...]
    Searching: TypeAlias = Generator[SearchState | None, None, T]


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """How a photo is searched.

    Attributes:
        detector: finds tiles.
        reader: names them.
        stages: the optional stages of the search that are run.
        color_transform: how a tile set that was learnt is shown; None where that has to be found.
        places: asked after each state that was yielded for places on the photo, each ``(N, 4, 2)`` quads of
            tiles. Of hands that are known only the small tiles are searched more closely; without any place,
            all small tiles are.
    """

    detector: Detector
    reader: Reader
    stages: Stages
    color_transform: ColorTransform | None = None
    places: Callable[[], Places] = tuple

    def through(self, photo: Pyramid) -> Searching[None]:
        """Search a photo: its states, each time before a longer stage begins, and at the end.

        Yields:
            None at every pause; the state before each longer stage; at last the state in the end, after which
            no stage is left.
        """
        if self.color_transform is None and self.stages.renditions:
            state = yield from self._familiar(photo)
        else:
            state = yield from self._seen(photo, self.color_transform or PLAIN)
        if state.view is not None:
            yield replace(state, next_stage="straightening")
            straight = state.view.of(state.shown)
            straight = straight.in_greys() if state.color_transform.grey else straight
            known = replace(state.tiles, quads=state.view.in_view(state.tiles.quads), size=straight.size)
            due = state.next_stage == "straightening"  # closer windows were left until the photo is straight
            state = replace(state, searched=straight, tiles=known, next_stage="")
            # What was shown larger tells where its tiles lie: it is not shown so as a whole once more.
            closer = self._closer_windows(state, self.places()) if due else ()
            windows = closer or first_windows(straight.size, self.detector.settings, state.larger)
            state = replace(state, tiles=Detections.empty(straight.size))
            state = yield from self._with(state, windows, known)
            if not closer:
                state = yield from self._closer(state)
        yield state

    def too_small(self, state: SearchState, hand: NDArray[np.float32]) -> bool:
        """Whether tiles at these places are to be searched more closely before they are known for sure.

        Args:
            state: what was found so far.
            hand: ``(N, 4, 2)`` quads of tiles on the photo.
        """
        return bool(self._closer_windows(state, (hand,)))

    def _familiar(self, photo: Pyramid) -> Searching[SearchState]:
        """What is found under the colour transform that shows most tiles, mirrored where they are read so."""
        state = yield from self._seen(photo)
        ground = ground_colour(photo, state.first)
        unread = familiarity.hardly_read(state.tiles, self.detector.settings.firm_score)
        if unread or ground is None or not is_usual(ground):
            state = yield from self._of_odd_set(photo, state)
        doubtful = state.tiles[familiarity.in_doubt(state.tiles, self.detector.settings.firm_score)]
        if len(doubtful):
            mirrored = replace(state.color_transform, mirrored=True)
            gained, ms = self._gained(state.shown, doubtful, mirrored)
            state = replace(state, engine_ms=state.engine_ms + ms)
            if gained:
                yield replace(state, next_stage="renditions")
                return (yield from self._seen(photo, mirrored, state))
            yield None
        return state

    def _gained(
        self, shown: Pyramid, doubtful: Detections, color_transform: ColorTransform
    ) -> tuple[bool, float]:
        """Whether a colour transform is the right one by how doubtful tiles are read, and the engine's ms."""
        first = familiarity.asked_first(len(doubtful))
        faces, spent = np.zeros_like(doubtful.faces), 0.0
        for part in (first, ~first):
            crops = color_transform.crops(doubtful.quads[part])
            named = self.reader.once(shown, crops)
            faces[part], spent = named.faces, spent + named.engine_ms
            if part is first and not familiarity.promises(faces[part], doubtful.faces[part]):
                return False, spent
        return familiarity.gained(faces, doubtful.faces), spent

    def _of_odd_set(self, photo: Pyramid, before: SearchState) -> Searching[SearchState]:
        """What is found of a set that has not the usual ground: as it is, in the negative, or shown white.

        The finder learnt dark ink on light tiles. A first look at each tells which shows most of the tiles;
        one in other colours must show one more at least.
        """
        yield replace(before, next_stage="renditions")
        looks = [before, (yield from self._first(photo, NEGATIVE, before))]
        ground = ground_colour(photo, Detections.merge(*(look.first for look in looks)))
        if ground is not None and not is_usual(ground) and self.stages.ground:
            looks.append((yield from self._first(photo, ColorTransform(ground=ground), looks[-1])))
        firm = self.detector.settings.firm_score
        shown = [familiarity.evidence(look.first, firm) - (look is not before) for look in looks]
        if ground is not None and is_usual(ground):  # tiny tiles are seen in closer windows alone
            shown[0] = max(shown[0], familiarity.evidence(before.tiles, firm))
        best = looks[int(np.argmax(shown))]
        best = replace(best, engine_ms=looks[-1].engine_ms)
        return best if best.color_transform == before.color_transform else (yield from self._further(best))

    def _seen(
        self, photo: Pyramid, color_transform: ColorTransform = PLAIN, before: SearchState | None = None
    ) -> Searching[SearchState]:
        """What is found under a colour transform, after ``before`` was found under another one."""
        return (yield from self._further((yield from self._first(photo, color_transform, before))))

    def _first(
        self, photo: Pyramid, color_transform: ColorTransform, before: SearchState | None = None
    ) -> Searching[SearchState]:
        """What a first look under a colour transform shows, after ``before`` was found under another one."""
        shown = color_transform.of(photo)
        windows = first_windows(shown.size, self.detector.settings)
        tiles, spent = yield from self._detect(shown, windows, Detections.empty(shown.size))
        spent += 0.0 if before is None else before.engine_ms
        return SearchState(color_transform, shown, shown, tiles, tiles, self._view(tiles), spent)

    def _further(self, state: SearchState) -> Searching[SearchState]:
        """What is seen with closer windows after a first look.

        How the photo is to be turned is told as soon as it is known, without closer windows.
        """
        if state.view is not None:
            return state
        closer = yield from self._closer(state)
        return closer if closer is state else replace(closer, view=self._view(closer.tiles, SEARCHED))

    def _closer(self, state: SearchState) -> Searching[SearchState]:
        """What is seen with closer windows too, where tiles are small: those of the hand if it is known.

        Where that takes many windows, the photo is shown larger as a whole first: mostly the hands are known
        then, and what lies elsewhere needs no closer look.
        """
        settings, read = self.detector.settings, len(self._read(state.tiles))
        if read >= settings.few_tiles and not self._closer_windows(state, ()):
            return state
        yield replace(state, next_stage="closer")
        windows = self._closer_windows(state, self.places())
        if state.larger == 1 and (read < settings.few_tiles or len(windows) > FEW_WINDOWS):
            windows = larger_windows(state.tiles.size, read, settings)
            state = replace((yield from self._with(state, windows, state.tiles)), larger=LARGER)
            if not self._closer_windows(state, ()):
                return state
            if self._to_be_turned(state):
                return replace(state, next_stage="straightening")
            yield replace(state, next_stage="closest")
            windows = self._closer_windows(state, self.places())
        if not windows:
            return state
        return (yield from self._with(state, windows, state.tiles))

    def _with(self, state: SearchState, windows: Sequence[Window], known: Detections) -> Pausing[SearchState]:
        """What is seen with some more windows of what is searched; ``known`` tiles are not read again."""
        more, spent = yield from self._detect(state.searched, windows, known)
        return replace(
            state,
            tiles=Detections.merge(state.tiles, more),
            engine_ms=state.engine_ms + spent,
        )

    def _view(self, tiles: Detections, straight: float = STRAIGHT) -> View | None:
        """How the photo is to be turned, by the tiles detected on it; None up to so many degrees off."""
        if not self.stages.straightening:
            return None
        read = self._read(tiles)
        return straightened(read.quads, read.top_edge_probs, read.objectness, tiles.size, straight)

    def _to_be_turned(self, state: SearchState) -> bool:
        """Whether the photo is to be turned yet, so that closer windows would be searched twice."""
        return state.searched is state.shown and self._view(state.tiles, SEARCHED) is not None

    def _read(self, tiles: Detections) -> Detections:
        """The detections of which finder and reader are sure enough to decide how the search goes on."""
        firm = tiles.objectness >= self.detector.settings.firm_score
        return tiles[firm & (tiles.faces.max(axis=1, initial=0.0) >= _READ)]

    def _closer_windows(self, state: SearchState, places: Places) -> tuple[Window, ...]:
        """Where to search more closely: by all tiles that were read, or by those at places on the photo."""
        read, settings = self._read(state.tiles), self.detector.settings
        if len(read) < settings.few_tiles:
            return anywhere(state.tiles.size, settings)
        if places:
            at = state.where(np.concatenate(places))
            read = read[corners_apart(read.quads, at).min(axis=1, initial=np.inf) < _SAME_TILE]
        centres, sides = read.quads.mean(axis=1), short_sides(read.quads)
        return closer_windows(state.tiles.size, centres, sides, settings, state.larger)

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
        sure = known[known.faces.max(axis=1, initial=0.0) >= _SURELY]
        apart = corners_apart(quads, sure.quads)
        again = apart.min(axis=1, initial=np.inf) >= _SAME_PLACE
        named_already = self.detector.faces(found.rectangles)
        tiles, ms = Detections.empty(photo.size), found.engine_ms
        for part in np.array_split(np.flatnonzero(again), range(_PART, int(again.sum()), _PART)):
            named = self.reader.read(photo, quads[part])
            faces = named.faces if named_already is None else named_already[part]
            new = Detections.seen(named.quads, scores[part], faces, named.top_edge_probs, photo.size)
            tiles, ms = Detections.merge(tiles, new), ms + named.engine_ms
            yield
        seen = sure[apart[~again].argmin(axis=1) if len(sure) else np.zeros(0, np.intp)]
        return Detections.merge(tiles, replace(seen, objectness=scores[~again])), ms
