"""The one reader of the contract's JSON: it takes values out of an object key by key and gathers problems.

What may stand under a key is a `Kind`; the keys of each command, with their kinds, defaults and bounds, are
declared in `scorer.contract.keys`. Whatever comes in, reading it gives typed values and a message for each
thing that is wrong; nothing is raised.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeVar, cast

from yakulens.scorer import tile
from yakulens.scorer.message import Message
from yakulens.scorer.tile import Tile, TileError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
W = TypeVar("W", bound=str)
SOME_TILES: Final = Message("tiles_text")
ONE_TILE: Final = Message("tile_text")
_SHOWN: Final = 40
_HUGE: Final = 10**_SHOWN


class Kind(Protocol[T_co]):
    """What may stand under a key: how such a value is called in a sentence, and how it is read."""

    @property
    def expected(self) -> Message:
        """What is needed here, as part of the sentence about a value that is missing or wrong.

        >>> FLAG.expected.text
        'true or false'
        """

    def read(self, value: object, at: Spot) -> T_co | None:
        """The typed value, or None where it is wrong; what is wrong has then been noted at `at`.

        >>> spot = Spot("honba", [])
        >>> Whole(0, 9).read(3, spot), Whole(0, 9).read("many", spot)
        (3, None)
        >>> spot.problems[0].text
        "honba: 'many' is not a whole number 0 to 9"
        """


@dataclass(frozen=True)
class Key(Generic[T_co]):
    """A key of an object of the contract.

    Attributes:
        name: as it is spelt in JSON.
        kind: what may stand there.
        default: the value where the key is left out, given as `null` or wrong.
        required: whether leaving it out is a problem.
    """

    name: str
    kind: Kind[T_co]
    default: T_co
    required: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the input, and the list to which problems found there are added.

    Attributes:
        where: the place, such as `melds[0].tiles`.
        problems: the problems of the whole input, shared by all places.
    """

    where: str
    problems: list[Message]

    def wrong(self, message: Message) -> None:
        """Note what is wrong here.

        >>> spot = Spot("discarder", [])
        >>> spot.wrong(Message("no_discarder"))
        >>> spot.problems[0].text
        'discarder: say who discarded the winning tile'
        """
        self.problems.append(message.at(self.where))

    def wrong_type(self, value: object, expected: Message) -> None:
        """Note that the value is not what is needed here.

        >>> spot = Spot("ippatsu", [])
        >>> spot.wrong_type(1, Message("true_or_false"))
        >>> spot.problems[0].text
        'ippatsu: 1 is not true or false'
        """
        self.wrong(Message.of("wrong_type", given=shown(value), expected=expected))

    def inner(self, part: str) -> Spot:
        """A place within this one, by `.key` or `[3]`.

        >>> Spot("melds", []).inner("[3]").where
        'melds[3]'
        """
        return Spot(f"{self.where}{part}", self.problems)


@dataclass(frozen=True, slots=True)
class Form:
    """An object of the contract that is being read.

    Attributes:
        value: the object.
        where: its place in the input, empty for the input as a whole.
        problems: what is wrong with it so far; the forms of objects inside it share the list.
        is_object: whether the input is an object at all; if not, no key of it is reported as missing.
    """

    value: Mapping[str, Any]
    where: str = ""
    problems: list[Message] = field(default_factory=list)
    is_object: bool = True

    @classmethod
    def of(cls, value: object) -> Form:
        """Begin to read an input; anything but an object is a problem, and is read as an object without keys.

        >>> [each.text for each in Form.of([1]).problems]
        ['a JSON object is needed, not a list']
        """
        if isinstance(value, Mapping):
            return cls(value)
        return cls({}, problems=[Message.of("not_an_object", given=shown(value))], is_object=False)

    def only(self, keys: Sequence[Key[Any]], silently: Sequence[str] = ()) -> None:
        """Note every key that is not among the allowed ones.

        Args:
            keys: the allowed keys.
            silently: names of further keys that are neither read nor a problem.

        >>> form = Form.of({"wimd": "east"})
        >>> form.only([Key("wind", OBJECT, {})])
        >>> form.problems[0].text
        'wimd: unknown; the keys are wind'
        """
        allowed = tuple(key.name for key in keys)
        for name in self.value:
            if name not in allowed and name not in silently:
                self.spot(str(name)).wrong(Message.of("unknown_key", allowed=allowed))

    def says(self, key: Key[Any]) -> bool:
        """Whether the object has the key, with a value other than `null`.

        >>> form, ippatsu = Form.of({"ippatsu": None}), Key("ippatsu", FLAG, default=False)
        >>> form.says(ippatsu)
        False
        """
        return self.value.get(key.name) is not None

    def take(self, key: Key[T]) -> T:
        """The typed value of a key; its default where it is left out or wrong, and a wrong one is noted.

        >>> form = Form.of({"honba": 2, "deposits": "none"})
        >>> form.take(Key("honba", Whole(0, 9), 0)), form.take(Key("deposits", Whole(0, 9), 0))
        (2, 0)
        >>> [each.text for each in form.problems]
        ["deposits: 'none' is not a whole number 0 to 9"]
        """
        given = self.value.get(key.name)
        if given is not None:
            read = key.kind.read(given, self.spot(key.name))
            return key.default if read is None else read
        if key.required and self.is_object:
            self.spot(key.name).wrong(Message.of("missing_key", expected=key.kind.expected))
        return key.default

    def spot(self, name: str) -> Spot:
        """The place of a key of this object.

        >>> Form({}, where="wins[0]").spot("fu").where
        'wins[0].fu'
        """
        return Spot(f"{self.where}.{name}" if self.where else name, self.problems)


@dataclass(frozen=True)
class Word(Generic[W]):
    """One of some words, such as the ways to win."""

    allowed: tuple[W, ...]

    @property
    def expected(self) -> Message:
        """The sentence part that lists these words.

        >>> Word(("ron", "tsumo")).expected.text
        'one of ron, tsumo'
        """
        return Message.of("one_of", allowed=self.allowed)

    def read(self, value: object, at: Spot) -> W | None:
        """The word; None where it is not one of these.

        >>> Word(("ron", "tsumo")).read("ron", Spot("by", []))
        'ron'
        """
        found = next((word for word in self.allowed if isinstance(value, str) and value == word), None)
        if found is None:
            at.wrong(Message.of("wrong_value", given=shown(value), allowed=self.allowed))
        return found


@dataclass(frozen=True)
class OfType(Generic[T]):
    """A value of a type, taken as it is; `expected` says what it stands for."""

    type: type[Any]
    expected: Message

    def read(self, value: object, at: Spot) -> T | None:
        """The value; None where it is of another type.

        >>> FLAG.read(True, Spot("ippatsu", [])), FLAG.read(1, Spot("ippatsu", []))
        (True, None)
        """
        if isinstance(value, self.type):
            return cast("T", value)
        at.wrong_type(value, self.expected)
        return None


FLAG: Final = OfType[bool](bool, Message("true_or_false"))
OBJECT: Final = OfType[Mapping[str, Any]](Mapping, Message("an_object"))


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds, both included."""

    low: int
    high: int

    @property
    def expected(self) -> Message:
        """The sentence part that names the bounds.

        >>> Whole(0, 9).expected.text
        'a whole number 0 to 9'
        """
        return Message.of("whole_number", low=self.low, high=self.high)

    def read(self, value: object, at: Spot) -> int | None:
        """The number; None where it is no whole number or out of bounds.

        >>> Whole(0, 9).read(9, Spot("honba", [])), Whole(0, 9).read(10, Spot("honba", []))
        (9, None)
        """
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return value
        at.wrong(Message.of("wrong_number", given=shown(value), expected=self.expected))
        return None


@dataclass(frozen=True, slots=True)
class Tiles:
    """Tiles, as compact text or as a list."""

    expected: Message = SOME_TILES

    def read(self, value: object, at: Spot) -> tuple[Tile, ...] | None:
        """The tiles, in their order; None where one is no tile.

        >>> Tiles().read("406m", Spot("concealed", [])), Tiles().read(["1z", "1z"], Spot("concealed", []))
        (('4m', '0m', '6m'), ('1z', '1z'))
        """
        return _tiles(value, at, self.expected)


@dataclass(frozen=True, slots=True)
class OneTile:
    """Exactly one tile."""

    expected: Message = ONE_TILE

    def read(self, value: object, at: Spot) -> Tile | None:
        """The tile; None where it is none or more than one.

        >>> OneTile().read("5s", Spot("win", [])), OneTile().read("55s", Spot("win", []))
        ('5s', None)
        """
        tiles = _tiles(value, at, self.expected)
        if tiles is not None and len(tiles) != 1:
            at.wrong(Message.of("not_one_tile", count=len(tiles)))
        return tiles[0] if tiles is not None and len(tiles) == 1 else None


@dataclass(frozen=True)
class ListOf(Generic[T]):
    """A list of values of one kind.

    Attributes:
        inner: the kind of each value.
        expected: what the list stands for, as part of a sentence.
        single: the type of a value that may also stand alone, without the list; None where none may.
    """

    inner: Kind[T]
    expected: Message
    single: type[Any] | None = None

    def read(self, value: object, at: Spot) -> tuple[T, ...] | None:
        """The values that could be read, wrong ones left out; None where it is no list.

        >>> seats = ListOf(Word(("east", "south")), Message("seat_or_seats"), single=str)
        >>> seats.read("east", Spot("offender", [])), seats.read(["east", 3], Spot("offender", []))
        (('east',), ('east',))
        """
        if self.single is not None and isinstance(value, self.single):
            value = [value]
        if not isinstance(value, list | tuple):
            at.wrong_type(value, self.expected)
            return None
        read = (self.inner.read(each, at.inner(f"[{place}]")) for place, each in enumerate(value))
        return tuple(each for each in read if each is not None)


@dataclass(frozen=True)
class MapOf(Generic[W, T]):
    """An object whose values are all of one kind.

    Attributes:
        inner: the kind of each value.
        expected: what the object stands for, as part of a sentence.
        names: the allowed keys; None where any key is.
    """

    inner: Kind[T]
    expected: Message
    names: Word[W] | None = None

    def read(self, value: object, at: Spot) -> dict[W, T] | None:
        """The values that could be read, by key, wrong ones left out; None where it is no object.

        >>> points = MapOf(Whole(0, 99_000), Message("points_by_player"))
        >>> points.read({"Ann": 30000, "Bo": "all"}, Spot("scores", []))
        {'Ann': 30000}
        """
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
    """A JSON value as it stands in a sentence; long ones are cut short.

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
