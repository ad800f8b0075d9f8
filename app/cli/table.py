"""The commands about a table, which answer JSON objects from files or standard input."""

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from yakulens.app.cli.frame import Parser, add_form, add_options, give, note, refuse
from yakulens.app.cli.jsonlines import answer_lines, read_object

Compute = Callable[[dict[str, Any]], dict[str, Any]]
Tell = Callable[[Mapping[str, Any]], list[str]]


def table_command(
    subject: str, compute: Compute, tell: Tell, keys: str
) -> tuple[Callable[[Parser], None], Callable[[argparse.Namespace], int]]:
    """The ``arguments`` and ``run`` of a command that answers one JSON object, or one per line.

    The help page calls the object ``subject`` and lists its ``keys``; ``tell`` words an answer for a person.
    """

    def arguments(parser: Parser) -> None:
        parser.description = f"{parser.description}\n{keys}"
        parser.add_argument(
            "file", nargs="?", metavar="FILE", help=f"{subject} as JSON (- for standard input)"
        )
        add_options(parser, {"--jsonl": "read one JSON object per line, from FILE or standard input"})
        add_form(parser)

    return arguments, partial(_answer, compute=compute, tell=tell)


def _answer(args: argparse.Namespace, compute: Compute, tell: Tell) -> int:
    """Answer one object from the file, or every line of it."""
    if args.jsonl:
        return answer_lines(args, args.file, compute)
    if args.file is None:
        refuse("nothing to read: give a FILE, - for standard input, or --jsonl")
    result = compute(read_object(args.file))
    give(args, result, tell)
    for problem in result["problems"]:
        note(problem["message"])
    return 0
