"""The only reader of the contract's JSON: it takes values from an object key by key and collects problems.

A `Kind` says what a key may hold; `scorer.contract.keys` declares the keys of each command with their kinds,
defaults and bounds. Any input gives typed values and a message for each fault; nothing is raised.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from yakulens.scorer import tile
from yakulens.scorer.errors import brief, nearest
from yakulens.scorer.message import Message
from yakulens.scorer.notation import tiles
from yakulens.scorer.tile import Tile, TileError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
W = TypeVar("W", bound=str)
_HUGE: Final = 10**40


@dataclass(frozen=True)
class Kind(Generic[T_co]):
    """What a key may hold.

    Attributes:
        expected: what is needed, as part of the sentence about a missing or wrong value.
        read: returns the typed value, or None if it is wrong, after noting the fault at the spot.
        allowed: the allowed words, if there are any.
    """

    expected: Message
    read: Callable[[object, FormField], T_co | None]
    allowed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Key(Generic[T_co]):
    """A key of an object of the contract.

    Attributes:
        name: its spelling in JSON.
        kind: what it may hold.
        default: the value if the key is missing, `null` or wrong.
        required: whether a missing key is a problem.
    """

    name: str
    kind: Kind[T_co]
    default: T_co
    required: bool = False


@dataclass(frozen=True, slots=True)
class FormField:
    """A place in the input, and the list that collects problems found there.

    Attributes:
        where: the place, such as `melds[0].tiles`.
        problems: the problems of the whole input, shared by all places.
    """

    where: str
    problems: list[Message]

    def wrong(self, message: Message) -> None:
        """Note what is wrong here."""
        self.problems.append(message.at(self.where))

    def wrong_type(self, value: object, expected: Message) -> None:
        """Note that the value has the wrong type."""
        self.wrong(Message.of("wrong_type", given=quoted(value), expected=expected))

    def inner(self, part: str) -> FormField:
        """A place inside this one, by `.key` or `[3]`."""
        return FormField(f"{self.where}{part}", self.problems)


@dataclass(frozen=True, slots=True)
class Form:
    """An object of the contract that is being read.

    Attributes:
        value: the object.
        where: its place in the input, empty for the whole input.
        problems: its problems so far; the forms of objects inside it share the list.
        is_object: whether the input is an object; if not, no missing key is reported.

    >>> form = Form.of({"honba": 2, "deposits": "none", "wimd": None})
    >>> honba, deposits = Key("honba", integer(0, 9), 0), Key("deposits", integer(0, 9), 0)
    >>> form.only([honba, deposits])
    >>> form.says(honba), form.take(honba), form.take(deposits)
    (True, 2, 0)
    >>> [each.text for each in form.problems]
    ['wimd: unknown; the keys are honba, deposits', "deposits: 'none' is not a whole number 0 to 9"]
    """

    value: Mapping[str, Any]
    where: str = ""
    problems: list[Message] = field(default_factory=list)
    is_object: bool = True

    @classmethod
    def of(cls, value: object) -> Form:
        """Start reading an input. Anything but an object is a problem, and is read as an empty object."""
        if isinstance(value, Mapping):
            return cls(value)
        return cls({}, problems=[Message.of("not_an_object", given=quoted(value))], is_object=False)

    def only(self, keys: Sequence[Key[Any]], silently: Sequence[str] = ()) -> None:
        """Note every key that is neither allowed nor in `silently` (ignored keys)."""
        allowed = tuple(key.name for key in keys)
        for name in self.value:
            if name not in allowed and name not in silently:
                self.spot(brief(str(name))).wrong(unknown_key(str(name), allowed))

    def says(self, key: Key[Any]) -> bool:
        """Whether the object has the key, with a value other than `null`."""
        return self.value.get(key.name) is not None

    def take(self, key: Key[T]) -> T:
        """The typed value of a key, or its default if missing or wrong; a wrong value is noted."""
        value = self.value.get(key.name)
        if value is not None:
            result = key.kind.read(value, self.spot(key.name))
            return key.default if result is None else result
        if key.required and self.is_object:
            self.spot(key.name).wrong(Message.of("missing_key", expected=key.kind.expected))
        return key.default

    def spot(self, name: str) -> FormField:
        """The place of a key of this object."""
        return FormField(f"{self.where}.{name}" if self.where else name, self.problems)


def unknown_key(name: str, allowed: tuple[str, ...]) -> Message:
    """The message about a key that an object does not have, with the one that is nearest.

    >>> unknown_key("homba", ("honba", "deposits")).text
    'unknown; did you mean honba? the keys are honba, deposits'
    """
    return Message.of("unknown_key", hint=_hint(name, allowed), allowed=allowed)


def wrong_value(value: object, allowed: tuple[str, ...]) -> Message:
    """The message about a value that is none of the allowed words, with the one that is nearest.

    >>> wrong_value("tsuno", ("ron", "tsumo")).text, wrong_value(3, ("ron", "tsumo")).text
    ("did you mean tsumo? 'tsuno' is not one of ron, tsumo", '3 is not one of ron, tsumo')
    """
    hint = _hint(value, allowed) if isinstance(value, str) else ""
    return Message.of("wrong_value", hint=hint, given=quoted(value), allowed=allowed)


def _hint(name: str, allowed: tuple[str, ...]) -> Message | str:
    """The question whether the nearest name is meant; empty if none is near."""
    near = nearest(name, allowed)
    return Message.of("did_you_mean", near=near) if near else ""


def word(allowed: tuple[W, ...]) -> Kind[W]:
    """One of the allowed words, such as the ways to win."""

    def read(value: object, at: FormField) -> W | None:
        match = next((each for each in allowed if isinstance(value, str) and value == each), None)
        if match is None:
            at.wrong(wrong_value(value, allowed))
        return match

    return Kind(Message.of("one_of", allowed=allowed), read, allowed)


def of_type(kind: type[Any], expected: Message) -> Kind[Any]:
    """A value of a type, unchanged; `expected` describes it."""

    def read(value: object, at: FormField) -> object:
        if isinstance(value, kind):
            return value
        at.wrong_type(value, expected)
        return None

    return Kind(expected, read)


FLAG: Final[Kind[bool]] = of_type(bool, Message("true_or_false"))
OBJECT: Final[Kind[Mapping[str, Any]]] = of_type(Mapping, Message("an_object"))


def integer(low: int, high: int) -> Kind[int]:
    """A whole number within inclusive bounds."""
    expected = Message.of("whole_number", low=low, high=high)

    def read(value: object, at: FormField) -> int | None:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        at.wrong(Message.of("wrong_number", given=quoted(value), expected=expected))
        return None

    return Kind(expected, read)


def _tiles_of(expected: Message) -> Callable[[object, FormField], tuple[Tile, ...] | None]:
    def read(value: object, at: FormField) -> tuple[Tile, ...] | None:
        texts: Sequence[Any] = value if isinstance(value, list | tuple) else [value]
        if not all(isinstance(each, str) for each in texts):
            at.wrong_type(value, expected)
            return None
        blank = next((each for each in texts if not each.strip()), None)
        if blank is not None and texts is value:
            at.wrong_type(blank, expected)
            return None
        try:
            return tile.parse(texts)
        except TileError as error:
            named = _in_another_notation(texts)
            if named is None:
                at.wrong(Message.of("not_a_tile", why=error.message))
            return named

    return read


def _in_another_notation(texts: Sequence[str]) -> tuple[Tile, ...] | None:
    """The tiles of names, of Unicode's signs or with blanks between; None where they are none of these."""
    try:
        return tuple(itertools.chain.from_iterable(map(tiles, texts)))
    except TileError:
        return None


def _one_tile(value: object, at: FormField) -> Tile | None:
    tiles = _tiles_of(ONE_TILE.expected)(value, at)
    if tiles is not None and len(tiles) != 1:
        at.wrong(Message.of("not_one_tile", count=len(tiles)))
    return tiles[0] if tiles is not None and len(tiles) == 1 else None


TILES: Final = Kind(Message("tiles_text"), _tiles_of(Message("tiles_text")))
"""Tiles in order, as compact text (`406m`) or a list of such texts."""
ONE_TILE: Final = Kind(Message("tile_text"), _one_tile)
"""Exactly one tile: `5s`, not `55s`."""


def list_of(inner: Kind[T], expected: Message, single: type[Any] | None = None) -> Kind[tuple[T, ...]]:
    """A list of values of one kind; unreadable values are left out.

    `expected` describes the list; a value of the type `single` may also be given without a list.
    """

    def read(value: object, at: FormField) -> tuple[T, ...] | None:
        if single is not None and isinstance(value, single):
            value = [value]
        if not isinstance(value, list | tuple):
            at.wrong_type(value, expected)
            return None
        items = (inner.read(each, at.inner(f"[{place}]")) for place, each in enumerate(value))
        return tuple(each for each in items if each is not None)

    return Kind(expected, read)


def map_of(inner: Kind[T], expected: Message, names: Kind[str] | None = None) -> Kind[dict[Any, T]]:
    """An object with values of one kind; unreadable values are left out.

    `expected` describes it; `names` are the allowed keys, None for any key.
    """

    def read(value: object, at: FormField) -> dict[Any, T] | None:
        if not isinstance(value, Mapping):
            at.wrong_type(value, expected)
            return None
        entries: dict[Any, T] = {}
        for name, each in value.items():
            is_known = names is None or names.read(name, at) is not None
            item = inner.read(each, at.inner(f".{name}"))
            if is_known and item is not None:
                entries[str(name)] = item
        return entries

    return Kind(expected, read)


def quoted(value: object) -> str:
    """A JSON value as it appears in a sentence; long ones are shortened.

    >>> quoted({"a": 1}), quoted(None), quoted("up"), quoted(True)
    ('an object', 'nothing', "'up'", 'true')
    """
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, int) and abs(value) >= _HUGE:
        return "a huge number"
    text = (
        str(value).lower()
        if isinstance(value, bool)
        else f"'{value}'"
        if isinstance(value, str)
        else repr(value)
    )
    shown = brief(text)
    return shown if shown == text else f"{shown}{text[-1]}"
