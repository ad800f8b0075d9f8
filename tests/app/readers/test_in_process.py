"""The page's reading of a photo ends, however long the search would take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulens.app.readers import in_process
from yakulens.app.readers.in_process import InProcessReader
from yakulens.app.readers.photo_reader import FoundReading, ReadRequest

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def readings(file: Path) -> list[FoundReading]:
    events = InProcessReader().steps(ReadRequest(file.read_bytes(), file.name))
    return [event for event in events if isinstance(event, FoundReading)]


def test_time_that_is_up_ends_a_search_with_a_question(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = root / "datasets" / "samples" / "added-quad.jpg"
    monkeypatch.setattr(in_process, "WITHIN_MS", 0.0)
    first, last = readings(file)
    assert first.pending_stage
    assert last.reading.tiles == first.reading.tiles
    (asked,) = [issue for issue in last.reading.issues if issue not in first.reading.issues]
    assert (asked.code, asked.case) == ("stopped_early", first.pending_stage)
