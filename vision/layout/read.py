"""From detections to a reading in one pass: the network is asked, its answers decoded, the reading made."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections
from yakulens.vision.geometry.quads import short_sides
from yakulens.vision.layout.decode.frame import FLOOR, Tiles
from yakulens.vision.layout.decode.open_hands import likeliest_table
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.priors import DEFAULT_PRIORS, LayoutPriors
from yakulens.vision.layout.report.reading import laid_out, no_tiles
from yakulens.vision.layout.result import LayoutResult
from yakulens.vision.layout.roles import ROLE_INDEX
from yakulens.vision.layout.tiles.heading import heading
from yakulens.vision.layout.tiles.observed import SAME_TILE, Observed, observe
from yakulens.vision.layout.tiles.parallax import parallax
from yakulens.vision.layout.tiles.table import laid_on, lay_out
from yakulens.vision.layout.tokens import MOST

_PERHAPS: Final = 0.1
"""A tile that is called with a smaller probability is not looked at from its side."""
_TOGETHER: Final = -1.0
"""A tile whose log odds of lying in one set with others are lower is not looked at from its side."""
_ACROSS: Final = 0.6
"""Sine of the angle from which tiles lie across each other."""
_SURELY: Final = 0.9
"""A tile shows a face beyond doubt where the reader gives it this probability."""
_EVEN: Final = 0.5
"""A detection with a greater probability of being no tile does not tell how the table lies."""
FAINTEST: Final = 0.25
"""Of what was not taken for a tile, detections that the finder believes less are left out."""


class Network(Protocol):
    """What says of each detection what it is."""

    def opinion(self, detections: Detections) -> Opinion:
        """What the network says of each detection, in their order."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Says what lies on the table, by the answers of a network and one exact search.

    Attributes:
        network: says of each detection what it is.
        priors: what is known beforehand.
    """

    network: Network
    priors: LayoutPriors = DEFAULT_PRIORS

    def read(self, detections: Detections, unfiltered: Detections | None = None) -> LayoutResult:
        """The hand that is meant, its winning tile and called sets, other hands, and the doubts.

        Never raises for a strange scene: what is doubtful is an issue.

        Args:
            detections: those that count as tiles.
            unfiltered: all that was detected; any of these may be a tile that was thought to be none.

        Returns:
            The reading: ids of tiles are positions in its ``tiles``, duplicates being dropped.

        Raises:
            SessionError: the network does not end, or gives something of another shape.
        """
        about = ask(detections, unfiltered)
        if not len(about.seen):
            return no_tiles()
        return decide(about, self.network.opinion(about.detections), self.priors)

    def called_tiles(self, detections: Detections) -> NDArray[np.intp]:
        """Indices of the detections that may be the sideways tile of a called set, and so lie on another.

        Raises:
            SessionError: as of `read`.
        """
        about = ask_called(detections)
        if not len(about.seen):
            return np.zeros(0, np.intp)
        return called_tiles(detections, about, self.network.opinion(about.detections))


@dataclass(frozen=True, slots=True)
class Question:
    """What a network is asked about a photo.

    Attributes:
        detections: N detections, each once: those that count as tiles and those that may be tiles.
        seen: the same detections as `observe` describes them.
        counted: how many of the detections that were given count as tiles; they are the first ones.
        sifted: whether the detections that do not count as tiles were given too.
    """

    detections: Detections
    seen: Observed
    counted: int
    sifted: bool


def ask_called(detections: Detections) -> Question:
    """What a network is to be asked to tell called tiles by; there may be no detection to ask about.

    Args:
        detections: those that count as tiles.
    """
    return ask(detections[_strongest(detections)])


def called_tiles(detections: Detections, about: Question, opinion: Opinion) -> NDArray[np.intp]:
    """Indices of the detections that may be the sideways tile of a called set, and so lie on another.

    Args:
        detections: those that count as tiles.
        about: what a network was asked of them, as of `ask_called`; a tile at least.
        opinion: what it says of each of these tiles.
    """
    table = lay_out(about.seen)
    called = np.exp([row[ROLE_INDEX["called"]] for row in opinion.roles]) > _PERHAPS
    together = (np.array(opinion.call) > _TOGETHER) & called[:, None] & called[None]
    across = np.abs(np.sin(table.axis[:, None] - table.axis)) > _ACROSS
    chosen = (together & across).sum(axis=1) > (together & ~across).sum(axis=1) - 1
    where = _strongest(detections)[about.seen.source]
    return np.asarray(where[chosen & (together & across).any(axis=1)], np.intp)


def _strongest(detections: Detections) -> NDArray[np.intp]:
    """Indices of as many detections as a network is asked about, those that the finder believes most."""
    return np.sort(np.argsort(-detections.objectness, kind="stable")[:MOST])


def ask(detections: Detections, unfiltered: Detections | None = None) -> Question:
    """What a network is to be asked about detections; there may be no detection to ask about.

    Args:
        detections: those that count as tiles.
        unfiltered: all that was detected; any of these may be a tile that was thought to be none.
    """
    every = asked_about(detections, unfiltered)
    seen = observe(every)
    return Question(every[seen.source], seen, len(detections), unfiltered is not None)


def decide(about: Question, opinion: Opinion, priors: LayoutPriors = DEFAULT_PRIORS) -> LayoutResult:
    """What lies on the table.

    Args:
        about: what a network was asked; a tile at least.
        opinion: what it says of each of these tiles.
        priors: what is known beforehand.
    """
    seen = about.seen
    tiles = on_table(seen, tells_of(seen, opinion, about.counted), _stray(about, priors))
    return laid_out(likeliest_table(tiles, opinion, priors), tiles, seen, opinion, priors)


def tells_of(seen: Observed, opinion: Opinion, counted: int) -> NDArray[np.bool_]:
    """``(N,)`` bool: from which tiles the plane of the table is fitted.

    They are the detections that count as tiles, without those that the network takes for none. Where that
    leaves none, it is all of them.

    Args:
        seen: N tiles as detected.
        opinion: what the network says of them.
        counted: how many of the detections count as tiles.
    """
    nothing = np.array([row[ROLE_INDEX["nothing"]] for row in opinion.roles])
    tells = (seen.source < counted) & (nothing < np.log(_EVEN))
    return tells if tells.any() else np.ones(len(seen), bool)


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
    if len(every) <= MOST:
        return every
    order = np.argsort(-every.objectness, kind="stable")[:MOST]
    return every[np.sort(order)]


def _stray(about: Question, priors: LayoutPriors) -> NDArray[np.float64]:
    """``(N,)`` log odds of being no tile, by whether a detection counts as a tile; 0 where all of them do."""
    seen = about.seen
    if not about.sifted:
        return np.zeros(len(seen))
    surely = seen.faces.max(axis=1) >= _SURELY
    taken = seen.source < about.counted
    return np.where(taken, np.where(surely, priors.surely_read, priors.sifted), priors.doubted)


def on_table(seen: Observed, tells: NDArray[np.bool_], stray: NDArray[np.float64] | None = None) -> Tiles:
    """Observed tiles on the table's plane, as plain numbers.

    Args:
        seen: N of them, one tile at least.
        tells: ``(N,)`` bool: from which of them the plane is fitted, one at least.
        stray: ``(N,)`` log odds of being no tile, beside what the network makes of them.
    """
    flat = lay_out(_only(seen, tells))
    table = laid_on(flat.plane, seen)
    logs = np.maximum(np.log(np.maximum(seen.faces, 1e-9)), FLOOR)
    return Tiles(
        faces=tuple(map(tuple, logs.tolist())),
        places=tuple((x, y) for x, y in table.centre.tolist()),
        axes=tuple(table.axis.tolist()),
        ahead=tuple(table.ahead.tolist()),
        lengthwise=tuple(table.lengthwise.tolist()),
        raised=tuple(seen.raised.tolist()),
        shifts=tuple((x, y) for x, y in parallax(table).tolist()),
        sizes=tuple(table.size.tolist()),
        at_edge=tuple(bool(edge) for edge in seen.at_edge),
        stray=tuple((np.zeros(len(seen)) if stray is None else stray).tolist()),
        heading=heading(flat),
        length=float(table.plane.aspect),
    )


def _only(seen: Observed, chosen: NDArray[np.bool_]) -> Observed:
    arrays = {field.name: getattr(seen, field.name)[chosen] for field in fields(seen)}
    return Observed(**arrays)
