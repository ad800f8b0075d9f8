"""Which detections of a searched photo are tiles, and what they show when compared with each other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from yakulens.vision.asking import answered
from yakulens.vision.finding.selection import chosen
from yakulens.vision.naming import reds
from yakulens.vision.naming.rectify import crops

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.detections import Detections
    from yakulens.vision.layout.read import Layout
    from yakulens.vision.naming.leveller import Leveller
    from yakulens.vision.naming.reader import Reader
    from yakulens.vision.picture.pyramid import Pyramid
    from yakulens.vision.stages import NextStage, Stages
    from yakulens.vision.tile_search import SearchState


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
        done = final or not state.next_stage
        if done in self.last:
            before, known = self.last[done]
            if state.tiles is before.tiles:
                spent = known.engine_ms + state.engine_ms - before.engine_ms
                return replace(known, engine_ms=spent, next_stage=state.next_stage)
        self.last[done] = state, self._filtered(state, done=done)
        return self.last[done][1]

    def _filtered(self, state: SearchState, *, done: bool) -> Recognition:
        every, spent, stages = state.tiles, state.engine_ms, self.stages
        kept = chosen(every.quads, every.objectness, every.faces, self.firm_score)
        tiles = every[kept]
        if done and stages.averaging and not self.by_class:
            faces, ms = self._averaged(state.shown, tiles)
            tiles, spent = replace(tiles, faces=faces), spent + ms
        if stages.red_fives:
            tiles = _with_reds(state.shown, tiles)
        asked = done and stages.leveller and self.leveller is not None
        called = self.layout.called_tiles(tiles) if asked else np.zeros(0, np.intp)
        if done:
            tiles, ms = self._levelled(state.shown, tiles, called)
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
        self, photo: Pyramid, tiles: Detections, asked: NDArray[np.intp]
    ) -> tuple[Detections, float]:
        """The tiles, with the leveller's log odds for those called ones that may lie on another."""
        if self.leveller is None or not len(asked):
            return tiles, 0.0
        levels = self.leveller.level(photo, tiles.quads[asked])
        stacked_logit = tiles.stacked_logit.copy()
        stacked_logit[asked] = levels.stacked_logit
        return replace(tiles, stacked_logit=stacked_logit), levels.engine_ms


def _with_reds(photo: Pyramid, tiles: Detections) -> Detections:
    """The tiles, with red fives distinguished from plain ones by comparing those of a suit."""
    asking = reds.compared(tiles.quads, tiles.faces, tiles.top_edge_probs)
    return replace(tiles, faces=answered(asking, partial(crops, photo)))
