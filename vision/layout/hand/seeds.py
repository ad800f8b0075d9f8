"""Where the search begins: the rows that may be the hand's main row, and what each is worth at most."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.layout.hand.relation import askew, within_reach
from vision.layout.rows.readings import MOST_MELDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.layout.hand.scene import Scene

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
        bound: log odds that no hand around this row exceeds.
        base: log prior of this row being the main one, where it lies on the table.
        scene: the table as this hand's owner sees it.
        row: the row's index in the scene.
        hopes: for each row of the scene what it can add at most to a hand in whose reach it lies.
        strewn: whether the concealed part is taken to lie about in pieces.
        called: whether the hand is taken to be four sets beside a tile that is not seen; the row is some of
            them.
    """

    bound: float
    base: float
    scene: Scene
    row: int
    hopes: NDArray[np.float64]
    strewn: bool = False
    called: bool = False

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

    >>> from vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z").views[0]
    >>> [scene.rows[seed.row].tiles for seed in find_seeds(scene)][0]
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    """
    hopes = _hopes(scene)
    worth: list[tuple[float, int]] = []
    for k, row in enumerate(scene.rows):
        own = [len(p.concealed) + p.score for p in scene.readings[k] if p.concealed]
        if own:
            worth.append((max(own) * float(scene.table.scale[list(row.tiles)].mean()), -k))
    if not any(p.melds and p.score > _FAINT for readings in scene.readings for p in readings):
        # Without a meld in sight the concealed part is the hand, and its main row is among the longest.
        longest = max((len(scene.rows[-k].tiles) for _, k in worth), default=0)
        worth = [(w, k) for w, k in worth if len(scene.rows[-k].tiles) * 3 >= longest]
        worth = sorted(worth, reverse=True)[: SEEDS if longest > 2 else 1]  # noqa: PLR2004 - mere scraps
    seeds = []
    likeliest = [-k for _, k in sorted(worth, reverse=True)]
    for k in (*likeliest[:SEEDS], *_bare(scene, likeliest[SEEDS:])):
        best = max(p.score for p in scene.readings[k] if p.concealed)
        seeds.append(_seed(scene, k, best, hopes))
    return seeds


def _bare(scene: Scene, rows: Sequence[int]) -> list[int]:
    """Those of some rows that are a tile by itself beside four sets, a hand with them; the nearest first."""
    sets = _sets(scene)
    alone = [k for k in rows if len(scene.rows[k].tiles) == 1 and k not in scene.ponds]
    beside = [k for k in alone if sets[within_reach(scene, k)].sum() >= MOST_MELDS]
    return sorted(beside, key=lambda k: float(scene.row_gap[k][sets > 0].min()))[:BARE]


def find_called(scene: Scene) -> list[Seed]:
    """Rows of melds that may be the main one of four sets whose owner's last tile is not seen.

    There are none unless so many sets are in sight.

    >>> from vision.layout.hand.example import candidates_of
    >>> three = "5s (5s) 5s _ 7z (7z) 7z _ 1p (1p) 1p"
    >>> [len(find_called(candidates_of(row).views[0][0])) for row in (three, three + " _ 9m (9m) 9m")]
    [0, 4]
    """
    if _sets(scene).sum() < MOST_MELDS:
        return []
    melds = [[p for p in ways if p.melds and p.score > _FAINT] for ways in scene.readings]
    hopes = _hopes(scene)
    seeds = [
        _seed(scene, k, max(p.score for p in ways if not p.concealed), hopes).as_called()
        for k, ways in enumerate(melds)
        if any(not p.concealed for p in ways)
    ]
    return sorted(seeds, key=lambda seed: -seed.bound)[:SEEDS]


def _sets(scene: Scene) -> NDArray[np.int64]:
    """For each row how many sets it may be at most."""
    return np.array(
        [max((len(p.melds) for p in ways if p.score > _FAINT), default=0) for ways in scene.readings],
        np.int64,
    )


def _hopes(scene: Scene) -> NDArray[np.float64]:
    """For each row what it can add at most to a hand that it is near to."""
    return np.array([max((p.score for p in readings), default=0.0) for readings in scene.readings]).clip(0.0)


def _seed(scene: Scene, row: int, own: float, hopes: NDArray[np.float64]) -> Seed:
    """The row as the main one, which by itself is worth ``own`` at most."""
    base = nearness(scene, scene.rows[row].tiles)
    base += scene.priors.place.pond if row in scene.ponds else 0.0
    against = min(facing(scene, scene.rows[row].tiles), 0.0)
    hope = float(hopes[within_reach(scene, row)].sum())
    return Seed(base + against + own + hope, base, scene, row, hopes)


def nearness(scene: Scene, main: Sequence[int]) -> float:
    """Log prior of a main row by its size on the photo and the side from which it is seen.

    Args:
        scene: the table as the hand's owner sees it.
        main: the row's tiles.

    >>> from vision.layout.hand.example import candidates_of
    >>> candidates = candidates_of("6m 7m 8m 9s")
    >>> [round(nearness(side, [0, 1, 2, 3]), 1) for side in candidates.views[0]]
    [0.0, -2.0]
    """
    scale = float(scene.table.scale[list(main)].mean())
    priors = scene.priors.place
    base = priors.nearness * float(np.log(scale / scene.table.largest))
    # Where the camera looks, as a direction on the table.
    centre = scene.table.centre[list(main)].mean(axis=0)
    photo = scene.table.plane.to_photo(centre[None])
    step = scene.table.plane.ahead(photo, np.array([scale]))[0] * scale / 4
    ahead = scene.table.plane.to_table(photo[0] + step) - centre
    turned = np.arctan2(ahead[1], ahead[0]) - scene.view.up
    angle = abs(np.mod(turned + np.pi, 2 * np.pi) - np.pi)
    degrees = float(np.rad2deg(angle))
    aside = min(max((degrees - STRAIGHT) / (90.0 - STRAIGHT), 0.0), 1.0)
    beyond = max(degrees - 90.0, 0.0) / 90.0
    return base + priors.side_seat * (aside - beyond) + priors.far_seat * beyond


def facing(scene: Scene, tiles: Sequence[int]) -> float:
    """Log odds of the upright ones among ``tiles`` standing upright for this owner, not for the opposite.

    >>> from vision.layout.hand.example import candidates_of
    >>> candidates = candidates_of("6m 7m 8m 9s")
    >>> [round(facing(side, [0, 1, 2, 3])) for side in candidates.views[0]]
    [7, -7]
    """
    chosen = [t for t in tiles if scene.view.upright[t] and not scene.is_back(t)]
    p = scene.view.forward[chosen]
    wrong = scene.priors.place.upside_down
    return float(np.log(((1 - wrong) * p + wrong * (1 - p)) / (wrong * p + (1 - wrong) * (1 - p))).sum())
