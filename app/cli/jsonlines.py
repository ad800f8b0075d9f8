"""JSON lines: one answer for each line of input, in the same order, flushed after each line."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO

from yakulens.app.cli.frame import no_text, put, refuse
from yakulens.scorer.contract.json_line import LONGEST, answered, check_length, parse_object
from yakulens.scorer.contract.json_text import plain_text
from yakulens.scorer.errors import InputError

STANDARD_INPUT: Final = "-"


@contextmanager
def open_lines(source: str | None) -> Iterator[Iterable[str]]:
    """The lines of the file `source`, or of standard input where it is None or `-`.

    Raises:
        UsageError: the file cannot be opened.
    """
    if source is None or source == STANDARD_INPUT:
        if sys.stdin is None:
            refuse("standard input is closed; name a file, or pipe data into it")
        yield _lines(sys.stdin)
        return
    try:
        file = Path(source).open(encoding="utf-8", errors="surrogateescape")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as error:
        refuse(f"{source}: cannot be opened: {getattr(error, 'strerror', None) or error}")
    with file:
        yield _lines(file)


def _lines(file: TextIO) -> Iterator[str]:
    """The file's lines; a line that is too long is cut, but not to a permitted length."""
    while line := file.readline(LONGEST + 2):
        yield line
        while not line.endswith("\n") and (line := file.readline(LONGEST)):
            pass  # skip the remainder of a line that is too long


def whole_lines(lines: Iterable[str]) -> Iterator[str]:
    r"""The lines without their line ends; empty lines at the end of the file are left out.

    >>> list(whole_lines(["a\n", "\n", "b\r\n", "\n"]))
    ['a', '', 'b']
    """
    empty = 0
    for raw in lines:
        line = raw.removeprefix("\ufeff").rstrip("\r\n")  # a file name may begin or end with spaces
        if not line.strip():
            empty += 1
            continue
        for _ in range(empty):
            yield ""
        empty = 0
        yield line


def answer_each(lines: Iterable[str], answer: Callable[[str], Mapping[str, Any]]) -> None:
    """Print `answer(line)` for every line."""
    for line in whole_lines(lines):
        put(answered(line, lambda text: plain_text(answer(text))))


def answer_lines(
    args: argparse.Namespace, source: str | None, answer: Callable[[dict[str, Any]], Mapping[str, Any]]
) -> int:
    """Carry out `--jsonl`: answer the JSON object in each line of a file, or of standard input if None."""
    no_text(args)
    with open_lines(source) as lines:
        answer_each(lines, lambda line: answer(parse_object(line)))
    return 0


def read_object(source: str) -> dict[str, Any]:
    """The one JSON object in the file `source`, or in standard input for `-`.

    Raises:
        UsageError: no such file, or it contains no JSON object.
    """
    text = ""
    with open_lines(source) as lines:
        for line in lines:
            text += line
            if len(text) > LONGEST:
                break
    try:
        check_length(text)
        return parse_object(text.removeprefix("\ufeff"))
    except InputError as error:
        refuse(f"{'standard input' if source == STANDARD_INPUT else source}: {error}")
