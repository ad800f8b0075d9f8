"""`yakulens read`: photos in, Readings out, in order; a bad photo never ends the run of JSON lines."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from tests.vision.tiny import Drawn, draw_scene, write_model
from yakulens.app import cli

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_model(tmp_path_factory.mktemp("models")))


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos")
    for name, faces in (("one.png", ["1m", "5p"]), ("two.jpg", ["9s"])):
        tiles = [Drawn(face, 100 + 80 * i, 160) for i, face in enumerate(faces)]
        Image.fromarray(draw_scene(tiles, 480, 320)).save(folder / name)
    (folder / "broken.jpg").write_bytes(b"\xff\xd8\xff")
    return folder


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def faces(answer: dict[str, Any]) -> list[str]:
    return sorted(tile["face"] for tile in answer["tiles"])


def test_one_json_object_a_line_in_the_order_given(
    model: str, photos: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [str(photos / name) for name in ("two.jpg", "one.png")]
    assert cli.main(["read", *paths, "--jsonl", "--model", model]) == 0
    answers = lines(capsys)
    assert [answer["photo"]["file"] for answer in answers] == paths
    assert [faces(answer) for answer in answers] == [["9s"], ["1m", "5p"]]


def test_a_bad_photo_is_answered_in_its_place(
    model: str, photos: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("broken.jpg", "one.png", "missing.jpg")
    assert cli.main(["read", *(str(photos / n) for n in names), "--jsonl", "--model", model]) == 0
    broken, good, missing = lines(capsys)
    assert (broken["outcome"], missing["outcome"]) == ("invalid", "invalid")
    assert missing["problems"][0]["code"] == "unreadable_photo"
    assert "no such file" in missing["problems"][0]["message"]
    assert faces(good) == ["1m", "5p"]


def test_paths_come_from_standard_input_where_none_is_given(
    model: str, photos: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = f"{photos / 'one.png'}\n\n{photos}\n{photos / 'two.jpg'}\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(given))
    assert cli.main(["read", "--jsonl", "--model", model]) == 0
    answers = lines(capsys)
    assert [answer.get("outcome") for answer in answers] == [None, "invalid", "invalid", None]


def test_a_folder_without_photos_is_told_and_standard_input_is_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("asked.jpg\n"))
    for words in ([], ["--jsonl"]):
        assert cli.main(["read", str(tmp_path), *words]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith(f"yakulens read: {tmp_path}: no photos found")


def test_without_jsonl_a_reading_is_printed_and_a_bad_photo_ends_with_2(
    model: str, photos: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["read", str(photos / "one.png"), "--model", model]) == 0
    assert faces(json.loads(capsys.readouterr().out)) == ["1m", "5p"]
    assert cli.main(["read", str(photos / "broken.jpg"), "--model", model]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "broken.jpg" in captured.err


def test_overlays_are_drawn_and_none_overwrites_another(
    model: str, photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = str(photos / "one.png")
    assert cli.main(["read", one, one, "--jsonl", "--overlay", str(tmp_path / "new"), "--model", model]) == 0
    assert len(lines(capsys)) == 2
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["one-2.jpg", "one.jpg"]
    assert Image.open(tmp_path / "new" / "one.jpg").width >= 1400


def test_a_drawing_never_replaces_a_photo(
    model: str,
    photos: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mine = tmp_path / "two.jpg"
    before = (photos / "two.jpg").read_bytes()
    mine.write_bytes(before)
    assert cli.main(["read", str(mine), "--overlay", str(tmp_path), "--model", model]) == 2
    assert "a drawing could replace it; choose another" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{mine}\n"))
    assert cli.main(["read", "--jsonl", "--overlay", str(tmp_path), "--model", model]) == 0
    (answer,) = lines(capsys)
    assert (answer["photo"]["file"], answer["outcome"]) == (str(mine), "invalid")
    assert mine.read_bytes() == before


def test_a_drawing_that_cannot_be_written_costs_no_reading(
    model: str, photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one.jpg").mkdir()
    words = ["read", str(photos / "one.png"), "--overlay", str(tmp_path), "--model", model]
    assert cli.main([*words, "--jsonl"]) == 0
    captured = capsys.readouterr()
    assert faces(json.loads(captured.out)) == ["1m", "5p"]
    assert "cannot be written" in captured.err
    assert cli.main(words) == 2
    assert faces(json.loads(capsys.readouterr().out)) == ["1m", "5p"]


def test_a_name_may_end_with_a_space(
    model: str,
    photos: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    odd = tmp_path / "two.jpg "
    odd.write_bytes((photos / "two.jpg").read_bytes())
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{odd}\r\n"))
    for words in ([str(odd)], []):
        assert cli.main(["read", *words, "--jsonl", "--model", model]) == 0
        (answer,) = lines(capsys)
        assert (answer["photo"]["file"], faces(answer)) == (str(odd), ["9s"])


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["read"], "name at least one photo"),
        (["read", "a.jpg", "--model", "no-such-model.toml"], "no-such-model.toml"),
        (["read", "a.jpg", "--model", "weights.pt"], "weights.pt|no model here"),
        (["read", "a.jpg", "--overlay", "/dev/null/x"], "--overlay"),
    ],
)
def test_bad_words_end_with_2_and_one_line(
    words: list[str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert any(part in error for part in what.split("|"))
