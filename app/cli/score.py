"""`yakulens score`: score a hand."""

import argparse
from typing import Any

from yakulens.app.cli.frame import Parser, add_form, give, no_text, option, put, refuse
from yakulens.app.cli.jsonlines import STANDARD_INPUT, open_lines, whole_lines
from yakulens.app.cli.long_run import add_archive, is_long_run
from yakulens.app.cli.situation import add_melds, add_situation, situation
from yakulens.scorer.contract.hand_json import Case, case_from_json, hand_to_json, score_json
from yakulens.scorer.contract.json_line import parse_object
from yakulens.scorer.contract.text import other_reading_lines, score_lines
from yakulens.scorer.meld import Meld
from yakulens.scorer.notation import winning_hand
from yakulens.scorer.scoring import score

EXAMPLE = """
yakulens score 345678m44p67s --win 5s --by ron --meld chi:234p:left --discarder west
yakulens score 22334455667788m --by tsumo --riichi --dora 1m --rules wrc-2015
yakulens score --jsonl hands.jsonl
yakulens score --jsonl hands.jsonl --brief
"""


def arguments(parser: Parser) -> None:
    """Add the options."""
    hand = (
        "the concealed tiles, such as 345678m44p67s; without --win, the last one is the winning tile; "
        "or a whole Hand as JSON, {...}"
    )
    parser.add_argument("hand", nargs="?", metavar="HAND", help=hand)
    jsonl = (
        "read one Hand per line from FILE or standard input, print one Score per line; "
        "options supply keys that a line leaves out"
    )
    parser.add_argument("--jsonl", nargs="?", const=STANDARD_INPUT, metavar="FILE", help=jsonl)
    option(parser, "--brief", "with --jsonl: figures, payments and yaku only, without their explanation")
    out = "with --jsonl: write the scores to FILE.jsonl or FILE.parquet; scored lines are not scored again"
    add_archive(parser, out)
    add_form(parser)
    add_melds(parser)
    add_situation(parser)


def run(args: argparse.Namespace) -> int:
    """Score one hand, or one hand per line."""
    is_long = is_long_run(args)
    if is_long and args.jsonl is None:
        refuse("--out needs --jsonl FILE, with one Hand per line")
    if args.jsonl is not None:
        if args.hand is not None:
            refuse(f"HAND and --jsonl: choose one; for a file write --jsonl {args.hand}")
        no_text(args)
        return _archive(args) if is_long else _lines(args, situation(args))
    if args.brief:
        refuse("--brief needs --jsonl, with one Hand per line")
    if args.hand is None:
        refuse("no hand: give its tiles, such as 345678m44p67s --win 5s --by ron, or --jsonl FILE")
    hand = _hand(args)
    return give(args, score_json(hand), lambda answer: [*score_lines(answer), *_other_readings(hand)])


def _archive(args: argparse.Namespace) -> int:
    """Do what `yakulens archive score` does."""
    from yakulens.app.cli.archive import score_files  # noqa: PLC0415 - one hand needs no archive

    return score_files(args, [args.jsonl], is_brief=args.brief)


def _lines(args: argparse.Namespace, typed: dict[str, Any]) -> int:
    """Print the score of each line."""
    from yakulens.app.archive.scores import score_line  # noqa: PLC0415 - one hand needs no archive

    score_of = score_line(typed, brief=args.brief)
    with open_lines(args.jsonl) as lines:
        for line in whole_lines(lines):
            put(score_of(line))
    return 0


def _other_readings(hand: dict[str, Any]) -> list[str]:
    """The lines about the readings of the hand that were not chosen."""
    case = case_from_json(hand)
    if not isinstance(case, Case):
        return []
    return other_reading_lines(score(case.hand, case.situation, case.rules).other_readings)


def _hand(args: argparse.Namespace) -> dict[str, Any]:
    """The contract's Hand that was typed."""
    typed = situation(args)
    if args.hand.lstrip().startswith("{"):
        return parse_object(args.hand) | typed
    melds = [Meld.of(meld["kind"], meld["tiles"], meld.get("from")) for meld in typed.get("melds", ())]
    hand = winning_hand(args.hand, typed.get("win"), melds)
    if "by" not in typed:
        refuse("add --by ron or --by tsumo")
    return typed | hand_to_json(hand)
