"""Which rows are the hand: the likeliest set of rows around one of them that makes a hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.layout import priors
from vision.layout.parts import MOST_MELDS, Part
from vision.layout.place import line_of, options, place, within_reach

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.layout.melds import Called
    from vision.layout.scene import Scene

SEEDS: Final = 4
"""How many rows of a frame are tried as the main row."""
LONGEST: Final = 21
"""Concealed parts from this size on are all equally impossible."""
_BEATEN: Final = 8.0  # a choice so much worse than the best is not looked at more closely
_OTHER_WAY_UP: Final = 10.0  # nor a row whose faces say so clearly that they are seen from the other side

_Key = tuple[int, int, bool]
_Chosen = tuple[tuple[int, Part], ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand as indices of tiles, left to right as its owner sees them.

    ``up`` is the direction on the table, in radians, that points away from the owner; ``rows`` and ``lines``
    count in how many rows and lines (rows after each other) the concealed part lies.
    """

    up: float
    concealed: tuple[int, ...] = ()
    win: int | None = None
    melds: tuple[Called, ...] = ()
    score: float = -np.inf
    rows: int = 0
    lines: int = 0

    @property
    def tiles(self) -> frozenset[int]:
        """All tiles of the hand."""
        own = {*self.concealed, *(t for m in self.melds for t in m.tiles)}
        return frozenset(own if self.win is None else own | {self.win})


def choose(found: Sequence[tuple[Scene, Scene]]) -> Hand:
    """The likeliest hand among all frames; without any face-up tile a hand without tiles."""
    best = Hand(np.pi / 2)
    for pair in found:
        for scene in pair:
            for seed in _seeds(scene):
                hand = _around(scene, seed)
                if hand.score > best.score:
                    best = hand
    return best


def count_prior(count: int, *, won: bool) -> float:
    """Log prior of a hand of ``count`` tiles, a quad counting three, with or without a winning tile apart."""
    if count == priors.COMPLETE:
        return 0.0
    if count == priors.WAITING:
        return priors.WAITING_WITH_WIN if won else priors.JUST_WAITING
    off = abs(count - (priors.COMPLETE + priors.WAITING) / 2) - 0.5
    return priors.WRONG_COUNT + max(priors.WRONG_BY_ONE_MORE * off, -priors.WRONG_AT_MOST)


def _seeds(scene: Scene) -> list[int]:
    """Rows that may hold the main part of the concealed tiles, most promising first."""
    worth = []
    for k, row in enumerate(scene.rows):
        own = [len(p.concealed) + p.score for p in scene.parts[k] if p.concealed]
        if own and _facing(scene, row.tiles) > -_OTHER_WAY_UP:
            scale = float(scene.table.scale[list(row.tiles)].mean())
            worth.append((max(own) * scale, -k))
    return [-k for _, k in sorted(worth, reverse=True)[:SEEDS]]


def _facing(scene: Scene, tiles: Sequence[int]) -> float:
    """Log odds of the upright ones among ``tiles`` standing upright for this owner, not for the opposite."""
    chosen = [t for t in tiles if scene.view.upright[t]]
    p = scene.view.forward[chosen]
    wrong = priors.UPSIDE_DOWN
    return float(np.log(((1 - wrong) * p + wrong * (1 - p)) / (wrong * p + (1 - wrong) * (1 - p))).sum())


def _around(scene: Scene, seed: int) -> Hand:
    """The likeliest hand whose main row is ``seed``."""
    main = scene.rows[seed].tiles
    base = _nearness(scene, main)
    states: dict[_Key, tuple[float, _Chosen]] = {}
    for part in scene.parts[seed]:
        key = _key(scene, part)
        if part.concealed and (key not in states or part.score + base > states[key][0]):
            states[key] = (part.score + base, ((seed, part),))
    line = line_of(scene, seed)
    for k in within_reach(scene, seed):
        states = _grown(scene, states, k, options(scene, line, k))
    best = Hand(scene.view.up)
    for (tiles, melds, won), (value, chosen) in states.items():
        total = value + count_prior(tiles + 3 * melds + won, won=won)
        if total > best.score - _BEATEN:
            hand = _assembled(scene, main, chosen, total)
            if hand.score > best.score:
                best = hand
    return best


def _grown(
    scene: Scene, states: dict[_Key, tuple[float, _Chosen]], index: int, parts: Sequence[Part]
) -> dict[_Key, tuple[float, _Chosen]]:
    """The states after the row ``index`` has been read in each of the ways ``parts``."""
    out: dict[_Key, tuple[float, _Chosen]] = {}
    keyed = [(_key(scene, part), part) for part in parts]
    for (tiles, melds, won), (value, chosen) in states.items():
        for (c, m, w), part in keyed:
            if melds + m > MOST_MELDS or (won and w):
                continue
            key = (min(tiles + c, LONGEST), melds + m, won or w)
            total = value + part.score
            if key not in out or total > out[key][0]:
                taken = part.concealed or part.melds or part.win is not None
                out[key] = (total, (*chosen, (index, part)) if taken else chosen)
    return out


def _key(scene: Scene, part: Part) -> _Key:
    """Concealed tiles without flowers, melds, winning tile apart."""
    flowers = sum(1 for t in part.concealed if scene.is_flower(t))
    return len(part.concealed) - flowers, len(part.melds), part.win is not None


def _nearness(scene: Scene, main: Sequence[int]) -> float:
    """Log prior of the main row by its size on the photo and the side from which it is seen."""
    scale = float(scene.table.scale[list(main)].mean())
    base = priors.NEARNESS * float(np.log(scale / np.percentile(scene.table.scale, 95)))
    inverse = np.linalg.inv(scene.table.plane.matrix)
    centre = scene.table.centre[list(main)].mean(axis=0)
    away = 0.2 * np.array([np.cos(scene.view.up), np.sin(scene.view.up)])
    ends = np.column_stack([np.array([centre - away, centre + away]), [1, 1]]) @ inverse.T
    step = ends[1, :2] / ends[1, 2] - ends[0, :2] / ends[0, 2]
    angle = abs(np.arctan2(step[0], step[1]))
    if angle < np.pi / 4:
        return base
    return base + (priors.SIDE_SEAT if angle < 3 * np.pi / 4 else priors.FAR_SEAT)


def _assembled(scene: Scene, main: Sequence[int], chosen: _Chosen, score: float) -> Hand:
    """Put the chosen parts together and weigh which way up their faces stand."""
    away = np.array([np.cos(scene.view.up), np.sin(scene.view.up)])
    along = scene.table.centre @ np.array([away[1], -away[0]])
    held = [part.concealed for _, part in chosen if part.concealed]
    held.sort(key=lambda tiles: _reading_order(scene, main, tiles))
    win = next((part.win for _, part in chosen if part.win is not None), None)
    melds = sorted((m for _, part in chosen for m in part.melds), key=lambda m: float(along[m.tiles[0]]))
    concealed = tuple(t for tiles in held for t in tiles)
    lines = len({_reading_order(scene, main, tiles)[0] for tiles in held})
    hand = Hand(scene.view.up, concealed, win, tuple(melds), score, len(held), lines)
    facing = _facing(scene, [t for t in hand.tiles if not scene.is_back(t)])
    apart = 0.0 if win is None else _no_wider(scene, held, win)
    longest = max(len(tiles) for tiles in held)
    if longest > max(len(tiles) for tiles in held if tiles[0] in main):
        apart += priors.NOT_THE_MAIN_ROW
    return replace(hand, score=score + min(facing, 0.0) + apart)


def _reading_order(scene: Scene, main: Sequence[int], tiles: Sequence[int]) -> tuple[int, float]:
    """Sort key of a part of the concealed tiles: farther rows first, within a row from the left."""
    if tiles[0] in main:
        return 0, 0.0
    where = place(scene, main, tiles)
    line = 0 if where.in_line else -round(where.dy / scene.table.plane.aspect)
    return line, where.dx


def _no_wider(scene: Scene, held: Sequence[Sequence[int]], win: int) -> float:
    """Log odds against a winning tile in line that stands off no farther than groups of the hand do."""
    if len(held) < 2:  # noqa: PLR2004 - one row has no gaps
        return 0.0
    between = [float(scene.gap[np.ix_(a, b)].min()) for a, b in zip(held, held[1:], strict=False)]
    tiles = [t for part in held for t in part]
    where = place(scene, tiles, [win])
    return priors.WIN_NO_WIDER_GAP if where.in_line and where.gap < max(between) + 0.15 else 0.0
