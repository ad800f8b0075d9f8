"""Golden hands: reads `data/*.toml`, and checks one score against what a rule book's text says.

A hand is `given` in the contract's JSON form (South in the east round unless it says otherwise) and
named by every book in `at` whose text decides it. What is expected holds only what that text decides:

outcome          "win" unless it says otherwise; "any" where the text only says what is *not* scored
yaku             all yaku, "id" or "id:han"; `has` some that are there, `lacks` some that are not
why_not          ids that must be explained
han fu yakuman base value limit wait    as in the contract; `limit = "none"` is null
minipoints       the sum of the fu rows, before rounding; `rows` some single rows among them
dora             all dora lines as a table; `lacks_dora` ids that are not there
pay              "ron 2600", "tsumo 700/1300" (others / East) or "tsumo 4000 all"
payments         every seat's change; `payments_if_win` the same, where the hand may also be refused
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
RULES = {
    "ema": "ema-2025",
    "wrc": "wrc-2015",
    "wdmc": "wdmc-2019",
    "3p": "wdmc-2019-3p",
    "rcr": "rcr",
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
    wrong = []
    for key, wanted in expect.items():
        got, right = _compare(key, wanted, case, score)
        if not right:
            wrong.append(f"{key}: expected {wanted}, got {got}")
    return wrong


def _compare(key: str, wanted: Any, case: Case, score: Json) -> tuple[Any, bool]:  # noqa: ANN401, C901, PLR0911 - JSON values; one line a key
    match key:
        case "yaku":
            got = _spelled(score["yaku"])
            return got, _covers(wanted, got) and len(got) == len(wanted.split())
        case "has":
            got = _spelled(score["yaku"])
            return got, _covers(wanted, got)
        case "lacks":
            got = [line["id"] for line in score["yaku"] or []]
            return got, not set(wanted.split()) & set(got)
        case "why_not":
            got = [line["id"] for line in score["why_not"] or []]
            return got, set(wanted.split()) <= set(got)
        case "dora":
            got = {line["id"]: line["han"] for line in score["dora"] or [] if line["han"]}
            return got, got == wanted
        case "lacks_dora":
            got = [line["id"] for line in score["dora"] or [] if line["han"]]
            return got, wanted not in got
        case "minipoints":
            got = [row["fu"] for row in score["fu_rows"]]
            return got, sum(got) == wanted
        case "rows":
            got = [row["fu"] for row in score["fu_rows"]]
            return got, Counter(wanted) <= Counter(got)
        case "limit":
            return score["limit"], score["limit"] == (None if wanted == "none" else wanted)
        case "wait":
            return score["reading"]["wait"], score["reading"]["wait"] == wanted
        case "pay":
            got = _without_zeros(score["payments"])
            return got, got == _paid(wanted, case.given["seat"])
        case "payments":
            got = score["payments"]
            return got, _without_zeros(got) == _without_zeros(wanted)
        case "payments_if_win":
            got = score["payments"]
            return got, score["outcome"] != "win" or _without_zeros(got) == _without_zeros(wanted)
        case "han" | "fu" | "yakuman" | "base" | "value":
            return score[key], score[key] == wanted
    message = f"{case.id}: nothing is known of an expected {key!r}"
    raise ValueError(message)


def _spelled(yaku: list[Json]) -> dict[str, int]:
    return {line["id"]: line["han"] for line in yaku}


def _covers(wanted: str, got: dict[str, int]) -> bool:
    """Whether each "id" or "id:han" of `wanted` is there."""
    for word in wanted.split():
        name, _, han = word.partition(":")
        if name not in got or (han and got[name] != int(han)):
            return False
    return True


def _without_zeros(payments: Json | None) -> Json:
    return {seat: points for seat, points in (payments or {}).items() if points}


def _paid(words: str, winner: str) -> Json:
    """Payments of a hand without counters and sticks, four players, from its short form."""
    by, points, *_ = words.split()
    if by == "ron":
        return {winner: int(points), "discarder": -int(points)}
    others, _, east = points.partition("/")
    paid = {seat: -int(east if seat == "east" and east else others) for seat in SEATS if seat != winner}
    return {winner: -sum(paid.values()), **paid}
