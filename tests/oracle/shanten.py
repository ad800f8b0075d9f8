"""Our shanten of random hands beside PyPI `mahjong`: `python -m tests.oracle.shanten 100000`.

It counts the differences and prints both speeds. Melds are compared with a brute force
(`tests.scorer.efficiency.reference`): `mahjong` does not know them.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from mahjong.shanten import Shanten

from tests.oracle.hands import chance
from tests.scorer.efficiency.reference import deal, general_distance, packed
from yakulens.scorer.efficiency.distance import Distances, distances, shanten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_WALL = tuple(kind for kind in range(34) for _ in range(4))


def random_hands(number: int, seed: int) -> list[list[int]]:
    """Random hands of 13 and 14 tiles: how many of each of the 34 kinds they hold."""
    random, hands = chance(seed), []
    for _ in range(number):
        held = [0] * 34
        for kind in random.sample(_WALL, random.choice((13, 14))):
            held[kind] += 1
        hands.append(held)
    return hands


def theirs(held: Sequence[int]) -> Distances:
    """The distances by `mahjong`."""
    return Distances(
        Shanten.calculate_shanten_for_regular_hand(held),
        Shanten.calculate_shanten_for_chiitoitsu_hand(held),
        Shanten.calculate_shanten_for_kokushi_hand(held),
    )


def differences(number: int, seed: int) -> Iterator[list[int]]:
    """The random hands for which the two answers differ."""
    return (held for held in random_hands(number, seed) if distances(packed(held)) != theirs(held))


def meld_differences(number: int, seed: int) -> int:
    """The number of random hands with melds for which a brute force finds another distance."""
    random, found = chance(seed), 0
    for at in range(number):
        held, limits, melds = deal(random, melds=1 + at % 4)
        mine = distances(packed(held), melds, packed(limits)).general
        found += mine != general_distance(held, limits, 4 - melds)
    return found


def measure(number: int, seed: int = 1) -> None:
    """Print how many hands a second both sides take, ours with nothing remembered and again."""
    hands = random_hands(number, seed)
    counts = [packed(held) for held in hands]
    start = time.process_time()
    for each in counts:
        shanten(each)
    first = time.process_time()
    for each in counts:
        shanten(each)
    again = time.process_time()
    for held in hands:
        Shanten.calculate_shanten(held)
    other = time.process_time() - again
    _say(f"shanten of {number:,} random hands, one process")
    for name, seconds in (
        ("yakulens", first - start),
        ("yakulens, again", again - first),
        ("mahjong", other),
    ):
        _say(f"{name:26} {number / seconds:8,.0f} hands/s  {other / seconds:4.1f} times mahjong")


def main() -> int:
    """Compare as many hands as asked for; 1 if any differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hands", nargs="?", type=int, default=100_000)
    parser.add_argument("--melds", type=int, default=2_000, help="hands with melds, beside the brute force")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    measure(args.hands, args.seed)
    found = sum(1 for _ in differences(args.hands, args.seed))
    with_melds = meld_differences(args.melds, args.seed)
    _say(f"{args.hands:,} hands beside mahjong: {found} differences, seed {args.seed}")
    _say(f"{args.melds:,} hands with melds beside brute force: {with_melds} differences")
    return min(found + with_melds, 1)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
