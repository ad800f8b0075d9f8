"""Long runs: `--out`, `--workers`, `--cluster` of `read` and `evaluate`; what all such commands refuse."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import signal
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from pyarrow import parquet

from tests.app.archive.jobs import Here
from tests.vision.tiny import Drawn, draw_scene, write_model
from yakulens.app import cli
from yakulens.app.archive import parquet as tables
from yakulens.app.archive.output import Lines

if TYPE_CHECKING:
    from pathlib import Path

FACES = ("1m", "5p", "9s", "7z")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_model(tmp_path_factory.mktemp("models")))


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine photos in two folders, the fourth of them broken."""
    folder = tmp_path_factory.mktemp("photos")
    (folder / "more").mkdir()
    for n in range(9):
        tiles = [Drawn(FACES[(n + i) % 4], 100 + 80 * i, 160) for i in range(4)]
        path = folder / f"{n}.png" if n < 6 else folder / "more" / f"{n}.png"
        Image.fromarray(draw_scene(tiles, 480, 320)).save(path)
    (folder / "3.png").write_bytes(b"\xff\xd8\xff")
    return folder


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yakulens.app.cli.long_run.crew", Here)


@pytest.fixture(scope="module")
def whole(photos: Path, model: str, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What one process reads, all in one run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("yakulens.app.cli.long_run.crew", Here)
        return read(photos, model, tmp_path_factory.mktemp("whole") / "out.jsonl", 1)


def read(photos: Path, model: str, out: Path, workers: int) -> bytes:
    words = ["read", str(photos), "--out", str(out), "--workers", str(workers), "--model", model]
    assert cli.main(words) == 0
    return out.read_bytes()


def names(lines: bytes) -> list[str]:
    return [json.loads(line)["photo"]["file"] for line in lines.splitlines()]


def test_every_photo_of_the_folders_is_answered_in_order(whole: bytes, photos: Path) -> None:
    files = [*(f"{n}.png" for n in range(6)), *(f"more/{n}.png" for n in range(6, 9))]
    assert names(whole) == [f"{photos}/{file}" for file in files]
    answers = [json.loads(line) for line in whole.splitlines()]
    assert [len(answer.get("tiles", ())) for answer in answers] == [4, 4, 4, 0, 4, 4, 4, 4, 4]
    assert answers[3]["problems"][0]["code"] == "unreadable_photo"
    assert "ms" not in answers[0]


def test_two_workers_give_the_same_bytes_with_one_of_them_killed(
    whole: bytes, photos: Path, model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[int] = []
    append = Lines.append

    def append_and_kill(so_far: Lines, lines: bytes) -> None:
        append(so_far, lines)
        if not killed:
            victim = multiprocessing.active_children()[0]
            os.kill(victim.pid, signal.SIGKILL)
            killed.append(victim.pid)

    monkeypatch.setattr(Lines, "append", append_and_kill)
    assert read(photos, model, tmp_path / "out.jsonl", 2) == whole
    assert killed


@pytest.mark.usefixtures("here")
def test_a_run_that_was_cut_off_goes_on_where_it_was(
    whole: bytes, photos: Path, model: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    out.write_bytes(whole[: len(whole) * 2 // 3])
    assert read(photos, model, out, 1) == whole
    before = out.stat().st_mtime_ns
    assert read(photos, model, out, 1) == whole
    assert out.stat().st_mtime_ns == before


@pytest.mark.usefixtures("here")
def test_photos_that_came_later_are_added(whole: bytes, photos: Path, model: str, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    lines = whole.splitlines(keepends=True)
    out.write_bytes(b"".join([*lines[:2], *lines[3:]]))
    assert names(read(photos, model, out, 1)) == names(b"".join([*lines[:2], *lines[3:], lines[2]]))


def test_readings_of_another_model_are_not_gone_on_with(
    whole: bytes, photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    out.write_bytes(whole)
    assert cli.main(["read", str(photos), "--out", str(out), "--model", "yakulens-13"]) == 2
    assert "was read by tiny, not yakulens-13" in capsys.readouterr().err
    assert out.read_bytes() == whole


@pytest.mark.usefixtures("here")
def test_paths_come_from_standard_input(
    whole: bytes, model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.jsonl"
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{name}\n" for name in names(whole))))
    assert cli.main(["read", "--out", str(out), "--workers", "1", "--model", model]) == 0
    assert out.read_bytes() == whole


@pytest.mark.usefixtures("here")
def test_a_parquet_file_holds_every_answer_and_grows(
    whole: bytes, photos: Path, model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.parquet"
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{name}\n" for name in names(whole)[:4])))
    assert cli.main(["read", "--out", str(out), "--workers", "1", "--model", model]) == 0
    read(photos, model, out, 1)
    table = parquet.read_table(out).to_pylist()
    assert "".join(row["answer"] + "\n" for row in table).encode() == whole
    assert [row["file"] for row in table] == names(whole)
    assert table[0]["concealed"] == json.loads(whole.splitlines()[0])["reading"]["concealed"]
    assert "3.png" in table[3]["problems"][0]
    assert [path.name for path in tmp_path.iterdir()] == ["out.parquet"]


def test_lines_that_the_parquet_file_holds_already_are_not_added_again(whole: bytes, tmp_path: Path) -> None:
    out, part = tmp_path / "out.parquet", tmp_path / "out.parquet.part"
    part.write_bytes(whole)
    tables.finish(out, part, tables.READING)
    part.write_bytes(whole)  # as if killed before they were removed
    tables.settle(out, part)
    assert not part.exists()
    assert b"".join(line + b"\n" for line in tables.answers(out)) == whole


@pytest.mark.usefixtures("here")
def test_an_evaluation_with_workers_is_the_one_without(
    photos: Path, model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labels = [{"file": f"{n}.png", "read": {"concealed": ["1m", "5p", "9s", "7z"]}} for n in (5, 3, 1)]
    text = "".join(json.dumps(label) + "\n" for label in [*labels, labels[0]])
    folder = tmp_path / "labelled"
    folder.mkdir()
    for n in (1, 3, 5):
        (folder / f"{n}.png").write_bytes((photos / f"{n}.png").read_bytes())
    (folder / "hands.jsonl").write_text(text, encoding="utf-8")
    words = ["evaluate", str(folder), "--model", model, "--json"]
    assert cli.main(words) == 0
    expected = json.loads(capsys.readouterr().out) | {"ms": {}}
    out = tmp_path / "outcomes.jsonl"
    for cut in (0, 100):
        if cut:
            out.write_bytes(out.read_bytes()[:-cut])
        assert cli.main([*words, "--out", str(out), "--workers", "1"]) == 0
        assert json.loads(capsys.readouterr().out) == expected
    kept = out.read_bytes()
    (folder / "hands.jsonl").write_text(text.replace('"5p", ', ""), encoding="utf-8")
    assert cli.main([*words, "--out", str(out), "--workers", "1"]) == 2
    assert "line 1 of what is there compares 1.png with other labels" in capsys.readouterr().err
    assert out.read_bytes() == kept


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["read", "a.jpg", "--workers", "2"], "--workers needs --out"),
        (["read", "a.jpg", "--cluster", "tcp://x:1"], "--cluster needs --out"),
        (["read", "{tmp}/none", "--out", "{tmp}/a.jsonl"], "none: no such file"),
        (["read", "", "--out", "{tmp}/a.jsonl"], "no such file"),
        (["read", "{tmp}", "--out", "{tmp}/a.jsonl"], "no photos found"),
        (["read", "{tmp}/others.jsonl", "--out", "{tmp}/link.jsonl"], "is a link to nothing"),
        (["read", "a.jpg", "--out", "{tmp}/a.csv"], "the file must be FILE.jsonl or FILE.parquet"),
        (["read", "a.jpg", "--out", "{tmp}/no/a.jsonl"], "its folder does not exist"),
        (["read", "a.jpg", "--out", "{tmp}/a.jsonl", "--workers", "0"], "at least one"),
        (["read", "a.jpg", "--out", "{tmp}/a.jsonl", "--workers", "1", "--cluster", "x"], "choose one"),
        (["read", "a.jpg", "--out", "{tmp}/a.jsonl", "--overlay", "x"], "choose one"),
        (["read", "a.jpg", "--out", "{tmp}/a.jsonl", "--model", "none"], "no model is called"),
        (["score", "123m", "--out", "{tmp}/a.jsonl"], "--out needs --jsonl"),
        (["score", "--jsonl", "{tmp}/none.jsonl", "--out", "{tmp}/a.jsonl"], "none.jsonl"),
        (["archive", "score", "{tmp}/others.jsonl", "{tmp}/no.jsonl", "--out", "{tmp}/a.jsonl"], "no.jsonl"),
        (["archive", "score", "{tmp}/others.jsonl"], "name the file of the scores: --out"),
        (["archive", "score", "-", "-", "--out", "{tmp}/a.jsonl"], "can be read only once"),
        (["archive", "score", "{tmp}", "--out", "{tmp}/a.jsonl"], "cannot be opened"),
        (["archive"], "name an action"),
        (["evaluate", "{tmp}", "--out", "{tmp}/a.parquet"], "no labels"),
        (["archive", "score", "{tmp}/hands.jsonl", "--out", "{tmp}/others.jsonl"], "name another file"),
        (["archive", "score", "{tmp}/hands.jsonl", "--out", "{tmp}/others.parquet"], "is no Parquet file"),
        (["archive", "score", "{tmp}/hands.jsonl", "--out", "{tmp}/device.jsonl"], "is not a regular file"),
    ],
)
def test_bad_words_end_with_2_and_one_line(
    words: list[str], what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    foreign = (tmp_path / "others.jsonl", tmp_path / "others.parquet")
    for file in foreign:
        file.write_text('{"name": "Ann"}\n{"name": "Bo"}', encoding="utf-8")
    (tmp_path / "hands.jsonl").touch()
    (tmp_path / "device.jsonl").symlink_to("/dev/null")
    (tmp_path / "link.jsonl").symlink_to("nowhere")
    before = sorted(tmp_path.iterdir())
    assert cli.main([word.format(tmp=tmp_path) for word in words]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert what in error
    assert sorted(tmp_path.iterdir()) == before
    assert {file.read_text(encoding="utf-8") for file in foreign} == {'{"name": "Ann"}\n{"name": "Bo"}'}
