"""Which rows are the hand: the likeliest set of rows around one of them that makes a hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.layout.parts import LONGEST, Part, pieces, readings
from vision.layout.rows import Frame, Row, directions, frame, offsets, rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.layout.melds import Called
    from vision.layout.sets import Evidence
    from vision.layout.table import Table

REACH: Final = 9.0
"""A row farther than this from the hand's main row is not part of the hand, tile widths."""
SEEDS: Final = 4
"""How many rows of a frame are tried as the main row."""
UPSIDE_DOWN: Final = 0.15
"""Share of tiles that players leave upside down in their hand."""
FAR_SEAT: Final = -1.5
"""Log prior of a hand that faces away from the camera."""
SIDE_SEAT: Final = -0.8
"""... of one that is seen from its side."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand as indices of tiles, left to right as its owner sees them."""

    up: float
    concealed: tuple[int, ...] = ()
    win: int | None = None
    melds: tuple[Called, ...] = ()
    score: float = -np.inf

    @property
    def tiles(self) -> frozenset[int]:
        """All tiles of the hand."""
        own = {*self.concealed, *(t for m in self.melds for t in m.tiles)}
        return frozenset(own if self.win is None else own | {self.win})


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    table: Table
    view: Frame
    evidence: Evidence
    rows: Sequence[Row]
    dx: NDArray[np.float64]
    dy: NDArray[np.float64]
    gap: NDArray[np.float64]  # (N, N) distance between the outlines
    parts: Sequence[Sequence[Part]]


def choose(table: Table, evidence: Evidence) -> Hand:
    """The likeliest hand on the table; without any face-up tile a hand without tiles."""
    best = Hand(np.pi / 2)
    for up in directions(table):
        for side in (up, up + np.pi):
            scene = _scene(table, evidence, side)
            for seed in _seeds(scene):
                hand = _around(scene, seed)
                if hand.score > best.score:
                    best = hand
    return best


def _scene(table: Table, evidence: Evidence, up: float) -> _Scene:
    view = frame(table, up)
    dx, dy = offsets(table, view)
    aspect = table.plane.aspect
    wide = np.where(view.sideways, aspect / 2, 0.5)
    tall = np.where(view.sideways, 0.5, aspect / 2)
    gap = np.hypot(
        np.maximum(np.abs(dx) - wide[:, None] - wide[None, :], 0),
        np.maximum(np.abs(dy) - tall[:, None] - tall[None, :], 0),
    )
    found = rows(table, view)
    parts = [readings(pieces(r, view, evidence, frozenset()), view, evidence) for r in found]
    return _Scene(table, view, evidence, found, dx, dy, gap, parts)


def _seeds(scene: _Scene) -> list[int]:
    """Rows that may hold the main part of the concealed tiles, most promising first."""
    worth = []
    for k, row in enumerate(scene.rows):
        own = [p for p in scene.parts[k] if p.concealed]
        if own:
            scale = float(scene.table.scale[list(row.tiles)].mean())
            worth.append((max(len(p.concealed) + p.score for p in own) * scale, k))
    return [k for _, k in sorted(worth, reverse=True)[:SEEDS]]


def _around(scene: _Scene, seed: int) -> Hand:
    """The likeliest hand whose main row is ``seed``."""
    main = list(scene.rows[seed].tiles)
    base = _nearness(scene, main)
    states: dict[tuple[int, int, bool], tuple[float, tuple[tuple[int, Part], ...]]] = {}
    for part in scene.parts[seed]:
        if part.concealed:
            key = _key(scene, part)
            if key not in states or part.score + base > states[key][0]:
                states[key] = (part.score + base, ((seed, part),))
    for k, row in enumerate(scene.rows):
        if k == seed:
            continue
        options = _options(scene, main, row, scene.parts[k])
        if len(options) == 1:
            score = options[0].score
            states = {key: (value + score, chosen) for key, (value, chosen) in states.items()}
            continue
        grown: dict[tuple[int, int, bool], tuple[float, tuple[tuple[int, Part], ...]]] = {}
        for (tiles, melds, won), (value, chosen) in states.items():
            for part in options:
                c, m, w = _key(scene, part)
                if melds + m > 4 or (won and w):
                    continue
                key = (min(tiles + c, LONGEST), melds + m, won or w)
                total = value + part.score
                if key not in grown or total > grown[key][0]:
                    grown[key] = (
                        total,
                        (*chosen, (k, part))
                        if part.concealed or part.win is not None or part.melds
                        else chosen,
                    )
        states = grown
    best = Hand(scene.view.up)
    for (tiles, melds, won), (value, chosen) in states.items():
        total = value + count_prior(tiles + 3 * melds + won, won=won)
        if total > best.score - 8:
            hand = _assemble(scene, chosen, total)
            if hand.score > best.score:
                best = hand
    return best


def _key(scene: _Scene, part: Part) -> tuple[int, int, bool]:
    """Concealed tiles without flowers, melds, winning tile apart."""
    flowers = sum(1 for t in part.concealed if scene.evidence.flower[t] > 0.5)
    return len(part.concealed) - flowers, len(part.melds), part.win is not None


def count_prior(count: int, *, won: bool) -> float:
    """Log prior of a hand of ``count`` tiles, a quad counting three."""
    if count == 14:
        return 0.0
    if count == 13:
        return -5.0 if won else -0.7
    return -6.0 - min(0.8 * abs(count - 13.5), 6.0)


def _nearness(scene: _Scene, main: Sequence[int]) -> float:
    """Log prior of the main row by its size on the photo and the side from which it is seen."""
    scale = float(scene.table.scale[list(main)].mean())
    base = 2.0 * float(np.log(scale / np.percentile(scene.table.scale, 95)))
    return base + _seat(scene, main)


def _seat(scene: _Scene, main: Sequence[int]) -> float:
    """Log prior of seeing the row's owner's away-direction as it lies on the photo."""
    inverse = np.linalg.inv(scene.table.plane.matrix)
    centre = scene.table.centre[list(main)].mean(axis=0)
    away = np.array([np.cos(scene.view.up), np.sin(scene.view.up)])
    points = np.column_stack([np.array([centre - 0.2 * away, centre + 0.2 * away]), [1, 1]]) @ inverse.T
    flat = points[:, :2] / points[:, 2:]
    step = flat[1] - flat[0]
    angle = abs(np.arctan2(step[0], step[1]))
    return 0.0 if angle < np.pi / 4 else SIDE_SEAT if angle < 3 * np.pi / 4 else FAR_SEAT


def _options(scene: _Scene, main: Sequence[int], row: Row, parts: Sequence[Part]) -> list[Part]:
    """What ``row`` may be beside the main row, leaving it out first."""
    own = list(row.tiles)
    gaps = scene.gap[np.ix_(main, own)]
    at = np.unravel_index(int(np.argmin(gaps)), gaps.shape)
    gap, host, tile = float(gaps[at]), main[int(at[0])], own[int(at[1])]
    if gap > REACH:
        return [Part()]
    dx, dy = float(scene.dx[host, tile]), float(scene.dy[host, tile])
    inline = abs(dy) < 0.75 and (host in (main[0], main[-1]))
    right = dx > 0
    backs = float(scene.evidence.back[own].mean()) > 0.5
    leave = 0.0
    if not backs and gap < 1.5:
        leave = -2.5 * min(len(own), 3) / 3 if inline else -1.5 if gap < 0.35 else 0.0
    options = [Part(score=leave)]
    for part in parts:
        score = part.score
        if part.melds:
            score += (0.0 if inline and right else -0.4 if right or not inline else -2.0) - 0.1 * gap
            if inline and not right:
                score -= 1.0
        if part.concealed:
            if inline:
                score += -0.4 - 0.4 * gap
            elif gap < 0.8:
                score += -1.0
            else:
                score += -2.0 - 0.6 * gap
        if score > -14:
            options.append(replace(part, score=score))
    if len(own) == 1 and gap < 3.5:
        win = _win_apart(gap, dx=dx, dy=dy, inline=inline)
        win += float(np.log(max(1 - scene.evidence.back[tile], 1e-6)))
        if win > -8:
            options.append(Part((), tile, (), win))
    return options


def _win_apart(gap: float, *, dx: float, dy: float, inline: bool) -> float:
    """Log prior of a lone tile being the winning tile by where it lies."""
    if inline:
        return -0.2 - 0.25 * max(gap - 1, 0.0) if dx > 0 else -1.5 - 0.5 * gap
    return (-1.0 if dy > 0 else -1.5) - 1.5 * gap


def _assemble(scene: _Scene, chosen: Sequence[tuple[int, Part]], score: float) -> Hand:
    """Put the chosen parts together and weigh which way up their faces stand."""
    parts = [part for _, part in chosen]
    away = np.array([np.cos(scene.view.up), np.sin(scene.view.up)])
    right = np.array([away[1], -away[0]])
    height = scene.table.centre @ away
    along = scene.table.centre @ right
    held = sorted((p for p in parts if p.concealed), key=lambda p: _line_order(p, height, along))
    concealed = tuple(t for p in held for t in p.concealed)
    win = next((p.win for p in parts if p.win is not None), None)
    melds = tuple(
        sorted((m for p in parts for m in p.melds), key=lambda m: float(along[list(m.tiles)].mean()))
    )
    hand = Hand(scene.view.up, concealed, win, melds, score)
    tiles = [t for t in hand.tiles if scene.view.upright[t]]
    forward = scene.view.forward[tiles]
    facing = np.log((1 - UPSIDE_DOWN) * forward + UPSIDE_DOWN * (1 - forward)).sum()
    return replace(hand, score=score + float(facing))


def _line_order(part: Part, height: NDArray[np.float64], along: NDArray[np.float64]) -> tuple[int, float]:
    """Sort key: farther rows first, in a row from the left."""
    tiles = list(part.concealed)
    return (-round(float(height[tiles].mean()) / 1.2), float(along[tiles].mean()))
