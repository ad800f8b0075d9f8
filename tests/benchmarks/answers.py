"""Whether a change of the scorer changes an answer: `python -m tests.benchmarks.answers FILE`.

Writes a line for each hand: a digest of its brief and its whole Score as JSON, and of its readings. The hands
are the recorded wins, the golden hands, spoilt lines of the fuzz, and for every rule set so many random wins
with counters, sticks, discarders and now and then an impossible tile. Run it on both commits and compare the
files with `cmp`; `--show N` prints the hand of line N and its answer.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.golden.cases import load_cases
from tests.hostile.lines import line
from tests.oracle.hands import Won, chance, random_win
from yakulens.app.archive.scores import score_line
from yakulens.scorer import Hand, load_rules, score
from yakulens.scorer.contract.hand_json import Case, case_from_json, hand_to_json
from yakulens.scorer.hand import Liable
from yakulens.scorer.rules.offered import BUILT_IN
from yakulens.scorer.tile import KINDS, TILES
from yakulens.scorer.vocabulary import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from yakulens.scorer import RuleSet, Situation

HANDS: Final = 1_000
SEED: Final = 7
_RECORDS: Final = Path(__file__).resolve().parents[2].parent / "shared" / "records" / "tenhou-wins.jsonl"
_LIABLE: Final = ("daisangen", "daisuushii", "suukantsu")
_SPOILT: Final = 5_000


def main() -> None:
    """Write the digests, or show one hand."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, help="where the digests go")
    parser.add_argument("--hands", type=int, default=HANDS, help="random hands of each rule set")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--show", type=int, metavar="N", help="print the hand of line N and its answer")
    args = parser.parse_args()
    asked = questions(args.hands, args.seed)
    if args.show:
        text = next(islice(asked, args.show - 1, None))
        sys.stdout.write(f"{text}\n{answer(text)}\n")
        return
    with args.file.open("w", encoding="ascii") as file:
        for text in asked:
            told = answer(text).encode("utf-8", "surrogatepass")
            file.write(f"{hashlib.blake2b(told, digest_size=8).hexdigest()}\n")


def questions(number: int, seed: int) -> Iterator[str]:
    """The hands, each as a line of JSON."""
    with _RECORDS.open(encoding="utf-8") as records:
        yield from (json.dumps(json.loads(each)["hand"]) for each in records)
    yield from (json.dumps({"rules": case.rules, **case.given}) for case in load_cases())
    random = chance(seed)
    yield from (line(random, (0, 1))[1] for _ in range(_SPOILT))
    for name in BUILT_IN:
        rules = load_rules(name)
        for at in range(number):
            won = _varied(random, random_win(random, rules), rules)
            yield json.dumps({"id": at, "rules": name, **hand_to_json(won.hand, won.situation)})


def answer(text: str) -> str:
    """Everything that is said of a hand."""
    told = [_BRIEF(text), _WHOLE(text)]
    try:
        case = case_from_json(json.loads(text))
    except (ValueError, RecursionError):
        case = ()
    if isinstance(case, Case):
        found = score(case.hand, case.situation, case.rules)
        told += [str(found.value), repr(found.other_readings)]
    return "\n".join(told)


def _varied(random: Random, won: Won, rules: RuleSet) -> Won:
    """The win with statements that no score of a tile depends on, or that are impossible."""
    hand, how = won.hand, won.situation
    if random.random() < 0.3:
        how = replace(how, honba=random.choice((0, 1, 2, 5, 8)), deposits=random.randrange(3))
    if random.random() < 0.3:
        how = replace(how, discarder=random.choice(SEATS))
    if random.random() < 0.1:
        how = replace(how, win_apart=False)
    if random.random() < 0.05:
        how = replace(how, bonus_hand=random.choice((1, 7, 8)))
    if random.random() < 0.05 or (rules.north_dora and random.random() < 0.3):
        how = replace(how, north_dora=random.randrange(5))
    if random.random() < 0.1:
        how = replace(how, liable=Liable(random.choice(SEATS), random.choice(_LIABLE)))
    if random.random() < 0.1:
        how = _with_a_flag(random, how)
    if random.random() < 0.1:
        hand = _with_another_tile(random, hand)
    return Won(hand, how)


def _with_a_flag(random: Random, how: Situation) -> Situation:
    flag = random.choice(("ippatsu", "rinshan", "chankan", "last_tile", "first_turn"))
    return replace(how, **{flag: True})


def _with_another_tile(random: Random, hand: Hand) -> Hand:
    tiles = list(hand.concealed)
    if tiles and random.random() < 0.7:
        tiles[random.randrange(len(tiles))] = random.choice(TILES)
    elif random.random() < 0.5:
        return Hand(tuple(tiles), random.choice(KINDS), hand.melds)
    else:
        tiles.append(random.choice(KINDS))
    return Hand(tuple(tiles), hand.win, hand.melds, calls_in_order=random.random() < 0.5)


_BRIEF: Final = score_line({}, brief=True)
_WHOLE: Final = score_line({}, brief=False)


if __name__ == "__main__":
    main()
