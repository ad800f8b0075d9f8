"""A game of one hand, for other programs, from a hand won outside any game."""

from dataclasses import replace
from typing import Any, Final

from yakulens.app import Json
from yakulens.app.game import Game, add, begin, first
from yakulens.scorer.contract.settlement_json import settle_json
from yakulens.scorer.errors import InputError
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.transfers import RIICHI_STICK
from yakulens.scorer.vocabulary import SEATS

RULES = "ema-2025"
"""The rule set of a hand that names none."""
_GAME_KEYS: Final = ("rules", "dealer", "scores", "round", "hand_number", "honba", "deposits")
"""Keys of a finished hand that describe the game around it."""


def is_sufficient(hand: Json) -> bool:
    """Whether a Hand is enough for a game: that of a ron names the discarder.

    >>> is_sufficient({"by": "ron"}), is_sufficient({"by": "ron", "discarder": "west"})
    (False, True)
    """
    return hand.get("by") != "ron" or hand.get("discarder") is not None


def single(source: Json) -> Game:
    """A game with this hand as its only one; its players are named after their winds.

    ``source`` is the contract's Hand, or the end of a hand as ``settle`` takes it. The game starts with its
    round, number of the hand, counters, sticks and points.

    Raises:
        InputError: it cannot be the end of a hand, is a win by ron without the discarder, or there is no such
            rule set.

    >>> hand = {"concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo", "rules": "tenhou", "honba": 2}
    >>> game = single(hand)
    >>> game.players, game.ends[0]["event"], game.ends[0]["wins"][0]["seat"], game.start.honba
    (('East', 'South', 'West', 'North'), 'tsumo', 'south', 2)
    """
    end = source if "event" in source else _end_of(source)
    rules = str(end.get("rules") or RULES)
    count = load_rules(rules).players
    if problems := settle_json(end)["problems"]:
        raise InputError("; ".join(problem["message"] for problem in problems))
    dealer = (end.get("hand_number") or 1) - 1
    seats = tuple(SEATS[(place - dealer) % count] for place in range(count))
    game = begin(rules, tuple(seat.capitalize() for seat in seats))
    default, deposits, scores = first(game), end.get("deposits") or 0, end.get("scores")
    # Without stated points, the sticks on the table were laid by one player after the other.
    reduced = (
        points - RIICHI_STICK * ((deposits + place) // count) for place, points in enumerate(default.scores)
    )
    start = replace(
        default,
        scores=tuple(scores[seat] for seat in seats) if scores else tuple(reduced),
        round=SEATS.index(end.get("round") or SEATS[0]),
        dealer=dealer,
        honba=end.get("honba") or 0,
        deposits=deposits,
    )
    of_hand = {key: value for key, value in end.items() if key not in _GAME_KEYS}
    return add(replace(game, start=start), of_hand)


def _end_of(hand: Json) -> Json:
    """The finished hand in which this Hand was won."""
    by = hand.get("by")
    if not is_sufficient(hand):
        message = 'the hand was won by ron: say from whom, "discarder": "west"'
        raise InputError(message)
    seat = hand.get("seat") or "south"
    end: dict[str, Any] = {key: hand[key] for key in (*_GAME_KEYS, "rule_overrides") if key in hand}
    end |= {"event": by, "wins": [{"seat": seat, "hand": hand}]}
    if by == "ron":
        end["discarder"] = hand["discarder"]
    if (hand.get("riichi") or "none") != "none":
        end["riichi"] = [seat]
    return end
