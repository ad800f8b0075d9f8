"""The benchmark asks the `riichienv` wheel rightly: it values the recorded wins as we do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.oracle import rust
from tests.oracle.records import records
from tests.oracle.theirs import question
from yakulens.scorer import score

if TYPE_CHECKING:
    from pathlib import Path


def test_it_values_the_recorded_wins_as_we_do(shared: Path) -> None:
    if not rust.installed():
        pytest.skip("riichienv is not installed")
    cases = [record.case for record in records(shared)]
    # it seats four here and knows no rounding up to mangan
    cases = [case for case in cases if case.rules.players == 4 and not case.rules.kiriage_mangan]
    others = [
        case
        for case in cases
        if rust.value(rust.asking(question(case.hand, case.situation, case.rules))())
        != score(case.hand, case.situation, case.rules).value
    ]
    assert (len(cases) > 1900, others) == (True, [])
