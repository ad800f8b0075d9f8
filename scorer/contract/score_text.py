"""A Score of the contract as a person reads it."""

from collections.abc import Iterable, Mapping
from typing import Any

from yakulens.scorer.contract.table_text import paid_lines
from yakulens.scorer.explain import ReadingRow
from yakulens.scorer.tile import compact

_MULTIPLES = {2: "double ", 3: "triple ", 4: "fourfold ", 5: "fivefold ", 6: "sixfold "}
_VERDICTS = {
    "no_yaku": "No yaku: this hand may not win.",
    "not_complete": "Not a complete hand.",
    "invalid": "This cannot be scored.",
}


def score_lines(score: Mapping[str, Any]) -> list[str]:
    """The lines that tell a Score: what it is worth, why, who pays, and what did not count."""
    lines = [headline(score)]
    lines += [f"  {problem['message']}" for problem in score.get("problems", ())]
    if score["outcome"] == "win":
        lines += _table(yaku_rows(score))
        if score.get("han") is not None:
            lines += ["", *_table(fu_rows(score))]
        lines += _reading(score.get("reading"))
        if score.get("chips"):
            lines += ["", *_table(chip_rows(score))]
        lines += ["", *(f"  {line}" for line in paid_lines(score)), f"  {_payments(score)}"]
    reasons = score.get("why_not", ())
    if reasons:
        lines += ["", "  Not counted:"]
        lines += [f"    {_words(row['id'])}: {row['because']}{_cited(row)}" for row in reasons]
    return lines


def other_reading_lines(rows: Iterable[ReadingRow]) -> list[str]:
    """The lines of the readings that were compared and not chosen; none where there are none.

    >>> won = score(Hand.of("111222333m78p55s", "6p"), Situation("ron"), load_rules("ema-2025"))
    >>> other_reading_lines(won.other_readings)[-1].strip()
    '123m 123m 123m 678p with the pair 5s, wait ryanmen: 2 han 30 fu, 2000 points'
    """
    lines = [f"    {_compared(row)}" for row in rows]
    return ["", "  Other readings:", *lines] if lines else []


def _compared(row: ReadingRow) -> str:
    worth = f"{row.han} han {row.fu} fu" if not row.yakuman else "yakuman"
    pair = f" with the pair {row.pair}" if row.pair else ""
    sets = " ".join(compact(tiles) for tiles in row.sets)
    return f"{sets}{pair}, wait {row.wait}: {f'{worth}, {row.value} points' if row.value else 'no yaku'}"


def headline(score: Mapping[str, Any]) -> str:
    """What a Score is worth in one line, or that there is no win.

    >>> headline({"outcome": "win", "han": 3, "fu": 30, "value": 3900})
    '3 han 30 fu: 3900 points'
    """
    if score["outcome"] != "win":
        return _VERDICTS.get(score["outcome"], _words(score["outcome"]))
    if score.get("yakuman"):
        worth = f"{_MULTIPLES.get(score['yakuman'], '')}yakuman"
    else:
        worth = f"{score['han']} han {score['fu']} fu"
        if score.get("limit"):
            worth += f", {_words(score['limit'])}"
    return f"{worth}: {score['value']} points"


def yaku_rows(score: Mapping[str, Any]) -> Iterable[tuple[str, str, str]]:
    """The yaku and dora of a Score: what it is, its worth, its section."""
    for row in score.get("yaku", ()):
        worth = f"{_MULTIPLES.get(row['yakuman'], '')}yakuman" if row.get("yakuman") else f"{row['han']} han"
        yield _words(row["id"]), worth, row.get("cite", "")
    for row in score.get("dora", ()):
        yield _words(row["id"]), f"{row['han']} han", row.get("cite", "")


def fu_rows(score: Mapping[str, Any]) -> Iterable[tuple[str, str, str]]:
    """The minipoints of a Score: what they are for, how many, the section; rounded in the last row.

    >>> list(fu_rows({"fu": 30, "fu_rows": [{"id": "base", "fu": 20}]}))
    [('base', '20 fu', ''), ('rounded', '30 fu', '')]
    """
    rows = score.get("fu_rows", ())
    for row in rows:
        tiles = compact(row.get("tiles", ()))
        yield f"{_words(row['id'])} {tiles}".strip(), f"{row['fu']} fu", row.get("cite", "")
    if rows and sum(row["fu"] for row in rows) != score["fu"]:
        yield "rounded", f"{score['fu']} fu", ""


def chip_rows(score: Mapping[str, Any]) -> Iterable[tuple[str, str, str]]:
    """What a Score is paid in chips by each who pays: what for, how many, the section."""
    for row in score.get("chips", ()):
        yield row["text"], "1 chip" if row["chips"] == 1 else f"{row['chips']} chips", row["cite"]


def _table(rows: Iterable[tuple[str, str, str]]) -> list[str]:
    table_rows = list(rows)
    name = max((len(row[0]) for row in table_rows), default=0)
    worth = max((len(row[1]) for row in table_rows), default=0)
    return [f"  {row[0]:<{name}}  {row[1]:>{worth}}  {row[2]}".rstrip() for row in table_rows]


def _reading(reading: Mapping[str, Any] | None) -> list[str]:
    if not reading or not reading.get("sets"):
        return []
    sets = " ".join(compact(tiles) for tiles in reading["sets"])
    pair = reading.get("pair")
    wait = reading.get("wait")
    read_as = f"  read as {sets}{f' with the pair {pair}' if pair else ''}{f', wait {wait}' if wait else ''}"
    return ["", read_as]


def _payments(score: Mapping[str, Any]) -> str:
    changes = {seat: points for seat, points in score.get("payments", {}).items() if points}
    ordered = sorted(changes.items(), key=lambda change: -change[1])
    return "  ".join(f"{seat} {points:+d}" for seat, points in ordered)


def _words(identifier: str) -> str:
    return identifier.replace("_", " ")


def _cited(row: Mapping[str, Any]) -> str:
    return f" ({row['cite']})" if row.get("cite") else ""
