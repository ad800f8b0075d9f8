"""`yakulens final`: the scores at the end of a game to the final standing."""

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
  scores       {player: points}, the first dealer first (that order breaks ties where the rules say so)
  deposits     riichi sticks left on the table
  penalties    {player: points below zero}, taken after uma; with a reason {"points": -1000, "reason": ".."},
               an offence of `yakulens rules penalties`, "referee" or any text; a list of these where there
               are several
  substitutes  {player: "before" or "during"}: who was replaced, before the game began or in its course; the
               reason "missed" says the former, and "late" takes nothing beside it
  chips        {player: chips won, or lost below zero}, where the rules pay in chips
  rules, rule_overrides, id as in a Hand
"""

arguments, run = table_command("a finished game", final_json, standing_lines, _KEYS)
