"""`yakulens train EXPORT`: one way from an export to a set or model that is kept only if it reads better."""

from __future__ import annotations

import argparse
import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from tests.models.teach.designs import all_faces, artwork, laid_out, odd_sets
from tests.vision.tiny import TABLE, Drawn, draw_scene, write_model
from yakulens.app import cli
from yakulens.app import store as stores
from yakulens.app.cli import import_reading, train_teach, train_whole
from yakulens.app.cli.train_steps import agreed, duration
from yakulens.app.store import sets
from yakulens.models.train.choice import Machine
from yakulens.vision import models
from yakulens.vision.model_card import read_card
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

NO_TORCH = Machine(("torch",), 0)
GPU = Machine((), 1)
FACES = ("1m", "5p")


def export(folder: Path, pictures: Sequence[NDArray[np.uint8]], boxes: Sequence[list[Any]]) -> Path:
    """An export as Roboflow's YOLOv8: RGB pictures, and for each the boxes x1, y1, x2, y2, name."""
    names = sorted({box[4] for rows in boxes for box in rows})
    for kind in ("images", "labels"):
        (folder / "train" / kind).mkdir(parents=True)
    (folder / "data.yaml").write_text(f"train: ../train/images\nnc: {len(names)}\nnames: {names}\n")
    for number, (pixels, rows) in enumerate(zip(pictures, boxes, strict=True)):
        high, wide = pixels.shape[:2]
        cv2.imwrite(str(folder / "train" / "images" / f"{number}.png"), pixels[..., ::-1])
        lines = [
            f"{names.index(name)} {(x1 + x2) / 2 / wide} {(y1 + y2) / 2 / high} {(x2 - x1) / wide} "
            f"{(y2 - y1) / high}"
            for x1, y1, x2, y2, name in rows
        ]
        (folder / "train" / "labels" / f"{number}.txt").write_text("\n".join(lines))
    return folder


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an export of eight photos, each of another scene, in which the command is typed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(stores, "place", lambda: tmp_path / "home" / stores.FILE)
    monkeypatch.delenv(models.VARIABLE, raising=False)
    monkeypatch.setattr(Machine, "here", classmethod(lambda _: NO_TORCH))
    pictures, boxes = [], []
    for k in range(8):
        places = {FACES[0]: (100 + 3 * k, 160), FACES[1]: (180 + 3 * k, 160)}
        scene = draw_scene([Drawn(face, *at) for face, at in places.items()], 480, 320)
        # Dim stains under the tiles, so that no two photos are of one scene.
        stains = np.random.default_rng(k).integers(0, 24, (6, 8, 3), np.uint8)
        stains = np.asarray(cv2.resize(stains, (480, 320), interpolation=cv2.INTER_CUBIC), np.uint8)
        pictures.append(np.where((scene == TABLE).all(axis=2, keepdims=True), stains, scene))
        boxes.append([[x - 20, y - 26, x + 20, y + 26, face] for face, (x, y) in places.items()])
    return export(tmp_path / "club.v1", pictures, boxes)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The models: `blind`, in use, finds nothing; `good` reads all."""
    folder = tmp_path / "models"
    folder.mkdir()
    write_model(folder, "blind", more="min_score = 0.999999")
    write_model(folder, "good", default=False)
    monkeypatch.setattr(models, "FOLDER", folder)
    monkeypatch.setattr(import_reading, "recogniser_of", Recogniser.load)  # it remembers other tests' models
    return folder


def typed(*words: object) -> int:
    return cli.main(["train", *map(str, words), "--keep-mirrored"])


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert typed(*words) == 2
    return capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    "words", [["mahjong.v3", "--name", "x"], ["--name", "x", "a/b"], ["from", "reader", "--name", "x"]]
)
def test_words_without_an_action_are_an_export(words: list[str]) -> None:
    args = cli.build_parser("train").parse_args(["train", *words])
    assert (args.action, args.name) == ("from", "x")


def test_a_folder_here_is_an_export_and_a_misspelt_action_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "invalid choice: 'club'" in refused(capsys, "club", "--name", "x")
    (tmp_path / "club").mkdir()
    assert cli.build_parser("train").parse_args(["train", "club", "--name", "x"]).folder == "club"


@pytest.mark.usefixtures("home")
def test_what_cannot_go_is_refused_before_anything_is_written(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "'a/b' is not a name for a tile set" in refused(capsys, club, "--name", "a/b")
    assert "run make train-setup" in refused(capsys, club, "--name", "c", "--way", "train")
    assert "teaching learns each tile set from its own photos" in refused(
        capsys, club, "--name", "c", "--hold-out", "x"
    )
    assert "nowhere.v1: no such folder" in refused(capsys, "nowhere.v1", "--name", "c")
    (club / "data.yaml").write_text("nc: 2\nnames: [thing, 5p]\n")
    assert "classes without a known tile: 'thing'; add --map" in refused(capsys, club, "--name", "c")
    (club / "data.yaml").write_text("nc: 1\nnames: [tile]\n")
    for file in (club / "train" / "labels").iterdir():
        file.write_text(re.sub(r"(?m)^\d+", "0", file.read_text()))
    assert "no class names a tile, so these boxes teach" in refused(capsys, club, "--name", "c")
    assert not Path("runs").exists()


def test_where_every_held_out_tile_is_right_nothing_is_taught(
    club: Path, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(models.VARIABLE, "good")
    monkeypatch.setattr(train_teach, "labelled", lambda *_: pytest.fail("taught nevertheless"))
    assert typed(club, "--name", "c", "--all-boxed", "--yes") == 0
    said = capsys.readouterr().out
    assert "way: teach, since training whole networks needs PyTorch, and torch is not installed here" in said
    assert "good names 4 of 4 tiles right (100.0 %" in said
    assert "only 4 tiles held out" in said
    assert "there is nothing to gain" in said
    assert said.rstrip().endswith("next: yakulens read HAND.jpg")
    assert home.is_dir()


@pytest.mark.usefixtures("home")
def test_the_same_command_takes_what_was_imported_and_another_is_refused(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(models.VARIABLE, "good")
    words = (club, "--name", "c", "--all-boxed")
    assert typed(*words) == 0
    labels = (Path("runs") / "c" / "photos" / "val" / "labels.jsonl").read_bytes()
    capsys.readouterr()
    assert typed(*words, "--yes") == 0
    assert "imported before with the same options, so taken as it is" in capsys.readouterr().out
    assert (Path("runs") / "c" / "photos" / "val" / "labels.jsonl").read_bytes() == labels
    assert "was begun with another value of --all-boxed; name a new --out" in refused(
        capsys, club, "--name", "c"
    )
    shutil.copytree(club, "other.v1")
    assert "another value of the export" in refused(capsys, "other.v1", *words[1:])
    (Path("runs") / "c" / "way.json").unlink()
    assert "no way.json says from which export" in refused(capsys, *words)


def test_whole_networks_are_trained_by_the_commands_that_stand_alone_and_adopted(
    club: Path, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Machine, "here", classmethod(lambda _: GPU))
    trained = []

    def step(words: list[str]) -> None:
        cli.build_parser("train").parse_args(["train", *words])  # as it may be typed
        trained.append(words[0])
        if words[0] == "export":
            for file in home.glob("good*"):
                shutil.copyfile(file, Path("runs") / "club" / file.name.replace("good", "club"))
            card = Path("runs") / "club" / "club.toml"
            card.write_text(card.read_text().replace("good", "club"))

    monkeypatch.setattr(train_whole, "_step", step)
    words = (club, "--name", "club", "--all-boxed", "--way", "train", "--minutes", "5")
    assert typed(*words) == 0
    said = capsys.readouterr().out
    assert "train the reader for 5 minutes on GPU 0, going on from that of blind" in said
    assert "blind names 0 of" in said
    assert "the same command with --yes begins" in said
    assert trained == []
    assert typed(*words, "--yes") == 0
    said = capsys.readouterr().out
    assert trained == ["reader", "finder", "export"]  # `blind` finds nothing, so the finder too
    assert "tiles right  0 of 4 -> 4" in said
    assert "club is now the default; `yakulens models rollback` returns to blind" in said
    assert models.choose().name == "club"
    answer = json.loads((Path("runs") / "club" / "comparison.json").read_text())
    assert (answer["way"], answer["adopted"], answer["rows"][0]["after"]) == ("train", ["club"], 4)
    assert "every labelled tile is named right" not in (Path("runs") / "club" / "report.html").read_text()
    assert read_card(models.own_folder() / "club.toml").adopted["replaces"] == "blind"


def test_a_model_that_is_no_better_is_not_adopted(
    club: Path, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Machine, "here", classmethod(lambda _: GPU))

    def step(words: list[str]) -> None:
        if words[0] == "export":
            for file in home.glob("blind*"):
                shutil.copyfile(file, Path("runs") / "club" / file.name.replace("blind", "club"))
            card = Path("runs") / "club" / "club.toml"
            card.write_text(
                card.read_text().replace("blind", "club").replace("default = true", "default = false")
            )

    monkeypatch.setattr(train_whole, "_step", step)
    assert typed(club, "--name", "club", "--all-boxed", "--way", "train", "--yes") == 0
    said = capsys.readouterr().out
    assert "not adopted: no more tiles are read right" in said
    assert "next: yakulens evaluate runs/club/photos/val --model runs/club/club.toml --failures" in said
    assert models.choose().name == "blind"


@pytest.fixture(scope="module")
def jade() -> tuple[list[NDArray[np.uint8]], list[list[Any]]]:
    """Four photos of the honours of a set of deep jade, each with its boxes."""
    rows = [row for row in all_faces() if "0m" not in row][3:]
    shots = [laid_out(rows, odd_sets([artwork()])[3], 70 + seed) for seed in range(4)]
    boxes = [
        [
            [*np.concatenate([quad.min(axis=0), quad.max(axis=0)]).tolist(), label]
            for label, quad in zip(shot.truth.labels, shot.truth.quads, strict=True)
        ]
        for shot in shots
    ]
    return [shot.image for shot in shots], boxes


def turned_round(faces: Sequence[list[Any]]) -> list[list[Any]]:
    """The boxes where each honour's label is the next honour's: a set that means other tiles by its signs."""
    return [[[*box[:4], f"{int(box[4][0]) % 7 + 1}z"] for box in rows if box[4][1:] == "z"] for rows in faces]


def test_a_set_is_taught_compared_and_kept_with_its_report(
    jade: tuple[list[NDArray[np.uint8]], list[list[Any]]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(stores, "place", lambda: tmp_path / "home" / stores.FILE)
    monkeypatch.setattr(Machine, "here", classmethod(lambda _: NO_TORCH))
    folder = export(tmp_path / "jade.v1", jade[0], turned_round(jade[1]))
    assert typed(folder, "--name", "Odd jade") == 0
    said = capsys.readouterr().out
    file = Path("runs") / "Odd jade" / "Odd jade.yakuset"
    assert f"not kept yet: {file} has it\nnext: yakulens sets import '{file}'" in said
    assert sets.names() == ()
    assert typed(folder, "--name", "Odd jade", "--yes") == 0
    said = capsys.readouterr().out
    assert [line for line in said.splitlines() if " of 5: " in line][-1] == "5 of 5: compare"
    assert sets.names() == ("Odd jade",)
    assert "next: yakulens read HAND.jpg --set 'Odd jade'" in said
    answer = json.loads((Path("runs") / "Odd jade" / "comparison.json").read_text())
    (row,) = [row for row in answer["rows"] if row["measure"] == "tiles right"]
    assert row["after"] > row["before"]
    page = (Path("runs") / "Odd jade" / "report.html").read_text()
    assert "What changed, by set" in page
    assert "1z</td>" in page


@pytest.mark.usefixtures("home")
def test_each_set_is_taught_by_itself_and_measured_on_photos_of_itself(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(models.VARIABLE, "good")
    for kind in ("images", "labels"):
        for file in (club / "train" / kind).iterdir():
            file.rename(file.with_name(f"{'ab'[int(file.stem) // 4]}{file.name}"))
    assert typed(club, "--name", "club", "--all-boxed", "--set-from", "/([ab])[0-9]") == 0
    said = capsys.readouterr().out
    assert "val: 2 photos (a 1, b 1)" in said
    assert "teach good the set 'club a': 6 tiles on 3 photos" in said
    assert "teach good the set 'club b': 6 tiles on 3 photos" in said


@pytest.mark.parametrize(("typed_in", "answer"), [("y", True), (" Yes ", True), ("", False), ("no", False)])
def test_at_a_terminal_it_asks(typed_in: str, answer: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    asked: list[str] = []
    monkeypatch.setattr("builtins.input", lambda text: asked.append(text) or typed_in)
    assert agreed("keep it?", argparse.Namespace(yes=False)) is answer
    assert asked == ["keep it? [y/N] "]
    assert agreed("keep it?", argparse.Namespace(yes=True))
    assert len(asked) == 1


def test_a_time_is_said_as_exactly_as_it_is_known() -> None:
    assert [duration(seconds) for seconds in (3, 61, 100, 3000, 6000)] == [
        "10 seconds", "60 seconds", "2 minutes", "50 minutes", "1.7 hours",
    ]  # fmt: skip
