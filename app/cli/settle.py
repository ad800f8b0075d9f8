"""`yakulens settle`: work out who pays whom after a finished hand of a game."""

from yakulens.app.cli.table import table_command
from yakulens.scorer.contract.settlement_json import settle_json
from yakulens.scorer.contract.text import settlement_lines

EXAMPLE = """
echo '{"event": "tsumo", "wins": [{"seat": "south", "han": 2, "fu": 30}]}' | yakulens settle -
yakulens settle hand.json --text
yakulens settle --jsonl hands.jsonl
"""

_KEYS = """
keys of the JSON object (seats are east, south, west, north: the winds of the hand; east deals):
  event        ron, tsumo, exhaustive_draw, abortive_draw or chombo
  wins         [{"seat": ..}] with "hand": {a Hand as for score}, or "han" and "fu", or "yakuman" and "yaku";
               "liable": {"seat": .., "yaku": ..} names who fed the last set of a yakuman
               "chips": n with han and fu or yakuman: the chips that each payer gives for ippatsu, ura and
               red fives, if the rules pay in chips; a "hand" needs no chips
  discarder    who discarded the winning tile (ron)
  riichi       the seats that laid a stick in this hand; a riichi whose discard is won on lays none
  honba        counters on the table          deposits    riichi sticks of earlier hands
  tenpai       the seats that showed tenpai   nagashi     the seats with nagashi mangan
  reason       four_winds, four_quads, fifth_quad, nine_terminals, four_riichi, three_rons, same_terminal
  offender     who committed a chombo, a seat or several; at an exhaustive draw: after the last discard
  dead_hands   whose hand was declared dead: noten at a draw, and no chombo after a valid riichi
  waived       true: the others waive the chombo
  tournament   true: the penalty of a chombo comes after the game
  scores       {seat: points} before the hand, to get the points after it
  round, hand_number (1 to 4)                 with them the answer says whether the game ends
  hands_left   after the time signal: how many hands follow this one (EMA 7.4: 1, then 0; WRC 8.2: 0)
  east_only    true: the game has only an east round
  rules, rule_overrides, id as in a Hand
"""

arguments, run = table_command("a finished hand", settle_json, settlement_lines, _KEYS)
