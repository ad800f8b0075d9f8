"""Carries a hand's journal over to a better reading of its photo; what was said still holds. Pure."""

import math
from dataclasses import replace
from typing import Final

from yakulens.app.hand.journal import DeclareFacts, Journal, Step
from yakulens.vision.desk import Desk, DeskTile, Question
from yakulens.vision.desk.discards import AddDiscard, DiscardTile, MarkDiscards
from yakulens.vision.desk.edits import (
    Answer,
    BackToFirst,
    MoveTile,
    RemoveTile,
    SetFace,
    Sort,
    Undo,
)
from yakulens.vision.desk.questions import WINNING_TILE, about_faces
from yakulens.vision.desk.session import Session

_SAME_TILE: Final = 0.5
"""Tiles of two readings are one if their centres are nearer than this, in shorter sides."""


def reread(journal: Journal, better: Desk) -> Journal | None:
    """The journal as if the hand had begun with the better reading, with every step.

    Returns:
        None where a correction cannot be carried over (a meld made, a doubt of which the better reading holds
        another answer for certain, a tile that it lacks): the hand then stays as the person has it.
    """
    if better == journal.session.desk:
        return journal
    uids = matching_uids(journal.session.desk, better)
    steps = [_carried(step, uids, journal.session.desk, better) for step in journal.steps]
    carried = tuple(step for step in steps if step is not None)
    if len(carried) < len(steps):
        return None
    return replace(journal, session=Session.begin(better), steps=carried)


def _carried(step: Step, uids: dict[int, int], first: Desk, better: Desk) -> Step | None:
    """The step with the uids of the better reading; None where it cannot be carried over."""
    match step:
        case DeclareFacts() | Undo() | BackToFirst() | Sort() | AddDiscard():
            return step
        case SetFace(uid) | RemoveTile(uid) | DiscardTile(uid) | MoveTile(uid, str()) if uid in uids:
            return replace(step, uid=uids[uid])
        case MarkDiscards(marked):
            return replace(step, uids=tuple(uids[uid] for uid in marked if uid in uids))
        case Answer(Question(tiles=(uid,)) as question, choice) if about_faces(question) and uid in uids:
            return SetFace(uids[uid], first.face(uid) if choice is None else choice)
        case Answer(question, choice):
            return _answered(question, choice, uids, better)
    return None


def _answered(question: Question, choice: str | None, uids: dict[int, int], better: Desk) -> Step | None:
    """The answer to the same question of the better reading, or what it says where that asks it no more."""
    tiles = tuple(uids[uid] for uid in question.tiles if uid in uids)
    if len(tiles) < len(question.tiles):
        return None
    same = (each for each in better.questions if (each.code, each.tiles) == (question.code, tiles))
    asked = next(same, None)
    names_tile = choice is not None and choice.isdecimal()
    if names_tile:
        choice = str(uids.get(int(choice or 0), ""))
    if asked is not None and (choice is None or choice in asked.choices):
        return Answer(asked, choice)
    if question.code == WINNING_TILE and names_tile and choice:
        return MoveTile(int(choice), "win")
    # What was said fits what the better reading takes for certain.
    return Answer(replace(question, tiles=tiles), None) if choice is None else None


def matching_uids(first: Desk, better: Desk) -> dict[int, int]:
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
