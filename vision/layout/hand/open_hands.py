"""Every hand that lies open: beside the one that is meant, those of the players on the other sides.

A player has one hand, and players sit square to each other. So on each of the other three sides the likeliest
hand of the tiles that are left is looked for, as its owner sees it, however far from the camera it lies. It
is one where it holds about as many tiles as a hand and is likely enough by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.geometry.vectors import turn_between
from yakulens.vision.layout.hand.assembly import nearer
from yakulens.vision.layout.hand.counts import COMPLETE, WAITING, count_of
from yakulens.vision.layout.hand.scene import scenes
from yakulens.vision.layout.hand.search import ALONE, SLIGHTLY, choose
from yakulens.vision.layout.hand.seeds import nearness
from yakulens.vision.layout.hand.unread import unread

if TYPE_CHECKING:
    from yakulens.vision.layout.hand.candidates import Candidates
    from yakulens.vision.layout.hand.hand import HandCandidate
    from yakulens.vision.layout.hand.scene import Scene
    from yakulens.vision.layout.priors import Priors
    from yakulens.vision.layout.rows.evidence import Evidence
    from yakulens.vision.layout.tiles.table import Table


OWN: Final = frozenset({(0, 0)})
OTHERS: Final = frozenset({(0, 1), (1, 0), (1, 1)})
"""Which of the views of ``seen_square`` is that of the first of four players, and which are the others'."""
DRAWN: Final = 40
"""With so many discards in view the wall may be used up; some seventy there are then, less those called."""


@dataclass(frozen=True, slots=True)
class Open:
    """A hand that lies open.

    Attributes:
        hand: its tiles and melds.
        meant: log odds of it being the hand that is meant, to be compared with those of the others.
        quarters: how many quarters, counter-clockwise, its owner sits turned from that of the first hand.
        whole: whether it has as many tiles as a hand has, none of those held face-down.
    """

    hand: HandCandidate
    meant: float
    quarters: int = 0
    whole: bool = True


@dataclass(frozen=True, slots=True)
class OpenHands:
    """The hands that lie open; each tile is in one.

    Attributes:
        lying: the hand that is meant, then the others, the likeliest first.
        hints: what lies open before the other players and was read as no hand.
    """

    lying: tuple[Open, ...]
    hints: tuple[HandCandidate, ...] = ()

    @property
    def lacking(self) -> tuple[HandCandidate, ...]:
        """Hands beside the one that is meant of which tiles may have been missed."""
        return (*(lies.hand for lies in self.lying[1:] if not lies.whole), *self.hints)


def open_hands(candidates: Candidates, first: HandCandidate) -> OpenHands:
    """The hands that lie open, the one that is meant first.

    Args:
        candidates: the tiles, with the likeliest hands among them.
        first: the likeliest of these, which is meant unless it is none and others lie open.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> candidates = candidates_of("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z")
    >>> [len(lies.hand.tiles) for lies in open_hands(candidates, candidates.hands[0]).lying]
    [14]
    """
    meant = Open(first, first.score)
    if not first.tiles or not _any_left(candidates, first):
        return OpenHands((meant,))
    rejected = candidates.rejected | first.tiles
    up = own_direction(candidates.table, first)
    (_, behind), (right, left) = seen_square(
        candidates.table, candidates.evidence, rejected, up, candidates.priors, OTHERS
    )
    found = [(quarters, scene, likeliest(scene)) for quarters, scene in ((1, right), (2, behind), (3, left))]
    others: list[Open] = []
    taken = first.tiles
    for quarters, scene, hand in sorted(found, key=lambda one: -one[2].score):
        # A tile belongs to the likelier of two hands; what is left of the other is hardly one.
        if not taken.isdisjoint(hand.tiles) or not is_hand(scene, hand):
            continue
        here = replace(scene, priors=candidates.priors)
        place = nearness(here, hand.concealed) + nearer(here, hand.tiles)
        odds = min(hand.score + place, first.score)
        others.append(Open(hand, odds, quarters, is_whole(scene, hand)))
        taken |= hand.tiles
    others.sort(key=lambda other: -other.meant)
    if len(candidates.views[0][0].pond) >= DRAWN and count_of(candidates.views[0][0], first) < COMPLETE:
        others = [_not_won(other) for other in others]
    read = {other.quarters for other in others}
    places = (
        unread(scene, rejected | taken, hand) for quarters, scene, hand in found if quarters not in read
    )
    hints = tuple(place for place in places if place is not None)
    if not others or not (_discards(candidates, first) or _held_back(candidates, first, others[0])):
        return OpenHands((meant, *others), hints)
    # Called sets of somebody whose other tiles are hidden, or discards held for these, are no open hand.
    turned = (replace(other, quarters=(other.quarters - others[0].quarters) % 4) for other in others)
    return OpenHands(tuple(turned), hints)


def _not_won(other: Open) -> Open:
    """The hand at a draw, where nobody won: what lies beside it is a discard."""
    return replace(other, hand=replace(other.hand, win=None))


def _discards(candidates: Candidates, hand: HandCandidate) -> bool:
    """Whether what is read as concealed lies in a pond."""
    held = len(hand.concealed)
    return bool(held) and 2 * len(candidates.views[0][0].pond.intersection(hand.concealed)) >= held


def _held_back(candidates: Candidates, hand: HandCandidate, other: Open) -> bool:
    """Whether none of the concealed tiles shows its face, and another hand lies open as a whole.

    Four called sets of which nothing else is in view are the hand all the same, unless nobody won: who does
    not wait then keeps the last tile back.
    """
    scene = candidates.views[0][0]
    if not hand.concealed and len(scene.pond) < DRAWN:
        return False
    return other.whole and all(scene.is_back(t) for t in hand.concealed)


def own_direction(table: Table, hand: HandCandidate) -> float:
    """Where the concealed tiles of a hand themselves point away from the owner, radians.

    The frame in which it was read may be a few degrees off, being that of many tiles.

    >>> from yakulens.vision.layout.hand.example import candidates_of
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
    shortest, taken = candidates.priors.others.shortest, first.tiles
    for near, _ in candidates.views:
        for k, row in enumerate(near.rows):
            free = [t for t in row.tiles if t not in taken and not near.is_back(t)]
            if len(free) >= shortest and k not in near.ponds:
                return True
    return False


def seen_square(  # noqa: PLR0913, PLR0917 - all that ``scenes`` asks for
    table: Table,
    evidence: Evidence,
    rejected: frozenset[int],
    up: float,
    priors: Priors,
    wanted: frozenset[tuple[int, int]],
) -> list[tuple[Scene, Scene]]:
    """The table as the four sides see it: from here and from across, from the right and from the left.

    The weights are those of a hand that may lie anywhere on it, and that hardly won.

    Args:
        table: N tiles.
        evidence: what the reader says of them.
        rejected: indices of those that are taken for no tiles, or for none of these hands.
        up: where those of the first of the four point away from their owner, radians.
        priors: the weights by which rows are read.
        wanted: as of ``scenes``.
    """
    place = replace(priors.place, nearness=0.0, far_seat=0.0, side_seat=0.0, nearer=0.0)
    counts = replace(priors.counts, complete=priors.others.complete)
    priors = replace(priors, place=place, counts=counts)
    return scenes(table, evidence, rejected, priors, (up, up + np.pi / 2), wanted)


def likeliest(scene: Scene) -> HandCandidate:
    """The likeliest hand that this owner has; any other where none is likely enough to be told of."""
    readings = tuple(() if k in scene.ponds else ways for k, ways in enumerate(scene.readings))
    least = scene.priors.others.least - SLIGHTLY
    return choose([(replace(scene, readings=readings),)], least, ALONE)[0]


def is_hand(scene: Scene, hand: HandCandidate) -> bool:
    """Whether it has about as many tiles as a hand, and lies as one."""
    priors = scene.priors.others
    backs = _backs(scene, hand)
    shown, held = count_of(scene, hand) - backs, len(hand.concealed) - backs
    # Nobody but who shows a hand has so long a row face-up, whatever lies beside it was read as.
    enough = shown >= WAITING - priors.missing or (hand.rows == 1 and held >= priors.long)
    return bool(held) and enough and shown <= COMPLETE and hand.score >= priors.least


def is_whole(scene: Scene, hand: HandCandidate) -> bool:
    """Whether it has as many tiles as a hand has, none of those held face-down."""
    count = count_of(scene, hand)
    return not _backs(scene, hand) and (count == COMPLETE or (count == WAITING and hand.win is None))


def _backs(scene: Scene, hand: HandCandidate) -> int:
    return sum(scene.is_back(t) for t in hand.concealed)
