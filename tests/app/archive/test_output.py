"""The output of a long run: whole lines, wherever the last run was cut off."""

from __future__ import annotations

import json
import os
import resource
import signal
from typing import TYPE_CHECKING

import pytest

from yakulens.app.archive.output import Lines, OutputError, json_line

if TYPE_CHECKING:
    from pathlib import Path

THREE = b"".join(json_line({"file": f"{n}.jpg", "outcomes": ["東"] * n}) for n in range(3))


def test_a_line_cut_anywhere_is_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    for length in range(len(THREE) + 1):
        path.write_bytes(THREE[:length])
        whole = THREE[:length].count(b"\n")
        with Lines(path, "outcome") as lines:
            assert [json.loads(line)["file"] for line in lines] == [f"{n}.jpg" for n in range(whole)]
            lines.append(b"".join(THREE.splitlines(keepends=True)[whole:]))
        assert path.read_bytes() == THREE


def test_zeros_after_a_loss_of_power_are_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(THREE + bytes(5000))
    with Lines(path, "outcome"):
        pass
    assert path.read_bytes() == THREE


def test_a_line_longer_than_a_block_is_found_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    long = json_line({"file": "x" * 200_000, "outcomes": []})
    path.write_bytes(long + long[:-9])
    with Lines(path, "outcome") as lines:
        assert len(list(lines)) == 1
    assert path.read_bytes() == long


@pytest.mark.parametrize("text", [b"my notes\nof today\n", b"my notes", b"1\nhalf", b"a,b\n1,2\n{"])
def test_a_file_of_another_kind_is_refused_and_left_as_it_is(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(text)
    with pytest.raises(OutputError, match="name another file"):
        Lines(path, "outcome")
    assert path.read_bytes() == text


def test_two_runs_never_write_into_one_file(tmp_path: Path) -> None:
    with Lines(tmp_path / "out.jsonl", "outcome"), pytest.raises(OutputError, match="another run"):
        Lines(tmp_path / "out.jsonl", "outcome")


FOREIGN = {
    "reading": [b'{"name": "Ann"}\n', b'{"x": 1}', b'{"id": 1, "outcome": "win"}\n'],
    "score": [b'{"photo": {"file": "a.jpg"}}\n', b'{"id": 5}', b'{"id": 5}\n{"id": 6}\n', b"[1]\n"],
    "outcome": [b'{"file": "a.jpg", "label": "cat"}\n', b'{"file": "a.jpg"}'],
}


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, texts in FOREIGN.items() for text in texts]
)
def test_lines_of_somebody_else_are_refused_and_left_as_they_are(
    tmp_path: Path, kind: str, text: bytes
) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(text)
    with pytest.raises(OutputError, match="name another file"):
        Lines(path, kind)
    assert path.read_bytes() == text


def test_answers_of_each_kind_are_gone_on_with_wherever_they_are_cut(tmp_path: Path) -> None:
    answers = {
        "reading": json_line({"photo": {"file": "a.jpg"}, "model": "m"}),
        "score": json_line({"id": None, "outcome": "win"}),
        "outcome": json_line({"file": "a.jpg", "outcomes": []}),
    }
    path = tmp_path / "out.jsonl"
    for kind, line in answers.items():
        for length in range(len(line) + 1):
            path.write_bytes(line + line[:length])
            with Lines(path, kind) as lines:
                assert list(lines) == [line.rstrip(b"\n")] * (1 + (length == len(line)))


def test_what_is_no_ordinary_file_is_refused(tmp_path: Path) -> None:
    device = tmp_path / "out.jsonl"
    device.symlink_to("/dev/null")
    with pytest.raises(OutputError, match="not a regular file"):
        Lines(device, "reading")
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    with pytest.raises(OutputError, match="not a regular file"):
        Lines(pipe, "reading")


def test_a_line_that_the_disk_does_not_take_says_of_which_file(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with Lines(path, "reading") as lines:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
        try:
            with pytest.raises(OSError, match="File too large") as refused:
                lines.append(b"x" * 8192)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, before)
    assert refused.value.filename == str(path)


def test_a_refused_run_leaves_no_file_behind(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    message = "refused"
    with pytest.raises(ValueError, match="refused"), Lines(path, "reading"):
        raise ValueError(message)
    assert not path.exists()
    path.write_bytes(b"")
    with pytest.raises(ValueError, match="refused"), Lines(path, "reading"):
        raise ValueError(message)
    assert path.exists()  # it was there before
