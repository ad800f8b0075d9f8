"""The likeliest faces of a hand, judged together: a complete hand is likelier than an impossible one."""

import heapq
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from yakulens.scorer.counts import DIGIT, any_above_four
from yakulens.scorer.decompose import completing, is_complete
from yakulens.vision.layout.decode.frame import FaceOdds
from yakulens.vision.layout.priors import CountPriors

COMPLETE: Final = 14
WAITING: Final = 13
TRIED: Final = 80
"""How many ways to read a hand's faces are tried, the likeliest first."""
_LEAST: Final = -6.0
"""A face with lower log odds than this is not tried."""
LOOKED_AT: Final = 600
"""How many combinations of changes are examined: for doubtful tiles most change one tile twice."""


@lru_cache(maxsize=4096)
def joint_odds(
    counts: int, melds: int, size: int, called: int, priors: CountPriors
) -> tuple[float, bool | None]:
    """Log odds of tiles as one hand, zero at most, and whether they are complete (or tenpai if waiting).

    ``counts`` are of the concealed tiles and the winning one, ``called`` of those in called sets
    (`scorer.counts`); in ``size`` a quad counts three.
    """
    odds = priors.fifth if any_above_four(counts + called) else 0.0
    if size == COMPLETE:
        is_hand = is_complete(counts, melds)
        return odds + (0.0 if is_hand else priors.not_complete), is_hand
    if size == WAITING:
        waits = not any_above_four(counts) and bool(completing(counts, melds))
        return odds + (0.0 if waits else priors.not_waiting), waits
    return odds, None


def face_counts(faces: Sequence[int]) -> int:
    """Count plain faces, as indices, in the form of `scorer.counts`.

    >>> face_counts([0, 0, 1]) == (2 + (1 << DIGIT))
    True
    """
    return sum(1 << DIGIT * face for face in faces)


def best_faces(
    face_odds: FaceOdds, closed_tiles: Sequence[int], melds: int, called: int, priors: CountPriors
) -> tuple[tuple[int, ...], float]:
    """The likeliest faces of a hand's concealed tiles and its winning one.

    Returns:
        Plain faces as indices, in the tiles' order, and the log odds of these faces against each tile's
        likeliest, plus those of the hand that they form.
    """
    size = len(closed_tiles) + 3 * melds
    likeliest = [face_odds.likeliest(t) for t in closed_tiles]
    odds, _ = joint_odds(face_counts(likeliest), melds, size, called, priors)
    best = tuple(likeliest), odds
    if odds == 0.0:
        return best
    max_tries = TRIED if size == COMPLETE else TRIED // 4  # checking whether tiles wait takes far longer
    for cost, changed in islice(
        _alternatives(face_odds, closed_tiles, likeliest, max(_LEAST, odds)), max_tries
    ):
        if cost <= best[1]:
            break
        faces = [changed.get(k, face) for k, face in enumerate(likeliest)]
        odds, is_hand = joint_odds(face_counts(faces), melds, size, called, priors)
        if is_hand and size == COMPLETE:
            odds -= priors.complete  # that tiles fit when read otherwise does not show which belong
        if cost + odds > best[1]:
            best = tuple(faces), cost + odds
    return best


def _alternatives(
    face_odds: FaceOdds, closed_tiles: Sequence[int], likeliest: Sequence[int], min_odds: float
) -> Iterator[tuple[float, dict[int, int]]]:
    """Changes of face for one or several of the tiles, the likeliest first, each with its log odds."""
    changes = sorted(
        (
            (face_odds.plain[t][face] - face_odds.plain[t][likeliest[k]], k, face)
            for k, t in enumerate(closed_tiles)
            for face in face_odds.likely[t]
            if face != likeliest[k] and face_odds.plain[t][face] - face_odds.plain[t][likeliest[k]] > min_odds
        ),
        reverse=True,
    )
    heap: list[tuple[float, int, tuple[int, ...]]] = [(-changes[0][0], 0, (0,))] if changes else []
    for _ in range(LOOKED_AT):
        if not heap or -heap[0][0] < min_odds:
            return
        # Each combination leads to two others: one replaces its last change by the next, one adds the next.
        cost, last, used = heapq.heappop(heap)
        tiles = {changes[n][1]: changes[n][2] for n in used}
        if len(tiles) == len(used):
            yield -cost, tiles
        if last + 1 < len(changes):
            step = -changes[last + 1][0]
            heapq.heappush(heap, (cost + step, last + 1, (*used, last + 1)))
            heapq.heappush(heap, (cost + step + changes[last][0], last + 1, (*used[:-1], last + 1)))
