"""A sentence as data: its code and values, so that any language can say it.

Every text of the scorer (a problem, a reason, a row of a payment) is a `Message`. `messages.toml` has the
English sentences by code, with `{name}` for values. Another language needs another catalogue and its own
spelling of seats, tiles and yaku (`Voice`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, Self, TypeAlias

from yakulens.scorer.remembered import Remembered
from yakulens.scorer.toml_file import own_document

Word: TypeAlias = "str | int"
Value: TypeAlias = "Word | Message | tuple[Word | Message, ...]"
WordKind: TypeAlias = Literal[
    "seat",
    "round",
    "tile",
    "yaku",
    "limit",
    "meld",
    "from",
    "event",
    "abort",
    "cite",
    "remark",
    "number",
    "text",
]
"""The kind of a value, which decides how a language spells it: a seat's wind, a round's wind, a tile, a yaku,
a limit, a kind of meld, whom a tile was claimed from, what ended a hand, why it was aborted (all in the
contract's words), a rule book or a section as cited, a remark beside a section, a number or text."""

KINDS: Final[Mapping[str, WordKind]] = {
    **dict.fromkeys(
        ("payer", "payee", "seat", "seats", "winner", "nearer", "liable", "of", "feeder"), "seat"
    ),
    **dict.fromkeys(("tile", "tiles", "drawn", "red", "waits", "after"), "tile"),
    "round": "round",
    "yaku": "yaku",
    "limit": "limit",
    "kind": "meld",
    "from": "from",
    "event": "event",
    "by": "event",
    "reason": "abort",
    "reasons": "abort",
    **dict.fromkeys(("cite", "rules"), "cite"),
    "remark": "remark",
}
"""The kind of value of each name; names that are not here hold a number or plain text."""


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence.

    Attributes:
        code: the key of the sentence in the catalogues.
        values: its values by name: words of the contract (seats, tiles, yaku), numbers, other messages, or
            several of one of these.
        where: the place in the input that it is about, such as `wins[0].fu`; empty for the whole input.
    """

    code: str
    values: tuple[tuple[str, Value], ...] = ()
    where: str = ""

    @classmethod
    def of(cls, code: str, **values: Value) -> Message:
        """Create a message from a code and values.

        >>> Message.of("row_noten", payer="south", payee="east").text
        'South, noten, pays East, tenpai'
        """
        return cls(code, tuple(values.items()))

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Message:
        """Create a message from the result of `to_json`."""
        values = tuple((name, _value(each)) for name, each in value["values"].items())
        return cls(value["code"], values, value.get("where", ""))

    def at(self, where: str) -> Message:
        """The same message with the place in the input that it is about.

        If the message already has a place, that place becomes relative to ``where``.

        >>> Message.of("two_suits").at("tiles").at("melds[0]").where
        'melds[0].tiles'
        """
        return replace(self, where=f"{where}.{self.where}" if self.where else where)

    @property
    def text(self) -> str:
        """The English sentence after its place, with the contract's words for seats and yaku.

        >>> Message.of("no_discarder").at("discarder").text
        'discarder: say who discarded the winning tile'
        """
        return _texts[self]

    def to_json(self) -> dict[str, Any]:
        """The sentence as a JSON object.

        >>> Message.of("note_paarenchan", seat="east", honba=8).to_json()
        {'code': 'note_paarenchan', 'values': {'seat': 'east', 'honba': 8}}
        """
        data = {"code": self.code, "values": {name: _json(value) for name, value in self.values}}
        if self.where:
            data["where"] = self.where
        return data


class _Counted(str):
    """A formatted number that a sentence may follow with a singular or plural noun."""

    __slots__ = ("is_one",)
    is_one: bool

    def __new__(cls, text: str, *, is_one: bool) -> Self:
        """Keep the text and whether the number is one."""
        word = super().__new__(cls, text)
        word.is_one = is_one
        return word

    def __format__(self, nouns: str) -> str:
        """The number, followed by the singular or plural noun if `nouns` gives both."""
        singular, _, plural = nouns.partition("|")
        return f"{self!s} {singular if self.is_one else plural}" if nouns else str(self)


@dataclass(frozen=True, slots=True)
class Voice:
    """How a language says messages.

    Attributes:
        sentences: the sentence of each code, with `{name}` for a value, or `{name:tile|tiles}` for a number
            with its noun.
        word: spells a value of some kind.
        comma: separates several values of one name.
        tile_comma: separates several tiles of one name.
    """

    sentences: Mapping[str, str]
    word: Callable[[WordKind, Word], str]
    comma: str = ", "
    tile_comma: str = " "

    def say(self, message: Message) -> str:
        """The sentence with its values, without the place that it is about.

        Raises:
            KeyError: the language has no sentence for the code, or a value of the sentence is missing.

        >>> english().say(Message.of("row_noten", payer="south", payee="east"))
        'South, noten, pays East, tenpai'
        >>> english().say(Message.of("indicators_unsaid", count=1, least=2))
        '1 dora indicator is given; with the kans of this hand 2 may be open'
        """
        values = {name: self._value_text(name, value) for name, value in message.values}
        return self.sentences[message.code].format_map(values)

    def _value_text(self, name: str, value: Value) -> str:
        if isinstance(value, tuple):
            between = self.tile_comma if KINDS.get(name) == "tile" else self.comma
            return between.join(self._value_text(name, each) for each in value)
        if isinstance(value, Message):
            return self.say(value)
        text = self.word(KINDS.get(name) or ("number" if isinstance(value, int) else "text"), value)
        return _Counted(text, is_one=value == 1) if isinstance(value, int) else text


@functools.cache
def english() -> Voice:
    """English: the sentences of `messages.toml`, with seats, tiles and yaku spelt by `english_word`."""
    tables = own_document(Path(__file__).with_name("messages.toml")).values()
    return Voice({code: sentence for table in tables for code, sentence in table.items()}, english_word)


def _text(message: Message) -> str:
    text = english().say(message)
    return f"{message.where}: {text}" if message.where else text


_texts: Final = Remembered(_text, 1 << 14)


def english_word(kind: WordKind, value: Word) -> str:
    """A value in an English sentence.

    >>> english_word("seat", "east"), english_word("limit", "counted_yakuman"), english_word("number", 8000)
    ('East', 'counted yakuman', '8,000')
    """
    if kind == "number":
        return f"{value:,}"
    text = str(value)
    if kind == "seat":
        return text.capitalize()
    return text if kind in {"tile", "yaku", "cite", "remark", "text"} else text.replace("_", " ")


def _json(value: Value) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, Message):
        return value.to_json()
    return [_json(each) for each in value] if isinstance(value, tuple) else value


def _value(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, dict):
        return Message.from_json(value)
    return tuple(_value(each) for each in value) if isinstance(value, list) else value
