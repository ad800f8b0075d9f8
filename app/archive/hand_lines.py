"""Reads a line of JSON that holds a Hand in order, straight into the scorer's hand.

Hands by the million nearly all are in order. One typed schema, made of the contract's keys
(`scorer.contract.keys`), checks such a line while msgspec decodes it. Whatever is unusual here (a wrong
value, house rules, a Reading's keys, a key given twice, an `id` that is neither text nor a whole number) is
left to `scorer.contract.json_line` and `scorer.contract.hand_json`, the only ones that say what is wrong.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import astuple

from yakulens.scorer.contract import keys
from yakulens.scorer.contract.form import FLAG, ONE_TILE, TILES
from yakulens.scorer.hand import Hand, Situation
from yakulens.scorer.meld import Meld
from yakulens.scorer.remembered import Remembered
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.offered import BUILT_IN
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND, Tile

Name: TypeAlias = str | int | None
"""An `id` that every library writes in the same way."""
_UNSAID: Final = msgspec.UNSET
_RUN: Final = re.compile("([0-9]+)([mpsz])")
"""Digits with their suit, as in compact text."""
_LONGEST: Final = 60
_FACES: Final[dict[str, Tile]] = {face: face for face in KIND}
"""The one object of each tile: what is found later by tiles is found twice as fast by it."""


class HandLine(NamedTuple):
    """What a line holds: the hand's `id`, and what the scorer needs."""

    name: Name
    hand: Hand
    situation: Situation
    rules: RuleSet


def hand_reader(typed: Mapping[str, Any]) -> Callable[[str], HandLine | None]:
    """A function from a line to what it holds; None if anything about the line is unusual.

    `typed` supplies keys that a line omits.

    >>> read = hand_reader({"by": "tsumo", "rules": "wrc-2025"})
    >>> found = read('{"concealed": "345678m44p67s234p", "win": "5s", "honba": 2}')
    >>> found.hand.win, found.situation.by, found.situation.honba, found.rules.name
    ('5s', 'tsumo', 2, 'wrc-2025')
    >>> read('{"concealed": "345678m44p67s234p", "win": "5s", "honba": "two"}') is None
    True
    """
    common = _values(json.dumps(typed))

    def read(text: str) -> HandLine | None:
        values = _values(text)
        if values is None or common is None:
            return None
        return _hand(map(_first_said, values, common) if typed else values)

    return read


def _values(text: str) -> tuple[Any, ...] | None:
    """The values of an object in the order of `_TYPES`; None if any is wrong, or may be there twice.

    As many colons as keys mean that no key is there twice.
    """
    try:
        line = _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
    values = astuple(line)
    number = len(values) - values.count(_UNSAID)
    if line.melds:
        number += sum(map(_keys_of_meld, line.melds))
    return values if number == text.count(":") else None


def _first_said(value: object, otherwise: object) -> object:
    return otherwise if value is _UNSAID else value


def _hand(values: Iterable[Any]) -> HandLine | None:
    """The hand of these values; None if one is missing, or a text of tiles is none."""
    name, rules, _, concealed, win, melds, in_order, *how = values
    situation = {
        key: value
        for key, value in zip(_SITUATION, how, strict=True)
        if value is not _UNSAID and value is not None
    }
    for key in _INDICATORS & situation.keys():
        situation[key] = _tiles(situation[key])
    tiles, called = _tiles(concealed), [_MELDS[each] for each in melds or ()]
    if not tiles or not win or _BY not in situation or None in called or None in situation.values():
        return None
    hand = Hand(tiles, win, tuple(called), in_order is not False)  # type: ignore[arg-type]  # none is None
    return HandLine(
        None if name is _UNSAID else name,
        hand,
        Situation.stated(situation),
        _RULES[rules or keys.DEFAULT_RULES],
    )


def _tiles(value: Any) -> tuple[Tile, ...] | None:  # noqa: ANN401 - what the schema allows
    """The tiles of a list of them, or of compact text without blanks; None for any other text."""
    if isinstance(value, str):
        return _TEXTS[value] if len(value) <= _LONGEST else None
    return value or ()


def _tiles_of_text(text: str) -> tuple[Tile, ...] | None:
    runs = _RUN.findall(text)
    if sum(len(digits) + 1 for digits, _ in runs) != len(text):
        return None
    tiles = tuple([_FACES.get(digit + suit) for digits, suit in runs for digit in digits])
    return None if None in tiles else tiles  # type: ignore[return-value]  # none of them is None


def _meld_of(line: Any) -> Meld | None:  # noqa: ANN401 - an object of a schema made here
    """A meld; None if its text of tiles is none."""
    kind, given, source = astuple(line)
    tiles = _tiles(given)
    return Meld(kind, tiles, source or None) if tiles else None


def _keys_of_meld(line: Any) -> int:  # noqa: ANN401 - as above
    """The number of keys that the object of a meld gives."""
    return len(keys.MELD) - astuple(line).count(_UNSAID)


def _schema(name: str, types: Mapping[str, Any], required: tuple[str, ...] = ()) -> Any:  # noqa: ANN401 - a type
    """The type of an object with no other keys than these."""
    fields: list[Any] = [
        (key, kind) if key in required else (key, kind | None | msgspec.UnsetType, _UNSAID)
        for key, kind in types.items()
    ]
    return msgspec.defstruct(name, fields, frozen=True, forbid_unknown_fields=True)


def _type_of(key: keys.AnyKey) -> Any:  # noqa: ANN401 - a type
    """What a key may hold, as msgspec says it."""
    if key.kind.allowed:
        return _words(key.kind.allowed)
    if key.kind in (TILES, ONE_TILE):
        face = _words(tuple(_FACES))
        return face if key.kind is ONE_TILE else str | _several(face)
    return bool if key.kind is FLAG else Annotated[int, msgspec.Meta(ge=0, le=keys.MOST_COUNTERS)]


def _several(kind: Any) -> Any:  # noqa: ANN401 - types
    """A list of values of one type, read as a tuple."""
    return tuple.__class_getitem__((kind, ...))


def _words(allowed: tuple[str, ...]) -> Any:  # noqa: ANN401 - a type
    """One of these words."""
    return Literal.__getitem__(allowed)


_MELD: Final = _schema(
    "Meld", {key.name: _type_of(key) for key in keys.MELD}, (keys.MELD_KIND.name, keys.MELD_TILES.name)
)
_BEFORE: Final = (
    *(keys.ID, keys.RULES, keys.RULE_OVERRIDES),
    *(keys.CONCEALED, keys.WIN, keys.MELDS, keys.CALLS_IN_ORDER),
)
"""The keys of a hand that say nothing about how it was won, in the order in which `_hand` takes them."""
_HOW: Final = (keys.BY, *(key for key in keys.SITUATION if key is not keys.LIABLE))
_SITUATION: Final = tuple(key.name for key in _HOW)
_BY: Final = keys.BY.name
_INDICATORS: Final = {key.name for key in _HOW if key.kind is TILES}
_TYPES: Final[Mapping[str, Any]] = {
    **{key.name: _type_of(key) for key in (*_BEFORE, *_HOW)},
    keys.ID.name: str | int,
    keys.RULES.name: _words(BUILT_IN),
    keys.RULE_OVERRIDES.name: _schema("NoHouseRules", {}),
    keys.MELDS.name: _several(_MELD),
}
_DECODER: Final = msgspec.json.Decoder(_schema("Hand", _TYPES))
_MELDS: Final = Remembered(_meld_of)
_TEXTS: Final = Remembered(_tiles_of_text, 1 << 14)
_RULES: Final = Remembered[str, RuleSet](load_rules)
