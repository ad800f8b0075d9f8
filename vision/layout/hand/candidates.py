"""The likeliest hands that some detections make."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from yakulens.vision.layout.hand.counts import COMPLETE, WAITING, count_of
from yakulens.vision.layout.hand.legal import legal_odds
from yakulens.vision.layout.hand.scene import scenes
from yakulens.vision.layout.hand.search import ALONE, SLIGHTLY, USUAL, choose
from yakulens.vision.layout.rows.evidence import Evidence
from yakulens.vision.layout.tiles.false_positives import find_false_positives
from yakulens.vision.layout.tiles.observed import observe
from yakulens.vision.layout.tiles.printed import find_printed
from yakulens.vision.layout.tiles.table import laid_on, lay_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.detections import Detections
    from yakulens.vision.geometry.plane import Plane
    from yakulens.vision.layout.hand.hand import HandCandidate
    from yakulens.vision.layout.hand.scene import Scene
    from yakulens.vision.layout.hand.search import Breadth
    from yakulens.vision.layout.priors import Priors
    from yakulens.vision.layout.rows.memory import Memory
    from yakulens.vision.layout.tiles.observed import Observed
    from yakulens.vision.layout.tiles.table import Table


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """The detections on the table, and the hands that they may be.

    Attributes:
        seen: the tiles, without duplicates.
        table: the same on the table's plane.
        evidence: what the reader says of them.
        priors: the weights by which the hands are chosen.
        rejected: those that are taken for no tiles.
        views: the table in each likely direction, from either side.
        hands: the likeliest hands, best first; at least one, which may be without tiles.
    """

    seen: Observed
    table: Table
    evidence: Evidence
    priors: Priors
    rejected: frozenset[int]
    views: list[tuple[Scene, Scene]]
    hands: list[HandCandidate]

    @property
    def score(self) -> float:
        """Log odds of the likeliest hand."""
        return self.hands[0].score

    @property
    def whole(self) -> bool:
        """Whether that hand has as many tiles as a hand has, none of those held face-down.

        >>> from yakulens.vision.layout.hand.example import candidates_of
        >>> candidates_of("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s 6s 7s 8s").whole, candidates_of("2m 3m 4m").whole
        (True, False)
        """
        scene, hand = self.views[0][0], self.hands[0]
        if any(scene.is_back(t) for t in hand.concealed):
            return False
        count = count_of(scene, hand)
        return count == COMPLETE or (count == WAITING and hand.win is None)

    @property
    def sound(self) -> bool:
        """Whether it is whole, and complete or waiting for a tile by its likeliest faces.

        >>> from yakulens.vision.layout.hand.example import candidates_of
        >>> [candidates_of(f"2m 3m 4m 6p 7p 8p 4s 5s 5s 5s 6s 7s {last}").sound for last in ("8s", "1z")]
        [True, False]
        """
        hand, counts = self.hands[0], self.priors.counts
        held = [t for t in (*hand.concealed, hand.win) if t is not None and t not in hand.flowers]
        return self.whole and not legal_odds(self.evidence, held, len(hand.melds), counts)

    def without(self, tile: int, least: float = -np.inf) -> Candidates:
        """The likeliest hand of the same detections, one more of them taken for no tile.

        Args:
            tile: its index.
            least: as of ``find_candidates``, like what is given.
        """
        return _candidates(
            self.seen, self.table, self.evidence, self.priors, self.rejected | {tile}, least, ALONE
        )

    def with_rivals(self) -> Candidates:
        """The same with the hands that are nearly as likely, of which none may have been looked for.

        >>> from yakulens.vision.layout.hand.example import candidates_of
        >>> candidates = candidates_of("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s 6s 7s 8s")
        >>> candidates.with_rivals().hands == candidates.hands
        True
        """
        return replace(self, hands=choose(self.views, self.score - SLIGHTLY))


def find_candidates(  # noqa: PLR0913, PLR0917 - what is known of the same photo
    detections: Detections,
    rejected: NDArray[np.bool_],
    priors: Priors,
    least: float = -np.inf,
    memory: Memory | None = None,
    plane: Plane | None = None,
) -> Candidates | None:
    """The likeliest hands among the detections; None where there is no detection.

    Where any others are known, only the likeliest is looked for, and only whether it is likelier than these.

    Args:
        detections: N of them.
        rejected: ``(N,)`` bool, those that are taken for no tiles whatever they look like.
        priors: the weights by which the hands are chosen.
        least: log odds of another hand; a hand that is no likelier is of no interest, and what is given then
            is some hand; ``with_rivals`` tells the others.
        memory: what was weighed on the same photo, by the same weights.
        plane: on which they lie; None where they have to tell.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.priors import DEFAULT_PRIORS
    >>> row = detected("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z")
    >>> candidates = find_candidates(row, np.zeros(len(row), bool), DEFAULT_PRIORS)
    >>> hand = candidates.hands[0]
    >>> hand.concealed, hand.win, [meld.kind for meld in hand.melds]
    ((0, 1, 2, 3, 4, 5, 6, 7, 8, 9), 10, ['pon'])
    >>> candidates.whole, candidates.without(0).whole
    (True, False)
    """
    seen = observe(detections)
    if not len(seen):
        return None
    none = frozenset(np.flatnonzero(rejected[seen.source]).tolist())
    table = lay_out(seen, none) if plane is None else laid_on(plane, seen)
    printed = find_printed(table)
    if printed and plane is None:
        table = lay_out(seen, none | printed)
    none |= find_false_positives(table) | printed
    evidence = Evidence.of(seen.faces, seen.objectness, priors.faces.misread, memory)
    breadth = USUAL if least == -np.inf else ALONE
    return _candidates(seen, table, evidence, priors, none, least, breadth)


def _candidates(  # noqa: PLR0913, PLR0917 - the fields of what it makes
    seen: Observed,
    table: Table,
    evidence: Evidence,
    priors: Priors,
    rejected: frozenset[int],
    least: float,
    breadth: Breadth,
) -> Candidates:
    views = scenes(table, evidence, rejected, priors)
    return Candidates(seen, table, evidence, priors, rejected, views, choose(views, least, breadth))
