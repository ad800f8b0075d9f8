"""What several searched photos of one hand give together: one layout, placed on any of them. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.desk.questions import INDICATOR
from yakulens.vision.detections import Detections
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.read import LayoutEngines, LogOdds, layout_of
from yakulens.vision.layout.report.reading import LayoutResult, no_tiles, shows_none
from yakulens.vision.photo_search import SearchStep
from yakulens.vision.reading import Issue, Quad, Reading
from yakulens.vision.together.fusion import AGREEMENT, Fused, fuse
from yakulens.vision.together.registration import map_points

ANOTHER_HAND: Final = "another_hand"
"""Code of the issue that some of the photos show another hand and were left out."""


@dataclass(frozen=True, slots=True, eq=False)
class Combined:
    """What several photos of one hand give together.

    Attributes:
        fused: what they show of each tile.
        layout: what lies on the table; its quads are places of ``fused.recognition``.
        rows: ``(N,)`` int64, for each tile of the reading the detection that it is.
    """

    fused: Fused
    layout: LayoutResult
    rows: NDArray[np.int64]

    def seen_on(self) -> tuple[int, ...]:
        """For each tile of the reading a photo that shows it: the base if it does, else the first."""
        return tuple(self._shown(row) for row in self.rows.tolist())

    def _shown(self, row: int) -> int:
        shown = [photo for photo, quad in enumerate(self.fused.quads[:, row]) if not np.isnan(quad).any()]
        return self.fused.base if self.fused.base in shown else shown[0]

    def reading(self, photos: Sequence[int]) -> Reading:
        """The reading with each tile's quad on the photo given for it, and which photos were left out.

        A photo that does not show a tile, under a finger or beyond its edge, gets the place where it lies. A
        photo of another hand has no such place: the base photo takes its part.
        """
        reading = self.layout.reading
        tiles = [
            replace(tile, quad=self._placed(tile.quad, row, photo))
            for tile, row, photo in zip(reading.tiles, self.rows.tolist(), photos, strict=True)
        ]
        return replace(reading, tiles=tuple(tiles), issues=(*reading.issues, *_left_out(self.fused)))

    def reading_on_first(self, *, further: bool = False) -> Reading:
        """The reading with every tile's quad on the first photo.

        If the last one is a ``further`` photo that a person took, an issue says where it shows another hand.
        """
        issues = self.layout.reading.issues
        if further and len(self.fused.quads) - 1 in self.fused.others:
            issues = (*issues, Issue(ANOTHER_HAND, (), case="further"))
        return replace(self.reading([0] * len(self.rows)), issues=issues)

    def _placed(self, quad: Quad, row: int, photo: int) -> Quad:
        """A tile's quad on a photo, beginning with the corner that the layout found to be the first."""
        fused = self.fused
        at_base = fused.recognition.unfiltered.quads[row].astype(np.float64)
        first = int(np.linalg.norm(at_base - np.array(quad[0]), axis=1).argmin())
        there = fused.quads[photo, row]
        if np.isnan(there).any():
            matrix = fused.onto_base[photo]
            there = fused.places[row]
            if not np.isnan(matrix).any():
                there = map_points(there, np.linalg.inv(matrix).astype(np.float64))
        a, b, c, d = ((float(x), float(y)) for x, y in np.roll(there, -first, axis=0).tolist())
        return a, b, c, d


async def combined(
    looks: Sequence[SearchStep], engines: Sequence[LayoutEngines], *, levels: bool
) -> Combined:
    """Combine the looks at at least one photo; each photo has engines of its own.

    Photos that show another hand than the first are left out. With ``levels`` each photo is asked which
    tiles lie on others.
    """
    fused = fuse([look.recognition for look in looks], best_first(looks))
    recognition = fused.recognition
    if shows_none(recognition.detections):
        return Combined(fused, no_tiles(), np.zeros(0, np.int64))
    both = _FusedEngines(fused, engines)
    layout = await layout_of(recognition.detections, recognition.unfiltered, both, levels=levels)
    quads = np.array([tile.quad for tile in layout.reading.tiles], np.float64).reshape(-1, 4, 2)
    rows = _rows_of(quads, fused)
    issues = (*layout.reading.issues, *_offered_alone(looks, fused, layout.reading, rows))
    return Combined(fused, replace(layout, reading=replace(layout.reading, issues=issues)), rows)


def best_first(looks: Sequence[SearchStep]) -> list[int]:
    """The photos by how sure their own readings are: the surest is the one that others are laid on."""

    def doubt(number: int) -> tuple[bool, int, float, int]:
        reading = looks[number].layout.reading
        return not reading.hands, len(reading.issues), -reading.confidence, number

    return sorted(range(len(looks)), key=doubt)


@dataclass(frozen=True, slots=True, eq=False)
class _FusedEngines(LayoutEngines):
    """The engines of several photos, asked about what they show together."""

    fused: Fused
    engines: Sequence[LayoutEngines]

    async def lay_out(self, tiles: Detections) -> Opinion:
        """What each detection is, by the layout network, which sees no photo."""
        return await self.engines[self.fused.base].lay_out(tiles)

    async def stack(self, quads: NDArray[np.float32]) -> LogOdds:
        """Log odds that tiles lie on others: by the leveller on each photo, and by their places."""
        fused = self.fused
        rows = _rows_of(quads.astype(np.float64), fused)
        odds, seen = np.zeros(len(quads)), np.zeros(len(quads))
        for number, engines in enumerate(self.engines):
            own = fused.quads[number, rows]
            shown = ~np.isnan(own).any(axis=(1, 2))
            if shown.any():
                odds[shown] += await engines.stack(own[shown].astype(np.float32))
                seen[shown] += 1
        return np.where(seen > 1, AGREEMENT * odds, odds) + fused.stacked[rows]


def _offered_alone(
    looks: Sequence[SearchStep], fused: Fused, reading: Reading, rows: NDArray[np.int64]
) -> list[Issue]:
    """A question about each tile beside the hand that most photos which show it may show as an indicator.

    What is worth a question hangs on all that lies about it: several photos together show more of that.
    """
    offering: Counter[int] = Counter()
    for photo, look in enumerate(looks):
        if photo in fused.others:
            continue
        alone = look.layout.reading
        asked = {tile for issue in alone.issues if issue.code == INDICATOR for tile in issue.ids}
        for each in {*alone.indicators, *asked}:
            apart = np.abs(fused.quads[photo].mean(axis=1) - np.mean(alone.tiles[each].quad, axis=0))
            if not np.isnan(apart).all():
                offering[int(np.nanargmin(apart.sum(axis=1)))] += 1
    seen = (~np.isnan(fused.quads).any(axis=(2, 3))).sum(axis=0)
    known = {tile for issue in reading.issues if issue.code == INDICATOR for tile in issue.ids}
    issues = []
    for tile, row in zip(reading.tiles, rows.tolist(), strict=True):
        if tile.id in reading.others and tile.id not in known and 2 * offering[row] > seen[row]:
            issues.append(
                Issue(INDICATOR, (tile.id,), ("no_dora", "dora"), "this_one", (("tile", tile.face),))
            )
    return issues


def _rows_of(quads: NDArray[np.float64], fused: Fused) -> NDArray[np.int64]:
    """The detections that quads ``(N, 4, 2)`` of the layout belong to; their corners are in any order."""
    known = fused.recognition.unfiltered.quads.mean(axis=1, dtype=np.float64)
    apart = np.linalg.norm(quads.mean(axis=1)[:, None] - known, axis=2)
    return np.asarray(apart.argmin(axis=1) if len(quads) else np.zeros(0), np.int64)


def _left_out(fused: Fused) -> tuple[Issue, ...]:
    """The issue that photos show another hand, if any does."""
    if not fused.others:
        return ()
    photos = ", ".join(str(number + 1) for number in fused.others)
    one = len(fused.others) == 1
    return (Issue(ANOTHER_HAND, (), case="one" if one else "several", values=(("photos", photos),)),)
