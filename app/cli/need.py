"""`yakulens need`: the all-last sheet, that is, what each player needs in the last hand."""

from collections.abc import Mapping
from typing import Any

from yakulens.app.cli.table import table_command
from yakulens.app.words.at_table import if_drawn
from yakulens.app.words.phrases import ENGLISH
from yakulens.scorer.contract.need_json import need_json
from yakulens.scorer.contract.text import need_lines

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
  closed, open the seats whose hands are known to be closed or open; a hand in riichi is closed
  round, hand_number (1 to 4)                 default: the last hand of the game
  hands_left   after the time signal: how many hands follow this one
  east_only    true: the game has only an east round
  rules, rule_overrides, id as in a Hand
"""


def _lines(answer: Mapping[str, Any]) -> list[str]:
    """What each player needs for each better place, and the places after a draw."""
    return [
        line
        for need in answer["needs"]
        for line in (*need_lines(need), f"  {if_drawn(ENGLISH, need['drawn'])}")
    ]


arguments, run = table_command("the points before the last hand", need_json, _lines, _KEYS)
