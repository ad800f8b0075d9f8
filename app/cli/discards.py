"""`yakulens discards`: how far a hand is from tenpai, and what each discard leaves."""

from yakulens.app.cli.waiting import waiting_command
from yakulens.scorer.contract.discards_json import discards_json
from yakulens.scorer.contract.keys import BEFORE_WIN
from yakulens.scorer.contract.text import discard_lines

EXAMPLE = """
yakulens discards 123m456p678s1122z9p --seen 1z --dora 9m
yakulens discards 4467m067p9s --meld pon:555z --meld chi:234s:left --discards 8m --rules tenhou
yakulens discards --jsonl hands.jsonl
"""

arguments, run = waiting_command(
    "the concealed tiles: 14 or 13, minus 3 for each --meld",
    "123m456p678s1122z9p",
    BEFORE_WIN,
    discards_json,
    discard_lines,
)
