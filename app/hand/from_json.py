"""Parses JSON into a dataclass by its annotations; an error says in one line what is wrong.

Pure Python without a separate schema, so it runs in a browser too.
"""

from collections.abc import Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

Record = TypeVar("Record")
_hints: Final = cache(get_type_hints)
_MAX_SHOWN: Final = 80
_PLAIN: Final = {int: "a whole number from 0", float: "a number", str: "a text", bool: "true or false"}


class FormError(ValueError):
    """A value has the wrong form; the message says where, and what is wanted."""


def amiss(value: object, at: str, wanted: str) -> FormError:
    """The error about a value at a place, in one line."""
    shown = repr(value)
    shown = shown if len(shown) <= _MAX_SHOWN else f"{shown[:_MAX_SHOWN]}..."
    return FormError(f"{at}: {wanted} is wanted, not {shown}")


def from_json(form: type[Record], value: object, at: str = "it") -> Record:
    """The dataclass of a JSON object; keys that are not fields of it are ignored.

    ``form`` is a dataclass of numbers, strings, ``Literal`` words, tuples and lists of these, and of other
    such dataclasses. Its annotations must evaluate where it is defined. Messages call the value ``at``.

    Raises:
        FormError: the value has the wrong form.

    >>> from yakulens.vision.desk import DeskTile
    >>> from_json(DeskTile, {"uid": 3, "face": "5p", "alternatives": ["0p"]})
    DeskTile(uid=3, face='5p', score=1.0, quad=None, alternatives=('0p',))
    >>> from_json(DeskTile, {"uid": -3, "face": "5p"})
    Traceback (most recent call last):
    yakulens.app.hand.from_json.FormError: it.uid: a whole number from 0 is wanted, not -3
    """
    if not isinstance(value, dict):
        raise amiss(value, at, "an object")
    hints = _hints(form)  # type: ignore[arg-type] # a class can be hashed
    arguments = {
        field.name: parsed(hints[field.name], value.get(field.name), f"{at}.{field.name}")
        for field in fields(form)  # type: ignore[arg-type] # it is a dataclass
        if field.name in value or (field.default is MISSING and field.default_factory is MISSING)
    }
    return form(**arguments)


def one_of(allowed: Sequence[Any], value: object, at: str) -> Any:  # noqa: ANN401 - one of them
    """The value, if it is one of the allowed ones; True is not 1.

    Raises:
        FormError: it is none of them.

    >>> one_of((None, "east"), None, "seat") is None
    True
    """
    for each in allowed:
        if each == value and type(each) is type(value):
            return each
    raise amiss(value, at, f"one of {', '.join(map(repr, allowed))}")


def parsed(form: Any, value: Any, at: str) -> Any:  # noqa: ANN401, PLR0911 - any annotation, any JSON
    """A value parsed by an annotation, as ``from_json`` parses the fields of a dataclass."""
    origin, inner = get_origin(form) or form, get_args(form)
    if form is Any:
        return value
    if origin is Literal:
        return one_of(inner, value, at)
    if origin in {Union, UnionType}:
        return _first(inner, value, at)
    if is_dataclass(origin):
        return from_json(origin, value, at)  # type: ignore[arg-type] # and no instance of one
    if origin in {tuple, list} and isinstance(value, list | tuple):
        forms = inner[:1] * len(value) if origin is list or inner[-1] is Ellipsis else inner
        if len(forms) == len(value):
            pairs = enumerate(zip(forms, value, strict=True))
            return origin(parsed(form_of_item, item, f"{at}[{k}]") for k, (form_of_item, item) in pairs)
    elif origin is dict and isinstance(value, dict):
        return {parsed(inner[0], k, at): parsed(inner[1], v, f"{at}.{k}") for k, v in value.items()}
    elif type(value) is origin and not (origin is int and value < 0):
        return value
    elif origin is float and type(value) is int:
        return float(value)
    raise amiss(value, at, _PLAIN.get(origin, "a list" if origin in {tuple, list} else "an object"))


def _first(forms: Sequence[Any], value: object, at: str) -> Any:  # noqa: ANN401 - any JSON
    """The value parsed as the first form that fits; if none fits, the first form's error is raised."""
    errors = []
    for form in forms:
        try:
            return parsed(form, value, at)
        except FormError as error:
            errors.append(error)
    raise errors[0]
