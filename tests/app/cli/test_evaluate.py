"""`yakulens evaluate`: labelled photos in, the contract's metrics out, as text, JSON and a sheet."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.vision.tiny import Drawn, draw_scene, write_model
from yakulens.app import cli
from yakulens.models.evaluate.ablation import variants
from yakulens.models.evaluate.altered import KINDS

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_model(tmp_path_factory.mktemp("models")))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three photos: a boxed one, a wrongly labelled one with a missing tile, and a cut-out face."""
    folder = tmp_path_factory.mktemp("labelled")
    tiles = [Drawn("1m", 100, 160), Drawn("5p", 180, 160)]
    for name in ("right.png", "wrong.png"):
        Image.fromarray(draw_scene(tiles, 480, 320)).save(folder / name)
    Image.fromarray(draw_scene([Drawn("7z", 72, 96, size=4.0)], 144, 192)).save(folder / "face.png")
    boxes = [[80, 134, 120, 186, "1m"], [160, 134, 200, 186, "5p"]]
    entries = [
        {"file": "right.png", "set": "drawn", "boxes": boxes, "all_tiles_boxed": True},
        {
            "file": "wrong.png",
            "set": "other",
            "boxes": [[*boxes[0][:4], "9s"], boxes[1], [300, 134, 340, 186, "5p"]],
            "all_tiles_boxed": True,
        },
        {"file": "face.png", "name": "7z"},
        {"file": "missing.png", "name": "7z"},
    ]
    (folder / "labels.jsonl").write_text("\n".join(json.dumps(entry) for entry in entries))
    return folder


def test_metrics_as_json(model: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["evaluate", str(folder), "--model", model, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["model"] == "tiny"
    recall, accuracy = answer["metrics"]["tile_recall"], answer["metrics"]["face_accuracy"]
    assert (recall["hits"], recall["of"]) == (4, 5)
    assert (accuracy["hits"], accuracy["of"]) == (4, 5)
    assert answer["groups"]["set drawn"]["metrics"]["tile_recall"]["value"] == 1
    assert answer["failures_by_kind"].keys() == {"confident_wrong_face", "missed_tile", "unreadable"}
    assert answer["ms"]["detect"] > 0


def test_metrics_as_text_with_failures(model: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["evaluate", str(folder), "--model", model, "--failures"]) == 0
    text = capsys.readouterr().out
    assert "tile recall" in text
    assert "4 of 5" in text
    assert "wrong.png: missed_tile: 5p at (320, 160)" in text
    assert "wrong.png: confident_wrong_face: 9s read as 1m" in text
    assert "missing.png: unreadable:" in text


def test_each_stage_left_out_is_a_line_of_the_table(
    model: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["evaluate", str(folder), "--model", model, "--ablate"]) == 0
    lines = capsys.readouterr().out.splitlines()[2:]
    assert [line.split(" | ")[0].removeprefix("| ") for line in lines] == list(variants())
    assert all("| 4/5 | 4/5 |" in line for line in lines)


def test_the_table_of_stages_as_json(model: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["evaluate", str(folder), "--model", model, "--ablate", "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)["variants"][0]
    assert whole["name"] == "as it is"
    assert whole["found"] == {"hits": 4, "total": 5}
    assert whole["worst_ms"] >= whole["median_ms"] > 0


@pytest.mark.parametrize("name", ["worst.jpg", "worst.png"])
def test_the_worst_photos_are_drawn(
    model: str, folder: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["evaluate", str(folder), "--model", model, "--sheet", str(tmp_path / name)]) == 0
    assert Image.open(tmp_path / name).width == 2160
    assert "tile recall" in capsys.readouterr().out


def test_bad_input_is_one_line(tmp_path: Path, model: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["evaluate", str(tmp_path), "--model", model]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "no labels" in error


def test_a_sheet_that_cannot_be_written_is_told_before_anything_is_read(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "evaluate",
        str(folder),
        "--model",
        "no-such-model",
        "--sheet",
        str(folder / "none" / "worst.png"),
    ]
    assert cli.main(words) == 2
    assert "--sheet" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--altered", "--ablate"], "argument --ablate: not allowed with argument --altered"),
        (["--altered", "--sheet", "worst.jpg"], "--ablate cannot be combined with --sheet or --failures"),
        (["--ablate", "--failures"], "--ablate cannot be combined with --sheet or --failures"),
        (["--altered"], "no photo has a whole hand as its label (hands.jsonl)"),
        (["--turned"], "no photo has a whole hand as its label (hands.jsonl)"),
    ],
)
def test_no_option_is_dropped_in_silence(
    options: list[str], what: str, model: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["evaluate", str(folder), "--model", model, *options]) == 2
    told = capsys.readouterr()
    assert what in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)


def test_without_a_failure_no_sheet_is_drawn(
    model: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "right.png").write_bytes((folder / "right.png").read_bytes())
    (tmp_path / "labels.jsonl").write_text((folder / "labels.jsonl").read_text().splitlines()[0])
    file = tmp_path / "worst.png"
    assert cli.main(["evaluate", str(tmp_path), "--model", model, "--sheet", str(file)]) == 0
    assert f"--sheet {file}: not written" in capsys.readouterr().err
    assert not file.exists()


def test_a_sheet_takes_no_labelled_photos_place(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    photo = next(path for path in files if path.suffix != ".jsonl")
    link = tmp_path / "link.jpg"
    link.symlink_to(photo)
    for sheet in (photo, link, folder / "labels.jsonl"):
        assert cli.main(["evaluate", str(folder), "--sheet", str(sheet)]) == 2
        assert capsys.readouterr().err.startswith(f"yakulens evaluate: --sheet {sheet}: ")
    assert {path: path.read_bytes() for path in folder.iterdir() if path.is_file()} == files


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photo of two tiles that is labelled as a hand, and the same with another hand for a label."""
    folder = tmp_path_factory.mktemp("hands")
    for name in ("right.png", "wrong.png"):
        tiles = [Drawn("1m", 100, 160), Drawn("5p", 180, 160)]
        Image.fromarray(draw_scene(tiles, 480, 320)).save(folder / name)
    held = {"right.png": ["1m", "5p"], "wrong.png": ["1m", "9s"]}
    entries = [{"file": name, "read": {"concealed": tiles}} for name, tiles in held.items()]
    (folder / "hands.jsonl").write_text("\n".join(json.dumps(entry) for entry in entries))
    return folder


def test_altered_copies_are_counted_by_kind_and_by_what_came_of_them(
    model: str, hands: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["evaluate", str(hands), "--model", model, "--altered", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["kinds"]) == list(KINDS)
    rows = [row for degrees in told["kinds"].values() for row in degrees.values()]
    assert all(row["of"] == 2 and row["exact"] + row["asked"] + row["silent"] == 2 for row in rows)
    assert told["total"]["of"] == 4 * len(KINDS)
    assert all(entry["file"] == "wrong.png" for entry in told["silent"] if entry["kind"] == "again")
    assert told["total"]["exact"] <= 2 * len(KINDS)  # the other photo's label names another hand
    assert cli.main(["evaluate", str(hands), "--model", model, "--altered"]) == 0
    text = capsys.readouterr().out
    assert f"of all {4 * len(KINDS)} copies {told['total']['exact']} exact" in text
    assert "wrong without a question" in text
