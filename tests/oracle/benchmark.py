"""Hands per second beside PyPI `mahjong`, on the same hands in the same run: `python -m tests.oracle.benchmark`.

Both sides get their arguments ready-made: reading the records is not counted. The rounds of the two alternate, so
that whatever else the machine does meets both; the best round of each counts. The explanation (rows with sections,
payments seat by seat, why not) is what is worked out on demand; han, minipoints, yaku, value and problems are there
after each call.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from scorer import score
from tests.oracle.records import records
from tests.oracle.theirs import question

if TYPE_CHECKING:
    from collections.abc import Callable

_SHARED = Path(__file__).resolve().parents[2].parent / "shared"


def main() -> int:
    """Measure, and print both figures and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--shared", type=Path, default=_SHARED, help="the folder that holds records/")
    args = parser.parse_args()
    cases = [record.case for record in records(args.shared)]
    # their calculator has no three players' dora order in this question's form: such hands are left to ours alone
    cases = [case for case in cases if case.rules.players == 4]
    questions = [question(case.hand, case.situation, case.rules) for case in cases]

    def mine() -> None:
        for case in cases:
            score(case.hand, case.situation, case.rules)

    def theirs() -> None:
        for each in questions:
            each.ask()

    ours, others = [], []
    for _ in range(args.rounds):
        ours.append(_seconds(mine))
        others.append(_seconds(theirs))
    _say(f"{len(cases)} hands, {args.rounds} rounds each, one process")
    _say(
        f"first round   yakulens {_rate(cases, ours[0])}   mahjong {_rate(cases, others[0])}   ",
        others[0] / ours[0],
    )
    _say(
        f"best round    yakulens {_rate(cases, min(ours))}   mahjong {_rate(cases, min(others))}   ",
        min(others) / min(ours),
    )
    return 0


def _seconds(run: Callable[[], None]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _rate(cases: list[object], seconds: float) -> str:
    return f"{len(cases) / seconds:9,.0f} hands/s"


def _say(text: str, ratio: float | None = None) -> None:
    sys.stdout.write(text + (f"ratio {ratio:.1f}" if ratio else "") + "\n")


if __name__ == "__main__":
    sys.exit(main())
