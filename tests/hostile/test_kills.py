"""A command that is killed before any of its file operations leaves nothing half there, or it is mended."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.app.archive.jobs import Here
from tests.hostile import random_kills
from tests.hostile.kills import every_kill
from tests.pocket.taught import exchanged
from tests.vision.tiny import finder_bytes, write_model
from yakulens.app import cli
from yakulens.app import store as stores
from yakulens.app.cli import models_gate
from yakulens.app.store import Store, half_done, restore, sets
from yakulens.app.store import backup as archive
from yakulens.datasets.imports import labelled
from yakulens.models.runs.figures import FIGURES, Figure, load_figures, save_figures
from yakulens.models.train.card import derive, set_networks
from yakulens.scorer import whole_file
from yakulens.scorer.toml_file import read_toml
from yakulens.scorer.whole_file import write_whole
from yakulens.vision import models
from yakulens.vision.model_card import read_card

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder about the data folder."""
    folder = tmp_path / "home"
    (folder / "yakulens").mkdir(parents=True)
    monkeypatch.setattr(stores, "place", lambda: folder / "yakulens" / stores.FILE)
    return folder


def listed() -> dict[str, bytes]:
    return {name: sets.path_of(name).read_bytes() for name in sets.names()}


def aside() -> dict[str, bytes]:
    return {
        name: (sets.folder() / "removed" / f"{name}{sets.SUFFIX}").read_bytes() for name in sets.removed()
    }


def test_a_file_is_the_earlier_one_or_the_new_one(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a").write_bytes(b"earlier")
    for when in every_kill(lambda: write_whole(folder / "a", b"new"), folder):
        assert (folder / "a").read_bytes() in {b"earlier", b"new"}, when
        write_whole(folder / "a", b"newer")
        assert [path.name for path in folder.iterdir()] == ["a"], when


@pytest.mark.parametrize("others", [0, 1], ids=["nothing removed", "one removed"])
def test_a_set_that_is_replaced_is_listed_at_every_moment(
    others: int, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sets, "to_bytes", lambda tile_set: tile_set.name.encode() + b" new")
    (sets.folder() / "removed").mkdir(parents=True)
    sets.path_of("jade").write_bytes(b"earlier")
    if others:
        (sets.folder() / "removed" / f"jade{sets.SUFFIX}").write_bytes(b"first")
    for when in every_kill(lambda: sets.keep(Named("jade")), home):  # type: ignore[arg-type]
        half_done.mend()
        assert listed() in ({"jade": b"earlier"}, {"jade": b"jade new"}), when
        if listed()["jade"] == b"jade new":
            assert aside() == {"jade": b"earlier"}, when
        assert hidden(home) == [], when


class Named:
    """A tile set, of which only the name matters here."""

    def __init__(self, name: str) -> None:
        self.name = name


def hidden(folder: Path) -> list[str]:
    return [str(path) for path in folder.rglob(".*")]


def test_of_two_sets_that_are_exchanged_neither_is_lost(home: Path) -> None:
    (sets.folder() / "removed").mkdir(parents=True)
    sets.path_of("jade").write_bytes(b"present")
    (sets.folder() / "removed" / f"jade{sets.SUFFIX}").write_bytes(b"removed")
    for when in every_kill(lambda: sets.restore("jade"), home):
        assert listed().keys() == {"jade"}, when
        half_done.mend()
        assert {listed()["jade"], aside()["jade"]} == {b"present", b"removed"}, when
        assert hidden(home) == [], when


def test_a_set_that_is_renamed_has_one_name_at_every_moment(home: Path) -> None:
    sets.keep(replace(exchanged("5z", "6z"), name="jade"))
    for when in every_kill(lambda: sets.rename("jade", "green"), home):
        before = sets.names()
        assert before in {("jade",), ("green",)}, when
        assert sets.find(*before).layer.bias.shape == (39,), when
        said = half_done.mend()
        assert sets.names() == before, when
        assert sets.find(*before).name == before[0], (when, said)
        assert hidden(home) == [], when


def test_what_another_process_is_doing_is_left_alone(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sets.folder().mkdir()
    sets.path_of("jade").write_bytes(b"present")
    others = sets.folder() / ".jade.yakuset.1.renamed"
    others.write_bytes(b"on its way")
    monkeypatch.setattr(whole_file, "runs", lambda process: process == 1)
    part = home / "yakulens" / ".trainings.json.1.part"
    part.write_bytes(b"")
    assert half_done.mend() == []
    monkeypatch.setattr(whole_file, "runs", lambda _: False)
    assert [said.partition(":")[0] for said in half_done.mend()] == ["jade", str(part)]
    assert hidden(home) == []


def test_a_set_that_is_removed_is_on_one_of_the_lists(home: Path) -> None:
    sets.folder().mkdir()
    sets.path_of("jade").write_bytes(b"present")
    for when in every_kill(lambda: sets.remove("jade"), home):
        assert listed() | aside() == {"jade": b"present"}, when


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own models, of which there is none; a shipped one is the default."""
    shipped, own = tmp_path / "shipped", tmp_path / "own"
    shipped.mkdir()
    own.mkdir()
    write_model(shipped, "ours")
    monkeypatch.setattr(models, "FOLDER", shipped)
    monkeypatch.setattr(models, "own_folder", lambda: own)
    return own


def test_a_model_that_is_added_is_there_as_a_whole_or_not_at_all(folder: Path) -> None:
    base, more = models.choose("ours"), {"finder": {"long_side": 320, "classes": ["1m"]}}

    def add() -> None:
        derive("club", base, {"finder": finder_bytes()}, folder, more=more, on_card={"summary": "club"})

    for when in every_kill(add, folder):
        cards = {card.name: card for card in models.cards()}
        if "club" in cards:
            club = cards["club"]
            assert club.finder.long_side == 320, when
            assert club.summary == "club", when
            assert all(club.network(part) for part in club.networks().values()), when
        else:
            add()  # a retry finds nothing in its way
            assert models.choose("club").finder.classes == ("1m",), when


def test_there_is_one_default_model_whenever_adopting_is_interrupted(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    write_model(elsewhere, "new", default=False)
    new = read_card(elsewhere / "new.toml")

    def adopt() -> None:
        models_gate.make_default(models_gate._installed(new), {"replaces": "ours", "result": "as good"})

    for when in every_kill(adopt, folder):
        chosen = models.choose()
        assert chosen.name in {"ours", "new"}, when
        assert all(chosen.network(part) for part in chosen.networks().values()), when
        adopt()
        assert models.choose().name == "new", when
        assert [card.name for card in models.cards(folder) if card.default] == ["new"], when


def test_there_is_one_default_model_whenever_a_rollback_is_interrupted(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name, replaces in (("first", "ours"), ("second", "first")):
        write_model(elsewhere, name, default=False)
        installed = models_gate._installed(read_card(elsewhere / f"{name}.toml"))
        models_gate.make_default(installed, {"replaces": replaces, "result": "as good"})
    for when in every_kill(lambda: models_gate.rollback(argparse.Namespace()), folder):
        chosen = models.choose()
        assert chosen.name in {"first", "second"}, when
        if chosen.name == "second":
            models_gate.rollback(argparse.Namespace())
        assert models.choose().name == "first", when


def test_a_card_gets_all_its_networks_at_once(folder: Path) -> None:
    described = {part: {"file": f"club-{part}.onnx", "sha256": "0" * 64} for part in ("finder", "reader")}
    card = folder / "club.toml"
    for when in every_kill(lambda: set_networks(card, described, 'name = "club"\n'), folder):
        assert not card.exists() or read_toml(card) == {"name": "club", **described}, when


def test_a_data_set_is_imported_with_all_its_parts_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()

    def write(_: object, part: Path, **__: object) -> None:
        part.mkdir(parents=True)
        (part / labelled.LABELLED).write_text("{}\n", encoding="utf-8")

    monkeypatch.setattr(labelled, "write", write)

    def take() -> None:
        labelled.write_all({"train": [1], "val": [1]}, folder / "club", source="", complete=None)  # type: ignore[list-item]

    for when in every_kill(take, folder):
        there = sorted(path.name for path in (folder / "club").glob("*"))
        assert there in ([], ["train", "val"]), when
        if not there:
            take()
        assert sorted(path.name for path in (folder / "club").iterdir()) == ["train", "val"], when


@pytest.mark.parametrize("exists", [False, True], ids=["new folder", "empty folder"])
def test_a_history_is_exported_as_a_whole_or_not_at_all(home: Path, *, exists: bool) -> None:
    Store(stores.place()).settings.update({"names": "kept"})
    target = home / "export"
    if exists:
        target.mkdir()
    for when in every_kill(lambda: cli.main(["history", "export", str(target)]), home):
        there = sorted(path.name for path in target.glob("*"))
        assert there in ([], ["history.csv", "history.json"]), when
        if not there:
            assert cli.main(["history", "export", str(target)]) == 0, when
        assert sorted(path.name for path in home.iterdir()) == ["export", "yakulens"], when


@pytest.mark.parametrize("name", ["scores.jsonl", "scores.parquet"])
def test_scores_are_the_same_wherever_a_run_was_killed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yakulens.app.cli.long_run.crew", Here)
    folder, hands = tmp_path / "archive", tmp_path / "hands.jsonl"
    folder.mkdir()
    hands.write_text('{"concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo"}\n' * 3, encoding="utf-8")
    words = ["archive", "score", str(hands), "--out", str(folder / name)]
    found = set()
    for _ in every_kill(lambda: cli.main(words), folder):
        assert cli.main(words) == 0
        found.add((folder / name).read_bytes())
        assert [path.name for path in folder.iterdir()] == [name]
    assert len(found) == 1


def test_a_runs_figures_are_those_of_before_or_the_new_ones(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    figures = [Figure(step, 9.0, {"loss": 1.0}) for step in (1, 2)]
    save_figures(folder / FIGURES, figures[:1])
    for when in every_kill(lambda: save_figures(folder / FIGURES, figures), folder):
        assert load_figures(folder / FIGURES) in (figures[:1], figures), when


def test_a_backup_that_is_killed_leaves_no_copy_and_stands_in_no_way(home: Path) -> None:
    Store(stores.place()).settings.update({"names": "kept"})
    for when in every_kill(lambda: archive.make(stores.place(), home / "saved.zip"), home):
        half_done.mend()
        assert [path.name for path in stores.place().parent.glob(".backup*")] == [], when
        (home / "saved.zip").unlink(missing_ok=True)
        assert archive.make(stores.place(), home / "saved.zip") == 1, when


def names() -> object:
    return Store(stores.place()).settings.all().get("names")


@pytest.mark.parametrize("is_mount", [False, True], ids=["folder", "mount point"])
def test_a_restore_that_is_killed_leaves_the_former_data_or_the_restored_and_no_copies(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_mount: bool
) -> None:
    saved = tmp_path / "saved.zip"
    Store(stores.place()).settings.update({"names": "restored"})
    (home / "yakulens" / "sets").mkdir()
    (home / "yakulens" / "sets" / "a.npz").write_bytes(b"restored")
    archive.make(stores.place(), saved)
    Store(stores.place()).settings.update({"names": "former"})
    (home / "yakulens" / "sets" / "a.npz").write_bytes(b"former")
    monkeypatch.setattr(os.path, "ismount", lambda _: is_mount)
    found = set()
    for when in every_kill(lambda: restore.put_back(saved, stores.place()), home):
        said = half_done.mend()
        now = names()
        found.add(now)
        assert now in {"former", "restored"}, when
        assert (home / "yakulens" / "sets" / "a.npz").read_bytes() == str(now).encode(), when
        copies = [path.name for path in home.rglob(".yakulens-*") if "-before-" not in path.name]
        assert copies == [], (when, said)
        assert half_done.mend() == [], when
    assert found == {"former", "restored"}


@pytest.mark.long
def test_everything_works_after_each_command_is_killed_at_random(capsys: pytest.CaptureFixture[str]) -> None:
    assert random_kills.main(["10", "--seed", "3"]) == 0, capsys.readouterr().out
