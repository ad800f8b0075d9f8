"""JSON lines: one answer for each line of input, in its place, flushed as it goes."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from app.cli.frame import UsageError, emit_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

STANDARD_INPUT = "-"


def invalid(code: str, message: str) -> dict[str, Any]:
    """The answer to a line that cannot be used."""
    return {"outcome": "invalid", "problems": [{"code": code, "message": message}]}


@contextmanager
def open_lines(source: str | None) -> Iterator[Iterable[str]]:
    """The lines of the file `source`, or of standard input where it is None or `-`.

    Raises:
        UsageError: the file cannot be opened.
    """
    if source is None or source == STANDARD_INPUT:
        if sys.stdin is None:
            message = "standard input is closed: name a file, or write into it"
            raise UsageError(message)
        yield sys.stdin
        return
    try:
        file = Path(source).open(encoding="utf-8", errors="surrogateescape")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as error:
        message = f"{source}: cannot be opened: {getattr(error, 'strerror', None) or error}"
        raise UsageError(message) from error
    with file:
        yield file


def answer_each(lines: Iterable[str], answer: Callable[[str], Mapping[str, Any]]) -> None:
    """Print `answer(line)` for every line; empty lines at the very end are no lines.

    A defect in one answer does not end the run: it is told in that line's place.
    """
    empty = 0
    for raw in lines:
        line = raw.removeprefix("\ufeff").rstrip("\r\n")  # a file's name may begin or end with spaces
        if not line.strip():
            empty += 1
            continue
        for _ in range(empty):
            emit_json(invalid("empty_line", "the line is empty"))
        empty = 0
        try:
            result = answer(line)
        except UsageError as error:
            result = invalid("bad_input", str(error))
        except Exception as error:  # noqa: BLE001 - the run goes on, whatever one line does
            result = invalid("defect", f"a defect of yakulens: {type(error).__name__}: {error}")
        emit_json(result)


def answer_objects(lines: Iterable[str], answer: Callable[[dict[str, Any]], Mapping[str, Any]]) -> None:
    """Like `answer_each` for lines of one JSON object each; an unreadable line is answered as invalid."""
    answer_each(lines, lambda line: answer(parse_object(line)))


def read_object(source: str | None) -> dict[str, Any]:
    """The one JSON object in the file `source` (standard input where None or `-`).

    Raises:
        UsageError: no such file, or it holds no JSON object.
    """
    with open_lines(source) as lines:
        text = "".join(lines)
    try:
        return parse_object(text.removeprefix("\ufeff"))
    except UsageError as error:
        message = f"{'standard input' if source in {None, STANDARD_INPUT} else source}: {error}"
        raise UsageError(message) from error


def parse_object(text: str) -> dict[str, Any]:
    """The JSON object that `text` holds.

    Raises:
        UsageError: it holds none.
    """
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        message = f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        raise UsageError(message) from error
    except (ValueError, RecursionError) as error:
        message = f"not usable JSON: {error}"
        raise UsageError(message) from error
    if not isinstance(value, dict):
        message = f"a JSON object is needed, not {_kind(value)}"
        raise UsageError(message)
    return value


def _refuse_constant(name: str) -> NoReturn:
    message = f"{name} is no JSON number"
    raise ValueError(message)


def _kind(value: object) -> str:
    kinds = {bool: "true or false", int: "a number", float: "a number", str: "a string", list: "a list"}
    return kinds.get(type(value), "null")
