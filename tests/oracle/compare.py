"""Our score of random winning hands beside PyPI `mahjong`: `python -m tests.oracle.compare 100000`."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from tests.oracle.hands import Won, chance, random_win
from tests.oracle.theirs import Answer, answer, ours, question
from yakulens.scorer import RuleSet, load_rules, score
from yakulens.scorer.judge.check import problems

if TYPE_CHECKING:
    from collections.abc import Iterator

_DOUBLE_RIICHI = {"double_riichi_adds_to_riichi": False, "yaku.double_riichi": {"closed": 2}}
_NO_RENHOU = {"yaku.renhou": {"absent": True}}
EXPRESSIBLE = (
    ("tenhou", {}),
    ("mahjong-soul", {}),
    ("ema-2025", {"several_yakuman": True, "fu.pair_double_wind": 4, **_NO_RENHOU}),
    ("wrc-2015", {"several_yakuman": True, **_DOUBLE_RIICHI, **_NO_RENHOU}),
    (
        "wdmc-2019",
        {
            "several_yakuman": True,
            "fu.open_pinfu": 2,
            "yaku.sanrenkou": {"absent": True},
            "yaku.suurenkou": {"absent": True},
            **_DOUBLE_RIICHI,
            **_NO_RENHOU,
        },
    ),
    ("rcr", {"fu.pair_double_wind": 4, "tsuuiisou_seven_pairs": True, **_DOUBLE_RIICHI, **_NO_RENHOU}),
)
"""Rule sets with what `mahjong` cannot express put as it has it."""


def rule_sets() -> tuple[RuleSet, ...]:
    """The rule sets of `EXPRESSIBLE`."""
    return tuple(load_rules(name, overrides) for name, overrides in EXPRESSIBLE)


def differences(number: int, seed: int) -> Iterator[tuple[Won, RuleSet, Answer, Answer]]:
    """The hands out of `number` random ones for which the two answers differ: hand, rules, ours, theirs."""
    random = chance(seed)
    sets = rule_sets()
    for at in range(number):
        rules = sets[at % len(sets)]
        won = random_win(random, rules)
        mine = ours(score(won.hand, won.situation, rules))
        other = answer(question(won.hand, won.situation, rules).ask(), rules)
        if mine != other:
            yield won, rules, mine, other


def main() -> int:
    """Compare as many hands as asked for; 1 if any differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hands", nargs="?", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    start = time.perf_counter()
    found = 0
    for won, rules, mine, other in differences(args.hands, args.seed):
        found += 1
        if found <= 10:
            _say(rules.name, won, problems(won.hand, won.situation, rules), mine, other)
    _say(f"{args.hands} hands, {found} differences, seed {args.seed}, {time.perf_counter() - start:.0f} s")
    return min(found, 1)


def _say(*words: object) -> None:
    sys.stdout.write("\n  ".join(map(str, words)) + "\n")


if __name__ == "__main__":
    sys.exit(main())
