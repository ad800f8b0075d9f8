"""Reads a hand of the contract that has no fault, in one pass over its keys.

Hands by the million nearly all are in order, so they are read without the forms that collect problems
(`scorer.contract.form`). The keys and what they may hold are those of `scorer.contract.keys`. Whatever is
unusual here (a wrong value, house rules, a Reading's keys) is left to `scorer.contract.hand_json.read_case`,
the only one that says what is wrong.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from yakulens.scorer.contract import keys
from yakulens.scorer.contract.form import FLAG, OBJECT, ONE_TILE, TILES
from yakulens.scorer.hand import Hand, Situation
from yakulens.scorer.meld import Meld
from yakulens.scorer.remembered import Remembered
from yakulens.scorer.rules.load import BUILT_IN, load_rules
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND, Tile

_RUN: Final = re.compile("([0-9]+)([mpsz])")
"""Digits with their suit, as in compact text."""
_LONGEST: Final = 60
_FACES: Final[dict[str, Tile]] = {face: face for face in KIND}
"""The one object of each tile: what is found later by tiles is found twice as fast by it."""


def plain_hand(given: Mapping[str, Any]) -> tuple[Hand, Situation, RuleSet] | None:
    """The hand, its situation and its rule set; None if anything about it is unusual.

    >>> hand, situation, _ = plain_hand({"concealed": "345678m44p67s234p", "win": "5s", "by": "ron"})
    >>> hand.win, situation.by
    ('5s', 'ron')
    >>> plain_hand({"concealed": "345678m44p67s234p", "win": "5s", "by": "rno"}) is None
    True
    """
    values: dict[str, Any] = {}
    for name, value in given.items():
        if value is None:
            continue
        read = _READERS.get(name)
        read_value = None if read is None else read(value)
        if read_value is None:
            return None
        values[name] = read_value
    values.pop(keys.ID.name, None)
    rules = values.pop(keys.RULES.name, None) or load_rules(keys.DEFAULT_RULES)
    melds, in_order = values.pop(keys.MELDS.name, ()), values.pop(keys.CALLS_IN_ORDER.name, True)
    concealed, win = values.pop(keys.CONCEALED.name, None), values.pop(keys.WIN.name, None)
    if concealed is None or win is None or keys.BY.name not in values:
        return None
    return Hand(concealed, win, melds, in_order), Situation.stated(values), rules


def _tiles(value: object) -> tuple[Tile, ...] | None:
    """Tiles as compact text without blanks, or as a list of single tiles."""
    if isinstance(value, str):
        return _TILES[value] if len(value) <= _LONGEST else None
    if not isinstance(value, list):
        return None
    try:
        tiles = tuple(map(_FACES.get, value))
    except TypeError:  # a list in the list
        return None
    return None if None in tiles else tiles  # type: ignore[return-value]  # none of them is None


def _tiles_of_text(text: str) -> tuple[Tile, ...] | None:
    runs = _RUN.findall(text)
    if sum(len(digits) + 1 for digits, _ in runs) != len(text):
        return None
    tiles = tuple([_FACES.get(digit + suit) for digits, suit in runs for digit in digits])
    return None if None in tiles else tiles  # type: ignore[return-value]  # none of them is None


def _one_tile(value: object) -> Tile | None:
    return _FACES.get(value) if isinstance(value, str) else None


def _melds(value: object) -> tuple[Meld, ...] | None:
    melds = [_meld(each) for each in value] if isinstance(value, list) else [None]
    return None if None in melds else tuple(each for each in melds if each is not None)


def _meld(value: object) -> Meld | None:
    """A meld with nothing but its own keys."""
    if not isinstance(value, dict) or not value.keys() <= _MELD_KEYS:
        return None
    tiles, kind, source = (value.get(key.name) for key in (keys.MELD_TILES, keys.MELD_KIND, keys.MELD_FROM))
    text = "".join(tiles) if isinstance(tiles, list) and all(map(_is_text, tiles)) else tiles
    key = (kind, text, source)
    return _MELDS[key] if all(each is None or isinstance(each, str) for each in key) else None


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _meld_of(key: tuple[Any, Any, Any]) -> Meld | None:
    kind, text, source = key
    tiles = _tiles(text)
    if kind not in keys.MELD_KIND.kind.allowed or not tiles:
        return None
    return Meld(kind, tiles, source) if source is None or source in keys.MELD_FROM.kind.allowed else None


def _rules(value: object) -> RuleSet | None:
    return load_rules(value) if isinstance(value, str) and value in BUILT_IN else None


def _number(value: object) -> int | None:
    return value if type(value) is int and 0 <= value <= keys.MOST_COUNTERS else None


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _of_words(allowed: tuple[str, ...]) -> Callable[[object], str | None]:
    words = {word: word for word in allowed}
    return lambda value: words.get(value) if isinstance(value, str) else None


def _reader_of(key: keys.AnyKey) -> Callable[[Any], object]:
    """What reads a key's value, by what the key may hold."""
    if key.kind.allowed:
        return _of_words(key.kind.allowed)
    if key.kind in (TILES, ONE_TILE):
        return _tiles if key.kind is TILES else _one_tile
    return _flag if key.kind is FLAG else _number


_TILES: Final = Remembered(_tiles_of_text, 1 << 14)
_MELD_KEYS: Final = {key.name for key in keys.MELD}
_MELDS: Final = Remembered(_meld_of)
_READERS: Final[dict[str, Callable[[Any], object]]] = {
    **{key.name: _reader_of(key) for key in keys.HAND if key.kind is not OBJECT and key is not keys.LIABLE},
    keys.ID.name: lambda _: True,
    keys.RULES.name: _rules,
    keys.MELDS.name: _melds,
}
