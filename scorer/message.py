"""A sentence as data: which one it is and the values in it, so that any language can say it.

Whatever the scorer tells, be it a problem, a reason or a row of a payment, is a `Message`. The English
sentences stand in `messages.toml`, each under its code, with `{name}` where a value belongs. Another language
needs another such catalogue and its own spelling of seats, tiles and yaku (`Voice`).
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, Self, TypeAlias

Word: TypeAlias = "str | int"
Value: TypeAlias = "Word | Message | tuple[Word | Message, ...]"
WordKind: TypeAlias = Literal[
    "seat", "tile", "yaku", "limit", "meld", "from", "event", "abort", "cite", "number", "text"
]
"""What a value is, and so how a language spells it: a seat's wind, a tile, a yaku, a limit, a kind of meld,
whom a tile was claimed from, what ended a hand, why it was aborted (all by the contract's words), a rule book
or a section of it as it is cited, a number or text."""

KINDS: Final[Mapping[str, WordKind]] = {
    **dict.fromkeys(
        ("payer", "payee", "seat", "seats", "winner", "nearer", "liable", "of", "feeder"), "seat"
    ),
    **dict.fromkeys(("tile", "tiles", "drawn", "red", "waits", "after"), "tile"),
    "yaku": "yaku",
    "limit": "limit",
    "kind": "meld",
    "from": "from",
    "event": "event",
    "by": "event",
    "reason": "abort",
    "reasons": "abort",
    **dict.fromkeys(("cite", "rules"), "cite"),
}
"""What the value of a name is; a name that is not here holds a number or plain text."""


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence.

    Attributes:
        code: which sentence: its key in the catalogues.
        values: the values in it by name: words of the contract (seats, tiles, yaku), numbers, other
            messages, or several of one of these.
        where: the place in the input that it is about, such as `wins[0].fu`; empty for the input as a whole.
    """

    code: str
    values: tuple[tuple[str, Value], ...] = ()
    where: str = ""

    @classmethod
    def of(cls, code: str, **values: Value) -> Message:
        """Name the sentence and its values.

        >>> Message.of("row_noten", payer="south", payee="east").text
        'South, noten, pays East, tenpai'
        """
        return cls(code, tuple(values.items()))

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Message:
        """Take back what `to_json` gave."""
        values = tuple((name, _value(each)) for name, each in value["values"].items())
        return cls(value["code"], values, value.get("where", ""))

    def at(self, where: str) -> Message:
        """The same message with the place in the input that it is about.

        A message that already names a place names the place within ``where`` afterwards.

        >>> Message.of("two_suits").at("tiles").at("melds[0]").where
        'melds[0].tiles'
        """
        return replace(self, where=f"{where}.{self.where}" if self.where else where)

    @property
    def text(self) -> str:
        """The sentence in English, seats and yaku by the contract's words, after the place that it is about.

        >>> Message.of("no_discarder").at("discarder").text
        'discarder: say who discarded the winning tile'
        """
        return f"{self.where}: {english().say(self)}" if self.where else english().say(self)

    def to_json(self) -> dict[str, Any]:
        """The sentence as a JSON object.

        >>> Message.of("note_paarenchan", seat="east", honba=8).to_json()
        {'code': 'note_paarenchan', 'values': {'seat': 'east', 'honba': 8}}
        """
        data = {"code": self.code, "values": {name: _json(value) for name, value in self.values}}
        return data | ({"where": self.where} if self.where else {})


class _Counted(str):
    """A number as it is said, which a sentence may follow with a noun in the singular or the plural."""

    __slots__ = ("is_one",)
    is_one: bool

    def __new__(cls, text: str, *, is_one: bool) -> Self:
        """Keep the words and whether the number is one."""
        word = super().__new__(cls, text)
        word.is_one = is_one
        return word

    def __format__(self, nouns: str) -> str:
        """The number, with the noun for one or for more where `nouns` names both."""
        singular, _, plural = nouns.partition("|")
        return f"{self!s} {singular if self.is_one else plural}" if nouns else str(self)


@dataclass(frozen=True, slots=True)
class Voice:
    """How one language says messages.

    Attributes:
        sentences: the sentence of each code, with `{name}` where a value belongs, or for a number
            `{name:tile|tiles}`, which says it with its noun.
        word: how a value of some kind is spelt.
        comma: what stands between several values of one name; between tiles a space.
    """

    sentences: Mapping[str, str]
    word: Callable[[WordKind, Word], str]
    comma: str = ", "

    def say(self, message: Message) -> str:
        """The sentence with its values, without the place that it is about.

        Raises:
            KeyError: the language has no sentence for the code, or the sentence wants a value that is not
                there.

        >>> english().say(Message.of("row_noten", payer="south", payee="east"))
        'South, noten, pays East, tenpai'
        >>> english().say(Message.of("indicators_unsaid", count=1, least=2))
        '1 dora indicator is given; with the kans of this hand 2 may be open'
        """
        values = {name: self._value_text(name, value) for name, value in message.values}
        return self.sentences[message.code].format_map(values)

    def _value_text(self, name: str, value: Value) -> str:
        if isinstance(value, tuple):
            between = " " if KINDS.get(name) == "tile" else self.comma
            return between.join(self._value_text(name, each) for each in value)
        if isinstance(value, Message):
            return self.say(value)
        text = self.word(KINDS.get(name) or ("number" if isinstance(value, int) else "text"), value)
        return _Counted(text, is_one=value == 1) if isinstance(value, int) else text


@functools.cache
def english() -> Voice:
    """English: the sentences of `messages.toml`, with seats, tiles and yaku spelt by `english_word`."""
    text = Path(__file__).with_name("messages.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text).values()
    return Voice({code: sentence for table in tables for code, sentence in table.items()}, english_word)


def english_word(kind: WordKind, value: Word) -> str:
    """A value as it stands in an English sentence.

    >>> english_word("seat", "east"), english_word("limit", "counted_yakuman"), english_word("number", 8000)
    ('East', 'counted yakuman', '8,000')
    """
    if kind == "number":
        return f"{value:,}"
    text = str(value)
    if kind == "seat":
        return text.capitalize()
    return text if kind in {"tile", "yaku", "cite", "text"} else text.replace("_", " ")


def _json(value: Value) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, Message):
        return value.to_json()
    return [_json(each) for each in value] if isinstance(value, tuple) else value


def _value(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, dict):
        return Message.from_json(value)
    return tuple(_value(each) for each in value) if isinstance(value, list) else value
