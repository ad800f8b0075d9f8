"""Every hand that lies open: beside the one that is meant, those of the players on the other sides.

A player has one hand, and players sit square to each other. So on each of the other three sides the likeliest
hand of the tiles that are left is looked for, as its owner sees it, however far from the camera it lies. It
is one where it holds about as many tiles as a hand and is likely enough by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry.vectors import turn_between
from vision.layout.hand.assembly import nearer
from vision.layout.hand.counts import COMPLETE, WAITING, count_of
from vision.layout.hand.scene import scenes
from vision.layout.hand.search import choose
from vision.layout.hand.seeds import nearness

if TYPE_CHECKING:
    from vision.layout.hand.candidates import Candidates
    from vision.layout.hand.hand import HandCandidate
    from vision.layout.hand.scene import Scene
    from vision.layout.priors import Priors
    from vision.layout.tiles.table import Table


@dataclass(frozen=True, slots=True)
class Open:
    """A hand that lies open.

    Attributes:
        hand: its tiles and melds.
        meant: log odds of it being the hand that is meant, to be compared with those of the others.
        quarters: how many quarters, counter-clockwise, its owner sits turned from that of the first hand.
    """

    hand: HandCandidate
    meant: float
    quarters: int = 0


def open_hands(candidates: Candidates, first: HandCandidate) -> list[Open]:
    """The hands that lie open, the one that is meant first, then the likeliest first; each tile is in one.

    Args:
        candidates: the tiles, with the likeliest hands among them.
        first: the likeliest of these, which is meant unless it is none and others lie open.

    >>> from vision.layout.hand.example import candidates_of
    >>> candidates = candidates_of("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z")
    >>> [len(lies.hand.tiles) for lies in open_hands(candidates, candidates.hands[0])]
    [14]
    """
    meant = Open(first, first.score)
    if not first.concealed or not _any_left(candidates, first):
        return [meant]
    priors = _anywhere(candidates.priors)
    rejected = candidates.rejected | first.tiles
    up = own_direction(candidates.table, first)
    lengthwise, across = scenes(candidates.table, candidates.evidence, rejected, priors, (up, up + np.pi / 2))
    found = [
        (quarters, scene, hand)
        for quarters, scene in ((1, across[0]), (2, lengthwise[1]), (3, across[1]))
        if (hand := _likeliest(scene)) is not None
    ]
    others: list[Open] = []
    taken = first.tiles
    for quarters, scene, hand in sorted(found, key=lambda one: -one[2].score):
        # A tile belongs to the likelier of two hands; what is left of the other is hardly one.
        if taken.isdisjoint(hand.tiles):
            here = replace(scene, priors=candidates.priors)
            place = nearness(here, hand.concealed) + nearer(here, hand.tiles)
            others.append(Open(hand, min(hand.score + place, first.score), quarters))
            taken |= hand.tiles
    others.sort(key=lambda other: -other.meant)
    if not others or not _discards(candidates, first):
        return [meant, *others]
    # Called sets of somebody whose other tiles are hidden, with discards held for these, are no open hand.
    return [replace(other, quarters=(other.quarters - others[0].quarters) % 4) for other in others]


def _discards(candidates: Candidates, hand: HandCandidate) -> bool:
    """Whether what is read as concealed lies in a pond."""
    return 2 * len(candidates.views[0][0].pond.intersection(hand.concealed)) >= len(hand.concealed)


def own_direction(table: Table, hand: HandCandidate) -> float:
    """Where the concealed tiles of a hand themselves point away from the owner, radians.

    The frame in which it was read may be a few degrees off, being that of many tiles.

    >>> from vision.layout.hand.example import candidates_of
    >>> candidates = candidates_of("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z")
    >>> round(float(np.degrees(own_direction(candidates.table, candidates.hands[0]))))
    90
    """
    tiles = list(hand.concealed or hand.tiles)
    if not tiles:
        return hand.up
    return hand.up + float(np.median(turn_between(table.axis[tiles], hand.up)))


def _any_left(candidates: Candidates, first: HandCandidate) -> bool:
    """Whether enough face-up tiles are left, in a row that is no pond, to be worth a search."""
    shortest = candidates.priors.others.shortest
    for near, _ in candidates.views:
        for k, row in enumerate(near.rows):
            free = [t for t in row.tiles if t not in first.tiles and not near.is_back(t)]
            if len(free) >= shortest and k not in near.ponds:
                return True
    return False


def _anywhere(priors: Priors) -> Priors:
    """The weights for a hand that may lie anywhere on the table."""
    return replace(priors, place=replace(priors.place, nearness=0.0, far_seat=0.0, side_seat=0.0, nearer=0.0))


def _likeliest(scene: Scene) -> HandCandidate | None:
    """The likeliest hand that this owner has, None where nothing is enough of one."""
    readings = tuple(() if k in scene.ponds else ways for k, ways in enumerate(scene.readings))
    hand = choose([(replace(scene, readings=readings),)])[0]
    priors = scene.priors.others
    count = count_of(scene, hand)
    if not hand.concealed or any(scene.is_back(t) for t in hand.concealed):
        return None
    if not WAITING - priors.missing <= count <= COMPLETE or hand.score < priors.least:
        return None
    return hand
