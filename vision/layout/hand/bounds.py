"""What a hand around a row is worth at most: a hand has thirteen tiles, and tiles lie somewhere.

Where a row is short, others must belong to the hand, each at a price by where it lies. Part of a row may not
be taken in a hand, but in a bound: so the tiles that are missing are taken from the cheapest rows first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.layout.hand.counts import likeliest_counts
from yakulens.vision.layout.hand.options import CLOSE, FAR
from yakulens.vision.layout.hand.relation import line_of, reach_of
from yakulens.vision.layout.rows.melds import SET
from yakulens.vision.layout.rows.readings import MOST_MELDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulens.vision.layout.hand.scene import Scene
    from yakulens.vision.layout.hand.seeds import Seed
    from yakulens.vision.layout.rows.readings import RowReading

_NEVER: Final = -1e3


@dataclass(frozen=True, slots=True, eq=False)
class _Pieces:
    """What each of R rows is at most, by itself, wherever it lies.

    Attributes:
        length: ``(R,)`` tiles in it.
        held, melds: ``(R,)`` log odds of it being more of the concealed part, and of it being melds alone.
        held_tiles, meld_tiles: ``(R,)`` how many tiles it counts then, one at least.
    """

    length: NDArray[np.float64]
    held: NDArray[np.float64]
    held_tiles: NDArray[np.float64]
    melds: NDArray[np.float64]
    meld_tiles: NDArray[np.float64]

    @classmethod
    def of(cls, scene: Scene) -> _Pieces:
        """The rows of a scene."""
        gain = float(scene.priors.melds.unmarked_apart)
        size = (len(scene.rows), 4)
        known = np.array([_at_most(ways, gain) for ways in scene.readings], np.float64).reshape(size)
        length = np.array([len(row.tiles) for row in scene.rows], np.float64)
        return cls(length, *known.T)


def _at_most(ways: Sequence[RowReading], gain: float) -> tuple[float, float, float, float]:
    """Of a row as of ``_Pieces``: held and as how many tiles, melds and as how many tiles."""
    held, melds, held_tiles, meld_tiles = _NEVER, _NEVER, 1, 1
    for way in ways:
        tiles = tiles_at_most(way)
        if way.concealed:
            held, held_tiles = max(held, way.score), max(held_tiles, tiles)
        else:
            best = way.score + gain * sum(not m.marked for m in way.melds)
            melds, meld_tiles = max(melds, best), max(meld_tiles, tiles)
    return held, held_tiles, melds, meld_tiles


def bounded(scene: Scene, seeds: Sequence[Seed]) -> list[Seed]:
    """The seeds, each with what a hand of a likely number of tiles around it is worth at most.

    Args:
        scene: the table as the hand's owner sees it.
        seeds: main rows there.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> from yakulens.vision.layout.hand.seeds import find_seeds
    >>> scene, _ = candidates_of("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 3s 4s _ _ _ 9s").views[0]
    >>> [round(seed.most - seed.bound, 1) for seed in bounded(scene, find_seeds(scene))]
    [0.0, -4.5]
    """
    if not seeds:
        return []
    pieces = _Pieces.of(scene)
    rows = [seed.row for seed in seeds]
    reach, held = reach_of(scene)[rows], np.full((len(seeds), len(scene.rows)), _NEVER)
    beside, strewn = _placed(scene, pieces.length), _strewn(scene, pieces.length)
    for k, seed in enumerate(seeds):
        if not seed.called:
            held[k] = pieces.held + (strewn if seed.strewn else beside)[line_of(scene, seed.row)].max(axis=0)
    taken = held > _NEVER / 2
    tiles = np.where(taken, np.maximum(pieces.held_tiles, pieces.meld_tiles), pieces.meld_tiles)
    each = np.where(reach, np.maximum(held / pieces.held_tiles, pieces.melds / pieces.meld_tiles), _NEVER)
    odds = np.array(likeliest_counts(scene.priors.counts))
    own = np.array([_own(seed) for seed in seeds])
    most = _completed(own, tiles, each, odds, np.array([seed.called for seed in seeds]))
    return [replace(seed, most=seed.bound + more) for seed, more in zip(seeds, most.tolist(), strict=True)]


def _own(seed: Seed) -> int:
    """How many tiles the main row counts at most; one more may be the winning tile, wherever that lies."""
    ways = seed.scene.readings[seed.row]
    return max(tiles_at_most(way) for way in ways if bool(way.concealed) != seed.called) + (not seed.called)


def _completed(
    own: NDArray[np.int64],
    tiles: NDArray[np.float64],
    each: NDArray[np.float64],
    odds: NDArray[np.float64],
    called: NDArray[np.bool_],
) -> NDArray[np.float64]:
    """``(S,)`` log odds, of the number of tiles and of where these lie, that no hand exceeds.

    Args:
        own: ``(S,)`` tiles of the main row.
        tiles: ``(S, R)`` those of the other rows.
        each: ``(S, R)`` log odds of each of these tiles.
        odds: ``(15,)`` those of the number of tiles.
        called: ``(S,)`` bool, whether the hand is four sets.
    """
    order = np.argsort(-each, axis=1)
    tiles, each = (
        np.take_along_axis(tiles, order, axis=1),
        np.minimum(np.take_along_axis(each, order, axis=1), 0),
    )
    before = np.cumsum(tiles, axis=1) - tiles
    missing = np.maximum(np.arange(len(odds)) - own[:, None], 0)
    taken = np.clip(missing[..., None] - before[:, None], 0, tiles[:, None])
    short = missing > tiles.sum(axis=1)[:, None]
    worth = odds + (taken * each[:, None]).sum(axis=2) + np.where(short, _NEVER, 0.0)
    return np.asarray(np.where(called, worth[:, MOST_MELDS * SET], worth.max(axis=1)))


def _strewn(scene: Scene, length: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(R, R)`` log odds of each row being a piece of the concealed part of a hand around each."""
    priors = scene.priors.strewn
    odds = float(priors.piece) + float(priors.per_width) * scene.row_gap
    return np.asarray(odds + float(priors.lone) * (length == 1))


def _placed(scene: Scene, length: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(R, R)`` log odds that each row does not exceed as more of the concealed part around each."""
    priors, gap = scene.priors.concealed, scene.row_gap
    after = float(priors.row_after_gap) * (1 + gap) + float(priors.lone_after_gap) * (length == 1)
    aside = float(priors.row_elsewhere) + float(priors.row_elsewhere_per_width) * gap
    aside = np.where(gap < CLOSE, float(priors.second_row), aside) + float(priors.short_row) / length
    far = float(priors.row_far_per_width) * np.maximum(gap - FAR, 0.0)
    return np.asarray(np.where(scene.beside.in_line, after, aside) + far)


def tiles_at_most(way: RowReading) -> int:
    """How many tiles a reading counts at most, a quad three.

    >>> from yakulens.vision.layout.rows.readings import RowReading
    >>> tiles_at_most(RowReading((0, 1), win=2))
    3
    """
    return len(way.concealed) + SET * len(way.melds) + (way.win is not None)
