"""`yakulens discards`: how far a hand is from tenpai, and what each discard leaves."""

import argparse

from yakulens.app.cli.frame import Parser, add_form, add_options, give, refuse
from yakulens.app.cli.jsonlines import answer_lines, parse_object
from yakulens.app.cli.situation import add_keys, add_melds, add_rules, situation
from yakulens.scorer.contract import keys
from yakulens.scorer.contract.discards_json import discards_json
from yakulens.scorer.contract.text import discard_lines

EXAMPLE = """
yakulens discards 123m456p678s1122z9p --seen 1z --dora 9m
yakulens discards 4467m067p9s --meld pon:555z --meld chi:234s:left --discards 8m --rules tenhou
yakulens discards --jsonl hands.jsonl
"""


def arguments(parser: Parser) -> None:
    """Add the options."""
    hand = "the concealed tiles: 14 or 13, minus 3 for each --meld; or JSON, {...}"
    parser.add_argument("hand", nargs="?", metavar="HAND", help=hand)
    add_keys(parser, keys.BEFORE_WIN)
    add_melds(parser)
    add_rules(parser)
    add_form(parser)
    jsonl = (
        "read one JSON object per line, from HAND as a file or from standard input; "
        "options supply keys that a line leaves out"
    )
    add_options(parser, {"--jsonl": jsonl})


def run(args: argparse.Namespace) -> int:
    """Print the discards of one hand, or of one hand per line."""
    typed = situation(args)
    if args.jsonl:
        return answer_lines(args, args.hand, lambda hand: discards_json(typed | hand))
    if args.hand is None:
        refuse("no hand: give its concealed tiles, such as 123m456p678s1122z9p")
    hand = parse_object(args.hand) if args.hand.lstrip().startswith("{") else {"concealed": args.hand}
    return give(args, discards_json(hand | typed), discard_lines)
