"""The commands about a table, which answer JSON objects from files or standard input."""

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from yakulens.app.cli.frame import Subparsers, add_command, add_form, add_options, give, no_text, note, refuse
from yakulens.app.cli.jsonlines import answer_objects, open_lines, read_object

Compute = Callable[[dict[str, Any]], dict[str, Any]]
Tell = Callable[[Mapping[str, Any]], list[str]]


def table_command(  # noqa: PLR0913, PLR0917 - all in which these commands differ
    name: str, subject: str, compute: Compute, tell: Tell, example: str, keys: str
) -> Callable[[Subparsers], None]:
    """The ``register`` of a command that answers one JSON object, or one a line.

    Args:
        name: of the command.
        subject: the object, as the help page calls it.
        compute: returns the answer to an object.
        tell: returns an answer's lines for a person.
        example: whole command lines.
        keys: the object's keys, a line each.
    """

    def register(subparsers: Subparsers) -> None:
        parser = add_command(subparsers, name, example, partial(_answer, compute=compute, tell=tell))
        parser.description = f"{parser.description}\n{keys}"
        parser.add_argument("file", nargs="?", metavar="FILE", help=f"{subject} as JSON; - is standard input")
        add_options(parser, {"--jsonl": "one JSON object a line, from FILE or standard input"})
        add_form(parser)

    return register


def _answer(args: argparse.Namespace, compute: Compute, tell: Tell) -> int:
    """Answer one object from the file, or every line of it.

    Raises:
        UsageError: there is nothing to read, or the object is invalid; its answer has then been printed too.
    """
    if args.jsonl:
        no_text(args)
        with open_lines(args.file) as lines:
            answer_objects(lines, compute)
        return 0
    if args.file is None:
        refuse("nothing to read: give a FILE, - for standard input, or --jsonl")
    result = compute(read_object(args.file))
    give(args, result, tell)
    for problem in result["problems"]:
        note(problem["message"])
    return 0
