"""What the commands for the table share: where the JSON comes from, and how the answer goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yakulens.app.cli.frame import UsageError, add_form, give, no_text, note
from yakulens.app.cli.jsonlines import answer_objects, open_lines, read_object

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping


def add_source(parser: argparse.ArgumentParser, what: str) -> None:
    """Add FILE, `--jsonl`, `--json` and `--text`."""
    parser.add_argument("file", nargs="?", metavar="FILE", help=f"{what} as JSON; - is standard input")
    parser.add_argument(
        "--jsonl", action="store_true", help="one JSON object a line, from FILE or standard input"
    )
    add_form(parser)


def answer(
    args: argparse.Namespace,
    compute: Callable[[dict[str, Any]], dict[str, Any]],
    tell: Callable[[Mapping[str, Any]], list[str]],
) -> int:
    """Answer one object from the file, or every line of it.

    Raises:
        UsageError: nothing to read, or the one object is refused; its answer has then been printed too.
    """
    if args.jsonl:
        no_text(args)
        with open_lines(args.file) as lines:
            answer_objects(lines, compute)
        return 0
    if args.file is None:
        message = "nothing to read: give a FILE, - for standard input, or --jsonl"
        raise UsageError(message)
    result = compute(read_object(args.file))
    give(args, result, tell)
    for problem in result["problems"]:
        note(problem["message"])
    return 0
