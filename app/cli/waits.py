"""`yakulens waits`: what a hand of 13 tiles waits for."""

import argparse

from yakulens.app.cli.frame import Parser, add_form, add_options, give, refuse
from yakulens.app.cli.jsonlines import answer_lines, parse_object
from yakulens.app.cli.situation import add_keys, add_melds, add_rules, situation
from yakulens.scorer.contract import keys
from yakulens.scorer.contract.text import waiting_lines
from yakulens.scorer.contract.waits_json import waits_json

EXAMPLE = """
yakulens waits 234567m234p6788s --discards 9p1z --rules ema-2025
yakulens waits 4467m067p --meld pon:555z --meld chi:234s:left --seat west
yakulens waits 6668999m345p111s --riichi --drawn 1s
"""


def arguments(parser: Parser) -> None:
    """Add the options."""
    hand = "the concealed tiles: 13, minus 3 for each --meld, plus 1 on your own turn; or JSON, {...}"
    parser.add_argument("hand", nargs="?", metavar="HAND", help=hand)
    add_keys(parser, keys.WAITING)
    add_melds(parser)
    add_rules(parser)
    add_form(parser)
    jsonl = (
        "read one JSON object per line, from HAND as a file or from standard input; "
        "options supply keys that a line leaves out"
    )
    add_options(parser, {"--jsonl": jsonl})


def run(args: argparse.Namespace) -> int:
    """Print what one hand waits for, or one hand per line."""
    typed = situation(args)
    if args.jsonl:
        return answer_lines(args, args.hand, lambda hand: waits_json(typed | hand))
    if args.hand is None:
        refuse("no hand: give its concealed tiles, such as 234567m234p6788s")
    hand = parse_object(args.hand) if args.hand.lstrip().startswith("{") else {"concealed": args.hand}
    return give(args, waits_json(hand | typed), waiting_lines)
