"""Carries a hand's journal over to a better reading of its photo; what was said still holds. Pure."""

import math
from dataclasses import replace
from typing import Final

from yakulens.app.hand.journal import DeclareFacts, Journal, Step
from yakulens.vision.desk import Desk, DeskTile
from yakulens.vision.desk.edits import BackToFirst, MoveTile, RemoveTile, SetFace, Sort, Undo
from yakulens.vision.desk.session import Session

_SAME_TILE: Final = 0.5
"""Tiles of two readings are one if their centres are nearer than this, in shorter sides."""


def reread(journal: Journal, better: Desk) -> Journal | None:
    """The journal as if the hand had begun with the better reading, with every step.

    Returns:
        None where a correction cannot be carried over (a meld made, a doubt answered, a tile that the better
        reading lacks): the hand then stays as the person has it.
    """
    if better == journal.session.desk:
        return journal
    uids = _matching_uids(journal.session.desk, better)
    steps = [_carried(step, uids) for step in journal.steps]
    carried = tuple(step for step in steps if step is not None)
    if len(carried) < len(steps):
        return None
    return replace(journal, session=Session.begin(better), steps=carried)


def _carried(step: Step, uids: dict[int, int]) -> Step | None:
    """The step with the uids of the better reading; None where it cannot be carried over."""
    match step:
        case DeclareFacts() | Undo() | BackToFirst() | Sort():
            return step
        case SetFace(uid) | RemoveTile(uid) | MoveTile(uid, str()) if uid in uids:
            return replace(step, uid=uids[uid])
    return None


def _matching_uids(first: Desk, better: Desk) -> dict[int, int]:
    """The better reading's uid of each tile that both readings have."""
    uids = {}
    for tile in first.tiles.values():
        distances = ((_distance(tile, other), other.uid) for other in better.tiles.values())
        distance, uid = min(distances, default=(math.inf, tile.uid))
        if distance < _SAME_TILE:
            uids[tile.uid] = uid
    return uids


def _distance(tile: DeskTile, other: DeskTile) -> float:
    """The distance between two tiles' centres, in shorter sides of the first; infinite without quads."""
    quad, other_quad = tile.quad, other.quad
    if quad is None or other_quad is None:
        return math.inf
    side = min(math.dist(quad[k], quad[k - 1]) for k in range(len(quad)))
    centres = [[sum(axis) / len(each) for axis in zip(*each, strict=True)] for each in (quad, other_quad)]
    return math.dist(*centres) / max(side, 1e-6)
