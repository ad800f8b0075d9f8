"""A game of one hand: what other programs take where a hand was won outside of any game."""

from typing import Any

from yakulens.app.contract import Json
from yakulens.app.game import Game, add, begin
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import SEATS

RULES = "ema-2025"
"""The rule set of a hand that names none."""


def is_whole(hand: Json) -> bool:
    """Whether a hand, the contract's Hand, says all that is asked: of a win by ron, from whom.

    >>> is_whole({"by": "tsumo"}), is_whole({"by": "ron"}), is_whole({"by": "ron", "discarder": "west"})
    (True, False, True)
    """
    return hand.get("by") != "ron" or hand.get("discarder") is not None


def single(given: Json) -> Game:
    """A game in which this hand is the only one; its players are called by their winds.

    Args:
        given: the contract's Hand, or the end of a hand as ``settle`` takes it.

    Raises:
        RulesError: there is no such rule set.
        ValueError: it cannot be a hand's end, or was won by ron and does not say from whom.

    >>> hand = {"concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo", "rules": "tenhou"}
    >>> game = single(hand)
    >>> game.players, game.ends[0]["event"], game.ends[0]["wins"][0]["seat"]
    (('East', 'South', 'West', 'North'), 'tsumo', 'south')
    """
    end = given if "event" in given else _ended(given)
    rules = str(given.get("rules", RULES))
    players = tuple(seat.capitalize() for seat in SEATS[: load_rules(rules).players])
    kept = {key: value for key, value in end.items() if key not in {"rules", "dealer", "scores"}}
    return add(begin(rules, players), kept)


def _ended(hand: Json) -> Json:
    """The end of the hand in which this one was won."""
    by = hand.get("by")
    if not is_whole(hand):
        message = 'the hand was won by ron: say from whom, "discarder": "west"'
        raise ValueError(message)
    seat = hand.get("seat", "south")
    end: dict[str, Any] = {"event": by, "wins": [{"seat": seat, "hand": hand}]}
    if by == "ron":
        end["discarder"] = hand["discarder"]
    if hand.get("riichi", "none") != "none":
        end["riichi"] = [seat]
    return end
