"""Hands per second beside PyPI `mahjong`, same hands, same run: `python -m tests.oracle.benchmark`.

Both sides get their arguments ready-made: reading the records is not counted. The rounds of the two
alternate, so that whatever else the machine does meets both; processor time is measured, and the best round
of each counts. What is worked out on demand is the explanation: rows with sections, payments seat by seat,
why not. Problems, han, minipoints, yaku and value are there after each call.
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
    # a hand of three players is left out: the question to them knows four only
    cases = [case for case in cases if case.rules.players == 4]
    questions = [question(case.hand, case.situation, case.rules) for case in cases]

    def mine() -> None:
        for case in cases:
            _ = score(case.hand, case.situation, case.rules).value

    def theirs() -> None:
        for each in questions:
            each.ask()

    ours, others = [], []
    for _ in range(args.rounds):
        ours.append(_seconds(mine))
        others.append(_seconds(theirs))
    _say(f"{len(cases)} hands, {args.rounds} rounds each, one process")
    for name, mine_s, theirs_s in (("first", ours[0], others[0]), ("best", min(ours), min(others))):
        figures = (
            f"yakulens {len(cases) / mine_s:8,.0f} hands/s  mahjong {len(cases) / theirs_s:8,.0f} hands/s"
        )
        _say(f"{name:>5} round  {figures}  ratio {theirs_s / mine_s:.1f}")
    return 0


def _seconds(run: Callable[[], None]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
