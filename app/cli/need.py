"""`yakulens need`: the all-last sheet, what each player needs in the last hand."""

from __future__ import annotations

from yakulens.app.cli.need_text import need_lines
from yakulens.app.cli.table import table_command
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
  round, hand_number (1 to 4)                 the last hand of the game where neither is said
  hands_left   after the time signal: how many hands follow this one
  east_only    a game of the east round alone
  rules, rule_overrides, id as in a Hand
"""

register = table_command("need", "the points before the last hand", need_json, need_lines, EXAMPLE, _KEYS)
"""Add the command."""
