"""Golden hands: reads `data/*.toml`, and checks one score against what a rule book's text says.

A hand is `given` in the contract's JSON form (South in the east round unless it says otherwise) and
named by every book in `at` whose text decides it. What is expected holds only what that text decides:

outcome          "win" unless it says otherwise; "any" where the text only says what is *not* scored
yaku             all yaku, "id" or "id:han"; `has` some that are there, `lacks` some that are not
why_not          ids that must be explained
problems         the code of each problem; `says` a part of what they, the notes and the reasons say together
notes            the section of each note, without the book
lines            each payment as "from to points section"
han fu yakuman base value limit wait    as in the contract; `limit = "none"` is null
minipoints       the sum of the fu rows, before rounding; `rows` some single rows among them
dora             all dora lines as a table, `dora_sections` their sections; `lacks_dora` ids not there
pay              "ron 2600", "tsumo 700/1300" (others / East) or "tsumo 4000 all"
chips            all chips, "id:number" for what each pays; `chip_payments` every seat's change in chips
payments         every seat's change; `payments_if_win` the same, where the hand may also be refused
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import reduce
from operator import eq
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

DATA = Path(__file__).parent / "data"
RULES = {
    "ema": "ema-2025",
    "ema16": "ema-2016",
    "wrc": "wrc-2015",
    "wrc25": "wrc-2025",
    "wdmc": "wdmc-2019",
    "3p": "wdmc-2019-3p",
    "rcr": "rcr",
    "tenhou": "tenhou",
    "tenhou3": "tenhou-3p",
    "soul": "mahjong-soul",
    "soul3": "mahjong-soul-3p",
    "mleague": "m-league",
    "jpml": "jpml-a",
    "contract": "ema-2025",
}
SEATS = ("east", "south", "west", "north")

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """One golden hand under one rule set."""

    rules: str
    section: str
    name: str
    given: Json
    expect: Json

    @property
    def id(self) -> str:
        return f"{self.rules} {self.section}: {self.name}"


def load_cases() -> list[Case]:
    """Every hand of every file, once for each book it is named by."""
    return [case for file in sorted(DATA.glob("*.toml")) for case in _read(file)]


def _read(file: Path) -> list[Case]:
    cases = []
    for entry in tomllib.loads(file.read_text(encoding="utf-8"))["hand"]:
        for place in entry["at"].split(","):
            book, section = place.strip().split(" ", 1)
            given = {"rules": RULES[book], "seat": "south", "round": "east", **entry["given"]}
            cases.append(Case(RULES[book], section, entry["name"], given, entry["expect"]))
    return cases


def differences(case: Case, score: Json) -> list[str]:
    """What the score says otherwise than the text; empty where they agree."""
    expect = dict(case.expect)
    outcome = expect.pop("outcome", "win")
    if outcome not in ("any", score["outcome"]):
        return [f"outcome: expected {outcome}, got {score['outcome']} {score['problems']}"]
    if "pay" in expect:
        expect["payments"] = _paid(expect.pop("pay"), case.given["seat"])
    if "payments_if_win" in expect:
        paid = expect.pop("payments_if_win")
        expect["payments"] = paid if score["outcome"] == "win" else {}
    wrong = []
    for key, wanted in expect.items():
        read, agrees = CHECKS[key]
        got = read(score)
        if not agrees(wanted, got):
            wrong.append(f"{key}: expected {wanted}, got {got}")
    return wrong


def _spelled(score: Json) -> dict[str, int]:
    return {line["id"]: line["han"] for line in score["yaku"]}


def _ids(key: str) -> Callable[[Json], set[str]]:
    return lambda score: {line["id"] for line in score[key] if line.get("han", 1)}


def _rows(score: Json) -> list[int]:
    return [row["fu"] for row in score["fu_rows"]]


def _field(*path: str) -> Callable[[Json], Any]:
    return lambda score: reduce(lambda value, key: value[key], path, score)


def _covers(wanted: str, got: dict[str, int]) -> bool:
    """Whether each "id" or "id:han" of `wanted` is there."""
    words = [word.partition(":") for word in wanted.split()]
    return all(name in got and (not han or got[name] == int(han)) for name, _, han in words)


def _nonzero(payments: Json) -> Json:
    return {seat: points for seat, points in payments.items() if points}


def _paid(words: str, winner: str) -> Json:
    """Payments of a hand without counters and sticks, four players, from its short form."""
    by, points, *_ = words.split()
    if by == "ron":
        return {winner: int(points), "discarder": -int(points)}
    others, _, east = points.partition("/")
    paid = {seat: -int(east if seat == "east" and east else others) for seat in SEATS if seat != winner}
    return {winner: -sum(paid.values()), **paid}


def _said(score: Json) -> str:
    told = [problem["message"] for problem in score["problems"]]
    told += [note["text"] for note in score["notes"]]
    return " | ".join(
        told + [f"{miss['id']}: {miss['because']} ({miss['cite']})" for miss in score["why_not"]]
    )


def _section(line: Json) -> str:
    """The last word of a citation: the number of its section, or the end of a heading."""
    return str(line["cite"]).rpartition(" ")[2]


def _lines(score: Json) -> list[str]:
    return [f"{row['from']} {row['to']} {row['points']} {_section(row)}" for row in score["rows"]]


CHECKS: dict[str, tuple[Callable[[Json], Any], Callable[[Any, Any], bool]]] = {
    "yaku": (_spelled, lambda wanted, got: _covers(wanted, got) and len(got) == len(wanted.split())),
    "has": (_spelled, _covers),
    "lacks": (_ids("yaku"), lambda wanted, got: not got & set(wanted.split())),
    "why_not": (_ids("why_not"), lambda wanted, got: got >= set(wanted.split())),
    "problems": (lambda score: " ".join(problem["code"] for problem in score["problems"]), eq),
    "says": (_said, lambda wanted, got: wanted in got),
    "notes": (lambda score: " ".join(_section(note) for note in score["notes"]), eq),
    "lines": (_lines, eq),
    "dora": (lambda score: {line["id"]: line["han"] for line in score["dora"] if line["han"]}, eq),
    "dora_sections": (lambda score: " ".join(map(_section, score["dora"])), eq),
    "lacks_dora": (_ids("dora"), lambda wanted, got: wanted not in got),
    "minipoints": (_rows, lambda wanted, got: sum(got) == wanted),
    "rows": (_rows, lambda wanted, got: Counter(wanted) <= Counter(got)),
    "limit": (_field("limit"), lambda wanted, got: got == (None if wanted == "none" else wanted)),
    "wait": (_field("reading", "wait"), eq),
    **{
        key: (_field(key), lambda wanted, got: _nonzero(got) == _nonzero(wanted))
        for key in ("payments", "chip_payments")
    },
    "chips": (lambda score: " ".join(f"{row['id']}:{row['chips']}" for row in score["chips"]), eq),
    **{key: (_field(key), eq) for key in ("han", "fu", "yakuman", "base", "value")},
}
"""How each expectation reads the score, and when it agrees with what is wanted."""
