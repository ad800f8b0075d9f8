"""The chosen readings of rows put together as one hand, and weighed as a whole."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.geometry.vectors import axes
from yakulens.vision.layout.hand.counts import WAITING, flower_choices
from yakulens.vision.layout.hand.hand import HandCandidate
from yakulens.vision.layout.hand.legal import MOST_LONE, legal_odds, waits
from yakulens.vision.layout.hand.relation import relate, within_reach
from yakulens.vision.layout.hand.seeds import facing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.vision.layout.hand.scene import Scene
    from yakulens.vision.layout.hand.seeds import Seed
    from yakulens.vision.layout.rows.melds import MeldReading
    from yakulens.vision.layout.rows.readings import RowReading

BROAD: Final = 3.0
"""What lies farther aside than this from the ends of a row is not behind it, tile widths."""
CLEARLY: Final = 1.2
"""What looks so much larger on the photo lies nearer to the camera."""

Chosen = tuple[tuple[int, "RowReading"], ...]
"""Rows that belong to the hand, by their index in the scene, each with the way in which it is read."""


def assembled(seed: Seed, chosen: Chosen, score: float, floor: float) -> HandCandidate | None:
    """The hand that the chosen readings make, its score lowered by what speaks against it as a whole.

    Args:
        seed: the main row.
        chosen: the rows that belong to the hand.
        score: log odds of these readings.
        floor: of a hand with no higher log odds than this nothing is told: None.
    """
    scene, main, priors = seed.scene, seed.row, seed.scene.priors
    held = [(row, reading) for row, reading in chosen if reading.concealed]
    order = {row: _reading_order(scene, main, row) for row, _ in held}
    held.sort(key=lambda h: order[h[0]])
    win = next(((row, reading.win) for row, reading in chosen if reading.win is not None), None)
    melds = _left_to_right(scene, [m for _, reading in chosen for m in reading.melds])
    concealed = tuple(t for _, reading in held for t in reading.concealed)
    lines = len({line for line, _ in order.values()})
    winner = None if win is None else win[1]
    hand = HandCandidate(scene.view.up, concealed, winner, tuple(melds), score, len(held), lines)
    own = hand.tiles
    less = min(facing(scene, sorted(own)), 0.0)
    if win is not None and len(scene.rows[win[0]].tiles) == 1:
        less += _no_wider(scene, [row for row, _ in held], win[0])
    less += _behind(scene, main, own)
    if score + less <= floor:
        return None
    less += nearer(scene, own)
    if score + less <= floor:
        return None
    flat = [t for t in (*concealed, winner) if t is not None and not scene.is_flower(t)]
    count = len(flat) + 3 * len(melds)
    ways = flower_choices(scene, count, concealed, won=winner is not None)
    best = max(odds for _, odds in ways)
    weight = priors.strewn.illegal if seed.strewn else 1.0
    legal, flowers = max(
        (
            odds
            - best
            + weight
            * legal_odds(scene.evidence, [t for t in flat if t not in taken], len(melds), priors.counts),
            taken,
        )
        for taken, odds in ways
    )
    less += legal
    if score + less <= floor:
        return None
    less += _completing_left(scene, main, replace(hand, flowers=flowers))
    if any(m.marked for m in melds):
        less += priors.melds.unmarked_among_marked * sum(not m.marked for m in melds)
    longest = next((len(reading.concealed) for row, reading in held if row == main), 0)
    if not seed.strewn and any(len(reading.concealed) > longest for _, reading in held):
        less += priors.concealed.not_the_main_row
    return replace(hand, score=score + less, flowers=flowers)


def _left_to_right(scene: Scene, melds: list[MeldReading]) -> list[MeldReading]:
    if len(melds) > 1:
        along = scene.table.centre @ axes(scene.view.up)[0]
        melds.sort(key=lambda m: float(along[m.tiles[0]]))
    return melds


def _completing_left(scene: Scene, main: int, hand: HandCandidate) -> float:
    """Log odds against leaving out a lone tile that completes the hand, where the one taken does not."""
    held = [t for t in hand.concealed if t not in hand.flowers and not scene.is_flower(t)]
    if not held or len(held) + 3 * len(hand.melds) != WAITING:
        return 0.0
    lone = [row.tiles[0] for row in (scene.rows[k] for k in within_reach(scene, main)) if len(row.tiles) == 1]
    near = scene.gap[held].min(axis=0) < scene.priors.winner.farthest
    face = scene.evidence.face
    left = [t for t in lone if near[t] and t not in hand.tiles and face[t]]
    if not left or len(left) > MOST_LONE:
        return 0.0
    awaited = waits(scene.evidence, held, len(hand.melds))
    if hand.win is not None and face[hand.win] in awaited:
        return 0.0
    return scene.priors.winner.left_lying if any(face[t] in awaited for t in left) else 0.0


def _behind(scene: Scene, main: int, own: frozenset[int]) -> float:
    """Log odds against a hand that has tiles of others behind it, on its owner's side."""
    if main not in scene.behind:
        ends = [scene.rows[main].tiles[end] for end in (0, -1)]
        beside = (scene.dx[ends[0]] > -BROAD) & (scene.dx[ends[1]] < BROAD)
        behind = beside & (scene.dy[ends].max(axis=0) < -scene.table.plane.aspect / 2)
        scene.behind[main] = frozenset(np.flatnonzero(behind).tolist())
    priors = scene.priors.place
    return max(priors.behind * len(scene.behind[main] - own), priors.behind_worst)


def nearer(scene: Scene, own: frozenset[int]) -> float:
    """Log odds against a hand that leaves out face-up tiles, no discards, which look clearly larger.

    Args:
        scene: the table as the hand's owner sees it.
        own: the hand's tiles.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> scene, _ = candidates_of("1m 2m 3m _ 7z (7z) 7z").views[0]
    >>> nearer(scene, frozenset({0, 1, 2})) == 0  # nothing looks clearly larger
    True
    """
    scale = scene.table.scale
    larger = scale > CLEARLY * median(scale[list(own)].tolist())
    left = [
        t
        for t in np.flatnonzero(larger)
        if t not in own and t not in scene.pond and not scene.is_back(int(t))
    ]
    priors = scene.priors.place
    return max(priors.nearer * len(left), priors.nearer_worst)


def _reading_order(scene: Scene, main: int, row: int) -> tuple[int, float]:
    """Sort key of a row of the concealed part: its line, the farthest first, and its place in that."""
    if row == main:
        return 0, 0.0
    where = relate(scene, main, row)
    line = 0 if where.in_line else -round(where.dy / scene.table.plane.aspect)
    return line, where.dx


def _no_wider(scene: Scene, held: Sequence[int], win: int) -> float:
    """Log odds against a winning tile in line that stands off no farther than groups of the hand do."""
    between = [float(scene.row_gap[a, b]) for a, b in pairwise(held)]
    places = [relate(scene, row, win) for row in held]
    nearest = min(places, key=lambda where: where.gap)
    if not between or not nearest.in_line:
        return 0.0
    return scene.priors.winner.no_wider_gap if nearest.gap < max(between) + 0.15 else 0.0
