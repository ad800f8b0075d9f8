"""The commands about a hand that has not won: its tiles as typed, or as JSON, and what the options say."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from yakulens.app.cli.frame import Parser, add_form, add_options, give, refuse
from yakulens.app.cli.jsonlines import answer_lines
from yakulens.app.cli.situation import add_keys, add_melds, add_rules, situation
from yakulens.scorer.contract.hand_json import melds_to_json
from yakulens.scorer.contract.json_line import parse_object
from yakulens.scorer.contract.keys import AnyKey
from yakulens.scorer.notation import split

Compute = Callable[[dict[str, Any]], dict[str, Any]]
Tell = Callable[[Mapping[str, Any]], list[str]]


def waiting_command(
    tiles: str, example: str, keys: Sequence[AnyKey], compute: Compute, tell: Tell
) -> tuple[Callable[[Parser], None], Callable[[argparse.Namespace], int]]:
    """The ``arguments`` and ``run`` of a command that answers one hand before its win, or one per line.

    The help page says that the hand is ``tiles``; ``example`` is named where none is given. ``keys`` are what
    options may say of it, and ``tell`` words an answer for a person.
    """

    def arguments(parser: Parser) -> None:
        parser.add_argument("hand", nargs="?", metavar="HAND", help=f"{tiles}; or JSON, {{...}}")
        add_keys(parser, keys)
        add_melds(parser)
        add_rules(parser)
        add_form(parser)
        jsonl = (
            "read one JSON object per line, from HAND as a file or from standard input; "
            "options supply keys that a line leaves out"
        )
        add_options(parser, {"--jsonl": jsonl})

    return arguments, partial(_answer, example=example, compute=compute, tell=tell)


def _answer(args: argparse.Namespace, example: str, compute: Compute, tell: Tell) -> int:
    """Answer one hand, or every line."""
    typed = situation(args)
    if args.jsonl:
        return answer_lines(args, args.hand, lambda hand: compute(typed | hand))
    if args.hand is None:
        refuse(f"no hand: give its concealed tiles, such as {example}")
    if args.hand.lstrip().startswith("{"):
        return give(args, compute(parse_object(args.hand) | typed), tell)
    return give(args, compute(typed | _tiles(args.hand, typed)), tell)


def _tiles(text: str, typed: Mapping[str, Any]) -> dict[str, Any]:
    """The tiles of a typed hand, its melds beside those of the options."""
    hand = split(text)
    if hand.win is not None:
        refuse(
            f"+{hand.win}: a hand before it wins has no winning tile; use `yakulens score` for one that won"
        )
    return {
        "concealed": list(hand.concealed),
        "melds": [*melds_to_json(hand.melds), *typed.get("melds", ())],
    }
