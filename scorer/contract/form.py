"""The one reader of the contract's JSON: values are taken out of an object key by key, problems are gathered.

What may stand under a key is a `Kind`; the keys of each command, with their kinds, defaults and bounds, are
declared in `scorer.contract.keys`. Whatever comes in, reading ends with typed values, or with a message for
each thing that is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeVar

from scorer import tile
from scorer.message import Message
from scorer.tile import Tile, TileError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
W = TypeVar("W", bound=str)
AN_OBJECT: Final = Message("an_object")
_SHOWN: Final = 40
_HUGE: Final = 10**_SHOWN


class Kind(Protocol[T_co]):
    """What may stand under a key."""

    @property
    def expected(self) -> Message:
        """What is needed, for the sentence of a value that is missing or wrong."""

    def read(self, value: object, at: Spot) -> T_co | None:
        """The value, or None where it is wrong; what is wrong with it has then been noted."""


@dataclass(frozen=True)
class Key(Generic[T_co]):
    """A key of an object of the contract.

    Attributes:
        name: as it is spelt in JSON.
        kind: what may stand there.
        default: what it means to leave the key out, or to give `null`; of a required key never used.
        required: whether it must be there.
    """

    name: str
    kind: Kind[T_co]
    default: T_co
    required: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the input, and where problems go."""

    where: str
    problems: list[Message]

    def wrong(self, message: Message) -> None:
        """Note what is wrong here."""
        self.problems.append(message.at(self.where))

    def wrong_type(self, value: object, expected: Message) -> None:
        """Note that a value of another type is needed."""
        self.wrong(Message.of("wrong_type", given=shown(value), expected=expected))

    def inner(self, part: str) -> Spot:
        """A place within this one: `.key` or `[3]`."""
        return Spot(f"{self.where}{part}", self.problems)


@dataclass(frozen=True, slots=True)
class Form:
    """An object of the contract that is being read.

    Attributes:
        value: the object.
        where: its place in the input, empty for the whole.
        problems: what is wrong with it so far; the forms of objects inside it share the list.
        is_object: whether it is an object at all; of anything else nothing is missed.
    """

    value: Mapping[str, Any]
    where: str = ""
    problems: list[Message] = field(default_factory=list)
    is_object: bool = True

    @classmethod
    def of(cls, value: object) -> Form:
        """Begin to read; anything but an object is a problem, and read as an empty one.

        >>> [each.text for each in Form.of([1]).problems]
        ['a JSON object is needed, not a list']
        """
        if isinstance(value, Mapping):
            return cls(value)
        return cls({}, problems=[Message.of("not_an_object", given=shown(value))], is_object=False)

    def only(self, keys: Sequence[Key[Any]], silently: Sequence[str] = ()) -> None:
        """Note keys that nobody would read; those of `silently` are passed over."""
        allowed = tuple(key.name for key in keys)
        for name in self.value:
            if name not in allowed and name not in silently:
                self.spot(str(name)).wrong(Message.of("unknown_key", allowed=allowed))

    def says(self, key: Key[Any]) -> bool:
        """Whether the object names the key, with a value other than `null`."""
        return self.value.get(key.name) is not None

    def take(self, key: Key[T]) -> T:
        """The value of a key; its default where it is left out or wrong."""
        given = self.value.get(key.name)
        if given is not None:
            read = key.kind.read(given, self.spot(key.name))
            return key.default if read is None else read
        if key.required and self.is_object:
            self.spot(key.name).wrong(Message.of("missing_key", expected=key.kind.expected))
        return key.default

    def spot(self, name: str) -> Spot:
        """The place of a key."""
        return Spot(f"{self.where}.{name}" if self.where else name, self.problems)


@dataclass(frozen=True)
class Word(Generic[W]):
    """One of some words."""

    allowed: tuple[W, ...]

    @property
    def expected(self) -> Message:
        """One of these words."""
        return Message.of("one_of", allowed=self.allowed)

    def read(self, value: object, at: Spot) -> W | None:
        """The word."""
        found = next((word for word in self.allowed if isinstance(value, str) and value == word), None)
        if found is None:
            at.wrong(Message.of("wrong_value", given=shown(value), allowed=self.allowed))
        return found


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    @property
    def expected(self) -> Message:
        """True or false."""
        return Message("true_or_false")

    def read(self, value: object, at: Spot) -> bool | None:
        """The flag."""
        if isinstance(value, bool):
            return value
        at.wrong_type(value, self.expected)
        return None


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds, both included."""

    low: int
    high: int

    @property
    def expected(self) -> Message:
        """A whole number within the bounds."""
        return Message.of("whole_number", low=self.low, high=self.high)

    def read(self, value: object, at: Spot) -> int | None:
        """The number."""
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return value
        at.wrong(Message.of("wrong_number", given=shown(value), expected=self.expected))
        return None


@dataclass(frozen=True, slots=True)
class Tiles:
    """Tiles, as compact text or as a list."""

    @property
    def expected(self) -> Message:
        """Tiles in the contract's notation."""
        return Message("tiles_text")

    def read(self, value: object, at: Spot) -> tuple[Tile, ...] | None:
        """The tiles, in their order."""
        return _tiles(value, at, self.expected)


@dataclass(frozen=True, slots=True)
class OneTile:
    """Exactly one tile."""

    @property
    def expected(self) -> Message:
        """A tile in the contract's notation."""
        return Message("tile_text")

    def read(self, value: object, at: Spot) -> Tile | None:
        """The tile."""
        tiles = _tiles(value, at, self.expected)
        if tiles is not None and len(tiles) != 1:
            at.wrong(Message.of("not_one_tile", count=len(tiles)))
        return tiles[0] if tiles is not None and len(tiles) == 1 else None


@dataclass(frozen=True, slots=True)
class Text:
    """A text."""

    expected: Message

    def read(self, value: object, at: Spot) -> str | None:
        """The text."""
        if isinstance(value, str):
            return value
        at.wrong_type(value, self.expected)
        return None


@dataclass(frozen=True, slots=True)
class Object:
    """An object, as it is."""

    expected: Message = AN_OBJECT

    def read(self, value: object, at: Spot) -> Mapping[str, Any] | None:
        """The object."""
        if isinstance(value, Mapping):
            return value
        at.wrong_type(value, self.expected)
        return None


@dataclass(frozen=True, slots=True)
class Anything:
    """Any JSON value."""

    expected: Message = AN_OBJECT

    def read(self, value: object, at: Spot) -> object:  # noqa: ARG002 - as every kind
        """The value."""
        return value


@dataclass(frozen=True)
class ListOf(Generic[T]):
    """A list, each of it of one kind; `single` where one alone may stand without the list."""

    inner: Kind[T]
    expected: Message
    single: type[Any] | None = None

    def read(self, value: object, at: Spot) -> tuple[T, ...] | None:
        """The values that could be read."""
        if self.single is not None and isinstance(value, self.single):
            value = [value]
        if not isinstance(value, list | tuple):
            at.wrong_type(value, self.expected)
            return None
        read = (self.inner.read(each, at.inner(f"[{place}]")) for place, each in enumerate(value))
        return tuple(each for each in read if each is not None)


@dataclass(frozen=True)
class MapOf(Generic[W, T]):
    """An object of values of one kind; `names` are its keys, where they are not free."""

    inner: Kind[T]
    expected: Message
    names: Word[W] | None = None

    def read(self, value: object, at: Spot) -> dict[W, T] | None:
        """The values that could be read, by name."""
        if not isinstance(value, Mapping):
            at.wrong_type(value, self.expected)
            return None
        found: dict[Any, T] = {}
        for name, each in value.items():
            known = self.names is None or self.names.read(name, at) is not None
            read = self.inner.read(each, at.inner(f".{name}"))
            if known and read is not None:
                found[str(name)] = read
        return found


def shown(value: object) -> str:
    """A JSON value as it stands in a sentence: short, whatever it is.

    >>> shown({"a": 1}), shown(None), shown("up"), shown(True)
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
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…{text[-1]}"


def _tiles(value: object, at: Spot, expected: Message) -> tuple[Tile, ...] | None:
    if isinstance(value, str) or (
        isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
    ):
        try:
            return tile.parse(value)
        except TileError as error:
            at.wrong(Message.of("not_a_tile", why=error.message))
    else:
        at.wrong_type(value, expected)
    return None
