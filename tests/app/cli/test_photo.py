"""`yakulens photo`: what a person reads, and what a program gets, with the reading given."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from yakulens.app.cli import main, model_options, photo
from yakulens.scorer.contract.hand_json import score_json
from yakulens.scorer.tile import parse
from yakulens.vision.progressive import PhotoReading
from yakulens.vision.reading import Issue, Reading, ReadMeld, ReadTile

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.vision.picture.photo import Photo

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def reading(
    concealed: str, win: str | None = None, pon: str | None = None, *, doubt: bool = False
) -> Reading:
    loose = [tile for part in concealed.split() for tile in ([part] if part == "other" else parse(part))]
    faces = [*loose, *([win] if win else []), *([pon] * 3 if pon else [])]
    after = len(loose)
    melds = ()
    if pon:
        ids = tuple(range(len(faces) - 3, len(faces)))
        melds = (ReadMeld("pon", ids, (pon,) * 3, rotated=(0,), origin="left"),)
    return Reading(
        tiles=tuple(ReadTile(number, face, 0.99, SQUARE) for number, face in enumerate(faces)),
        concealed=tuple(range(after)),
        win=after if win else None,
        melds=melds,
        issues=(Issue("doubtful_face", (0,), ("1m", "2m"), "tile", (("tile", "1m"),)),) if doubt else (),
    )


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "hand.png"
    Image.new("RGB", (16, 16)).save(path)
    return str(path)


def given(monkeypatch: pytest.MonkeyPatch, read: Reading) -> None:
    def read_photo(loaded: Photo, _recogniser: object) -> PhotoReading:
        return PhotoReading(loaded, "given", read, {"decode": 0.0})

    recogniser = SimpleNamespace(load=lambda _name: SimpleNamespace(tile_set=""))
    monkeypatch.setattr(model_options, "Recogniser", recogniser)
    monkeypatch.setattr(photo, "read_photo", read_photo)


def said(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_a_whole_hand_is_scored(
    file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given(monkeypatch, reading("123m456p78s11z", win="9s", pon="7z"))
    assert main(["photo", file, "--by", "tsumo", "--seat", "south", "--rules", "ema-2025"]) == 0
    out = said(capsys)
    assert f"{file}: 14 tiles, read with given" in out
    assert "  pon            777z from left" in out
    assert "1 han 30 fu: 1100 points" in out
    assert "yakuhai red" in out
    assert "south +1100" in out


def test_a_flower_is_set_aside(
    file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given(monkeypatch, reading("other 123m456p78s11777z", win="9s"))
    assert main(["photo", file, "--by", "tsumo"]) == 0
    out = said(capsys)
    assert "  concealed      123m456p78s11777z" in out
    assert "  set aside      1 that riichi does not use" in out
    assert "2 han 40 fu" in out


def test_what_is_missing_is_said_precisely(
    file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given(monkeypatch, reading("123m456p789s11777z", doubt=True))
    assert main(["photo", file]) == 0
    out = said(capsys)
    assert "    Is this 1 of characters? (1m or 2m)" in out
    assert "Not scored yet:" in out
    assert "name it (win, --win), one of 123m456p789s17z" in out
    assert "add --by ron or --by tsumo" in out


@pytest.mark.parametrize(
    ("issue", "told"),
    [
        (
            Issue("maybe_not_in_hand", (0, 1), ("in", "out"), "several"),
            "12m: Do these tiles belong to the hand? (in or out)",
        ),
        (
            Issue("winning_tile", (13,), ("13", "none"), "this_one"),
            "9s: Is this the winning tile? (9s or none)",
        ),
        (Issue("dora_indicator", (14,)), "4p: Which of these are the dora indicators?"),
    ],
)
def test_a_doubt_names_its_tiles(
    issue: Issue, told: str, file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read = reading("123m456p78s11777z", win="9s")
    beside = ReadTile(14, "4p", 0.99, SQUARE)
    given(monkeypatch, replace(read, tiles=(*read.tiles, beside), others=(14,), issues=(issue,)))
    assert main(["photo", file]) == 0
    assert f"    {told}" in said(capsys)


def test_the_json_holds_the_reading_the_hand_and_the_score(
    file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given(monkeypatch, reading("123m456p789s11777z"))
    assert main(["photo", file, "--by", "ron", "--win", "9s", "--json"]) == 0
    answer: dict[str, Any] = json.loads(said(capsys))
    assert answer["photo"]["file"] == file
    assert answer["hand"]["win"] == "9s"
    assert (answer["score"]["outcome"], answer["score"]["han"], answer["score"]["fu"]) == ("win", 1, 40)


def test_the_json_of_an_unfinished_hand_names_the_problems(
    file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given(monkeypatch, Reading())
    assert main(["photo", file, "--by", "ron", "--json"]) == 0
    score = json.loads(said(capsys))["score"]
    assert score["outcome"] == "not_complete"
    assert set(score) == set(score_json({"concealed": "1m", "win": "1m", "by": "ron"}))
    assert [problem["code"] for problem in score["problems"]] == ["no_tiles"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--seat", "south", "--discarder", "south"], "South cannot win on their own discard"),
        (["--dora", "77777z"], "five_of_a_tile|there are four of each tile"),
    ],
)
def test_what_cannot_be_scored_ends_with_2_after_the_reading(
    words: list[str],
    says: str,
    file: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given(monkeypatch, reading("123m456p789s11777z"))
    for form in ([], ["--json"]):
        assert main(["photo", file, "--by", "ron", "--win", "9s", *words, *form]) == 2
        captured = capsys.readouterr()
        assert captured.err.count("\n") == 1
        assert any(part in captured.err for part in says.split("|"))
        assert file in captured.out


@pytest.mark.parametrize("words", [["--rules", "go"], ["--set", "kiriage_mangan=perhaps"]])
def test_rules_that_do_not_exist_are_refused_before_the_photo_is_read(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["photo", "none.jpg", *words]) == 2
    assert "none.jpg" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "named"),
    [(["none.jpg"], "none.jpg"), (["--win", "9z"], "'9z' in '9z' is not a tile"), (["--by", "luck"], "--by")],
)
def test_bad_input_is_one_line(
    words: list[str],
    named: str,
    file: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given(monkeypatch, reading("123m456p789s11777z"))
    assert main(["photo", *(words if words == ["none.jpg"] else [file, *words])]) == 2
    error = capsys.readouterr().err
    assert error.startswith("yakulens photo: ")
    assert error.count("\n") == 1
    assert named in error
