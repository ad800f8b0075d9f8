from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.processes import children
from yakulens.app.readers.in_process import InProcessReader
from yakulens.app.readers.own_process import OwnProcessReader
from yakulens.app.readers.photo_reader import FoundReading, OpenedPhoto, ReadRequest, UnreadableError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulens.app import Json
    from yakulens.app.readers.photo_reader import ReaderEvent

PATIENCE_S = 300
PARENT = """
import sys
from contextlib import suppress
from yakulens.app.readers.photo_reader import ReadRequest, UnreadableError
from yakulens.app.readers.own_process import OwnProcessReader
reader = OwnProcessReader()
with suppress(UnreadableError):
    list(reader.steps(ReadRequest(b"no photo", "a.jpg")))
print(1, flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def beside() -> Iterator[OwnProcessReader]:
    """A process for all tests of this file; each one may kill it."""
    reader = OwnProcessReader()
    yield reader
    kill(reader)


@pytest.fixture
def photo(root: Path) -> ReadRequest:
    file = root / "datasets" / "samples" / "open.jpg"
    return ReadRequest(file.read_bytes(), file.name)


def kill(reader: OwnProcessReader) -> None:
    assert reader._process is not None
    reader._process.kill()
    reader._process.wait()


def events_of(steps: Iterator[ReaderEvent]) -> list[ReaderEvent]:
    return [event for event in steps if event is not None]


def read(event: ReaderEvent) -> Json:
    """A reading without its times, which are of no two the same."""
    assert isinstance(event, FoundReading)
    assert event.reading_json["ms"]["detect"] > 0
    return {key: value for key, value in event.reading_json.items() if key != "ms"}


def test_a_photo_is_read_as_it_is_in_this_process(beside: OwnProcessReader, photo: ReadRequest) -> None:
    apart, here = events_of(beside.steps(photo)), events_of(InProcessReader().steps(photo))
    assert apart[0] == here[0]
    assert [read(each) for each in apart[1:]] == [read(each) for each in here[1:]]
    assert isinstance(apart[-1], FoundReading)
    assert not apart[-1].pending_stage


def test_a_tile_is_read_in_a_box_measured_in_the_pixels_that_are_named(
    beside: OwnProcessReader, photo: ReadRequest
) -> None:
    opened, *_, last = events_of(beside.steps(photo))
    assert isinstance(opened, OpenedPhoto)
    assert isinstance(last, FoundReading)
    tile = last.reading.tiles[last.reading.concealed[0]]
    xs, ys = zip(*tile.quad, strict=True)
    box = (min(xs) / 2, min(ys) / 2, max(xs) / 2, max(ys) / 2)
    found = beside.read_box(photo.data, photo.name, opened.width // 2, box)
    assert found.face == tile.face
    assert found.quad[0] == pytest.approx((tile.quad[0][0] / 2, tile.quad[0][1] / 2), abs=10)


def test_a_file_that_is_no_photo_is_answered_in_a_sentence(beside: OwnProcessReader) -> None:
    with pytest.raises(UnreadableError) as unread:
        list(beside.steps(ReadRequest(b"no photo", "a.jpg")))
    assert (unread.value.key, unread.value.detail) == ("problem.no_photo", "photo.no_photo")
    with pytest.raises(UnreadableError, match=r"photo\.no_photo"):
        beside.read_box(b"no photo", "a.jpg", 100, (0, 0, 10, 10))


def test_a_set_that_is_gone_is_answered_in_a_sentence(
    beside: OwnProcessReader, photo: ReadRequest, tmp_path: Path
) -> None:
    with pytest.raises(UnreadableError, match=r"gone\.yakuset"):
        list(beside.steps(ReadRequest(photo.data, photo.name, tmp_path / "gone.yakuset")))


def test_a_photo_whose_process_is_killed_is_read_once_more_and_opened_once(
    beside: OwnProcessReader, photo: ReadRequest
) -> None:
    steps = beside.steps(photo)
    assert isinstance(next(steps), OpenedPhoto)
    kill(beside)
    rest = events_of(steps)
    assert [type(event) for event in rest] == [FoundReading] * len(rest)
    assert isinstance(rest[-1], FoundReading)
    assert not rest[-1].pending_stage


@pytest.mark.long
def test_a_photo_that_kills_its_process_again_costs_itself_only(
    beside: OwnProcessReader, photo: ReadRequest
) -> None:
    steps = beside.steps(photo)
    next(steps)
    kill(beside)
    next(steps)
    kill(beside)
    with pytest.raises(UnreadableError, match="again on the same photo"):
        list(steps)
    assert isinstance(events_of(beside.steps(photo))[-1], FoundReading)


@pytest.mark.long
def test_a_box_whose_process_was_killed_is_not_read_but_the_next_is(
    beside: OwnProcessReader, photo: ReadRequest
) -> None:
    beside.read_box(photo.data, photo.name, 800, (0, 0, 100, 100))
    kill(beside)
    with pytest.raises(UnreadableError, match="the process that reads photos ended"):
        beside.read_box(photo.data, photo.name, 800, (0, 0, 100, 100))
    assert beside.read_box(photo.data, photo.name, 800, (0, 0, 100, 100)).face


def test_a_process_that_cannot_be_started_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(UnreadableError, match="could not be started"):
        next(OwnProcessReader().steps(ReadRequest(b"", "a.jpg")))


def test_to_be_ready_keeps_nobody_waiting_and_starts_one_process_only() -> None:
    reader = OwnProcessReader()
    for _ in range(9):
        reader.prepare()
    no_photo = ReadRequest(b"no photo", "a.jpg")
    with pytest.raises(UnreadableError, match="no_photo"):
        list(reader.steps(no_photo))
    process = reader._process
    reader.prepare()
    with pytest.raises(UnreadableError, match="no_photo"):
        list(reader.steps(no_photo))
    assert reader._process is process
    kill(reader)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of a process's children")
def test_the_process_ends_with_its_parent_however_that_ends(root: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"1\n"
    (child,) = children(parent.pid)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end and alive(child):
        time.sleep(0.05)
    assert not alive(child)


def alive(pid: int) -> bool:
    """Whether a process is there, not counting one that ended and that nobody has buried."""
    status = Path(f"/proc/{pid}/status")
    try:
        return "State:\tZ" not in status.read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return False
