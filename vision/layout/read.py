"""From detections to a reading: ask the layout network, decode its answers, make the reading.

The work awaits the network's opinion: a server's or a browser's engine gives it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.coroutines import run
from yakulens.vision.detections import Detections
from yakulens.vision.geometry.quads import short_sides
from yakulens.vision.layout.decode.frame import Tiles
from yakulens.vision.layout.decode.open_hands import likeliest_table
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.on_table import SAME_TILE, observe, on_table
from yakulens.vision.layout.priors import DEFAULT_PRIORS
from yakulens.vision.layout.report.reading import LayoutResult, laid_out, no_tiles
from yakulens.vision.layout.tokens import MOST

FAINTEST: Final = 0.25
"""Among detections not taken for tiles, those with a lower finder's score are left out."""
_ACROSS: Final = 0.6
"""Sine of the least angle at which a tile lies across another."""
_PERHAPS: Final = -1.0
"""Log odds from which two tiles may share a called set."""

LogOdds: TypeAlias = "NDArray[np.float32] | NDArray[np.float64]"


class LayoutEngines(Protocol):
    """The networks that a layout is asked of."""

    async def lay_out(self, tiles: Detections) -> Opinion:
        """What each of one to `tokens.MOST` detections is, by the layout network."""
        ...

    async def stack(self, quads: NDArray[np.float32]) -> LogOdds:
        """``(N,)`` natural log odds that tiles lie on others, by the leveller; quads are ``(N, 4, 2)``."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class _AtOnce:
    """Networks that answer at once."""

    opinion: Callable[[Detections], Opinion]
    level: Callable[[NDArray[np.float32]], LogOdds] | None

    async def lay_out(self, tiles: Detections) -> Opinion:
        return self.opinion(tiles)

    async def stack(self, quads: NDArray[np.float32]) -> LogOdds:
        return np.zeros(len(quads)) if self.level is None else self.level(quads)


def layout_by(
    opinion: Callable[[Detections], Opinion],
    detections: Detections,
    unfiltered: Detections | None = None,
    level: Callable[[NDArray[np.float32]], LogOdds] | None = None,
) -> LayoutResult:
    """`layout_of` by networks that answer at once.

    Without ``level``, place alone says which tiles lie on others.
    """
    engines = _AtOnce(opinion, level)
    return run(layout_of(detections, unfiltered, engines, levels=level is not None))


async def layout_of(
    detections: Detections, unfiltered: Detections | None, engines: LayoutEngines, *, levels: bool
) -> LayoutResult:
    """The meant hand, its winning tile and called sets, other hands, and the doubts.

    It asks at most once for the `Opinion` about the detections. With ``levels`` it then asks which tiles
    across a called set lie on another tile. A strange scene never raises: its doubts are issues. Any of the
    ``unfiltered`` detections may be a tile that was wrongly dropped.

    Returns:
        The reading: tile ids are positions in its ``tiles``, without duplicates.
    """
    candidates = asked_about(detections, unfiltered)
    observed, priors = observe(candidates), DEFAULT_PRIORS
    if not len(observed):
        return no_tiles()
    opinion = await engines.lay_out(candidates[observed.source])
    selected = observed.source < len(detections)
    stray = np.zeros(len(observed))
    if unfiltered is not None:
        stray = np.where(selected, priors.sifted, priors.doubted)
    tiles = on_table(observed, plane_mask(opinion, selected), stray)
    if levels and len(across := lying_across(tiles, opinion)):
        stacked = np.zeros(len(tiles))
        stacked[across] = await engines.stack(candidates.quads[observed.source[across]])
        tiles = replace(tiles, stacked=tuple(stacked.tolist()))
    return laid_out(likeliest_table(tiles, opinion, priors), tiles, observed, priors)


def lying_across(tiles: Tiles, opinion: Opinion) -> NDArray[np.intp]:
    """Indices of the tiles that lie across two others with which they may share a called set."""
    axes = np.array(tiles.axes)
    across = np.abs(np.sin(axes[:, None] - axes)) > _ACROSS
    return np.flatnonzero((across & (np.array(opinion.call) > _PERHAPS)).sum(axis=1) > 1)


def plane_mask(opinion: Opinion, selected: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """``(N,)`` bool: the tiles to which the table's plane is fitted.

    They are the detections that count as tiles (``selected``, ``(N,)`` bool) and that the network also takes
    for tiles; if there are none, all detections.
    """
    mask = selected & np.array([opinion.is_tile(t) for t in range(len(opinion))])
    return mask if mask.any() else np.ones(len(selected), bool)


def asked_about(detections: Detections, unfiltered: Detections | None) -> Detections:
    """The detections that the network is asked about: the tiles, and detections away from them."""
    candidates = detections
    if unfiltered is not None and len(unfiltered):
        # Half a tile may be detected beside the whole one: distances are in sides of the whole one.
        steps = unfiltered.quads.mean(axis=1)[:, None] - detections.quads.mean(axis=1)[None]
        near = np.linalg.norm(steps, axis=2) / short_sides(detections.quads)[None]
        apart = near.min(axis=1, initial=np.inf)
        more = unfiltered[(apart > SAME_TILE) & (unfiltered.objectness >= FAINTEST)]
        candidates = Detections.merge(detections, more)
    # Beyond the network's limit, the detections with the highest finder's scores are kept.
    return candidates[np.sort(np.argsort(-candidates.objectness, kind="stable")[:MOST])]
