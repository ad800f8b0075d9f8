"""A game of one hand: what other programs take where a hand was won outside of any game."""

from dataclasses import replace
from typing import Any, Final

from yakulens.app.contract import Json
from yakulens.app.game import Game, add, begin, first
from yakulens.scorer.contract.settlement_json import settle_json
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.transfers import RIICHI_STICK
from yakulens.scorer.vocabulary import SEATS

RULES = "ema-2025"
"""The rule set of a hand that names none."""
_OF_THE_GAME: Final = ("rules", "dealer", "scores", "round", "hand_number", "honba", "deposits")
"""What an end says of the game in which it came."""


def is_whole(hand: Json) -> bool:
    """Whether a hand, the contract's Hand, says all that is asked: of a win by ron, from whom.

    >>> is_whole({"by": "tsumo"}), is_whole({"by": "ron"}), is_whole({"by": "ron", "discarder": "west"})
    (True, False, True)
    """
    return hand.get("by") != "ron" or hand.get("discarder") is not None


def single(given: Json) -> Game:
    """A game in which this hand is the only one; its players are called by their winds.

    It begins with what is said of the table: round, number of the hand, counters, sticks and points.

    Args:
        given: the contract's Hand, or the end of a hand as ``settle`` takes it.

    Raises:
        RulesError: there is no such rule set.
        ValueError: it cannot be a hand's end, or was won by ron and does not say from whom.

    >>> hand = {"concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo", "rules": "tenhou", "honba": 2}
    >>> game = single(hand)
    >>> game.players, game.ends[0]["event"], game.ends[0]["wins"][0]["seat"], game.start.honba
    (('East', 'South', 'West', 'North'), 'tsumo', 'south', 2)
    """
    end = given if "event" in given else _ended(given)
    rules = str(end.get("rules") or RULES)
    count = load_rules(rules).players
    if problems := settle_json(end)["problems"]:
        raise ValueError("; ".join(problem["message"] for problem in problems))
    dealer = (end.get("hand_number") or 1) - 1
    seats = tuple(SEATS[(place - dealer) % count] for place in range(count))
    game = begin(rules, tuple(seat.capitalize() for seat in seats))
    usual, sticks, points = first(game), end.get("deposits") or 0, end.get("scores")
    # Where nobody says the points, the sticks on the table were laid by one player after the other.
    laid = (points - RIICHI_STICK * ((sticks + at) // count) for at, points in enumerate(usual.scores))
    start = replace(
        usual,
        scores=tuple(points[seat] for seat in seats) if points else tuple(laid),
        round=SEATS.index(end.get("round") or SEATS[0]),
        dealer=dealer,
        honba=end.get("honba") or 0,
        deposits=sticks,
    )
    kept = {key: value for key, value in end.items() if key not in _OF_THE_GAME}
    return add(replace(game, start=start), kept)


def _ended(hand: Json) -> Json:
    """The end of the hand in which this one was won."""
    by = hand.get("by")
    if not is_whole(hand):
        message = 'the hand was won by ron: say from whom, "discarder": "west"'
        raise ValueError(message)
    seat = hand.get("seat") or "south"
    end: dict[str, Any] = {key: hand[key] for key in (*_OF_THE_GAME, "rule_overrides") if key in hand}
    end |= {"event": by, "wins": [{"seat": seat, "hand": hand}]}
    if by == "ron":
        end["discarder"] = hand["discarder"]
    if (hand.get("riichi") or "none") != "none":
        end["riichi"] = [seat]
    return end
