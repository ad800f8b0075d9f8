"""The whole table: the open hands, the likeliest to be meant first, and the indicators."""

import math
from dataclasses import dataclass, replace
from typing import Final

from yakulens.vision.layout.decode.facings import Facing, facings
from yakulens.vision.layout.decode.frame import QUARTER, FaceOdds, Tiles, face_odds_of
from yakulens.vision.layout.decode.hands import MOST_SETS, DecodedHand, likeliest_hands
from yakulens.vision.layout.decode.opinion import ROLE_INDEX, SEATS, Opinion
from yakulens.vision.layout.decode.parts import (
    PlayerOdds,
    TableView,
    candidate_sets,
    player_odds,
    with_placement,
)
from yakulens.vision.layout.decode.set_row import lies_in_set
from yakulens.vision.layout.decode.wall import shown_in_wall
from yakulens.vision.layout.priors import LayoutPriors

_LIKELY: Final = 0.0
"""Log odds from which a player's tile hints at a hand."""
_FEWEST: Final = 4
_INDICATOR, _ONLY_INDICATOR = -1.5, -2.3
"""Log odds from which a tile is asked about as an indicator: beside others, and where none is likely."""
_MEANT: Final = math.log(0.5)
"""The near player's called sets alone are the meant hand if that is likelier than not."""


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """One player's open hand.

    Attributes:
        candidates: the hand, and alternatives worth a question, the likeliest first.
        direction: the owner's direction, radians.
        meant: log odds of being meant, comparable with those of the others.
        odds: that each tile is the player's.
    """

    candidates: tuple[DecodedHand, ...]
    direction: float
    meant: float
    odds: PlayerOdds

    @property
    def hand(self) -> DecodedHand:
        """The likeliest way to read it."""
        return self.candidates[0]


@dataclass(frozen=True, slots=True)
class DecodedTable:
    """What lies on the table.

    Attributes:
        hands: every open hand, the meant one first; that one may have no tiles.
        indicators: tiles turned over in the dead wall, each with its log odds, the surest first.
        face_odds: the faces that the tiles may show.
    """

    hands: tuple[PlayerHand, ...]
    indicators: tuple[tuple[int, float], ...]
    face_odds: FaceOdds


def likeliest_table(tiles: Tiles, opinion: Opinion, priors: LayoutPriors) -> DecodedTable:
    """The likeliest legal table."""
    face_odds = face_odds_of(tiles, priors.calls.misread)
    seatings = [
        _hands_if_seated(tiles, face_odds, opinion, facing, priors) for facing in facings(tiles, opinion)
    ]
    hands = max(seatings, key=lambda one: one[0])[1]
    if len(hands) > 1 and not _is_open(hands[0].hand) and hands[0].meant < _MEANT:
        del hands[0]
    hands.sort(key=lambda player: -player.meant)
    taken = frozenset(t for player in hands for t in player.hand.tiles)
    return DecodedTable(tuple(hands), _indicators(tiles, opinion, face_odds, taken, priors), face_odds)


def _hands_if_seated(
    tiles: Tiles, face_odds: FaceOdds, opinion: Opinion, facing: Facing, priors: LayoutPriors
) -> tuple[float, list[PlayerHand]]:
    """The log odds of one way to sit, and the open hands if the players sit so, the near player's first."""
    view = TableView(tiles, face_odds, replace(opinion, seats=facing.seats), priors)
    odds = player_odds(view, 0)
    near = _player_hand(view, odds, facing.direction, frozenset())
    hands, total = [near], facing.odds + near.hand.score
    taken = near.hand.tiles if near.hand.score > 0 else frozenset()
    for seat in range(1, len(SEATS)):
        odds = player_odds(view, seat, [player.hand.seat for player in hands if player.hand.score > 0])
        if sum(belongs > _LIKELY and t not in taken for t, belongs in enumerate(odds.belongs)) >= _FEWEST:
            other = _player_hand(view, odds, facing.direction + seat * QUARTER, taken)
            # Four called sets, the last tile out of view, are nearly as likely to be meant as the near hand.
            is_called = len(other.hand.sets) == MOST_SETS and other.meant > near.meant - priors.meant
            if _is_open(other.hand) or is_called:
                hands.append(other)
                total += other.hand.score
                taken |= other.hand.tiles
    return total, hands


def _player_hand(view: TableView, odds: PlayerOdds, direction: float, taken: frozenset[int]) -> PlayerHand:
    opinion = view.opinion
    sets = candidate_sets(view, odds, direction)
    odds = with_placement(view, odds, direction)
    candidates = likeliest_hands(view.face_odds, odds, sets, taken, view.priors)
    tiles = sorted(candidates[0].tiles)
    meant = [-math.log1p(math.exp(-max(min(opinion.meant[t], 8.0), -8.0))) for t in tiles]
    return PlayerHand(tuple(candidates), direction, sum(meant) / len(meant) if meant else -9.0, odds)


def _is_open(hand: DecodedHand) -> bool:
    """Whether some of its tiles lie open, not only called sets."""
    return bool(hand.concealed) and hand.score > 0


def _indicators(
    tiles: Tiles, opinion: Opinion, face_odds: FaceOdds, taken: frozenset[int], priors: LayoutPriors
) -> tuple[tuple[int, float], ...]:
    """Face-up tiles that may be indicators, the surest first.

    On nearly every photo of a wall one lies there: where none is likely, the likeliest is worth a question at
    lower odds.
    """
    column, nothing = ROLE_INDEX["indicator"], ROLE_INDEX["nothing"]
    of_hand = [ROLE_INDEX[role] for role in ("concealed", "won", "called")]
    there = [t for t in range(len(tiles)) if tiles.stray[t] <= 0]
    in_wall = shown_in_wall(tiles, face_odds, [t for t in there if t not in taken])
    found = []
    for t, row in enumerate(opinion.roles):
        face_up = 1 - math.exp(face_odds.back[t])
        # Finder and reader know better than the network whether a tile that they are sure of is one, and the
        # decoder whether it is of a hand.
        no_tile = math.exp(row[nothing])
        share = (
            1 - no_tile * (1 - math.exp(min(tiles.stray[t], 0.0))) - sum(math.exp(row[k]) for k in of_hand)
        )
        share = max(share, math.exp(row[column]))
        turned = _log_odds(math.exp(row[column]) / share) + (priors.in_wall if t in in_wall else 0.0)
        if t in taken or turned <= _ONLY_INDICATOR:
            continue
        if lies_in_set(tiles, face_odds, t, there):
            turned += priors.in_set
        odds = _log_odds(face_up / (1 + math.exp(-turned)))
        if odds > _ONLY_INDICATOR:
            found.append((t, odds))
    found.sort(key=lambda pair: -pair[1])
    least = _INDICATOR if found and found[0][1] > 0 else _ONLY_INDICATOR
    return tuple(pair for n, pair in enumerate(found) if pair[1] > (least if n == 0 else _INDICATOR))


def _log_odds(chance: float) -> float:
    bounded = min(max(chance, 1e-6), 1 - 1e-6)
    return math.log(bounded / (1 - bounded))
