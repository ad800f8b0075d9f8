"""Other people's class names as tiles of ours: guessed where one tile alone can be meant, else left open.

A name is taken apart into its words; each word says a suit, a number, an honour, red, a flower or nothing.
Words with more than one meaning (``t`` is tong or tiao, ``b`` bamboo or bing, a lone ``W`` White or West) are
settled by the other names of the same export, or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from yakulens.vision.labels import BACK, FACES, OTHER, TILE

_CHARACTERS: Final = (
    "m man wan manzu characters character chars char crak craks crack cracks kanji th thousand"
    " myriad 萬 万 萬子 万子"
)
_CIRCLES: Final = (
    "p pin pinzu d dot dots circle circles cir ball balls tong tung ton stone stones coin coins wheel"
    " wheels bing 筒 筒子 饼 餅"
)
_BAMBOO: Final = (
    "s sou souzu so suo bam bams bamboo bamboos stick sticks st string strings tiao 索 索子 条 條"
)
_SUITS: Final[Mapping[str, str]] = {
    **dict.fromkeys(_CHARACTERS.split(), "m"),
    **dict.fromkeys(_CIRCLES.split(), "p"),
    **dict.fromkeys(_BAMBOO.split(), "s"),
    "w": "m",
    "c": "mp",
    "t": "ps",
    "b": "sp",
}
"""The suits that a word beside a number may mean."""

_EACH_HONOUR: Final = (
    "e ea east dong ton 東 东",
    "so south nan 南",
    "we west xi shaa sha sya 西",
    "no north bei pei pe 北",
    "wh white bai haku blank soap board 白",
    "gr green fa pha hatsu fat g f 發 发 発",
    "rd red zhong chun chung r 中",
)
_HONOURS: Final[Mapping[str, str]] = {
    **{word: str(digit) for digit, words in enumerate(_EACH_HONOUR, 1) for word in words.split()},
    "s": "2",
    "w": "35",
    "n": "4",
    "p": "54",
    "b": "54",
    "c": "7",
    "z": "7",
}
_WINDS: Final[Mapping[str, str]] = {"e": "1", "s": "2", "w": "3", "n": "4"}
_DRAGONS: Final[Mapping[str, str]] = {"w": "5", "b": "5", "g": "6", "f": "6", "r": "7", "c": "7"}
_COUNTED: Final = "one two three four five six seven eight nine"
_NUMBERS: Final[Mapping[str, str]] = {
    **{str(n): str(n) for n in range(10)},
    **{word: str(n) for n, word in enumerate(_COUNTED.split(), 1)},
    **{word: str(n) for n, word in enumerate("一二三四五六七八九", 1)},
}
_SAID_BACK: Final = "back backs facedown hidden closed reverse 裏 背"
_BACKS: Final = frozenset(_SAID_BACK.split())
_SAID_FLOWER: Final = (
    "flower flowers season seasons spring summer autumn fall winter plum orchid chrysanthemum mum joker"
    " jokers other bonus cat rooster f 春 夏 秋 冬 梅 蘭 兰 菊 竹"
)
_FLOWERS: Final = frozenset(_SAID_FLOWER.split())
_RED: Final = ("akadora", "dora", "red", "aka", "r", "赤")
_SAID_BESIDE: Final = "tile tiles mahjong wind winds dragon dragons honor honour honors honours of"
_FILLERS: Final = frozenset(_SAID_BESIDE.split())
_FACELESS: Final = ({"tile"}, {"tiles"}, {"mahjong", "tile"}, {"mahjong", "tiles"})
"""A name that says no more is of a class of whatever tile."""
_SEASONS: Final = 4
_WORDS: Final = re.compile(r"[a-z]+|\d|[^\W\d_]", re.IGNORECASE)


def guess(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For each name the tiles that it may mean: one where it is sure, none where it means nothing here.

    >>> guess(["1man", "East", "EW", "5mr", "dragon-white", "flower_3", "logo"])["5mr"]
    ('0m',)
    >>> guess(["E", "S", "W", "N", "white"])["W"], guess(["East", "South", "West", "North", "W"])["W"]
    (('3z',), ('5z',))
    >>> guess(["W"])["W"]
    ('3z', '5z')
    """
    words = {name: tuple(word.lower() for word in _words(name)) for name in names}
    seasons, bamboo = _seasons(words.values())
    suits = _settled(
        {
            word: "s" if word in bamboo else _SUITS[word]
            for all_ in words.values()
            if _number(all_)
            for word in all_
            if word in _SUITS and word not in seasons
        }
    )
    found = {
        name: (OTHER,) if seasons & {*all_} and _number(all_) else _tiles(all_, suits)
        for name, all_ in words.items()
    }
    return _without_taken(found)


def _seasons(names: Iterable[Sequence[str]]) -> tuple[frozenset[str], frozenset[str]]:
    """``s``, where it is numbered to four and another word that may mean bamboo goes on beyond; and that one.

    Where several words may, none of them is told.
    """
    numbered: dict[str, set[str]] = {}
    for words in names:
        number, rest = _number(words), [word for word in words if word not in _NUMBERS]
        if number and len(rest) == 1:
            numbered.setdefault(rest[0], set()).add(number)
    mine = numbered.pop("s", set())
    bamboo = frozenset(
        word for word, numbers in numbered.items() if "s" in _SUITS.get(word, "") and len(numbers) > _SEASONS
    )
    if not mine or not bamboo or not mine <= {str(n) for n in range(1, _SEASONS + 1)}:
        return frozenset(), frozenset()
    return frozenset({"s"}), bamboo if len(bamboo) == 1 else frozenset()


def _words(name: str) -> list[str]:
    """A name's words: ``1man``, ``bamboo_1`` and ``RedDragon`` alike."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return _WORDS.findall(parted)


def _number(words: Sequence[str]) -> str | None:
    found = [_NUMBERS[word] for word in words if word in _NUMBERS]
    return found[0] if len(found) == 1 else None


def _tiles(words: Sequence[str], suits: Mapping[str, str]) -> tuple[str, ...]:
    if {*words} in _FACELESS:
        return (TILE,)
    number = _number(words)
    rest = [word for word in words if word not in _NUMBERS and word not in _FILLERS]
    if "".join(rest) in _BACKS or (rest and all(word in _BACKS for word in rest)):
        return (BACK,)
    if number is None:
        return _honours(words, rest)
    if rest == ["z"]:
        return (f"{number}z",) if f"{number}z" in FACES else ()
    red = number == "0" or (number == "5" and _is_red(rest, suits))
    if number == "5" and red:
        rest = _without_red(rest, suits)
    if len(rest) == 1 and (meant := suits.get(rest[0], _SUITS.get(rest[0]))):
        face = "0" if red else number
        return tuple(tile for suit in meant if (tile := f"{face}{suit}") in FACES)
    return (OTHER,) if _is_flower(rest) else ()


def _is_flower(rest: Sequence[str]) -> bool:
    """Whether words name a flower and nothing else: one that is known nowhere here is of a sentence."""
    known = all(word in _FLOWERS or word in _SUITS or word in _HONOURS for word in rest)
    return known and any(word in _FLOWERS for word in rest)


def _is_red(rest: Sequence[str], suits: Mapping[str, str]) -> bool:
    return any(word in _RED or _run_together(word, suits) for word in rest)


def _without_red(rest: Sequence[str], suits: Mapping[str, str]) -> list[str]:
    kept = [_run_together(word, suits) or word for word in rest if word not in _RED]
    return kept or list(rest)


def _run_together(word: str, suits: Mapping[str, str]) -> str | None:
    """The suit's word of one like ``mr`` or ``redp``."""
    for red in _RED:
        for suit in (word.removesuffix(red), word.removeprefix(red)):
            if suit not in ("", word) and (suit in suits or suit in _SUITS):
                return suit
    return None


def _honours(words: Sequence[str], rest: Sequence[str]) -> tuple[str, ...]:
    if (_is_flower(rest) and list(rest) != ["f"]) or list(rest) == ["bamboo"]:
        return (OTHER,)
    kind = (
        _WINDS if {"wind", "winds"} & set(words) else _DRAGONS if {"dragon", "dragons"} & set(words) else None
    )
    if len(rest) == 1:
        word = rest[0]
        if kind and word in kind:
            return (f"{kind[word]}z",)
        if word in _HONOURS:
            return tuple(f"{digit}z" for digit in _HONOURS[word])
        # EW, SW: a wind's letter and W for wind; WD, GD, RD a dragon's and D.
        if len(word) == len("ew") and word[1] == "w" and word[0] in _WINDS:
            return (f"{_WINDS[word[0]]}z",)
        if len(word) == len("gd") and word[1] == "d" and word[0] in _DRAGONS:
            return (f"{_DRAGONS[word[0]]}z",)
    return ()


def _settled(meant: Mapping[str, str]) -> dict[str, str]:
    """Suits' words with the meanings that the sure ones leave them."""
    settled = dict(meant)
    for _ in meant:
        taken = {suits for suits in settled.values() if len(suits) == 1}
        settled = {
            word: suits if len(suits) == 1 else "".join(s for s in suits if s not in taken) or suits
            for word, suits in settled.items()
        }
    return settled


def _without_taken(found: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Lone letters of honours with what the names that say more leave them."""
    left = dict(found)
    for _ in found:
        taken = {tiles[0] for tiles in left.values() if len(tiles) == 1}
        for name, tiles in left.items():
            if len(tiles) > 1 and all(tile[1] == "z" for tile in tiles):
                left[name] = tuple(tile for tile in tiles if tile not in taken) or tiles
    return left
