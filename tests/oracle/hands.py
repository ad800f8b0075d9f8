"""Random winning hands of every shape, each in a situation that can be."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from yakulens.scorer import Hand, Meld, Situation
from yakulens.scorer.tile import KINDS
from yakulens.scorer.vocabulary import FROMS, SEATS, MeldKind

if TYPE_CHECKING:
    from yakulens.scorer import RuleSet

_ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
_POOLS = (
    tuple(range(34)),
    tuple(range(34)),
    tuple(range(9)),
    (*range(9, 18), *range(27, 34)),
    (*range(18, 27), *range(27, 34)),
    (*range(1, 8), *range(10, 17), *range(19, 26)),
    _ORPHANS,
    tuple(range(27, 34)),
    (19, 20, 21, 23, 25, 32),
)


@dataclass(frozen=True, slots=True)
class Won:
    """A hand and how it was won."""

    hand: Hand
    situation: Situation


def chance(seed: int) -> Random:
    """Chance that can be had again."""
    return Random(seed)  # noqa: S311 - no secret


def random_win(random: Random, rules: RuleSet) -> Won:
    """A random complete hand in a random situation, without contradiction."""
    while True:
        draw = random.random()
        if draw < 0.06:
            hand = _seven_pairs(random)
        elif draw < 0.08:
            hand = _orphans(random)
        elif draw < 0.10:
            hand = _nine_gates(random)
        else:
            hand = _sets(random)
        if hand is not None:
            return _situated(_coloured(random, hand, rules), random, rules)


def _sets(random: Random) -> Hand | None:
    pool = random.choice(_POOLS)
    triplets = random.random() < 0.35
    quads = random.random() < 0.15
    blocks: list[list[int]] = []
    for _ in range(4):
        kind = random.choice(pool)
        run = not triplets and kind < 27 and kind % 9 < 7 and random.random() < 0.8
        blocks.append(
            [kind, kind + 1, kind + 2] if run else [kind] * (4 if quads and random.random() < 0.6 else 3)
        )
    pair = [random.choice(pool)] * 2
    if max(Counter(kind for block in (*blocks, pair) for kind in block).values()) > 4:
        return None
    calls = random.random() < 0.5
    melds, concealed = [], list(pair)
    for block in blocks:
        if len(block) == 4 or (calls and random.random() < 0.5):
            melds.append(_meld(random, block, calls=calls))
        else:
            concealed += block
    return _won(random, concealed, tuple(melds))


def _meld(random: Random, block: list[int], *, calls: bool) -> Meld:
    tiles = tuple(KINDS[kind] for kind in block)
    kind: MeldKind
    if len(block) == 4:
        kind = random.choice(("open_kan", "added_kan", "closed_kan")) if calls else "closed_kan"
    else:
        kind = "pon" if block[0] == block[1] else "chi"
    source = None if kind == "closed_kan" else "left" if kind == "chi" else random.choice(FROMS)
    return Meld(kind, tiles, source)


def _seven_pairs(random: Random) -> Hand | None:
    pool = random.choice(_POOLS)
    if len(pool) < 7:
        return None
    return _won(random, [kind for kind in random.sample(pool, 7) for _ in range(2)], ())


def _orphans(random: Random) -> Hand:
    return _won(random, [*_ORPHANS, random.choice(_ORPHANS)], ())


def _nine_gates(random: Random) -> Hand:
    suit = 9 * random.randrange(3)
    ranks = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, random.randrange(9)]
    return _won(random, [suit + rank for rank in ranks], ())


def _won(random: Random, kinds: list[int], melds: tuple[Meld, ...]) -> Hand:
    tiles = [KINDS[kind] for kind in kinds]
    random.shuffle(tiles)
    return Hand(tuple(tiles[1:]), tiles[0], melds)


def _coloured(random: Random, hand: Hand, rules: RuleSet) -> Hand:
    """Make some fives red, one of a suit at most; every one of four, as the set has no four plain ones."""
    if not any(rules.red_fives):
        return hand
    tiles = list(hand.tiles)
    for five, red in (("5m", "0m"), ("5p", "0p"), ("5s", "0s")):
        places = [at for at, tile in enumerate(tiles) if tile == five]
        if places and (len(places) == 4 or random.random() < 0.4):
            tiles[random.choice(places)] = red
    size = len(hand.concealed)
    melds, at = [], size + 1
    for meld in hand.melds:
        melds.append(replace(meld, tiles=tuple(tiles[at : at + len(meld.tiles)])))
        at += len(meld.tiles)
    return Hand(tuple(tiles[:size]), tiles[size], tuple(melds))


def _situated(hand: Hand, random: Random, rules: RuleSet) -> Won:
    by = random.choice(("ron", "tsumo"))
    tsumo = by == "tsumo"
    quads = any(meld.is_quad for meld in hand.melds)
    riichi = "none" if hand.is_open else random.choices(("none", "riichi", "double"), (5, 4, 1))[0]
    rinshan = tsumo and quads and random.random() < 0.3
    last_tile = not rinshan and random.random() < 0.08
    seat = random.choice(SEATS)
    left = Counter(dict.fromkeys(KINDS, 4))
    left.subtract(tile.replace("0", "5") for tile in hand.tiles)
    wall = [tile for tile, number in left.items() for _ in range(number) if tile not in {"5m", "5p", "5s"}]
    number = random.choice((0, 1, 1, 1, 2, 3))
    begun = hand.melds or riichi != "none" or last_tile or number > 1
    first_turn = tsumo and not begun and random.random() < 0.05
    shown = random.sample(wall, 2 * number)
    late = last_tile and rules.riichi_min_wall > rules.players - (not tsumo)
    held = sum(tile.replace("0", "5") == hand.win.replace("0", "5") for tile in (*hand.tiles, *shown))
    chankan = not tsumo and not last_tile and held == 1 and random.random() < 0.1
    barred = rinshan or late or (riichi == "double" and (quads or number > 1 or last_tile or chankan))
    return Won(
        hand,
        Situation(
            by,
            seat,
            random.choice(rules.rounds),
            riichi,
            ippatsu=riichi != "none" and not barred and random.random() < 0.3,
            rinshan=rinshan,
            chankan=chankan,
            last_tile=last_tile,
            first_turn=first_turn,
            dora_indicators=tuple(shown[:number]),
            ura_indicators=tuple(shown[number:]) if riichi != "none" else (),
        ),
    )
