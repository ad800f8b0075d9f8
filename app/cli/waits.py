"""`yakulens waits`: what a hand of 13 tiles waits for."""

from yakulens.app.cli.waiting import waiting_command
from yakulens.scorer.contract.keys import WAITING
from yakulens.scorer.contract.text import waiting_lines
from yakulens.scorer.contract.waits_json import waits_json

EXAMPLE = """
yakulens waits 234567m234p6788s --discards 9p1z --rules ema-2025
yakulens waits 4467m067p --meld pon:555z --meld chi:234s:left --seat west
yakulens waits 6668999m345p111s --riichi --drawn 1s
"""

arguments, run = waiting_command(
    "the concealed tiles: 13, minus 3 for each --meld, plus 1 on your own turn",
    "234567m234p6788s",
    WAITING,
    waits_json,
    waiting_lines,
)
