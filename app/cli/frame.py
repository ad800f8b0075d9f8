"""The common parts of all commands: the parser, the error for bad input, and printing.

A command's module looks like this:

    def register(subparsers: Subparsers) -> None:
        parser = add_command(subparsers, "score", "yakulens score 345678m44p67s --win 5s", run)
        parser.add_argument(...)

    def run(args: argparse.Namespace) -> int:
        ...
        emit_json(answer)
        return 0
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NoReturn, TypeAlias

from yakulens.app.cli.commands import COMMANDS
from yakulens.app.markup import harmless
from yakulens.scorer.errors import InputError

Subparsers: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001 - it has no public name


class UsageError(InputError):
    """Bad input: one line that says what, where and what to do; its exit code is 2."""


def refuse(message: str) -> NoReturn:
    """End the command with one line about bad input.

    Raises:
        UsageError: always.
    """
    raise UsageError(message)


class Parser(argparse.ArgumentParser):
    """argparse's parser, but bad input raises a `UsageError`, and options are never abbreviated."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - argparse's own keyword arguments
        """Take argparse's own keyword arguments."""
        kwargs.setdefault("allow_abbrev", False)
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(**kwargs)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - argparse's own
        """Parse as argparse does, with two differences.

        An optional value never takes a word that is none of its choices. And unknown arguments are refused by
        the parser of the command, so that the message names the command to look up.
        """
        words = list(sys.argv[1:] if args is None else args)
        for action in self._actions:
            if action.nargs == "?" and action.option_strings and action.choices and action.const:
                words = _fill_in(words, action.option_strings, {*map(str, action.choices)}, action.const)
        known, unknown = super().parse_known_args(words, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return known, unknown

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage and exiting."""
        refuse(f"{message} ({self.prog} --help shows the options)")


def _fill_in(words: list[str], options: Sequence[str], choices: Container[str], const: str) -> list[str]:
    """Give an option that is followed by none of its choices its value for that case."""
    return [
        f"{word}={const}" if word in options and following not in choices else word
        for word, following in zip(words, [*words[1:], ""], strict=False)
    ]


def add_form(parser: argparse.ArgumentParser) -> None:
    """Add `--json` and `--text`, for answers that both people and programs read."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the answer as JSON (also where nobody looks on)")
    form.add_argument("--text", action="store_true", help="the answer in words (also at a terminal)")


def no_text(args: argparse.Namespace) -> None:
    """Refuse `--text` beside `--jsonl`.

    Raises:
        UsageError: it was given.
    """
    if args.text:
        refuse("--jsonl and --text: choose one")


def give(
    args: argparse.Namespace, answer: Mapping[str, Any], tell: Callable[[Mapping[str, Any]], list[str]]
) -> int:
    """Print an answer as `--json` or `--text` say; by default in words at a terminal, else as JSON.

    Args:
        args: with the options of `add_form`.
        answer: an object of the contract.
        tell: returns the answer's lines for a person.

    Raises:
        UsageError: the answer's outcome is `invalid`; as JSON it has been printed nevertheless.
    """
    is_invalid = answer.get("outcome") == "invalid"
    if args.json or (not args.text and not sys.stdout.isatty()):
        emit_json(answer, indent=2)
    elif not is_invalid:
        for line in tell(answer):
            emit(line)
    if is_invalid:
        raise UsageError("; ".join(problem["message"] for problem in answer["problems"]))
    return 0


@contextmanager
def refusing(*kinds: type[Exception]) -> Iterator[None]:
    """Turn errors of these classes, whose message is one line, into `UsageError`s."""
    try:
        yield
    except kinds as error:
        raise UsageError(str(error)) from error


def add_command(
    subparsers: Subparsers, name: str, example: str, run: Callable[[argparse.Namespace], int]
) -> Parser:
    """Add the command `name`; `run(args)` returns the exit code.

    Args:
        subparsers: what `register` was given.
        name: the word typed after `yakulens`, one of `app.cli.commands`.
        example: one or more whole command lines, shown at the end of `--help`.
        run: called with the parsed arguments.
    """
    return add_subcommand(subparsers, name, COMMANDS[name], example, run)


def add_subcommand(
    subparsers: Subparsers, name: str, summary: str, example: str, run: Callable[[argparse.Namespace], int]
) -> Parser:
    """Add an action of a command that has several, as `add_command` adds a command.

    Args:
        subparsers: of the command.
        name: the word typed after the command.
        summary: one line for the command's help page, beginning in lower case and without a full stop.
        example: one or more whole command lines, shown at the end of `--help`.
        run: called with the parsed arguments; returns the exit code.
    """
    lines = "\n".join(f"  {line.strip()}" for line in example.strip().splitlines())
    title = f"{summary[:1].upper()}{summary[1:]}."
    parser = subparsers.add_parser(name, help=summary, description=title, epilog=f"example:\n{lines}")
    parser.set_defaults(run=run)
    return parser


def add_actions(
    parser: Parser, actions: Mapping[str, tuple[str, str, Callable[[argparse.Namespace], int]]]
) -> dict[str, Parser]:
    """Add the actions of a command; returns the parser of each by its name.

    Args:
        parser: of the command; `args.action` is then the name of the action.
        actions: the summary, example and run of each, as `add_subcommand` takes them.
    """
    subparsers = parser.add_subparsers(dest="action", metavar="ACTION", title="actions")
    return {name: add_subcommand(subparsers, name, *about) for name, about in actions.items()}


def emit(text: str) -> None:
    """Print a text and a line end; control characters in it are made harmless."""
    sys.stdout.write(f"{_harmless_lines(text)}\n")


def note(text: str) -> None:
    """Print a text that is no part of the answer on standard error, if that can be written."""
    with suppress(OSError):
        sys.stderr.write(f"{_harmless_lines(text)}\n")


def _harmless_lines(text: str) -> str:
    return "\n".join(harmless(line) for line in text.split("\n"))


def emit_json(answer: Mapping[str, Any], *, indent: int | None = None) -> None:
    """Print one JSON object, on one line unless `indent` is given, and flush it."""
    put(json.dumps(answer, ensure_ascii=False, allow_nan=False, indent=indent))


def tell(answer: Mapping[str, Any], lines: Iterable[str], *, as_json: bool) -> None:
    """Print an answer as JSON, or its lines for a person."""
    if as_json:
        emit_json(answer, indent=2)
    else:
        for line in lines:
            emit(line)


def one_line(answer: Mapping[str, Any]) -> str:
    """One JSON object as a line of JSON lines.

    Raises:
        ValueError, TypeError, RecursionError: a value is no JSON.
    """
    return json.dumps(answer, ensure_ascii=False, allow_nan=False)


def put(text: str) -> None:
    """Print JSON, which has no control characters, and a line end, and flush them."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
