"""A hand's journal when its photo has been read better meanwhile: what a person said still holds. Pure."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from yakulens.app.journal import Journal, Say
from yakulens.vision.desk import Desk, DeskTile
from yakulens.vision.desk.edits import BackToFirst, Edit, MoveTile, RemoveTile, SetFace, Sort, Undo
from yakulens.vision.desk.session import Session

_SAME_TILE: Final = 0.5
"""Two readings' tiles whose middles lie nearer than this, in their shorter side, are one tile."""


def reread(journal: Journal, better: Desk) -> Journal | None:
    """The journal as if the hand had come in as the better reading has it, every step at its place.

    Args:
        journal: the hand as a first reading had it, with what was said since.
        better: the hand as the same photo was read later.

    Returns:
        None where something was corrected that has no like in the better reading (a meld made, a doubt
        answered, a tile that is no longer there): the person's hand then stands.

    >>> at = lambda x: ((x, 0.0), (x + 30, 0.0), (x + 30, 40.0), (x, 40.0))
    >>> first = Desk({0: DeskTile(0, "1m", 0.9, at(0))}, concealed=(0,))
    >>> better = Desk({4: DeskTile(4, "2m", 0.9, at(40)), 7: DeskTile(7, "1m", 0.9, at(1))}, concealed=(4, 7))
    >>> journal = Journal(Session.begin(first)).then(SetFace(0, "3m"))
    >>> now = reread(journal, better).stand().session.desk
    >>> now.faces(now.concealed)
    ['2m', '3m']
    """
    if better == journal.session.desk:
        return journal
    alike = _alike(journal.session.desk, better)
    steps = []
    for step in journal.steps:
        carried = _carried(step, alike)
        if carried is None:
            return None
        steps.append(carried)
    return replace(journal, session=Session.begin(better), steps=tuple(steps))


def _carried(step: Edit | Say, alike: dict[int, int]) -> Edit | Say | None:
    """The step as it is said of the better reading; None where it cannot be."""
    match step:
        case Say() | Undo() | BackToFirst() | Sort():
            return step
        case SetFace(uid) | RemoveTile(uid) if uid in alike:
            return replace(step, uid=alike[uid])
        case MoveTile(uid, str()) if uid in alike:
            return replace(step, uid=alike[uid])
    return None


def _alike(first: Desk, better: Desk) -> dict[int, int]:
    """Which tile of the better reading each tile of the first one is."""
    found: dict[int, int] = {}
    for tile in first.tiles.values():
        near = [(_apart(tile, other), other.uid) for other in better.tiles.values() if other.quad is not None]
        if tile.quad is not None and near and min(near)[0] < _SAME_TILE:
            found[tile.uid] = min(near)[1]
    return found


def _apart(one: DeskTile, other: DeskTile) -> float:
    """How far apart two tiles' middles lie, in the shorter side of the first."""
    a, b = one.quad or (), other.quad or ()
    if not a or not b:
        return math.inf
    side = min(math.dist(a[k], a[k - 1]) for k in range(len(a)))
    middles = [[sum(axis) / len(quad) for axis in zip(*quad, strict=True)] for quad in (a, b)]
    return math.dist(*middles) / max(side, 1e-6)
