"""`yakulens train`: each action has options of its own, and what it is given is checked before the work."""

from __future__ import annotations

import hashlib
import json
import shlex
import tomllib
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from yakulens.app import cli
from yakulens.vision.models import choose

if TYPE_CHECKING:
    from pathlib import Path

ACTIONS = ("finder", "reader", "leveller", "layout", "export", "average", "quantise", "calibrate", "seen")


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line with which bad input ends."""
    assert cli.main(["train", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("yakulens train: ")
    assert captured.err.count("\n") == 1
    return captured.err


def test_help_names_every_action(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["train", "--help"]) == 0
    out = capsys.readouterr().out
    assert all(f"\n    {action}" in out for action in ACTIONS)


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_has_help_whose_examples_are_understood(
    action: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["train", action, "--help"]) == 0
    shown = capsys.readouterr().out.partition("example:")[2].split("\n")
    examples = [shlex.split(line) for line in shown if line]
    assert examples
    for name, *words in examples:
        assert (name, *words[:2]) == ("yakulens", "train", action)
        assert cli.build_parser("train").parse_args(words).action == action


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (
            [],
            "name an export, or an action, one of: from, finder, reader, leveller, layout, export, average",
        ),
        (["nonsense"], "invalid choice: 'nonsense'"),
        (["export"], "required: NAME, --out"),
        (["average", "mine", "--out", "x"], "required: --with"),
        (["calibrate", "mine"], "required: --out"),
    ],
)
def test_what_is_missing_is_named(words: list[str], what: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert what in refused(words, capsys)


@pytest.mark.parametrize(
    ("action", "foreign"),
    [
        ("calibrate", "--finder a.pt"),
        ("calibrate", "--share 0.3"),
        ("calibrate", "--minutes 3"),
        ("export", "--with yakulens-13"),
        ("quantise", "--share 0.3"),
        ("leveller", "--photos boxes"),
        ("leveller", "--quads yakulens-13"),
        ("leveller", "--held-out boxes"),
        ("layout", "--quads yakulens-13"),
        ("layout", "--held-out boxes"),
        ("layout", "--photos boxes"),
        ("layout", "--art art"),
        ("layout", "--fonts fonts"),
        ("reader", "--pictures 9"),
        ("finder", "--share 0.3"),
        ("reader", "--finder a.pt"),
    ],
)
def test_an_option_of_another_action_is_refused(
    action: str, foreign: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    needed = {
        "calibrate": ["mine"],
        "export": ["mine"],
        "quantise": ["mine", "--with", "yakulens-13"],
    }
    words = [action, *needed.get(action, []), "--out", str(tmp_path / "out"), *foreign.split()]
    error = refused(words, capsys)
    assert f"unrecognized arguments: {foreign} " in error
    assert f"(yakulens train {action} --help shows the options)" in error
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["average", "mine", "--with", "nobody's"], "no model is called"),
        (["average", "mine", "--with", "yakulens-13"], "mine-finder.onnx: no such network; export"),
        (
            ["average", "mine", "--with", "yakulens-13", "--share", "1.5"],
            "--share: 1.5 is not a number from 0 to 1",
        ),
        (["quantise", "mine", "--with", "nobody's"], "no model is called"),
        (
            ["quantise", "mine", "--with", "yakulens-13"],
            "mine.toml: no such card; copy the card of yakulens-13",
        ),
        (
            ["quantise", "mine", "--with", "yakulens-13", "--network", "layout"],
            "invalid choice: 'layout'",
        ),
        (["export", "mine"], "nothing to export"),
        (["export", "mine", "--reader", "nowhere.pt"], "nowhere.pt: no such checkpoint"),
        (["export", "a/mine"], "'a/mine' is not a model name"),
        (["calibrate", "mine"], "mine.toml: no such file; export the model first"),
        (["finder", "--minutes", "0"], "--minutes: 0 is not a number of at least 0.01"),
        (["finder", "--steps", "0"], "--steps: 0 is not a whole number of at least 1"),
        (["finder", "--steps", "9", "--minutes", "9"], "--minutes: not allowed with argument --steps"),
        (["finder", "--device", "gpu"], "--device: 'gpu' is not a device: give cpu, 0 or 0,1"),
        (["reader", "--device", "0,1"], "several GPUs work only for the finder"),
        (["finder", "--device", "0,1", "--steps", "9"], "only with --minutes"),
        (["reader", "--held-out", "nowhere"], "labels.jsonl: cannot be read"),
        (["reader", "--hyper", "nowhere.toml"], "nowhere.toml: cannot be read"),
        (["finder", "--designs", "none"], "--designs: none is not a whole number of at least 1"),
        (["finder", "--quads", "yakulens-13"], "--quads needs photos; name them with --photos"),
        (["finder", "--photos", "nowhere"], "labels.jsonl: cannot be read"),
        (["reader", "--start", "nowhere.onnx"], "nowhere.onnx: no such network"),
        (["reader", "--fonts", "nowhere"], "nowhere: no such folder; --fonts needs a folder of fonts"),
        (["reader", "--art", "nowhere"], "nowhere: not a folder that contains folders of tile pictures"),
    ],
)
def test_what_cannot_be_used_is_refused_before_the_work_begins(
    words: list[str], what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert what in refused([*words, "--out", str(out)], capsys)
    assert not out.exists()


def test_a_network_of_another_kind_is_nothing_to_go_on_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = choose()
    finder = str(card.folder / card.finder.file)
    error = refused(["reader", "--start", finder, "--out", str(tmp_path / "out")], capsys)
    assert "not a reader; that has the input 'crops', this images" in error


def test_a_file_that_is_no_network_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.onnx").write_text("nothing")
    error = refused(["reader", "--start", str(tmp_path / "a.onnx"), "--out", str(tmp_path / "out")], capsys)
    assert str(tmp_path / "a.onnx") in error


def test_a_design_without_all_faces_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    design = tmp_path / "art" / "mine"
    design.mkdir(parents=True)
    (design / "1m.png").touch()
    error = refused(["reader", "--art", str(tmp_path / "art"), "--out", str(tmp_path / "out")], capsys)
    assert f"{design}: 2m.png is missing" in error


def test_a_labelled_picture_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = {"set": "A", "group": "A-rows", "all_tiles_boxed": True, "boxes": []}
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((8, 8, 3), np.uint8))
    rows = [json.dumps({**row, "file": name}) for name in ("a.png", "b.png")]
    (tmp_path / "labels.jsonl").write_text("\n".join(rows))
    error = refused(["reader", "--photos", str(tmp_path), "--out", str(tmp_path / "out")], capsys)
    assert f"{tmp_path / 'b.png'}: no such picture" in error


def test_a_picture_that_is_none_and_photos_on_both_sides_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = {"file": "a.png", "boxes": []}
    (tmp_path / "labels.jsonl").write_text(json.dumps(row))
    (tmp_path / "a.png").write_text("no picture")
    words = ["reader", "--photos", str(tmp_path), "--held-out", str(tmp_path), "--out", str(tmp_path / "out")]
    assert f"{tmp_path / 'a.png'}: cannot be read as a picture" in refused(words, capsys)
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((8, 8, 3), np.uint8))
    assert f"{tmp_path / 'a.png'}: is in both --photos and --held-out" in refused(words, capsys)
    (tmp_path / "labels.jsonl").write_text("")
    assert "labels.jsonl: names no photos" in refused(words, capsys)
    assert not (tmp_path / "out").exists()


def test_the_mean_of_two_models_is_written_and_their_card_follows(root: Path, tmp_path: Path) -> None:
    models = root / "models"
    before = (models / "yakulens-13.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(before, encoding="utf-8")
    layout = models / tomllib.loads(before)["layout"]["file"]
    file = tmp_path / "mine-layout.onnx"
    file.write_bytes(layout.read_bytes())
    words = ["average", "mine", "--with", "yakulens-13", "--network", "layout", "--out", str(tmp_path)]
    assert cli.main(["train", *words]) == 0
    old = hashlib.sha256(layout.read_bytes()).hexdigest()
    new = hashlib.sha256(file.read_bytes()).hexdigest()
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8") == before.replace(old, new)
    file.write_bytes(layout.read_bytes() + b" ")  # as a kill leaves it that came before the card was written
    assert cli.main(["train", *words]) == 2
    assert file.read_bytes() == layout.read_bytes() + b" ", "not averaged a second time"


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04 and no more", b"no archive"])
def test_what_was_not_seen_by_a_model_is_refused_before_the_work(
    tmp_path: Path, content: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "seen.npz"
    if content is not None:
        file.write_bytes(content)
    line = refused(["layout", "--seen", str(file), "--out", str(tmp_path / "out")], capsys)
    assert str(file) in line
    assert not (tmp_path / "out").exists()
