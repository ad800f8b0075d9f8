"""Which rows are the hand: the likeliest set of rows around one of them that makes a hand."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.layout.hand.assembly import assembled
from vision.layout.hand.counts import count_prior, flower_choices
from vision.layout.hand.hand import HandCandidate
from vision.layout.hand.options import row_options
from vision.layout.hand.relation import line_of, pond_rows, within_reach
from vision.layout.hand.seeds import find_seeds
from vision.layout.rows.readings import MOST_MELDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.layout.hand.assembly import Chosen
    from vision.layout.hand.scene import Scene
    from vision.layout.hand.seeds import Seed
    from vision.layout.rows.readings import RowReading

RIVAL: Final = 3.0
"""A hand whose log odds are worse than the best one's by more than this is no rival to it."""
RIVALS: Final = 4
"""How many hands are weighed against each other in the end."""
WAYS: Final = 2
"""How many of the likeliest hands of one size are kept until it is known which of them is complete."""
STREWN_SEEDS: Final = 2
"""How many rows of a frame are tried as the main row of a hand which lies about in pieces."""
LONGEST: Final = 21
"""Concealed parts from this size on are all equally impossible."""

_Key = tuple[int, int, bool]
_States = dict[_Key, list[tuple[float, "Chosen"]]]


def choose(found: Sequence[tuple[Scene, Scene]]) -> list[HandCandidate]:
    """The likeliest hands among all frames, best first, none much worse than the first; one at least.

    Without any face-up tile that is a hand without tiles.

    >>> import numpy as np
    >>> from vision.example import detected
    >>> from vision.layout.hand.candidates import find_candidates
    >>> from vision.layout.priors import DEFAULT_PRIORS
    >>> row = detected("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z")
    >>> candidates = find_candidates(row, np.zeros(len(row), bool), DEFAULT_PRIORS)
    >>> scene, _ = candidates.views[0]
    >>> hand = choose(candidates.views)[0]
    >>> hand.concealed, hand.win, [meld.kind for meld in hand.melds]
    ((0, 1, 2, 3, 4, 5, 6, 7, 8, 9), 10, ['pon'])
    """
    best = [HandCandidate(np.pi / 2)]
    begun = []
    for scene in (scene for pair in found for scene in pair):
        own = find_seeds(scene)
        # Any piece of a hand that lies about serves as its main row; a lone tile is hardly one.
        pieces = sorted((s for s in own if len(scene.rows[s.row].tiles) > 1), key=lambda s: -s.bound)
        begun += [*own, *(seed.strewn() for seed in pieces[:STREWN_SEEDS])]
    for seed in sorted(begun, key=lambda s: -s.bound):
        # Where a hand lies well together, that it lies about in pieces is no rival worth the time.
        if seed.bound > best[0].score - (0.0 if seed.pieces else RIVAL):
            best = _around(seed, best)
    return [hand for hand in best if hand.score > best[0].score - RIVAL] or best[:1]


def _around(seed: Seed, best: list[HandCandidate]) -> list[HandCandidate]:
    """The likeliest hands of ``best`` and of those around the main row ``seed``."""
    scene, main = seed.scene, seed.row
    states: _States = {}
    for part in scene.parts[main]:
        key = _key(scene, part)
        if part.concealed:
            insort(states.setdefault(key, []), (part.score + seed.base, ((main, part),)), key=_worst_last)
    line = line_of(scene, main)
    ponds = pond_rows(scene) if seed.pieces else frozenset()
    for k in within_reach(scene, main):
        states = _grown(scene, states, k, row_options(scene, line, k, strewn=seed.pieces, ponds=ponds))
    totals = [
        (value + _count_odds(scene, tiles + 3 * melds + won, chosen, won=won), chosen)
        for (tiles, melds, won), likeliest in states.items()
        for value, chosen in likeliest
    ]
    # What assembling adds is never positive, so that the rest can be left once a hand is better.
    for total, chosen in sorted(totals, key=lambda t: -t[0]):
        if total <= best[0].score - RIVAL:
            break
        best = _ranked([*best, assembled(seed, chosen, total)])
    return best


def _count_odds(scene: Scene, count: int, chosen: Chosen, *, won: bool) -> float:
    """Log prior of the number of tiles, each that may be a flower counting or not as is likelier."""
    if not scene.maybe_flowers:
        return count_prior(count, scene.priors.counts, won=won)
    held = [t for _, part in chosen for t in part.concealed]
    return max(odds for _, odds in flower_choices(scene, count, held, won=won))


def _ranked(hands: Sequence[HandCandidate]) -> list[HandCandidate]:
    """The best few hands that differ, best first."""
    kept: dict[tuple[object, ...], HandCandidate] = {}
    for hand in sorted(hands, key=lambda h: -h.score):
        kept.setdefault(hand.meaning, hand)
    return list(kept.values())[:RIVALS]


def _grown(scene: Scene, states: _States, index: int, parts: Sequence[RowReading]) -> _States:
    """The states after the row ``index`` has been read in each of the ways ``parts``."""
    if len(parts) == 1:
        only = parts[0].score
        if not only:
            return states
        return {key: [(value + only, chosen) for value, chosen in ways] for key, ways in states.items()}
    out: _States = {}
    keyed = [(_key(scene, part), part) for part in parts]
    for (tiles, melds, won), ways in states.items():
        for (c, m, w), part in keyed:
            if melds + m > MOST_MELDS or (won and w):
                continue
            known = out.setdefault((min(tiles + c, LONGEST), melds + m, won or w), [])
            taken = part.concealed or part.melds or part.win is not None
            for value, chosen in ways:
                total = value + part.score
                if len(known) == WAYS and total <= known[-1][0]:
                    break  # the ways come best first
                insort(known, (total, (*chosen, (index, part)) if taken else chosen), key=_worst_last)
                del known[WAYS:]
    return out


def _worst_last(way: tuple[float, Chosen]) -> float:
    return -way[0]


def _key(scene: Scene, part: RowReading) -> _Key:
    """Concealed tiles without flowers, melds, winning tile apart."""
    flowers = sum(1 for t in part.concealed if scene.is_flower(t))
    return len(part.concealed) - flowers, len(part.melds), part.win is not None
