"""Hands per second beside PyPI `mahjong`, same hands, same run: `python -m tests.oracle.benchmark`.

Where the `riichienv` wheel is installed (`pip install riichienv`), a scorer in Rust, it is asked too.

Both sides get their arguments ready-made: reading the records is not counted. Our hands have been added up
when they were made, so another figure has them made anew in every round. The rounds alternate, so that
whatever else the machine does meets all; processor time is measured, and the best round of each counts; the
first round meets an empty memory. What is worked out on demand is the explanation: rows with sections,
payments seat by seat, why not. Problems, han, minipoints, yaku and value are there after each call.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.oracle import rust
from tests.oracle.records import records
from tests.oracle.theirs import question
from yakulens.scorer import Hand, score

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yakulens.scorer.contract.hand_json import Case

_SHARED = Path(__file__).resolve().parents[2].parent / "shared"


def main() -> int:
    """Measure, and print both figures and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--shared", type=Path, default=_SHARED, help="the folder that holds records/")
    args = parser.parse_args()
    measure(args.shared, args.rounds)
    return 0


def measure(shared: Path, rounds: int) -> None:
    """Score the recorded wins of ``shared`` that many times with each, and print what was measured."""
    cases = [record.case for record in records(shared)]
    # a hand of three players is left out: the question to them knows four only
    cases = [case for case in cases if case.rules.players == 4]
    runs = _runs(cases)
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            seconds[name].append(_seconds(run))
    _say(f"{len(cases)} hands, {rounds} rounds each, one process")
    theirs_best = min(seconds["mahjong"])
    for name, taken in seconds.items():
        best = min(taken)
        _say(f"{name:26} {len(cases) / best:8,.0f} hands/s  {theirs_best / best:4.1f} times mahjong")
    ratio = seconds["mahjong"][0] / seconds["yakulens"][0]
    _say(f"in the first round, nothing remembered on either side: {ratio:.1f} times mahjong")


def _runs(cases: Sequence[Case]) -> dict[str, Callable[[], None]]:
    """What scores all hands once, by the name of who does it."""
    questions = [question(case.hand, case.situation, case.rules) for case in cases]
    asking = [rust.asking(each) for each in questions] if rust.installed() else []

    def mine() -> None:
        for case in cases:
            _ = score(case.hand, case.situation, case.rules).value

    def mine_anew() -> None:
        for case in cases:
            hand = Hand(case.hand.concealed, case.hand.win, case.hand.melds)
            _ = score(hand, case.situation, case.rules).value

    def theirs() -> None:
        for each in questions:
            each.ask()

    def in_rust() -> None:
        for ask in asking:
            ask()

    runs = {"yakulens": mine, "yakulens, hands made anew": mine_anew, "mahjong": theirs}
    return runs | ({"riichienv": in_rust} if asking else {})


def _seconds(run: Callable[[], None]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
