"""From the page's history to a model: exported, trained on, evaluated, compared; tiny, but all of it."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING

import pytest

from tests.vision.layout.bundled import result_of
from yakulens.app import cli
from yakulens.app import store as stores
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.app.store import Store, trainings
from yakulens.app.store.history import KeptPhoto
from yakulens.app.store.search import hand_record
from yakulens.vision import models
from yakulens.vision.desk.from_reading import from_reading
from yakulens.vision.desk.session import Session
from yakulens.vision.model_card import read_card
from yakulens.vision.picture.photo import load
from yakulens.vision.recognise import Recogniser

pytest.importorskip("torch", reason="training is an extra")
pytest.importorskip("ultralytics", reason="training is an extra")

if TYPE_CHECKING:
    from pathlib import Path

HYPER = "[reader]\nbatch = 8\nreal = 0.5\n[finder]\nbatch = 1\nreal = 1.0\n"


@pytest.fixture
def exported(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The exported history of one photo that was read and accepted."""
    photo = root / "datasets" / "samples" / "seven-pairs.jpg"
    assert cli.main(["read", str(photo)]) == 0
    said = json.loads(capsys.readouterr().out)
    recogniser = Recogniser.load()
    reading = result_of(recogniser.recognise(load(photo)).detections).reading
    session = Session.begin(from_reading(reading))
    kept = KeptPhoto(*[photo.read_bytes()] * 3)
    how = hand_record(session.first, Scored.of(session.desk, WinFacts(by="ron", seat="south")), photo.name)
    Store(stores.place()).history.add("2026-11-22T02:00:00Z", said, how, kept)
    assert cli.main(["history", "export", str(tmp_path / "hands")]) == 0
    assert "1 labelled photos" in capsys.readouterr().out
    return tmp_path / "hands"


@pytest.mark.parametrize("network", ["reader", "finder"])
def test_the_history_trains_a_network_that_becomes_a_model_which_is_compared(
    network: str, exported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "hyper.toml").write_text(HYPER)
    run, out = tmp_path / "run", tmp_path / "models"
    start = models.FOLDER / models.choose().networks()[network].file
    words = ["--photos", exported, "--start", start, "--hyper", tmp_path / "hyper.toml", "--out", run]
    tiny = ["--steps", "2", "--designs", "1", "--workers", "0"]
    before = {path for path in tmp_path.rglob("*") if not path.is_relative_to(run)}
    assert cli.main(["train", network, *map(str, words), *tiny]) == 0
    made = {path for path in tmp_path.rglob("*") if not path.is_relative_to(run)} - before
    assert made == {stores.place().with_name(trainings.FILE)}
    assert trainings.folders() == (run,)
    assert tomllib.loads((run / "run.toml").read_text())["hyper"]["real"] > 0.4
    said = ["export", "club", f"--{network}", run / f"{network}.pt", "--out", out]
    assert cli.main(["train", *map(str, said)]) == 0
    card = read_card(out / "club.toml")
    assert (card.based_on, dict(card.metrics)) == (models.choose().name, {})
    shared = {"reader": "finder", "finder": "reader"}[network]
    assert card.networks()[shared].sha256 == models.choose().networks()[shared].sha256
    assert card.networks()[network].sha256 != models.choose().networks()[network].sha256
    capsys.readouterr()
    assert cli.main(["evaluate", str(exported), "--model", str(out / "club.toml"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["model"] == "club"
    assert cli.main(["models", "compare", models.choose().name, str(out / "club.toml"), str(exported)]) == 0
    assert "club" in capsys.readouterr().out.splitlines()[0]
