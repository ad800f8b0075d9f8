"""The common parts of all commands: the parser, the error for bad input, and printing."""

import argparse
import json
import math
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias

from yakulens.scorer.contract.json_text import plain_text
from yakulens.scorer.errors import InputError, harmless
from yakulens.scorer.whole_file import write_whole

Subparsers: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001 - it has no public name

COMMANDS: Final = {
    "app": "serve the page on this machine",
    "pocket": "serve the page that reads photos in the browser itself",
    "read": "read photos: every tile, meld and the winning tile",
    "photo": "read a photo of a hand and score it",
    "score": "score a hand",
    "archive": "score hands by the million, with many workers",
    "waits": "show what a 13-tile hand waits for",
    "discards": "compare the discards of a hand: distance from tenpai, tiles that advance it",
    "settle": "work out who pays whom at the end of a hand",
    "need": "work out what each player needs in the last hand",
    "final": "work out uma and standing at the end of a game",
    "rules": "show rule sets, each value with its source",
    "evaluate": "measure how well a model reads labelled photos",
    "learn": "learn a tile set from a few photos of it",
    "sets": "list, share, rename, remove and restore tile sets",
    "history": "export the readings that the page keeps",
    "handoff": "export a hand or a game to tenhou.net/6 or Pantheon",
    "records": "read the logs of Tenhou and Mahjong Soul, and score their wins again",
    "backup": "write everything that Yakulens stores here to one file",
    "restore": "restore a backup",
    "doctor": "check this installation for problems",
    "synth": "render photos with their labels",
    "data": "import labelled photos from other tools",
    "train": "train a model",
    "models": "list, check, compare and choose models",
}
"""Every command with its one-line summary, in the order of the help page."""
KEEPING: Final = frozenset(
    {"app", "learn", "sets", "history", "records", "backup", "restore", "train", "models"}
)
"""The commands that use or change what is kept in the data folder."""

_DIGITS: Final = re.compile("-?[0-9]{1,18}")
"""More digits than any bound has, but fewer than Python refuses to parse."""


class UsageError(InputError):
    """Bad input: one line that says what, where and what to do; its exit code is 2."""


def refuse(message: str) -> NoReturn:
    """End the command with one line about bad input, a `UsageError`."""
    raise UsageError(message)


class Parser(argparse.ArgumentParser):
    """argparse's parser, but bad input raises a `UsageError`, and options are never abbreviated."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - argparse's own keyword arguments
        """Take argparse's own keyword arguments."""
        kwargs.setdefault("allow_abbrev", False)
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(**kwargs)
        self.usual_action = ""
        """The action that words are for if they do not begin with one; empty if there is none."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - argparse's own
        """Parse as argparse does, with four differences.

        An option with an optional value takes the next word only if that word is one of its choices;
        otherwise it gets its `const`. A flag may stand before an argument that can be left out. The parser
        of the command refuses unknown arguments, so that the message names the command to look up. Words
        that do not begin with an action are for the `usual_action`, if there is one.
        """
        words = list(sys.argv[1:] if args is None else args)
        if words and self._is_for_usual_action(words[0]):
            words.insert(0, self.usual_action)
        for action in self._actions:
            if action.nargs == "?" and action.option_strings and action.choices and action.const:
                options, choices = action.option_strings, {*map(str, action.choices)}
                words = [
                    f"{word}={action.const}" if word in options and after not in choices else word
                    for word, after in zip(words, [*words[1:], ""], strict=False)
                ]
        if any(action.nargs == "?" and not action.option_strings for action in self._actions):
            # argparse counts such an argument as left out if a flag stands between it and the one before.
            flags = {name for action in self._actions if action.nargs == 0 for name in action.option_strings}
            end = words.index("--") if "--" in words else len(words)
            words[:end] = sorted(words[:end], key=lambda word: word not in flags)
        known, unknown = super().parse_known_args(words, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return known, unknown

    def _is_for_usual_action(self, word: str) -> bool:
        """Whether the words that begin with this one name no action but mean the usual one."""
        subparsers = [action for action in self._actions if isinstance(action, argparse._SubParsersAction)]  # noqa: SLF001 - it has no public name
        actions = {name for action in subparsers for name in action.choices}
        if not self.usual_action or word in {*actions, "-h", "--help"}:
            return False
        return not word.isidentifier() or Path(word).exists()  # else it is a misspelt action

    def print_help(self, file: Any = None) -> None:  # noqa: ANN401 - argparse's own
        """Print the help; unlike argparse's, it says when it cannot be written."""
        (file or sys.stdout).write(self.format_help())

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage and exiting."""
        refuse(f"{message} ({self.prog} --help shows the options)")


def option(parser: argparse._ActionsContainer, usage: str, text: str, **settings: Any) -> None:  # noqa: ANN401
    """Add an argument by its usage, with its help text and further settings for argparse.

    The usage is `--json` for a flag, `--out DIR` for an option with a value, and `--host NAME...` for a
    repeatable option, whose values become a list.
    """
    name, _, metavar = usage.partition(" ")
    if metavar.endswith("..."):
        settings |= {"metavar": metavar.removesuffix("..."), "action": "append", "default": []}
    elif metavar:
        settings["metavar"] = metavar
    parser.add_argument(name, help=text, **(settings or {"action": "store_true"}))


def add_options(parser: argparse._ActionsContainer, options: Mapping[str, str]) -> None:
    """Add arguments by their usages (see `option`), with the help text of each."""
    for usage, text in options.items():
        option(parser, usage, text)


def add_form(parser: argparse.ArgumentParser) -> None:
    """Add `--json` and `--text`, for answers that both people and programs read."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--json", action="store_true", help="print JSON (the default when the output is not a terminal)"
    )
    form.add_argument("--text", action="store_true", help="print words (the default at a terminal)")


def no_text(args: argparse.Namespace) -> None:
    """Refuse `--text` together with `--jsonl`."""
    if args.text:
        refuse("--jsonl and --text: choose one")


def mend_data() -> None:
    """Mend what a killed command left half done in the data folder, and say what was found."""
    from yakulens.app.store import half_done  # noqa: PLC0415 - `score` needs none of it

    with suppress(OSError):  # the command itself will say what is wrong with the folder
        for line in half_done.mend():
            note(line)


def give(
    args: argparse.Namespace, answer: Mapping[str, Any], tell: Callable[[Mapping[str, Any]], list[str]]
) -> int:
    """Print an answer of the contract as the options of `add_form` say: as JSON, or as the lines of `tell`.

    By default it prints lines at a terminal, else JSON.

    Raises:
        UsageError: the answer's outcome is `invalid`; as JSON it is printed nevertheless.
    """
    is_invalid = answer.get("outcome") == "invalid"
    if args.json or (not args.text and not sys.stdout.isatty()):
        emit_json(answer, indent=2)
    elif not is_invalid:
        emit_lines(tell(answer))
    if is_invalid:
        refuse("; ".join(problem["message"] for problem in answer["problems"]))
    return 0


def add_command(
    subparsers: Subparsers,
    name: str,
    example: str,
    run: Callable[[argparse.Namespace], int],
    summary: str = "",
) -> Parser:
    """Add the command `name`, one of `COMMANDS`, or an action of a command.

    The example, one or more whole command lines, is shown at the end of `--help`. An action has a summary:
    one line that begins in lower case and has no full stop. `run` returns the exit code.
    """
    summary = summary or COMMANDS[name]
    lines = "\n".join(f"  {line.strip()}" for line in example.strip().splitlines())
    title = f"{summary[:1].upper()}{summary[1:]}."
    parser = subparsers.add_parser(name, help=summary, description=title, epilog=f"example:\n{lines}")
    parser.set_defaults(run=run)
    return parser


def add_actions(
    parser: Parser, actions: Mapping[str, tuple[str, str, Callable[[argparse.Namespace], int]]]
) -> dict[str, Parser]:
    """Add the actions of a command, each with its summary, example and run; returns their parsers by name.

    `args.action` is then the name of the action.
    """
    subparsers = parser.add_subparsers(dest="action", metavar="ACTION", title="actions")
    return {
        name: add_command(subparsers, name, example, run, summary)
        for name, (summary, example, run) in actions.items()
    }


def emit(text: str) -> None:
    """Print a text and a line end; control characters are made harmless."""
    sys.stdout.write(f"{_harmless_lines(text)}\n")


def note(text: str) -> None:
    """Print a text that is not part of the answer to standard error, if that is writable."""
    with suppress(OSError):
        sys.stderr.write(f"{_harmless_lines(text)}\n")


def _harmless_lines(text: str) -> str:
    return "\n".join(harmless(line) for line in text.split("\n"))


def emit_next(*words: str | Path) -> None:
    """Print the command to type next."""
    emit(f"next: yakulens {shlex.join(map(str, words))}")


def emit_lines(lines: Iterable[str]) -> None:
    """Print lines for a person."""
    for line in lines:
        emit(line)


def emit_json(answer: Mapping[str, Any], *, indent: int | None = None) -> None:
    """Print one JSON object, on one line unless `indent` is given, and flush it."""
    if indent is None:
        put(plain_text(answer))
    else:
        put(json.dumps(answer, ensure_ascii=False, allow_nan=False, indent=indent))


def tell(answer: Mapping[str, Any], lines: Iterable[str], *, as_json: bool) -> None:
    """Print an answer as JSON, or its lines for a person."""
    if as_json:
        emit_json(answer, indent=2)
    else:
        emit_lines(lines)


def put(text: str) -> None:
    """Print JSON, which contains no control characters, and a line end, then flush."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def whole(low: int) -> Callable[[str], int]:
    """Parser of whole numbers of at least `low`, written with the digits 0 to 9."""

    def read(text: str) -> int:
        number = int(text) if _DIGITS.fullmatch(text) else None
        if number is None or number < low:
            too_long = number is None and text.isascii() and text.isdigit()
            reason = "is too large a number" if too_long else f"is not a whole number of at least {low}"
            message = f"{text} {reason}"
            raise argparse.ArgumentTypeError(message)
        return number

    return read


def between(low: float, high: float) -> Callable[[str], float]:
    """Parser of finite numbers from `low` to `high`, both included; `high` may be infinite."""
    bounds = f"from {low:g} to {high:g}" if math.isfinite(high) else f"of at least {low:g}"

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not (math.isfinite(number) and low <= number <= high):
            message = f"{text} is not a number {bounds}"
            raise argparse.ArgumentTypeError(message)
        return number

    return read


def write_result(out: Path, file: str, text: str) -> Path:
    """Write a text file into an output folder, wholly or not at all.

    Raises:
        UsageError: it cannot be written.
    """
    path = out / file
    try:
        out.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    except OSError as error:
        raise UsageError(path, f"cannot be written ({error.strerror})") from error
    return path
