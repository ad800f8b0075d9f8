"""Hands by the thousand beside PyPI `mahjong`, same hands, same run: `python -m tests.benchmarks.bulk`.

The hands are random (`tests.oracle.hands`), with melds and situations, by the rules of Tenhou; each one is
new to both sides. Parts of a few hundred hands alternate between the two sides, so that whatever else the
machine does meets both, and processor time is measured. `mahjong` gets its arguments ready-made. Python's
garbage collection passes over what was there before: a full one takes as long as 3,000 hands, and would fall
on one side by chance. Ours are

- *fresh*: `score` of a `Hand` that was never scored, with nothing remembered at the beginning;
- *repeated*: the same hands once more;
- *brief* and *whole*: from a line of JSON to the line of its Score, as `score --jsonl` does.

Where `riichienv` is installed (`pip install riichienv`), a scorer in Rust, it is asked too.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.oracle import rust
from tests.oracle.hands import Won, chance, random_win
from tests.oracle.theirs import Question, question
from yakulens.app.archive.scores import score_line
from yakulens.scorer import Hand, load_rules, score
from yakulens.scorer.contract.hand_json import hand_to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

RULES: Final = "tenhou"
HANDS: Final = 20_000
PART: Final = 250
SEED: Final = 55
_COMMAND: Final = ("score", "345678m44p67s", "--win", "5s", "--by", "ron", "--meld", "chi:234p:left")


def main() -> None:
    """Measure, and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args()
    measure(args.hands, args.seed)


def measure(number: int = HANDS, seed: int = SEED) -> None:
    """Score that many random hands in each way, and print how long it took beside `mahjong`."""
    rules, random = load_rules(RULES), chance(seed)
    won = [random_win(random, rules) for _ in range(number)]
    questions = [question(each.hand, each.situation, rules) for each in won]
    hands = [Hand(each.hand.concealed, each.hand.win, each.hand.melds) for each in won]
    cases = [(hand, each.situation) for hand, each in zip(hands, won, strict=True)]
    lines = [_line(at, each) for at, each in enumerate(won)]

    def value(case: tuple[Hand, Any]) -> int:
        return score(*case, rules).value

    _say(f"{number:,} random hands, rules {RULES}, one core")
    _compare("score(Hand), fresh", value, cases, questions)
    _compare("score(Hand), repeated", value, cases, questions)
    _compare("JSON to brief JSON", score_line({}, brief=True), lines, questions)
    _compare("JSON to whole JSON", score_line({}, brief=False), lines, questions)
    if rust.installed():
        _compare("riichienv", lambda ask: ask(), [rust.asking(each) for each in questions], questions)
    _start()


def _line(number: int, won: Won) -> str:
    return json.dumps({"id": number, "rules": RULES, **hand_to_json(won.hand, won.situation)})


def _compare(
    name: str, ours: Callable[[Any], object], given: Sequence[Any], questions: Sequence[Question]
) -> None:
    mine = theirs = 0.0
    gc.collect()
    gc.freeze()
    for at in range(0, len(given), PART):
        mine += _seconds(ours, given[at : at + PART])
        theirs += _seconds(Question.ask, questions[at : at + PART])
    rate = len(given) / mine
    _say(f"  {name:24} {rate:9,.0f} hands/s   {theirs / mine:5.2f} times mahjong")


def _seconds(work: Callable[[Any], object], given: Sequence[Any]) -> float:
    start = time.process_time()
    for each in given:
        work(each)
    return time.process_time() - start


def _start() -> None:
    """How long a first hand takes on the command line, beside a Python that does nothing."""
    nothing = _shortest([sys.executable, "-c", "pass"])
    package = _shortest([sys.executable, "-c", "import yakulens"])
    hand = _shortest([sys.executable, "-m", "yakulens", *_COMMAND])
    _say(f"  python {nothing:.0f} ms, import yakulens {package:.0f} ms, first hand typed {hand:.0f} ms")


def _shortest(command: Sequence[str], tries: int = 7) -> float:
    """The least processor time of a command in milliseconds, its children's and the system's included.

    The first try compiles what it imports, as an installation does once.
    """
    taken = []
    with tempfile.TemporaryDirectory(prefix="yakulens-bulk-") as compiled:
        env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        env["PYTHONPYCACHEPREFIX"] = compiled
        for _ in range(tries):
            start = _time_of_children()
            subprocess.run(command, check=True, capture_output=True, cwd=Path(__file__).parents[2], env=env)
            taken.append(_time_of_children() - start)
    return 1000 * min(taken)


def _time_of_children() -> float:
    now = os.times()
    return now.children_user + now.children_system


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
