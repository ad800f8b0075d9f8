"""`yakulens final`: the final standing from the scores at the end of a game."""

from yakulens.app.cli.table import table_command
from yakulens.scorer.contract.final_json import final_json
from yakulens.scorer.contract.text import standing_lines

EXAMPLE = """
echo '{"scores": {"Ann": 40000, "Bo": 30000, "Cy": 30000, "Di": 20000}}' | yakulens final -
yakulens final game.json --text
yakulens final --jsonl games.jsonl
"""

_KEYS = """
keys of the JSON object:
  scores       {player: points}, the first dealer first (some rules break ties by this order)
  deposits     riichi sticks left on the table
  penalties    {player: negative points}, applied after uma; with a reason {"points": -1000, "reason": ".."},
               which is an offence of `yakulens rules penalties`, "referee" or any text; several as a list
  substitutes  {player: "before" or "during"}: who was replaced, before or during the game; the penalty
               reason "missed" implies "before", and "late" then takes no points
  chips        {player: chips won, negative if lost}, if the rules pay in chips
  rules, rule_overrides, id as in a Hand
"""

arguments, run = table_command("a finished game", final_json, standing_lines, _KEYS)
