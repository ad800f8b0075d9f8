"""The 2,000 recorded wins of `../shared/records`: hands with what they were worth on Tenhou."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yakulens.scorer.contract.hand_json import Case, case_from_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Record:
    """A hand that was won, and what it was worth."""

    id: str
    case: Case
    truth: dict[str, Any]


def records(shared: Path) -> Iterator[Record]:
    """Every record in the folder `shared`."""
    with (shared / "records" / "tenhou-wins.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            case = case_from_json(record["hand"])
            if not isinstance(case, Case):
                message = f"{record['hand']['id']}: {case}"
                raise TypeError(message)
            yield Record(record["hand"]["id"], case, record["truth"])
