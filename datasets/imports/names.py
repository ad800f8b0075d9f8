"""Guesses which tiles an export's class names mean, if only one tile fits.

A name is split into words; each word means a suit, a number, an honour, red, a flower or nothing. Other names
of the same export settle ambiguous words (``t`` is tong or tiao, ``b`` bamboo or bing, a lone ``W`` White or
West, a lone ``F`` Green or flower); otherwise they stay open. What settles a suit must itself have numbers
enough: one ``1bam`` makes no other word's nine names doubtful. A word that stands beside numbers above nine
(``c10``) counts classes: it names no tile in that export, unless it is a suit with one name too many.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
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
"""Suits that a word beside a number may mean."""

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
_NUMBER_WORDS: Final = "one two three four five six seven eight nine"
_NUMBERS: Final[Mapping[str, str]] = {
    **{str(n): str(n) for n in range(10)},
    **{word: str(n) for n, word in enumerate(_NUMBER_WORDS.split(), 1)},
    **{word: str(n) for n, word in enumerate("一二三四五六七八九", 1)},
}
_BACK_WORDS: Final = "back backs facedown hidden closed reverse 裏 背"
_BACKS: Final = frozenset(_BACK_WORDS.split())
_FLOWER_WORDS: Final = (
    "flower flowers season seasons spring summer autumn fall winter plum orchid chrysanthemum mum joker"
    " jokers other bonus cat rooster f 春 夏 秋 冬 梅 蘭 兰 菊 竹"
)
_FLOWERS: Final = frozenset(_FLOWER_WORDS.split())
_GREEN_OR_FLOWER: Final = ("6z", OTHER)
"""What a lone ``f`` may be: fa, or flower."""
_ROMANISED: Final = frozenset("pbcz")
"""Lone letters of pai, bai, chun and zhong: beside them a lone ``f`` is fa."""
_RED: Final = ("akadora", "dora", "red", "aka", "r", "赤")
_FILLER_WORDS: Final = "tile tiles mahjong wind winds dragon dragons honor honour honors honours of"
_FILLERS: Final = frozenset(_FILLER_WORDS.split())
_FACELESS: Final = ({"tile"}, {"tiles"}, {"mahjong", "tile"}, {"mahjong", "tiles"})
"""Names of a class for tiles of any face."""
_SEASONS: Final = 4
_WORD_AND_NUMBER: Final = 2
_WORDS: Final = re.compile(r"[a-z]+|\d+|[^\W\d_]", re.IGNORECASE)
_ABOVE_NINE: Final = re.compile(r"0*[1-9]\d+")


def guess(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The tiles that each name may mean: one if certain, none if the name is unknown.

    >>> guess(["1man", "East", "EW", "5mr", "dragon-white", "flower_3", "logo"])["5mr"]
    ('0m',)
    >>> guess(["E", "S", "W", "N", "white"])["W"], guess(["East", "South", "West", "North", "W"])["W"]
    (('3z',), ('5z',))
    >>> guess(["W"])["W"]
    ('3z', '5z')
    """
    # ``1man``, ``bamboo_1`` and ``RedDragon`` each have two words.
    spaced = {name: re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name) for name in names}
    words = {name: tuple(word.lower() for word in _WORDS.findall(text)) for name, text in spaced.items()}
    counting = _counting(words.values())
    words = {
        name: () if len(of_name) <= _WORD_AND_NUMBER and counting & {*of_name} else of_name
        for name, of_name in words.items()
    }
    seasons, bamboo = _seasons(words.values())
    numbered = Counter(
        word
        for of_name in words.values()
        if _number(of_name)
        for word in of_name
        if word in _SUITS and word not in seasons
    )
    suits = _rule_out({word: "s" if word in bamboo else _SUITS[word] for word in numbered}, numbered)
    tiles = {
        name: (OTHER,) if seasons & {*of_name} and _number(of_name) else _tiles(of_name, suits)
        for name, of_name in words.items()
    }
    honours = {
        name: faces for name, faces in tiles.items() if all(face[1] == "z" or face == OTHER for face in faces)
    }
    settled = _rule_out(honours)
    is_romanised = any(len(of_name) == 1 and _ROMANISED.issuperset(of_name) for of_name in words.values())
    if is_romanised:
        settled |= {name: ("6z",) for name, faces in settled.items() if faces == _GREEN_OR_FLOWER}
    return tiles | settled


def mostly_mean_tiles(names: Collection[str]) -> bool:
    """Whether there are several names, and half of them mean tiles: else they are people, days or states.

    >>> mostly_mean_tiles(["1m", "East", "logo"]), mostly_mean_tiles(["true", "false"])
    (True, False)
    """
    known = sum(1 for meanings in guess(names).values() if meanings)
    return len(names) > 1 and 2 * known >= len(names)


def _counting(names: Iterable[Sequence[str]]) -> frozenset[str]:
    """The words that count classes: a third or more of their numbers are above nine; and these numbers."""
    above: Counter[str] = Counter()
    below: Counter[str] = Counter()
    for words in names:
        if len(words) == _WORD_AND_NUMBER:
            (above if any(map(_ABOVE_NINE.fullmatch, words)) else below).update(words)
    return frozenset(word for word, count in above.items() if 2 * count >= below[word])


def _seasons(names: Iterable[Sequence[str]]) -> tuple[frozenset[str], frozenset[str]]:
    """Whether ``s`` means seasons, and the word that then means bamboo; each as a set that may be empty.

    ``s`` means seasons if its numbers end at four and those of another word for bamboo do not. If there are
    several such words, none is taken for bamboo.
    """
    numbers: dict[str, set[str]] = {}
    for words in names:
        number, others = _number(words), [word for word in words if word not in _NUMBERS]
        if number and len(others) == 1:
            numbers.setdefault(others[0], set()).add(number)
    of_s = numbers.pop("s", set())
    bamboo = frozenset(
        word for word, of_word in numbers.items() if "s" in _SUITS.get(word, "") and len(of_word) > _SEASONS
    )
    if not of_s or not bamboo or not of_s <= {str(n) for n in range(1, _SEASONS + 1)}:
        return frozenset(), frozenset()
    return frozenset({"s"}), bamboo if len(bamboo) == 1 else frozenset()


def _number(words: Sequence[str]) -> str | None:
    numbers = [_NUMBERS[word] for word in words if word in _NUMBERS]
    return numbers[0] if len(numbers) == 1 else None


def _tiles(words: Sequence[str], suits: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    if {*words} in _FACELESS:
        return (TILE,)
    number = _number(words)
    names = [word for word in words if word not in _NUMBERS and word not in _FILLERS]
    if "".join(names) in _BACKS or (names and all(word in _BACKS for word in names)):
        return (BACK,)
    if number is None:
        return () if any(word in _NUMBERS for word in words) else _honours(words, names)
    if names == ["z"]:
        return (f"{number}z",) if f"{number}z" in FACES else ()
    is_red = number == "0"
    if number == "5" and any(word in _RED or _suit_beside_red(word, suits) for word in names):
        is_red = True
        names = [_suit_beside_red(word, suits) or word for word in names if word not in _RED] or names
    if len(names) == 1 and (candidates := suits.get(names[0], _SUITS.get(names[0]))):
        digit = "0" if is_red else number
        return tuple(tile for suit in candidates if (tile := f"{digit}{suit}") in FACES)
    return (OTHER,) if _is_flower(names) else ()


def _is_flower(names: Sequence[str]) -> bool:
    """Whether words name a flower and nothing else; an unknown word makes them part of a sentence."""
    is_known = all(word in _FLOWERS or word in _SUITS or word in _HONOURS for word in names)
    return is_known and any(word in _FLOWERS for word in names)


def _suit_beside_red(word: str, suits: Mapping[str, Sequence[str]]) -> str | None:
    """The suit in a word like ``mr`` or ``redp``; None for other words."""
    for red in _RED:
        for suit in (word.removesuffix(red), word.removeprefix(red)):
            if suit not in ("", word) and (suit in suits or suit in _SUITS):
                return suit
    return None


def _honours(words: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    if list(names) == ["f"]:
        return _GREEN_OR_FLOWER
    if _is_flower(names) or list(names) == ["bamboo"]:
        return (OTHER,)
    if len(names) != 1:
        return ()
    (word,) = names
    kind = _WINDS if {"wind", "winds"} & {*words} else _DRAGONS if {"dragon", "dragons"} & {*words} else None
    if kind and word in kind:
        return (f"{kind[word]}z",)
    if word in _HONOURS:
        return tuple(f"{digit}z" for digit in _HONOURS[word])
    # EW and SW are a wind's letter and W for wind; GD and RD are a dragon's letter and D.
    digit = {"w": _WINDS, "d": _DRAGONS}.get(word[1:], {}).get(word[0])
    return (f"{digit}z",) if digit else ()


def _rule_out(
    meanings: Mapping[str, Sequence[str]], counts: Mapping[str, int] | None = None
) -> dict[str, tuple[str, ...]]:
    """What each word or name may still mean after removing the meanings of unambiguous ones.

    ``counts`` says how many names each word is in; an unambiguous word settles only one that is in at most
    twice as many.
    """
    left = {name: tuple(candidates) for name, candidates in meanings.items()}
    counts = counts or dict.fromkeys(left, 1)
    known: dict[str, int] = {}
    while True:
        unique: dict[str, int] = {}
        for name, candidates in left.items():
            if len(candidates) == 1:
                unique[candidates[0]] = max(unique.get(candidates[0], 0), counts[name])
        if unique == known:
            return left
        known = unique
        for name, candidates in left.items():
            if len(candidates) > 1:
                open_ = (meaning for meaning in candidates if 2 * known.get(meaning, 0) < counts[name])
                left[name] = tuple(open_) or candidates
