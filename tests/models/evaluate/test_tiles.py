"""Every labelled tile beside what is read there, and the page that shows it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.vision.tiny import Drawn, draw_scene, write_model
from yakulens.datasets.truth import load_truths
from yakulens.models.evaluate.paired import pair
from yakulens.models.evaluate.rates import Rate
from yakulens.models.evaluate.report_page import Curve, LearntReport, page
from yakulens.models.evaluate.tiles import MISSED, Measured, measured
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """A photo of two tiles, one labelled wrong, one box without a tile; a cut-out face; a broken photo."""
    Image.fromarray(draw_scene([Drawn("1m", 100, 160), Drawn("5p", 180, 160)], 480, 320)).save(
        tmp_path / "a.png"
    )
    Image.fromarray(draw_scene([Drawn("1m", 20, 26)], 40, 52)).save(tmp_path / "face.png")
    (tmp_path / "broken.png").write_bytes(b"no picture")
    boxes = [[80, 134, 120, 186, "1m"], [160, 134, 200, 186, "9s"], [300, 134, 340, 186, "7z"]]
    rows = [
        {"file": "a.png", "set": "<green>", "boxes": boxes, "all_tiles_boxed": True},
        {"file": "broken.png", "set": "<green>", "boxes": boxes[:1], "all_tiles_boxed": True},
        {"file": "face.png", "name": "5p"},
    ]
    (tmp_path / "labels.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return tmp_path


@pytest.fixture
def result(labelled: Path) -> Measured:
    return measured(load_truths(labelled), labelled, Recogniser.load(str(write_model(labelled, "good"))))


def test_each_tile_is_right_wrong_with_its_picture_or_missed(result: Measured) -> None:
    assert [(tile.file, tile.face, tile.read) for tile in result.tiles] == [
        ("a.png", "1m", "1m"),
        ("a.png", "9s", "5p"),
        ("a.png", "7z", MISSED),
        ("broken.png", "1m", MISSED),
        ("face.png", "5p", "1m"),
    ]
    assert (result.right, result.found) == (Rate(1, 5), Rate(3, 5))
    pictures = [None if tile.picture is None else tile.picture.shape for tile in result.tiles]
    assert pictures == [None, (96, 80, 3), None, None, (96, 80, 3)]
    assert result.confusions() == {("9s", "5p"): 1, ("7z", ""): 1, ("1m", ""): 1, ("5p", "1m"): 1}
    assert [tile.read == MISSED for tile in result.wrong()] == [False, False, True, True]


def test_the_page_has_confusions_crops_and_changes_and_loads_nothing(result: Measured) -> None:
    rows = pair(result.outcomes, result.outcomes)
    text = page("club & co", [LearntReport("green", result, result, rows, lines=("<b> taught",))])
    assert "<h1>club &amp; co</h1>" in text
    assert "&lt;b&gt; taught" in text
    assert "<td>9s</td><td>5p</td>" in text
    assert "<td>7z</td><td>not found</td>" in text
    assert "Tiles that are not found: 2" in text
    assert text.count("data:image/jpeg;base64,") == 2
    assert "9s &rarr; 5p" in text
    assert "+0.00 points" in text
    assert not re.search(r"(?:src|href)=\"(?!data:)|url\(|<script|@import", text)


def test_a_curve_is_drawn_within_its_frame_and_one_without_points_is_left_out() -> None:
    curves = (Curve("green", ((0.0, 90.0), (5.0, 97.5))), Curve("blue", ()))
    text = page("club", [LearntReport("reader", curves=curves)])
    (points,) = re.findall(r'points="([^"]*)"', text)
    assert points == "36.0,184.0 684.0,36.0"
    assert "green: 97.5" in text
    assert "blue" not in text
    assert "Which faces" not in text
