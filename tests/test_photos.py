"""The bundled photos: real ones, whose hands score, with their attribution."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

from yakulens.app.page.parts.score.start import SHOWN
from yakulens.scorer.contract.hand_json import score_json

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "datasets" / "photos"
ROWS = [json.loads(line) for line in (FOLDER / "hands.jsonl").read_text("utf-8").splitlines()]


def test_each_photo_has_its_line_and_its_row_on_the_card() -> None:
    photos = {path.name for path in FOLDER.glob("*.jpg")}
    assert photos == {row["file"] for row in ROWS}
    card = (FOLDER / "CARD.md").read_text("utf-8")
    for row in ROWS:
        assert f"`{row['file']}` | `{row['source'].partition(':')[2]}`" in card


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["file"])
def test_the_hand_is_legal_and_scores(row: dict[str, Any]) -> None:
    concealed = list(row["read"]["concealed"])
    concealed.remove(row["situation"]["win"])
    hand = {**row["situation"], "concealed": concealed, "melds": row["read"]["melds"], "rules": "ema-2025"}
    assert score_json(hand)["outcome"] == "win"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["file"])
def test_the_photo_is_named_with_its_makers_and_not_trained_on(row: dict[str, Any]) -> None:
    assert (row["licence"], row["may_train"]) == ("CC BY 4.0", False)
    notice = (ROOT / "NOTICE").read_text("utf-8")
    assert f"datasets/photos/{row['file']}" in notice
    assert row["source"].partition("@")[0] in notice
    assert cv2.imread(str(FOLDER / row["file"])) is not None


def test_the_start_page_shows_a_real_photo_first() -> None:
    assert SHOWN[0].parent.name == "photos"
    assert all(path.is_file() for path in SHOWN)
