"""docs/train.md, followed word for word; its hour of training is two steps, or none without PyTorch."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import shutil
from typing import TYPE_CHECKING

import cv2
import pytest

from yakulens.app import cli
from yakulens.models.train.card import derive
from yakulens.vision import models
from yakulens.vision.model_card import read_card

if TYPE_CHECKING:
    from pathlib import Path

EXPORT = "mahjong.v3i.yolov8"
THEIRS = {"m": "man", "p": "pin", "s": "sou"}
HONOURS = ("East", "South", "West", "North", "White", "Green", "Red")


TRAINS = importlib.util.find_spec("torch") is not None


def shortened(words: list[str]) -> list[str]:
    """The words of a command, an hour of training made a few steps."""
    return shlex.split(shlex.join(words).replace("--minutes 60", "--steps 2"))


def theirs(tile: str) -> str:
    """A tile as somebody else names it."""
    if tile in {"back", "other"}:
        return {"back": "facedown", "other": "flower"}[tile]
    if tile[1] == "z":
        return HONOURS[int(tile[0]) - 1]
    return f"5{THEIRS[tile[1]]}_red" if tile[0] == "0" else f"{tile[0]}{THEIRS[tile[1]]}"


@pytest.fixture
def workshop(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an export of Roboflow and our models, where the guide's reader stands."""
    shutil.copytree(root / "models", tmp_path / "models")
    monkeypatch.setattr(models, "FOLDER", tmp_path / "models")
    monkeypatch.delenv(models.VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["synth", "drawn", "--count", "4", "--seed", "5"]) == 0
    rows = [json.loads(line) for line in (tmp_path / "drawn" / "labels.jsonl").read_text().splitlines()]
    names = sorted({theirs(box[4]) for row in rows for box in row["boxes"]})
    folder = tmp_path / EXPORT
    for kind in ("images", "labels"):
        (folder / "train" / kind).mkdir(parents=True)
    (folder / "data.yaml").write_text(
        f"train: ../train/images\nnc: {len(names) + 1}\nnames: {[*names, 'logo']}\n"
    )
    for row in rows:
        high, wide = cv2.imread(f"drawn/{row['file']}").shape[:2]
        file = folder / "train" / "images" / row["file"].rpartition("/")[2]
        shutil.copyfile(f"drawn/{row['file']}", file)
        lines = [
            f"{names.index(theirs(tile))} {(x1 + x2) / 2 / wide} {(y1 + y2) / 2 / high}"
            f" {(x2 - x1) / wide} {(y2 - y1) / high}"
            for x1, y1, x2, y2, tile in row["boxes"]
        ]
        lines.append(f"{len(names)} .5 .5 .2 .2")
        (folder / "train" / "labels" / file.with_suffix(".txt").name).write_text("\n".join(lines))
    return tmp_path


@pytest.mark.long
def test_the_guide_leads_from_an_export_to_a_model_that_is_taken_and_back(
    workshop: Path, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (root / "docs" / "train.md").read_text("utf-8")
    commands = [
        shlex.split(line)
        for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
        for line in block.splitlines()
    ]
    told = {}
    for program, *words in commands:
        assert program == "yakulens"
        capsys.readouterr()
        if words[0] == "train":
            cli.build_parser("train").parse_args(words)  # understood
        if words[0] != "train" or TRAINS or words[1] == EXPORT:
            assert cli.main(shortened(words)) == 0, words
        if words[:2] == ["train", "export"] and not TRAINS:
            # What the export does with a checkpoint, here with the reader that training would begin from.
            reader = (workshop / "models" / "yakulens-11-reader.onnx").read_bytes()
            derive("club", models.choose(), {"reader": reader}, workshop / "runs")
        told[shlex.join(words)] = capsys.readouterr().out

    def said(start: str) -> str:
        """What the only command that begins so has said."""
        (text,) = [text for command, text in told.items() if command.startswith(start)]
        return text

    whole_way = said(f"train {EXPORT} ")
    assert "way: teach, since" in whole_way
    assert "5 of 5: compare" in whole_way or "nothing to gain" in whole_way
    assert re.search(r"^logo +\? +4$", told[f"data import {EXPORT} --dry-run"], re.MULTILINE)
    assert "logo=?" in (workshop / "names.txt").read_text(encoding="utf-8")
    imported = said(f"data import {EXPORT} --out photos")
    assert "photos/train/labels.jsonl" in imported
    assert "photos/val/labels.jsonl" in imported
    assert "face accuracy" in said("evaluate photos/val")
    assert "yakulens-13 -> club" in said("models compare")
    assert "club is now the default" in said("models adopt")
    assert "yakulens-13 is the default again" in said("models rollback")
    card = read_card(models.own_folder() / "club.toml")
    assert (card.based_on, dict(card.metrics), card.default) == ("yakulens-13", {}, False)
    assert card.finder == models.choose("yakulens-13").finder
