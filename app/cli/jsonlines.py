"""JSON lines: one answer for each line of input, in the same order, flushed after each line."""

import argparse
import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NoReturn, TextIO

from yakulens.app.cli.fast_json import decoded as _decoded
from yakulens.app.cli.frame import UsageError, json_text, no_text, put, refuse
from yakulens.scorer.contract.form import quoted
from yakulens.scorer.errors import brief

STANDARD_INPUT: Final = "-"
LONGEST: Final = 1_000_000
"""Most characters of a line; a finished hand with every key takes some thousand."""
DEEPEST: Final = 32
"""Most levels of nested lists and objects; the contract needs four."""
_NO_UTF8: Final = re.compile("[\udc80-\udcff]")
"""The characters as which Python's `surrogateescape` reads bytes that are not UTF-8."""
_KINDS: Final = {bool: "true or false", int: "a number", float: "a number", str: "a string", list: "a list"}
_TOO_DEEP: Final = f"lists and objects are nested more than {DEEPEST} deep"


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


def answered(
    line: str, answer: Callable[[str], str], text: Callable[[Mapping[str, Any]], str] = json_text
) -> str:
    """The answer to one line; an error while answering becomes the answer, as a line that `text` makes."""
    if not line:
        return text(invalid("empty_line", "the line is empty"))
    try:
        _check_length(line)
        return answer(line)
    except UsageError as error:
        return text(invalid("bad_input", str(error)))
    except Exception as error:  # noqa: BLE001 - the run continues, whatever one line does
        return text(invalid("defect", f"a bug in yakulens: {type(error).__name__}: {error}"))


def answer_each(lines: Iterable[str], answer: Callable[[str], Mapping[str, Any]]) -> None:
    """Print `answer(line)` for every line."""
    for line in whole_lines(lines):
        put(answered(line, lambda text: json_text(answer(text))))


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
        _check_length(text)
        return parse_object(text.removeprefix("\ufeff"))
    except UsageError as error:
        refuse(f"{'standard input' if source == STANDARD_INPUT else source}: {error}")


def _check_length(text: str) -> None:
    if len(text) > LONGEST:
        refuse(f"longer than {LONGEST:,} characters")


def parse_object(text: str) -> dict[str, Any]:
    """The JSON object that `text` holds.

    Raises:
        UsageError: it contains none, or one that no answer could repeat: with bytes that are not UTF-8, a
            duplicate key, an infinite number, or too many nested lists.
    """
    plain = _plain_object(text)
    return _careful_object(text) if plain is None else plain


def _plain_object(text: str) -> dict[str, Any] | None:
    """The JSON object that `text` holds, if it is certain that nothing is wrong with it; else None.

    As many colons as keys mean that no key is there twice.
    """
    if text.count("[") + text.count("{") > DEEPEST:
        return None
    try:
        value = _decoded(text)
    except (ValueError, RecursionError):
        return None
    return value if type(value) is dict and _keys_in(value) == text.count(":") else None


def _keys_in(value: dict[str, Any]) -> int:
    """The number of keys of an object, and of the objects in it or in its lists."""
    inner = [part for part in value.values() if type(part) is dict or type(part) is list]
    objects = [part for part in inner if type(part) is dict]
    objects += [each for part in inner if type(part) is list for each in part if type(each) is dict]
    return len(value) + sum(map(_keys_in, objects))


def _careful_object(text: str) -> dict[str, Any]:
    """The JSON object that `text` holds, or what is wrong with it."""
    damaged = None if text.isascii() else _NO_UTF8.search(text)
    if damaged is not None:
        refuse(f"not UTF-8 at column {damaged.start() + 1}")
    try:
        value = json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            parse_int=_integer,
            object_pairs_hook=_unique_keys,
        )
    except json.JSONDecodeError as error:
        refuse(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}")
    except RecursionError:
        refuse(_TOO_DEEP)
    if not isinstance(value, dict):
        refuse(f"a JSON object is needed, not {_KINDS.get(type(value), 'null')}")
    if text.count("[") + text.count("{") > DEEPEST and _is_deep(value):
        refuse(_TOO_DEEP)
    return value


def _is_deep(value: object) -> bool:
    """Whether lists and objects are nested deeper than `DEEPEST`."""
    level: list[object] = [value]
    for _ in range(DEEPEST):
        lists = [list(part.values()) if isinstance(part, dict) else part for part in level]
        level = [part for parts in lists if isinstance(parts, list) for part in parts]
    return any(isinstance(part, dict | list) for part in level)


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refuse_number(text)


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:  # more digits than Python reads
        _refuse_number(text)


def _refuse_number(text: str) -> NoReturn:
    refuse(f"not usable JSON: the number {brief(text)} is out of range")


def _refuse_constant(name: str) -> NoReturn:
    refuse(f"not usable JSON: {name} is not a JSON number")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, value in pairs:
        if name in result:
            refuse(f"not usable JSON: the key {quoted(name)} is given twice")
        result[name] = value
    return result
