"""A game of one hand, for other programs, of a hand that was won outside any game."""

from typing import Any

from yakulens.app.contract import Json
from yakulens.app.game import Game, add, begin
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import SEATS

RULES = "ema-2025"
"""The rule set of a hand that names none."""


def is_sufficient(hand: Json) -> bool:
    """Whether a Hand says enough for a game: that of a ron names the discarder.

    >>> is_sufficient({"by": "ron"}), is_sufficient({"by": "ron", "discarder": "west"})
    (False, True)
    """
    return hand.get("by") != "ron" or hand.get("discarder") is not None


def single(source: Json) -> Game:
    """A game with this hand as its only one; its players are named after their winds.

    Args:
        source: the contract's Hand, or the end of a hand as ``settle`` takes it.

    Raises:
        RulesError: there is no such rule set.
        ValueError: it cannot be the end of a hand, or was won by ron and does not name the discarder.

    >>> hand = {"concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo", "rules": "tenhou"}
    >>> game = single(hand)
    >>> game.players, game.ends[0]["event"], game.ends[0]["wins"][0]["seat"]
    (('East', 'South', 'West', 'North'), 'tsumo', 'south')
    """
    end = source if "event" in source else _end_of(source)
    rules = str(source.get("rules", RULES))
    players = tuple(seat.capitalize() for seat in SEATS[: load_rules(rules).players])
    of_hand = {key: value for key, value in end.items() if key not in {"rules", "dealer", "scores"}}
    return add(begin(rules, players), of_hand)


def _end_of(hand: Json) -> Json:
    """The finished hand in which this Hand was won."""
    by = hand.get("by")
    if not is_sufficient(hand):
        message = 'the hand was won by ron: say from whom, "discarder": "west"'
        raise ValueError(message)
    seat = hand.get("seat", "south")
    end: dict[str, Any] = {"event": by, "wins": [{"seat": seat, "hand": hand}]}
    if by == "ron":
        end["discarder"] = hand["discarder"]
    if hand.get("riichi", "none") != "none":
        end["riichi"] = [seat]
    return end
