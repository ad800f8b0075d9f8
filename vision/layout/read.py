"""From detections to a reading: ask the layout network, decode its answers, make the reading.

The work asks for the network's opinion (`vision.asking`): a server's or a browser's engine answers.
"""

from collections.abc import Generator
from dataclasses import replace
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

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

Asked: TypeAlias = "Detections | NDArray[np.float32]"
"""What is asked: the opinion about some detections, or how high tiles lie, by their quads."""


def layout_of(
    detections: Detections, unfiltered: Detections | None = None, *, levels: bool = False
) -> Generator[Asked, Any, LayoutResult]:
    """The meant hand, its winning tile and called sets, other hands, and the doubts.

    It asks at most once for the `Opinion` about one to `tokens.MOST` detections. With ``levels`` it then asks
    for the ``(N,)`` log odds that tiles across a called set, ``(N, 4, 2)`` float32 quads, lie on another
    tile. A strange scene never raises: its doubts are issues. Any of the ``unfiltered`` detections may be a
    tile that was wrongly dropped.

    Returns:
        The reading: tile ids are positions in its ``tiles``, without duplicates.
    """
    candidates = asked_about(detections, unfiltered)
    observed, priors = observe(candidates), DEFAULT_PRIORS
    if not len(observed):
        return no_tiles()
    opinion: Opinion = yield candidates[observed.source]
    selected = observed.source < len(detections)
    stray = np.zeros(len(observed))
    if unfiltered is not None:
        stray = np.where(selected, priors.sifted, priors.doubted)
    tiles = on_table(observed, plane_mask(opinion, selected), stray)
    if levels and len(across := lying_across(tiles, opinion)):
        stacked = np.zeros(len(tiles))
        stacked[across] = yield candidates.quads[observed.source[across]]
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
