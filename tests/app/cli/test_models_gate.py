"""`yakulens models compare | adopt | rollback`: same photos, refused where worse, recorded."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.vision.tiny import Drawn, draw_scene, write_model
from yakulens.app import cli
from yakulens.app.store import trainings
from yakulens.vision import models

if TYPE_CHECKING:
    from pathlib import Path

PHOTOS = 7


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """Photos of two tiles each."""
    folder = tmp_path / "labelled"
    folder.mkdir()
    rows = []
    for k in range(PHOTOS):
        tiles = [Drawn("1m", 100 + 3 * k, 160), Drawn("5p", 180 + 3 * k, 160)]
        Image.fromarray(draw_scene(tiles, 480, 320)).save(folder / f"{k}.png")
        boxes = [[80 + 3 * k, 134, 120 + 3 * k, 186, "1m"], [160 + 3 * k, 134, 200 + 3 * k, 186, "5p"]]
        rows.append({"file": f"{k}.png", "set": "ab"[k % 2], "boxes": boxes, "all_tiles_boxed": True})
    (folder / "labels.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of shipped models: `good` is taken, `same` is as good, `blind` finds nothing."""
    folder = tmp_path / "models"
    folder.mkdir()
    write_model(folder, "good")
    write_model(folder, "same", default=False)
    write_model(folder, "blind", default=False, more="min_score = 0.999999")
    monkeypatch.setattr(models, "FOLDER", folder)
    monkeypatch.delenv(models.VARIABLE, raising=False)
    return folder


def adopted(name: str) -> dict[str, object]:
    return dict(models.choose(name).adopted)


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert cli.main(["models", *map(str, words)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err.splitlines()[-1]


@pytest.mark.usefixtures("home")
def test_two_models_are_compared_by_set(labelled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["models", "compare", "good", "blind", str(labelled)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("good -> blind, 95 % intervals")
    assert [line.split("  ")[0].strip() for line in lines[1:4]] == ["all", "set a", "set b"]
    assert "14 of 14 -> 0  -100.00 points [-100.00, -100.00]  photos better 0, worse 7, p 0.016" in lines[1]
    assert lines[-1] == "worse: mean over sets, tiles right; set a, tiles right; set b, tiles right"
    assert lines[-2].startswith("mean over 2 sets  tiles right  100.00 % -> 0.00 %")


@pytest.mark.usefixtures("home")
def test_a_comparison_is_a_report_and_shown_on_the_page(labelled: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    assert cli.main(["models", "compare", "good", "blind", str(labelled), "--out", str(out)]) == 0
    page = (out / "report.html").read_text("utf-8")
    assert "<td>1m</td><td>not found</td>" in page
    ((folder, answer),) = trainings.comparisons()
    assert (folder, answer["way"], answer["name"]) == (out, "compare", "good -> blind")


@pytest.mark.usefixtures("home")
def test_a_comparison_as_json(labelled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["models", "compare", "good", "same", str(labelled), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["before"], answer["after"]) == ("good", "same")
    assert answer["rows"][0]["p"] == 1


def test_a_model_that_is_no_worse_is_adopted_and_rolled_back(
    home: Path, labelled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = {path.name: path.read_bytes() for path in home.iterdir()}
    assert cli.main(["models", "adopt", "same", "--on", str(labelled)]) == 0
    assert "same is now the default" in capsys.readouterr().out
    assert models.choose().name == "same"
    decision = adopted("same")
    assert (decision["replaces"], decision["measured_on"]) == ("good", str(labelled))
    assert "14 of 14 -> 14" in str(decision["result"])
    assert "insisted" not in decision
    assert cli.main(["models", "show", "same"]) == 0
    assert "adopted, replaces: good" in capsys.readouterr().out
    assert cli.main(["models", "rollback"]) == 0
    assert models.choose().name == "good"
    assert "rolled_back" in adopted("same")
    capsys.readouterr()
    assert "replaced no model" in refused(capsys, "rollback")
    assert {path.name: path.read_bytes() for path in home.iterdir()} == shipped


@pytest.mark.long
@pytest.mark.usefixtures("home")
def test_a_worse_model_is_not_adopted_unless_the_person_insists(
    labelled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    error = refused(capsys, "adopt", "blind", "--on", labelled)
    assert (
        "blind is worse than good (mean over sets, tiles right; set a, tiles right; set b, tiles right)"
        in error
    )
    assert models.choose().name == "good"
    assert adopted("blind") == {}
    assert cli.main(["models", "adopt", "blind", "--on", str(labelled), "--insist"]) == 0
    assert models.choose().name == "blind"
    assert adopted("blind")["insisted"] is True


@pytest.mark.long
@pytest.mark.usefixtures("home")
def test_a_model_of_another_folder_comes_with_its_networks(
    labelled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = tmp_path / "runs"
    elsewhere.mkdir()
    card = write_model(elsewhere, "mine", default=False)
    assert cli.main(["models", "adopt", str(card), "--on", str(labelled)]) == 0
    assert models.choose().name == "mine"
    assert models.choose().folder == models.own_folder().resolve()
    capsys.readouterr()
    assert "mine is already the default" in refused(capsys, "adopt", card, "--on", labelled)
    assert cli.main(["models", "check"]) == 0
    capsys.readouterr()
    (models.own_folder() / "mine-reader.onnx").write_bytes(b"another")
    assert cli.main(["models", "rollback"]) == 0
    capsys.readouterr()
    assert "a different file has this name" in refused(capsys, "adopt", card, "--on", labelled)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["compare", "good", "nobody", "LABELLED"], "no model is called 'nobody'"),
        (["compare", "good", "same", "nowhere"], "nowhere: no such folder"),
        (["compare", "good", "same"], "required: DIR"),
        (["adopt", "same"], "required: --on"),
        (["adopt", "good", "--on", "LABELLED"], "good is already the default"),
        (["nonsense"], "invalid choice: 'nonsense'"),
    ],
)
def test_what_cannot_be_is_one_line(
    words: list[str], what: str, labelled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert what in refused(capsys, *(w.replace("LABELLED", str(labelled)) for w in words))
