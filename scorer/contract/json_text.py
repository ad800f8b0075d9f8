"""JSON by the fastest library at hand: msgspec where it is installed, else Python's own.

Both refuse what is no JSON, `NaN` and infinite numbers with a `ValueError`. Neither tells a key that is there
twice; `scorer.contract.json_line` does.
"""

import functools
import importlib
import json
import math
from contextlib import suppress
from typing import Any, Final, NoReturn


@functools.cache
def _library() -> Any:  # noqa: ANN401 - a module, or None
    """`msgspec.json`, or None where it is not installed. It is imported by whoever has many lines."""
    try:
        return importlib.import_module("msgspec").json
    except ImportError:
        return None


def _refused(text: str) -> NoReturn:
    raise ValueError(text)


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refused(text)


_DECODER: Final = json.JSONDecoder(parse_float=_finite, parse_constant=_refused)
_SPACED: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
"""Made once: `json.dumps` with arguments makes one for each call."""
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def decoded(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """The value that a JSON text holds.

    Raises:
        ValueError: it holds none.

    >>> decoded('{"a": [1, true]}')
    {'a': [1, True]}
    """
    library = _library()
    return _DECODER.decode(text) if library is None else library.decode(text)


def plain_text(value: object) -> str:
    """A JSON value as one line, as `json.dumps` writes it.

    Raises:
        ValueError, TypeError, RecursionError: it cannot be written as JSON.

    >>> plain_text({"id": "東", "value": 3.0})
    '{"id": "東", "value": 3.0}'
    """
    return _SPACED.encode(value)


def spaced(value: object) -> str:
    """A JSON value as one line with a blank after each comma and colon, as `json.dumps` writes it.

    The value holds no numbers but whole ones: libraries write others in different ways.

    >>> spaced({"id": "東", "tiles": ["1m", "2m"]})
    '{"id": "東", "tiles": ["1m", "2m"]}'
    """
    if library := _library():
        with suppress(ValueError, OverflowError):  # as below
            return str(library.format(library.encode(value), indent=0), "utf-8")
    return plain_text(value)


def compact(value: object) -> bytes:
    r"""A JSON value as one line of UTF-8 without blanks and without its line end.

    >>> compact({"id": "東", "han": 3})
    b'{"id":"\xe6\x9d\xb1","han":3}'
    """
    if library := _library():
        with suppress(ValueError, OverflowError):  # an `id` of half a character, or of many digits
            return bytes(library.encode(value))
    return _ENCODER.encode(value).encode("utf-8", "backslashreplace")
