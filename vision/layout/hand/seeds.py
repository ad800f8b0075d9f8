"""Where the search begins: the rows that may be the hand's main row, and what each is worth at most."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.layout.hand.relation import askew, reach_of, within_reach
from yakulens.vision.layout.rows.readings import MOST_MELDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from yakulens.vision.layout.hand.scene import Scene

SEEDS: Final = 6
"""How many rows of a frame are tried as the main row."""
BARE: Final = 2
"""... and how many tiles that lie alone beside four sets."""
_FAINT: Final = -8.0
STRAIGHT: Final = 30.0
"""A camera that looks along the owner's own direction up to this, degrees, stands at the owner's seat."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A row taken as the main row of the concealed part.

    Attributes:
        bound: log odds that no hand around this row exceeds, however many tiles it has.
        base: log prior of this row being the main one, where it lies on the table.
        scene: the table as this hand's owner sees it.
        row: the row's index in the scene.
        hopes: for each row of the scene what it can add at most to a hand in whose reach it lies.
        strewn: whether the concealed part is taken to lie about in pieces.
        called: whether the hand is taken to be four sets beside a tile that is not seen; the row is some of
            them.
        most: as ``bound``, the number of its tiles counted: ``vision.layout.hand.bounds``.
    """

    bound: float
    base: float
    scene: Scene
    row: int
    hopes: NDArray[np.float64]
    strewn: bool = False
    called: bool = False
    most: float = np.inf

    def as_strewn(self) -> Seed:
        """The same row as the main one of a hand that lies about in pieces."""
        reach = within_reach(self.scene, self.row)
        prior = self.scene.priors.strewn.strewn
        at_most = prior + sum(max(askew(self.scene, self.row, k), 0.0) for k in reach)
        return replace(self, bound=self.bound + at_most, base=self.base + prior, strewn=True)

    def as_called(self) -> Seed:
        """The same row as the main one of four sets beside a tile that is not seen."""
        prior = self.scene.priors.counts.none_held
        return replace(self, bound=self.bound + prior, base=self.base + prior, called=True)


def find_seeds(scene: Scene) -> list[Seed]:
    """Rows that may hold the main part of the concealed tiles, most promising first.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z").views[0]
    >>> [scene.rows[seed.row].tiles for seed in find_seeds(scene)][0]
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    """
    worth: list[tuple[float, int]] = []
    sizes = _sizes(scene)
    for k, ways in enumerate(scene.readings):
        own = [len(p.concealed) + p.score for p in ways if p.concealed]
        if own:
            worth.append((max(own) * sizes[k], -k))
    if not any(p.melds and p.score > _FAINT for readings in scene.readings for p in readings):
        # Without a meld in sight the concealed part is the hand, and its main row is among the longest.
        longest = max((len(scene.rows[-k].tiles) for _, k in worth), default=0)
        worth = [(w, k) for w, k in worth if len(scene.rows[-k].tiles) * 3 >= longest]
        worth = sorted(worth, reverse=True)[: SEEDS if longest > 2 else 1]  # noqa: PLR2004 - mere scraps
    likeliest = [-k for _, k in sorted(worth, reverse=True)]
    best = {
        k: max(p.score for p in scene.readings[k] if p.concealed)
        for k in (*likeliest[:SEEDS], *_bare(scene, likeliest[SEEDS:]))
    }
    return _seeds(scene, best)


def _sizes(scene: Scene) -> list[float]:
    """How large the tiles of each row look, pixels per tile width."""
    scale = scene.table.scale.tolist()
    return [sum(scale[t] for t in row.tiles) / len(row.tiles) for row in scene.rows]


def _bare(scene: Scene, rows: Sequence[int]) -> list[int]:
    """Those of some rows that are a tile by itself beside four sets, a hand with them; the nearest first."""
    sets = _sets(scene)
    if sets.sum() < MOST_MELDS:
        return []
    alone = [k for k in rows if len(scene.rows[k].tiles) == 1 and k not in scene.ponds]
    beside = [k for k in alone if sets @ reach_of(scene)[k] >= MOST_MELDS]
    return sorted(beside, key=lambda k: float(scene.row_gap[k][sets > 0].min()))[:BARE]


def find_called(scene: Scene) -> list[Seed]:
    """Rows of melds that may be the main one of four sets whose owner's last tile is not seen.

    There are none unless so many sets are in sight.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> three = "5s (5s) 5s _ 7z (7z) 7z _ 1p (1p) 1p"
    >>> [len(find_called(candidates_of(row).views[0][0])) for row in (three, three + " _ 9m (9m) 9m")]
    [0, 4]
    """
    if _sets(scene).sum() < MOST_MELDS:
        return []
    melds = [[p for p in ways if p.melds and p.score > _FAINT] for ways in scene.readings]
    best = {
        k: max(p.score for p in ways if not p.concealed)
        for k, ways in enumerate(melds)
        if any(not p.concealed for p in ways)
    }
    seeds = [seed.as_called() for seed in _seeds(scene, best)]
    return sorted(seeds, key=lambda seed: -seed.bound)[:SEEDS]


def _sets(scene: Scene) -> NDArray[np.int64]:
    """For each row how many sets it may be at most."""
    return np.array(
        [
            0 if len(row.tiles) == 1 else max((len(p.melds) for p in ways if p.score > _FAINT), default=0)
            for row, ways in zip(scene.rows, scene.readings, strict=True)
        ],
        np.int64,
    )


def _hopes(scene: Scene) -> NDArray[np.float64]:
    """For each row what it can add at most to a hand that it is near to."""
    return np.array([max((p.score for p in readings), default=0.0) for readings in scene.readings]).clip(0.0)


def _seeds(scene: Scene, best: Mapping[int, float]) -> list[Seed]:
    """Some rows as main ones, which by themselves are worth so much at most."""
    hopes, reach = _hopes(scene), reach_of(scene)
    near = _nearness(scene, [scene.rows[k].tiles for k in best])
    seeds = []
    for (row, own), place in zip(best.items(), near, strict=True):
        base = place + (scene.priors.place.pond if row in scene.ponds else 0.0)
        against = min(facing(scene, scene.rows[row].tiles), 0.0)
        hope = float(hopes @ reach[row])
        seeds.append(Seed(base + against + own + hope, base, scene, row, hopes))
    return seeds


def nearness(scene: Scene, main: Sequence[int]) -> float:
    """Log prior of a main row by its size on the photo and the side from which it is seen.

    Args:
        scene: the table as the hand's owner sees it.
        main: the row's tiles.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> candidates = candidates_of("6m 7m 8m 9s")
    >>> [round(nearness(side, [0, 1, 2, 3]), 1) for side in candidates.views[0]]
    [0.0, -2.0]
    """
    return _nearness(scene, [main])[0]


def _nearness(scene: Scene, rows: Sequence[Sequence[int]]) -> list[float]:
    """The same of several rows."""
    if not rows:
        return []
    table, priors = scene.table, scene.priors.place
    lengths = np.array([len(row) for row in rows])
    order, starts = [t for row in rows for t in row], np.cumsum(lengths) - lengths
    scale = np.add.reduceat(table.scale[order], starts) / lengths
    # Where the camera looks, as a direction on the table.
    centre = np.add.reduceat(table.centre[order], starts) / lengths[:, None]
    photo = table.plane.to_photo(centre)
    step = table.plane.ahead(photo, scale) * (scale / 4)[:, None]
    ahead = table.plane.to_table(photo + step) - centre
    turned = np.arctan2(ahead[:, 1], ahead[:, 0]) - scene.view.up
    degrees = np.rad2deg(np.abs(np.mod(turned + np.pi, 2 * np.pi) - np.pi))
    aside = np.clip((degrees - STRAIGHT) / (90.0 - STRAIGHT), 0.0, 1.0)
    beyond = np.maximum(degrees - 90.0, 0.0) / 90.0
    smaller = np.log(scale / table.largest)
    return [
        priors.nearness * s + priors.side_seat * (a - b) + priors.far_seat * b
        for s, a, b in zip(smaller.tolist(), aside.tolist(), beyond.tolist(), strict=True)
    ]


def facing(scene: Scene, tiles: Sequence[int]) -> float:
    """Log odds of the upright ones among ``tiles`` standing upright for this owner, not for the opposite.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> candidates = candidates_of("6m 7m 8m 9s")
    >>> [round(facing(side, [0, 1, 2, 3])) for side in candidates.views[0]]
    [7, -7]
    """
    return sum(scene.standing[t] for t in tiles)
