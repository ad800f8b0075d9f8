"""What must hold for any input: an answer, or one line that says what is wrong."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from yakulens.app.store import Store, picture
from yakulens.app.store.trouble import FAILURES
from yakulens.datasets.imports.foreign import ExportError
from yakulens.datasets.imports.formats import read_export
from yakulens.datasets.imports.labelled import labelled
from yakulens.models.teach.file import TileSetError, from_bytes
from yakulens.scorer.contract.hand_json import score_json
from yakulens.scorer.contract.json_line import answered, parse_object
from yakulens.scorer.contract.json_text import plain_text
from yakulens.scorer.rules.compare import show, values_of
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.ruleset import RulesError
from yakulens.vision.finding.detector import Detector
from yakulens.vision.finding.windows import first_windows
from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.model_card import FinderSettings
from yakulens.vision.naming.tile_set import TileSet
from yakulens.vision.picture.opening import MAX_PIXELS
from yakulens.vision.picture.photo import PhotoError, load
from yakulens.vision.picture.pyramid import Pyramid

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 600
"""Characters of a line that a person still reads."""

_PATIENCE: Final = 5.0
"""Seconds that a network may take for a small picture."""


def _told(error: Exception) -> None:
    assert str(error), "it says nothing"


def _one_line(error: Exception) -> None:
    text = str(error)
    _told(error)
    assert "\n" not in text, "it is more than a line"
    assert len(text) <= LONGEST, "it is longer than anybody reads"


def photo(data: bytes) -> bool:
    """A file becomes upright pixels, and a copy that tells nothing of whoever took it, or is refused."""
    try:
        found = load(data, "a photo")
    except PhotoError as error:
        _one_line(error)
        return False
    height, width = found.size
    pixels = found.pixels
    assert pixels.shape == (height, width, 3)
    assert pixels.dtype == np.uint8
    assert 0 < height * width <= MAX_PIXELS
    kept = picture.keepable(data, "a photo")
    assert load(kept, "what is kept").size == found.size
    assert b"at home" not in kept
    assert picture.thumbnail(kept)
    return True


def line(answer: Callable[[object], dict[str, Any]], text: str) -> bool:
    """A line is answered by a line, with its problems or with a result; never by a defect of ours."""
    told = answered(text, lambda given: plain_text(answer(parse_object(given))))
    assert "\n" not in told
    value = json.loads(told)
    codes = [problem["code"] for problem in value["problems"]]
    assert "defect" not in codes, told[:LONGEST]
    assert all(problem["message"] for problem in value["problems"])
    return not codes


def rules(data: bytes) -> bool:
    """A rule file becomes a rule set by which a hand can be scored, or is refused."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "own.toml"
        path.write_bytes(data)
        try:
            found = load_rules(path)
        except RulesError as error:
            _told(error)
            return False
        assert all(isinstance(show(value), str) for _, value, _ in values_of(found))
        told = score_json({"concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo", "rules": str(path)})
    assert told["outcome"] in {"win", "no_yaku", "invalid"}
    json.dumps(told, allow_nan=False)
    return True


def set_file(data: bytes) -> bool:
    """A file is a tile set with finite numbers, or refused."""
    try:
        found = from_bytes(data, "a set")
    except TileSetError as error:
        _one_line(error)
        return False
    assert isinstance(found, TileSet)
    assert np.isfinite(found.layer.weights).all()
    return True


def network(data: bytes) -> bool:
    """A file finds tiles, or is refused before it is a model's."""
    try:
        session = InferenceSession(data, "a network", 1, seconds=_PATIENCE)
        detector = Detector(session, FinderSettings("a network"))
        grey = Pyramid(np.full((96, 128, 3), 128, np.uint8))
        (window,) = first_windows(grey.size, detector.settings)
        found = detector.detect(grey, window)
    except SessionError as error:
        _one_line(error)
        return False
    assert np.isfinite(found.boxes).all()
    return True


def export(folder: Path) -> bool:
    """A folder is an export whose boxes lie on their photos, or refused."""
    try:
        found = read_export(folder)
    except ExportError as error:
        _told(error)
        return False
    for each in found.photos:
        names = {box.name: "1m" for box in each.boxes}
        boxes = labelled(each, exports_size(), names).boxes
        assert np.isfinite(boxes).all()
        assert (boxes[:, :2] <= boxes[:, 2:]).all()
    return True


def exports_size() -> tuple[int, int]:
    """Of the photos that are exported, width and height."""
    from tests.datasets.imports.exports import SIZE  # noqa: PLC0415 - it loads what only this needs

    return SIZE


def database(path: Path) -> bool:
    """What a database still holds is given; what cannot be used is told as the page tells it."""
    try:
        store = Store(path)
        history, games = store.history.of(""), store.games.of("")
        spoilt: list[int] = []
        list(history.all(lambda number, _: spoilt.append(number)))
        history.thumbnails(history.numbers())
        history.photos()
        list(games.all(lambda number, _: spoilt.append(number)))
        store.settings.all()
        store.desks.load("one", "")
        history.delete_all()
    except FAILURES as error:
        _told(error)
        return False
    return not spoilt
