"""From detections to a reading in one pass: a network is asked, its answers decoded, the reading made.

The work asks for the network's opinion (`vision.asking`): a server's own engine answers, or a browser's.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.asking import run
from yakulens.vision.detections import Detections
from yakulens.vision.geometry.quads import short_sides
from yakulens.vision.layout.decode.open_hands import likeliest_table
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.observed import SAME_TILE, observe
from yakulens.vision.layout.on_table import on_table
from yakulens.vision.layout.priors import DEFAULT_PRIORS
from yakulens.vision.layout.report.reading import laid_out, no_tiles
from yakulens.vision.layout.result import LayoutResult
from yakulens.vision.layout.roles import ROLE_INDEX
from yakulens.vision.layout.tokens import MOST

_EVEN: Final = 0.5
"""A detection with a greater probability of being no tile does not tell how the table lies."""
FAINTEST: Final = 0.25
"""Of what was not taken for a tile, detections that the finder believes less are left out."""

T = TypeVar("T")
Laying: TypeAlias = Generator[Detections, Opinion, T]
"""Work that asks what each of some detections is, one of them at least and `tokens.MOST` at most."""


class Network(Protocol):
    """What says of each detection what it is."""

    def opinion(self, detections: Detections) -> Opinion:
        """What the network says of each detection, in their order."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Says what lies on the table, by the answers of a network and one exact search.

    Attributes:
        network: says of each detection what it is.
    """

    network: Network

    def read(self, detections: Detections, unfiltered: Detections | None = None) -> LayoutResult:
        """What lies on the table, as of `layout_of`.

        Raises:
            SessionError: the network does not end, or gives something of another shape.
        """
        return run(layout_of(detections, unfiltered), self.network.opinion)


def layout_of(detections: Detections, unfiltered: Detections | None = None) -> Laying[LayoutResult]:
    """The hand that is meant, its winning tile and called sets, other hands, and the doubts.

    Never raises for a strange scene: what is doubtful is an issue.

    Args:
        detections: those that count as tiles.
        unfiltered: all that was detected; any of these may be a tile that was thought to be none.

    Returns:
        The reading: ids of tiles are positions in its ``tiles``, duplicates being dropped.
    """
    every = asked_about(detections, unfiltered)
    seen, priors = observe(every), DEFAULT_PRIORS
    if not len(seen):
        return no_tiles()
    opinion = yield every[seen.source]
    taken = seen.source < len(detections)
    stray = np.zeros(len(seen))
    if unfiltered is not None:
        stray = np.where(taken, priors.sifted, priors.doubted)
    tiles = on_table(seen, tells_of(opinion, taken), stray)
    return laid_out(likeliest_table(tiles, opinion, priors), tiles, seen, opinion, priors)


def tells_of(opinion: Opinion, taken: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """``(N,)`` bool: from which tiles the plane of the table is fitted.

    They are the detections that count as tiles, without those that the network takes for none. Where that
    leaves none, it is all of them.

    Args:
        opinion: what the network says of N tiles.
        taken: ``(N,)`` whether they count as tiles.
    """
    nothing = np.array([row[ROLE_INDEX["nothing"]] for row in opinion.roles])
    tells = taken & (nothing < np.log(_EVEN))
    return tells if tells.any() else np.ones(len(taken), bool)


def asked_about(detections: Detections, unfiltered: Detections | None) -> Detections:
    """The detections that the network is asked about: the tiles, and what was detected apart from them.

    Args:
        detections: those that count as tiles.
        unfiltered: all that was detected.
    """
    every = detections
    if unfiltered is not None and len(unfiltered):
        # Half of a tile may be detected beside the whole one: distances are told in sides of the whole one.
        steps = unfiltered.quads.mean(axis=1)[:, None] - detections.quads.mean(axis=1)[None]
        near = np.linalg.norm(steps, axis=2) / short_sides(detections.quads)[None]
        apart = near.min(axis=1, initial=np.inf)
        more = unfiltered[(apart > SAME_TILE) & (unfiltered.objectness >= FAINTEST)]
        every = Detections.merge(detections, more)
    return every[_strongest(every)]


def _strongest(detections: Detections) -> NDArray[np.intp]:
    """Indices of as many detections as a network is asked about, those that the finder believes most."""
    return np.sort(np.argsort(-detections.objectness, kind="stable")[:MOST])
