"""A second scorer, plain and slow, written from the rule books alone, to referee the first one.

Tiles are numbers: 0-8 characters, 9-17 circles, 18-26 bamboo, 27-30 winds, 31-33 white, green, red.
It knows the five books and only hands without contradictions. Sections stand where the books differ.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]
WINDS = ("east", "south", "west", "north")
HONOURS = frozenset(range(27, 34))
ENDS = frozenset({0, 8, 9, 17, 18, 26})
GREENS = frozenset({19, 20, 21, 23, 25, 32})
DRAGONS = {31: "yakuhai_white", 32: "yakuhai_green", 33: "yakuhai_red"}
DOUBLE = {"kokushi_musou_13", "chuuren_poutou_9", "suuankou_tanki"}
LIMITS = ((11, 6000), (8, 4000), (6, 3000), (5, 2000))


@dataclass(frozen=True, slots=True)
class Book:
    """What a book decides; the values are those of EMA 2025 where another says nothing else."""

    double_wind: int = 2  # EMA 4.1.1, WRC 6.3, WDMC 4.2, RCR minipoints
    open_pinfu: int = 2  # EMA 4.1.1, WRC 6.3, RCR minipoints; WDMC 8.2 has 20 fu rows
    kiriage: bool = True  # EMA 4.1.2, WRC 6.1; WDMC 8.2 has 7,700 and 11,600
    counted: bool = False  # EMA 4.2, WRC 6.1; WDMC 4.3.2, RCR limits
    doubles: bool = False  # RCR yaku table
    sums: bool = False  # EMA 4.2, WRC 6.5, WDMC 4.1.7; RCR as differences.md reads it
    double_riichi: int = 2  # EMA 4.2.2 instead of riichi; the others 1 beside it
    open_tanyao: bool = True  # RCR yaku table: concealed
    pairs_of_honours: bool = True  # WDMC 4.1.7.7; RCR: pungs and a pair
    renhou: str = "mangan"  # EMA 4.2.4, WRC 6.5.4; WDMC 4.1.7.14, RCR: yakuman
    western: bool = False  # WDMC 4.1.3.5, 4.1.7.6, 4.1.7.15: sets in a row, eight wins
    reds: bool = False  # WDMC 1.3.1, RCR scoring
    straight: tuple[int, int] = (2, 1)  # three players 5.5: 3 and 2
    flush: tuple[int, int] = (6, 5)  # three players 5.5: 5 and 4
    three: bool = False  # WDMC 5
    unseen_wait: str = "lowest"  # EMA 6.8; WRC 5.6 no wait; the others no penalty


_EMA = Book()
_WDMC = replace(
    _EMA, double_wind=4, open_pinfu=0, kiriage=False, counted=True, double_riichi=1, renhou="yakuman",
    western=True, reds=True, unseen_wait="kept",
)  # fmt: skip
BOOKS = {
    "ema-2025": _EMA,
    "wrc-2015": replace(_EMA, double_wind=4, double_riichi=1, unseen_wait="none"),
    "wdmc-2019": _WDMC,
    "wdmc-2019-3p": replace(_WDMC, straight=(3, 2), flush=(5, 4), three=True),
    "rcr": replace(
        _EMA, kiriage=False, counted=True, doubles=True, sums=True, double_riichi=1, open_tanyao=False,
        pairs_of_honours=False, renhou="yakuman", reds=True, unseen_wait="kept",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Group:
    """A run, triplet or quad by its lowest tile."""

    kind: str
    tile: int
    concealed: bool

    @property
    def tiles(self) -> tuple[int, ...]:
        if self.kind == "run":
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (4 if self.kind == "quad" else 3)


@dataclass(frozen=True, slots=True)
class Shape:
    """One reading: groups (none for seven pairs, thirteen orphans), pair, what the winning tile finished."""

    name: str
    groups: tuple[Group, ...]
    pair: int
    wait: str


@dataclass(frozen=True, slots=True, order=True)
class Result:
    """What a reading is worth, in the order in which the dearest is chosen."""

    value: int
    yakuman: int
    han: int
    fu: int
    yaku: tuple[str, ...]


def tiles_of(text: str) -> list[int]:
    """Tile numbers of compact text; red fives are plain."""
    found, digits = [], ""
    for sign in text:
        if sign.isdigit():
            digits += sign
        else:
            found += ["mpsz".index(sign) * 9 + (int(digit) or 5) - 1 for digit in digits]
            digits = ""
    return found


def judge(hand: Json) -> Result | None:
    """The dearest reading of a hand without contradictions; None where it has no yaku or is not complete."""
    book = BOOKS[hand["rules"]]
    win = tiles_of(hand["win"])[0]
    if hand["win_apart"] or hand["by"] == "ron" or book.unseen_wait != "lowest":
        return _dearest(hand, win, book)
    results = [_dearest(hand, tile, book) for tile in {*tiles_of(hand["concealed"]), win}]
    return min((result for result in results if result), default=None)


def _dearest(hand: Json, win: int, book: Book) -> Result | None:
    tiles = tiles_of(hand["concealed"] + hand["win"])
    results = [_worth(hand, shape, win, book) for shape in _shapes(hand, tiles, win)]
    return max((result for result in results if result), default=None)


def _shapes(hand: Json, tiles: list[int], win: int) -> Iterator[Shape]:
    counts = Counter(tiles)
    melds = tuple(_meld(meld) for meld in hand["melds"])
    if not melds and len(counts) == 7 and set(counts.values()) == {2}:
        yield Shape("pairs", (), win, "tanki")
    if not melds and set(counts) == ENDS | HONOURS:
        yield Shape("orphans", (), next(tile for tile, number in counts.items() if number == 2), "")
    for pair in [tile for tile, number in counts.items() if number >= 2]:
        for groups in set(_split(counts - Counter([pair, pair]))):
            if pair == win:
                yield Shape("sets", (*groups, *melds), pair, "tanki")
            for group in set(groups):
                if win in group.tiles:
                    rest = list(groups)
                    rest.remove(group)
                    won = replace(group, concealed=group.kind == "run" or hand["by"] == "tsumo")
                    yield Shape("sets", (*rest, won, *melds), pair, _wait(group, win))


def _split(counts: Counter[int]) -> Iterator[tuple[Group, ...]]:
    if not counts:
        yield ()
        return
    tile = min(counts)
    if counts[tile] >= 3:
        for rest in _split(counts - Counter({tile: 3})):
            yield (Group("triplet", tile, concealed=True), *rest)
    run = Counter([tile, tile + 1, tile + 2])
    if tile < 27 and tile % 9 <= 6 and run <= counts:
        for rest in _split(counts - run):
            yield (Group("run", tile, concealed=True), *rest)


def _meld(meld: Json) -> Group:
    kind = {"chi": "run", "pon": "triplet"}.get(meld["kind"], "quad")
    return Group(kind, min(tiles_of(meld["tiles"])), meld["kind"] == "closed_kan")


def _wait(group: Group, win: int) -> str:
    if group.kind == "triplet":
        return "shanpon"
    place = win - group.tile
    if place == 1:
        return "kanchan"
    edge = (place == 2 and group.tile % 9 == 0) or (place == 0 and group.tile % 9 == 6)
    return "penchan" if edge else "ryanmen"


def _worth(hand: Json, shape: Shape, win: int, book: Book) -> Result | None:
    tsumo = hand["by"] == "tsumo"
    if tsumo and not hand["win_apart"] and book.unseen_wait == "none":
        shape = replace(shape, wait="")
    yakuman = _yakuman(hand, shape, win, book)
    han = _yaku(hand, shape, book)
    if hand["bonus_hand"] >= 8 and hand["seat"] == "east" and book.western and (han or yakuman):
        yakuman["paarenchan"] = 1
    if yakuman:
        many = sum(yakuman.values()) if book.sums else 1
        return Result(_value(8000 * many, hand, book), many, 0, 0, tuple(sorted(yakuman)))
    results = []
    if "renhou" in _first_turn(hand) and book.renhou == "mangan":
        results.append(Result(_value(2000, hand, book), 0, 5, 0, ("renhou",)))
    if han:
        fu = _fu(hand, shape, pinfu="pinfu" in han, book=book)
        total = sum(han.values()) + _dora(hand, book)
        results.append(Result(_value(_base(total, fu, book), hand, book), 0, total, fu, tuple(sorted(han))))
    return max(results, default=None)


def _first_turn(hand: Json) -> str:
    if not hand["first_turn"]:
        return ""
    if hand["by"] == "ron":
        return "renhou"
    return "tenhou" if hand["seat"] == "east" else "chiihou"


def _every(hand: Json, shape: Shape) -> list[int]:
    if shape.groups:
        return [tile for group in shape.groups for tile in group.tiles] + [shape.pair] * 2
    return tiles_of(hand["concealed"]) + tiles_of(hand["win"])


def _closed(hand: Json) -> bool:
    return all(meld["kind"] == "closed_kan" for meld in hand["melds"])


def _yakuman(hand: Json, shape: Shape, win: int, book: Book) -> dict[str, int]:
    tiles = set(_every(hand, shape))
    sets = [group for group in shape.groups if group.kind != "run"]
    names = {group.tile for group in sets}
    winds = len(names & {27, 28, 29, 30})
    found = {
        _first_turn(hand): _first_turn(hand) != "renhou" or book.renhou == "yakuman",
        "suukantsu": [group.kind for group in sets].count("quad") == 4,
        "ryuuiisou": tiles <= GREENS,
        "chinroutou": tiles <= ENDS,
        "tsuuiisou": tiles <= HONOURS and (shape.name == "sets" or book.pairs_of_honours),
        "daisangen": names >= set(DRAGONS),
        "shousuushii": winds == 3 and 27 <= shape.pair <= 30,
        "daisuushii": winds == 4,
        "suurenkou": book.western and any(_row(sets, tile, 4) for tile in names),
        "kokushi_musou": shape.name == "orphans",
        "suuankou": sum(group.concealed for group in sets) == 4,
        "chuuren_poutou": not hand["melds"] and shape.name == "sets" and _nine_gates(_every(hand, shape)),
    }
    sharp = {
        "kokushi_musou": shape.pair == win,
        "suuankou": shape.wait == "tanki",
        "chuuren_poutou": Counter(_every(hand, shape))[win] in (2, 4),
    }
    sharper = {
        "kokushi_musou": "kokushi_musou_13",
        "suuankou": "suuankou_tanki",
        "chuuren_poutou": "chuuren_poutou_9",
    }
    names_found = [
        sharper[name] if book.doubles and sharp.get(name) else name
        for name, there in found.items()
        if there and name
    ]
    return {
        name: 2 if name in DOUBLE or (book.doubles and name == "daisuushii") else 1 for name in names_found
    }


def _nine_gates(tiles: list[int]) -> bool:
    if len({tile // 9 for tile in tiles}) > 1 or max(tiles) >= 27:
        return False
    counts = Counter(tile % 9 for tile in tiles)
    return all(counts[number] >= (3 if number in (0, 8) else 1) for number in range(9))


def _row(sets: list[Group], tile: int, length: int) -> bool:
    names = {group.tile for group in sets}
    return tile < 27 and tile % 9 + length <= 9 and all(tile + step in names for step in range(length))


def _yaku(hand: Json, shape: Shape, book: Book) -> dict[str, int]:
    closed, tsumo = _closed(hand), hand["by"] == "tsumo"
    double = hand["riichi"] == "double"
    rinshan = hand["rinshan"]
    found = {
        "riichi": hand["riichi"] == "riichi" or (double and book.double_riichi == 1),
        "double_riichi": book.double_riichi if double else 0,
        "ippatsu": hand["ippatsu"],
        "menzen_tsumo": closed and tsumo,
        "rinshan": rinshan,
        "chankan": hand["chankan"],
        "haitei": hand["last_tile"] and tsumo and not rinshan,
        "houtei": hand["last_tile"] and not tsumo,
        **_of_tiles(hand, shape, book),
        **_of_sets(hand, shape, book),
        **_of_runs(hand, shape, book),
    }
    return {name: int(han) for name, han in found.items() if han}


def _of_tiles(hand: Json, shape: Shape, book: Book) -> dict[str, int]:
    closed = _closed(hand)
    tiles = set(_every(hand, shape))
    suits = {tile // 9 for tile in tiles if tile < 27}
    outside = [set(group.tiles) for group in shape.groups] + [{shape.pair}]
    runs = any(group.kind == "run" for group in shape.groups)
    return {
        "tanyao": not tiles & (ENDS | HONOURS) and (closed or book.open_tanyao),
        "chiitoitsu": 2 * (shape.name == "pairs"),
        "honroutou": 2 * (tiles <= ENDS | HONOURS and shape.name != "orphans"),
        "chanta": (1 + closed)
        * (runs and bool(tiles & HONOURS) and all(part & (ENDS | HONOURS) for part in outside)),
        "junchan": (2 + closed) * (runs and all(part & ENDS for part in outside)),
        "honitsu": (2 + closed) * (len(suits) == 1 and bool(tiles & HONOURS)),
        "chinitsu": book.flush[not closed] * (len(suits) == 1 and not tiles & HONOURS),
    }


def _of_sets(hand: Json, shape: Shape, book: Book) -> dict[str, int]:
    sets = [group for group in shape.groups if group.kind != "run"]
    names = {group.tile for group in sets}
    dragons = names & set(DRAGONS)
    return {
        **{yaku: tile in names for tile, yaku in DRAGONS.items()},
        "yakuhai_seat": 27 + WINDS.index(hand["seat"]) in names,
        "yakuhai_round": 27 + WINDS.index(hand["round"]) in names,
        "sanshoku_doukou": 2 * any({tile, tile + 9, tile + 18} <= names for tile in range(9)),
        "sanankou": 2 * (sum(group.concealed for group in sets) == 3),
        "sankantsu": 2 * ([group.kind for group in sets].count("quad") == 3),
        "toitoi": 2 * (len(sets) == 4),
        "shousangen": 2 * (len(dragons) == 2 and shape.pair in DRAGONS),
        "sanrenkou": 2 * (book.western and any(_row(sets, tile, 3) for tile in names)),
    }


def _of_runs(hand: Json, shape: Shape, book: Book) -> dict[str, int]:
    closed = _closed(hand)
    runs = [group.tile for group in shape.groups if group.kind == "run"]
    twins = sum(number // 2 for number in Counter(runs).values())
    straight = any({suit, suit + 3, suit + 6} <= set(runs) for suit in (0, 9, 18))
    flat = len(runs) == 4 and not _pair_value(hand, shape.pair, book) and shape.wait == "ryanmen"
    return {
        "pinfu": closed and flat,
        "iipeikou": closed and twins == 1,
        "ryanpeikou": 3 * (closed and twins == 2),
        "sanshoku_doujun": (1 + closed) * any({tile, tile + 9, tile + 18} <= set(runs) for tile in range(7)),
        "ittsuu": book.straight[not closed] * straight,
    }


def _pair_value(hand: Json, pair: int, book: Book) -> int:
    valued = [pair == 27 + WINDS.index(hand[wind]) for wind in ("seat", "round")]
    if all(valued):
        return book.double_wind
    return 2 * (any(valued) or pair in DRAGONS)


def _fu(hand: Json, shape: Shape, *, pinfu: bool, book: Book) -> int:
    tsumo = hand["by"] == "tsumo"
    if shape.name == "pairs":
        return 25
    if pinfu:
        return 20 if tsumo else 30
    fu = 20 + 2 * tsumo + 10 * (_closed(hand) and not tsumo) + _pair_value(hand, shape.pair, book)
    fu += 2 * (shape.wait in ("kanchan", "penchan", "tanki"))
    for group in shape.groups:
        if group.kind != "run":
            worth = 2 * (1 + group.concealed) * (1 + (group.tile in ENDS | HONOURS))
            fu += worth * (4 if group.kind == "quad" else 1)
    if fu == 20:
        fu += book.open_pinfu
    return -(-fu // 10) * 10


def _dora(hand: Json, book: Book) -> int:
    tiles = Counter(tiles_of(hand["concealed"]) + tiles_of(hand["win"]))
    text = hand["concealed"] + hand["win"]
    for meld in hand["melds"]:
        tiles += Counter(tiles_of(meld["tiles"]))
        text += meld["tiles"]
    shown = hand["dora_indicators"] + (hand["ura_indicators"] if hand["riichi"] != "none" else [])
    return sum(tiles[_next(tiles_of(name)[0])] for name in shown) + book.reds * text.count("0")


def _next(tile: int) -> int:
    if tile < 27:
        return tile - tile % 9 + (tile + 1) % 9
    return 27 + (tile - 26) % 4 if tile < 31 else 31 + (tile - 30) % 3


def _base(han: int, fu: int, book: Book) -> int:
    if han >= 13 and book.counted:
        return 8000
    for least, base in LIMITS:
        if han >= least:
            return base
    base = fu * 2 ** (2 + han)
    return 2000 if base > 1900 and book.kiriage else min(base, 2000)


def _value(base: int, hand: Json, book: Book) -> int:
    def paid(times: int) -> int:
        return -(-base * times // 100) * 100

    east = hand["seat"] == "east"
    if hand["by"] == "ron":
        return paid(4 if book.three or not east else 6)
    if book.three:
        return 2 * paid(2)
    return 3 * paid(2) if east else paid(2) + 2 * paid(1)


def no_five(names: list[str]) -> bool:
    """Whether at most four of each tile are there, red fives among the plain."""
    counts = Counter(tile for name in names for tile in tiles_of(name))
    return max(counts.values()) <= 4
