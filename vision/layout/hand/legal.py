"""How likely a hand's faces are those of a hand that is photographed: complete, or a tile from it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from yakulens.scorer.complete import completing, is_complete
from yakulens.scorer.counts import any_above_four, count
from yakulens.scorer.tile import KINDS
from yakulens.vision.labels import PLAIN
from yakulens.vision.layout.hand.counts import COMPLETE, WAITING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.vision.layout.priors import CountPriors
    from yakulens.vision.layout.rows.evidence import Evidence

MOST_LONE: Final = 3
"""Of more tiles that lie about alone, none says anything: they are discards thrown together."""


def legal_odds(evidence: Evidence, held: Sequence[int], melds: int, priors: CountPriors) -> float:
    """Log odds, zero at most, of a player showing these tiles; a hand of another size is not judged.

    People photograph a hand that is won, or one that waits for the tile left in the discards. One that is
    neither is wrong, or wrongly read: the surer its faces, the less likely it is the hand.

    Args:
        evidence: what the reader says of the tiles.
        held: the concealed tiles and the winning one, flowers left out.
        melds: how many sets lie beside them.
        priors: what a hand that is neither costs.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.priors import CountPriors
    >>> from yakulens.vision.layout.rows.evidence import Evidence
    >>> def odds(faces: str) -> float:
    ...     row = detected(faces)
    ...     evidence = Evidence.of(row.faces.astype(float), row.objectness)
    ...     return round(legal_odds(evidence, range(len(row)), 0, CountPriors()), 1)
    >>> odds("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s 8s"), odds("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s 9s")
    (0.0, -1.4)
    """
    size = len(held) + 3 * melds
    if size not in (COMPLETE, WAITING) or any(not evidence.likely[t] for t in held):
        return 0.0
    best = [max(evidence.likely[t].items(), key=lambda item: item[1]) for t in held]
    if _fits(count(PLAIN[face] for face, _ in best), melds, size):
        return 0.0
    sure = math.exp(sum(odds for _, odds in best))
    worst = priors.not_complete if size == COMPLETE else priors.not_waiting
    return math.log(sure * math.exp(worst) + 1 - sure)


def waits(evidence: Evidence, held: Sequence[int], melds: int) -> frozenset[str]:
    """The plain faces that complete a hand of thirteen, each of its tiles taken for its likeliest face.

    Args:
        evidence: what the reader says of the tiles.
        held: the concealed tiles, flowers left out; a tile that shows no face is passed over.
        melds: how many sets lie beside them.

    >>> from yakulens.vision.example import detected
    >>> from yakulens.vision.layout.rows.evidence import Evidence
    >>> row = detected("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s")
    >>> sorted(waits(Evidence.of(row.faces.astype(float), row.objectness), range(len(row)), 0))
    ['2s', '8s']
    """
    known = [evidence.likely[t] for t in held if evidence.likely[t]]
    counts = count(PLAIN[max(likely.items(), key=lambda item: item[1])[0]] for likely in known)
    if any_above_four(counts) or len(known) + 3 * melds != WAITING:
        return frozenset()
    return frozenset(KINDS[kind] for kind in completing(counts, melds))


def _fits(counts: int, melds: int, size: int) -> bool:
    return is_complete(counts, melds) if size == COMPLETE else bool(completing(counts, melds))
