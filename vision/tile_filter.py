"""Which detections of a searched photo are tiles, and what they show when compared with each other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.finding.selection import OUTSHONE, SURE_DETECTION, chosen, outshone
from yakulens.vision.labels import BACK, BLANK, INDEX
from yakulens.vision.naming import reds
from yakulens.vision.naming.background import BackgroundColours
from yakulens.vision.naming.borders import borderless

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.detections import Detections
    from yakulens.vision.layout.read import Layout
    from yakulens.vision.naming.leveller import Leveller
    from yakulens.vision.naming.reader import Reader
    from yakulens.vision.picture.pyramid import Pyramid
    from yakulens.vision.stages import Stages
    from yakulens.vision.tile_search import NextStage, SearchState

_BACK: Final = 0.5
"""Probability from which a detection is taken for a back."""

_SURE: Final = 0.9
"""A printed face of a learnt set that is read with this probability is a tile, and any right beside one."""

_NO_DOUBT: Final = 0.98
_AS_SURE: Final = 0.85
"""Objectness from which a detection that is also read with ``_NO_DOUBT`` is a tile, whatever colours its
margins have."""

_READ: Final = 0.5
"""A printed face that is read with this probability, and that the finder is sure of, is a tile of an odd set:
what is known of colours, light and shade is of white tiles as they are."""

_STRAY: Final = (3, 0.25)
"""How many of the faces that are read for sure, and what share of them, must have margins as gaps have for
the set to be odd too: on 200 photos of usual sets it was one of sixteen at most."""

_FAINT: Final = 0.9
"""Share of the photo's median objectness below which bare table may be taken for a face-down tile."""


@dataclass(frozen=True, slots=True, eq=False)
class Recognition:
    """What was detected on a photo.

    Attributes:
        detections: the tiles, each once.
        unfiltered: every detection, duplicates and false positives included. Where the hand lacks a tile, one
            of these may be it.
        engine_ms: what the inference engine took, milliseconds.
        next_stage: what the search does next; empty where nothing more is looked for.
        final: whether the tiles are read as well as they can be, so that a hand beyond doubt may end the
            search.
    """

    detections: Detections
    unfiltered: Detections
    engine_ms: float
    next_stage: NextStage = ""
    final: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class TileFilter:
    """Tells tiles from other detections, on one photo.

    Attributes:
        reader: reads doubtful faces from several crops.
        leveller: tells which tile lies on another; None where the model has none.
        layout: tells which tiles may be called ones; only these are judged by the leveller.
        stages: the optional stages that are run.
        firm_score: objectness from which a detection needs no neighbour.
        learnt: whether the tile set was learnt; then what is read for sure is a tile, whatever its colours.
        by_class: whether the finder's classes name faces; then the reader is not asked about doubtful ones.
        known: what tiles of the photo show by several crops; the key is where a tile lies and what one crop
            says.
        last: the last state with its tiles, by whether the networks were asked again.
    """

    reader: Reader
    leveller: Leveller | None
    layout: Layout
    stages: Stages
    firm_score: float
    learnt: bool = False
    by_class: bool = False
    known: dict[bytes, NDArray[np.float32]] = field(default_factory=dict, repr=False)
    last: dict[bool, tuple[SearchState, Recognition]] = field(default_factory=dict, repr=False)

    def filter(self, state: SearchState, *, final: bool = False) -> Recognition:
        """The tiles on the photo, with everything that was detected.

        While the search surely goes on, the tiles are for a first reading and no network is asked again:
        doubtful faces stay as they were read, and no tile is judged by how high it lies.

        Args:
            state: what the search has found.
            final: whether the networks are asked again though the search may go on.
        """
        done = final or state.next_stage in {"", "second_look"}
        if done in self.last:
            before, known = self.last[done]
            if state.tiles is before.tiles and state.view is before.view:
                spent = known.engine_ms + state.engine_ms - before.engine_ms
                return replace(known, engine_ms=spent, next_stage=state.next_stage)
        self.last[done] = state, self._filtered(state, done=done)
        return self.last[done][1]

    def _filtered(self, state: SearchState, *, done: bool) -> Recognition:
        every, spent, stages = state.tiles, state.engine_ms, self.stages
        kept = chosen(every.quads, every.objectness, every.faces, self.firm_score)
        tiles = every[kept]
        if done and stages.averaging and not self.by_class:
            faces, ms = self._averaged(state.searched, tiles)
            tiles, spent = replace(tiles, faces=faces), spent + ms
        if done and stages.borders:
            every = every[~_on_something(state.searched, every, tiles)]
        if stages.background:
            tiles = _without_table(
                state.searched,
                tiles,
                learnt=self.learnt,
                odd=state.color_transform.recoloured,
                borders=stages.borders,
            )
        if self.stages.red_fives:
            tiles = _with_reds(state.searched, tiles)
        asked = done and stages.leveller and self.leveller is not None
        called = self.layout.called_tiles(tiles) if asked else np.zeros(0, np.intp)
        if state.searched is not state.shown and state.view is not None:
            tiles, every = (
                replace(turned, quads=state.view.on_photo(turned.quads), size=state.shown.size)
                for turned in (tiles, every)
            )
        if done:
            quarters = 0 if state.view is None else state.view.quarters
            tiles, ms = self._levelled(state.shown, tiles, called, quarters)
            spent += ms
        exchanged = state.color_transform.exchanged
        return Recognition(exchanged(tiles), exchanged(every), spent, state.next_stage, final=done)

    def _averaged(self, photo: Pyramid, tiles: Detections) -> tuple[NDArray[np.float32], float]:
        """What the tiles show by several crops of the doubtful ones; those asked about before are known."""
        keys = [
            quad.tobytes() + faces.tobytes() for quad, faces in zip(tiles.quads, tiles.faces, strict=True)
        ]
        new = np.array([key not in self.known for key in keys], bool)
        faces, ms = self.reader.averaged(photo, tiles.quads[new], tiles.faces[new])
        self.known.update(
            zip((key for key, is_new in zip(keys, new, strict=True) if is_new), faces, strict=True)
        )
        return np.stack([self.known[key] for key in keys]) if keys else tiles.faces, ms

    def _levelled(
        self, photo: Pyramid, tiles: Detections, asked: NDArray[np.intp], quarters: int
    ) -> tuple[Detections, float]:
        """The tiles, with the leveller's log odds for those called ones that may lie on another.

        It is shown the photo itself: turned by less than a quarter, a tile's side would not be below it.
        """
        if self.leveller is None or not len(asked):
            return tiles, 0.0
        levels = self.leveller.level(photo, tiles.quads[asked], quarters)
        stacked_logit = tiles.stacked_logit.copy()
        stacked_logit[asked] = levels.stacked_logit
        return replace(tiles, stacked_logit=stacked_logit), levels.engine_ms


def _without_table(
    photo: Pyramid, tiles: Detections, *, learnt: bool, odd: bool, borders: bool
) -> Detections:
    """The tiles without detections of bare table, blank ones named by the colour of their background.

    Args:
        photo: the photo as it is searched.
        tiles: what may be tiles, each once.
        learnt: whether the tile set was learnt.
        odd: whether the photo is shown in other colours than its own.
        borders: whether what has no border of its own is left out too.
    """
    background = BackgroundColours.of(photo, tiles.quads, tiles.faces)
    faces = background.whites_from_backs(tiles.faces)
    back = faces[:, INDEX[BACK]] >= _BACK
    faint = tiles.objectness < _FAINT * np.median(tiles.objectness) if len(back) else back
    gaps = background.gaps(faces)
    kept = ~np.where(back, background.bare(faces) & faint, gaps)
    printed, sureness = _printed(faces), faces.max(axis=1, initial=0.0)
    faded = (outshone(tiles.objectness) | background.strange(faces)) & background.faded()
    kept &= ~faded | background.surely_white(faces)
    known = printed & (sureness >= _NO_DOUBT)
    kept &= ~(printed & ~known & background.foreign())
    if borders:
        kept &= ~_on_something(photo, tiles, tiles)
    # What finder and reader are sure of has an edge in the shade, or something lies over it.
    kept |= known & (tiles.objectness >= _AS_SURE)
    surely_read = printed & (sureness >= _SURE)
    stray = (surely_read & gaps).sum()
    odd |= bool(stray >= max(_STRAY[0], _STRAY[1] * surely_read.sum()))
    if learnt or odd:
        kept |= surely_read
    if odd:
        kept |= printed & (sureness >= _READ) & (tiles.objectness >= SURE_DETECTION)
    return replace(tiles, faces=faces)[kept]


def _on_something(photo: Pyramid, every: Detections, tiles: Detections) -> NDArray[np.bool_]:
    """``(N,)`` which of ``every`` are print on what is no tile, ``tiles`` being those that may be some."""
    least = OUTSHONE * np.median(tiles.objectness) if len(tiles) else 0.0

    def doubtful(seen: Detections) -> NDArray[np.bool_]:
        surely_read = (seen.faces.max(axis=1, initial=0.0) >= _NO_DOUBT) & _printed(seen.faces)
        return np.asarray((seen.objectness < least) & ~surely_read)

    asked = np.flatnonzero(doubtful(every) & _printed(every.faces))
    out = np.zeros(len(every), bool)
    out[asked] = borderless(photo, every.quads[asked], tiles.quads[~doubtful(tiles)])
    return out


def _printed(faces: NDArray[np.float32]) -> NDArray[np.bool_]:
    return np.asarray(~np.isin(faces.argmax(axis=1), BLANK))


def _with_reds(photo: Pyramid, tiles: Detections) -> Detections:
    """The tiles, with red fives distinguished from plain ones by comparing those of a suit."""
    return replace(tiles, faces=reds.compared(photo, tiles.quads, tiles.faces, tiles.top_edge_probs))
