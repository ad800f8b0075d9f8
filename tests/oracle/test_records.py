"""2,000 wins recorded on Tenhou: value, han, minipoints and yaku of every one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.oracle.records import Record, records
from yakulens.scorer import score

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.scorer import Score


def told(result: Score) -> tuple[object, ...]:
    """Our answer in the form of the records: norths set aside are dora there."""
    rows: Counter[str] = Counter()
    for dora in result.dora:
        rows["dora" if dora.id == "north" else dora.id] += dora.han
    rows.update({row.id: row.han for row in result.yaku if not row.yakuman})
    yakuman = [row.id for row in result.yaku if row.yakuman]
    return result.value, result.han, None if yakuman else result.fu, dict(rows), yakuman


def recorded(record: Record) -> tuple[object, ...]:
    truth = record.truth
    fu = None if truth["yakuman"] else truth["fu"]
    return truth["value"], truth["han"], fu, dict(truth["yaku"]), truth["yakuman"]


def test_all_recorded_wins_score_as_they_did(shared: Path) -> None:
    found = list(records(shared))
    wrong = [
        record.id
        for record in found
        if told(score(record.case.hand, record.case.situation, record.case.rules)) != recorded(record)
    ]
    assert (len(found), wrong) == (2_000, [])
