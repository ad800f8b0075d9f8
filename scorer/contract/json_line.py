"""One line of JSON: the object that it holds, and the line that answers it."""

import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn

from yakulens.scorer.contract.form import quoted
from yakulens.scorer.contract.json_text import decoded, plain_text
from yakulens.scorer.errors import InputError, brief

LONGEST: Final = 1_000_000
"""Most characters of a line; a finished hand with every key takes some thousand."""
DEEPEST: Final = 32
"""Most levels of nested lists and objects; the contract needs four."""
_NO_UTF8: Final = re.compile("[\udc80-\udcff]")
"""The characters as which Python's `surrogateescape` reads bytes that are not UTF-8."""
_KINDS: Final = {bool: "true or false", int: "a number", float: "a number", str: "a string", list: "a list"}
_TOO_DEEP: Final = f"lists and objects are nested more than {DEEPEST} deep"


class JsonLineError(InputError):
    """A text holds no JSON object, or one that no answer could repeat; the message is one line."""


def invalid(code: str, message: str) -> dict[str, Any]:
    """The answer to a line that cannot be used."""
    return {"outcome": "invalid", "problems": [{"code": code, "message": message}]}


def answered(
    line: str, answer: Callable[[str], str], text: Callable[[Mapping[str, Any]], str] = plain_text
) -> str:
    """The answer to one line; an error while answering becomes the answer, as a line that `text` makes."""
    if not line:
        return text(invalid("empty_line", "the line is empty"))
    try:
        check_length(line)
        return answer(line)
    except InputError as error:
        return text(invalid("bad_input", str(error)))
    except Exception as error:  # noqa: BLE001 - the run continues, whatever one line does
        return text(invalid("defect", f"a bug in yakulens: {type(error).__name__}: {error}"))


def check_length(text: str) -> None:
    """Refuse a text that is longer than any line of the contract.

    Raises:
        JsonLineError: it is.
    """
    if len(text) > LONGEST:
        _refuse(f"longer than {LONGEST:,} characters")


def parse_object(text: str) -> dict[str, Any]:
    """The JSON object that `text` holds.

    Raises:
        JsonLineError: it contains none, or one that no answer could repeat: with bytes that are not UTF-8, a
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
        value = decoded(text)
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
        _refuse(f"not UTF-8 at column {damaged.start() + 1}")
    try:
        value = json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            parse_int=_integer,
            object_pairs_hook=_unique_keys,
        )
    except json.JSONDecodeError as error:
        _refuse(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}")
    except RecursionError:
        _refuse(_TOO_DEEP)
    if not isinstance(value, dict):
        _refuse(f"a JSON object is needed, not {_KINDS.get(type(value), 'null')}")
    if text.count("[") + text.count("{") > DEEPEST and _is_deep(value):
        _refuse(_TOO_DEEP)
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
    _refuse(f"not usable JSON: the number {brief(text)} is out of range")


def _refuse_constant(name: str) -> NoReturn:
    _refuse(f"not usable JSON: {name} is not a JSON number")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, value in pairs:
        if name in result:
            _refuse(f"not usable JSON: the key {quoted(name)} is given twice")
        result[name] = value
    return result


def _refuse(message: str) -> NoReturn:
    raise JsonLineError(message)
