"""`yakulens need`: the all-last sheet, that is, what each player needs in the last hand."""

from collections.abc import Iterator, Mapping
from typing import Any

from yakulens.app.cli.table import table_command
from yakulens.app.words.i18n import text
from yakulens.app.words.phrases import ENGLISH, if_drawn
from yakulens.scorer.contract.need_json import need_json

EXAMPLE = """
echo '{"scores": {"east": 41000, "south": 37000, "west": 22000, "north": 20000}}' | yakulens need -
yakulens need all-last.json --text
yakulens need --jsonl standings.jsonl
"""

_KEYS = """
keys of the JSON object (seats are east, south, west, north: the winds of this hand; east deals):
  scores       {seat: points} before the hand
  honba        counters on the table          deposits    riichi sticks of earlier hands
  riichi       the seats that have laid a stick in this hand
  round, hand_number (1 to 4)                 default: the last hand of the game
  hands_left   after the time signal: how many hands follow this one
  east_only    true: the game has only an east round
  rules, rule_overrides, id as in a Hand
"""


def _lines(answer: Mapping[str, Any]) -> list[str]:
    """What each player needs for each better place: by self-draw, and by ron from whom."""
    return [line for need in answer["needs"] for line in _player(need)]


def _player(need: Mapping[str, Any]) -> Iterator[str]:
    leads = "" if need["goals"] else ", leads"
    yield f"{need['seat']}: {_place(need['place'])} with {need['points']:,}{leads}"
    for goal in need["goals"]:
        yield f"  for {_place(goal['place'])}"
        yield f"    by self-draw    {_hand(goal['tsumo'])}"
        for payer, hand in goal["ron"].items():
            yield f"    ron from {payer:<5}  {_hand(hand)}"
    yield f"  {if_drawn(ENGLISH, need['drawn'])}"


def _hand(hand: Mapping[str, Any] | None) -> str:
    """The cheapest sufficient hand with its payments, other hands of the same worth, and what follows."""
    if hand is None:
        return "no hand is enough"
    others = [worth["limit"] or f"{worth['han']} han {worth['fu']} fu" for worth in hand["worths"]]
    others = [other for other in dict.fromkeys(others) if other != hand["text"]]
    alternatives = f", or {', '.join(others)}" if others else ""
    shared = "; the place is shared" if hand["shared"] else ""
    goes_on = "" if hand["game_ends"] else "; the game goes on"
    payments = "/".join(f"{points:,}" for points in sorted(set(hand["pays"].values())))
    return f"{hand['text']} ({payments}{alternatives}) -> {hand['points']:,}{shared}{goes_on}"


def _place(number: int) -> str:
    return text(ENGLISH, f"place.{number}")


arguments, run = table_command("the points before the last hand", need_json, _lines, _KEYS)
