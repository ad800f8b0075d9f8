"""The bundled sample pictures: their truth lies wholly in the picture, their hands are legal and score."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from yakulens.scorer.contract.hand_json import score_json
from yakulens.vision.labels import LABELS, plain

FOLDER = Path(__file__).resolve().parents[1] / "datasets" / "samples"
PICTURES = sorted(path.name for path in FOLDER.glob("*.jpg"))

every_sample = pytest.mark.parametrize("name", PICTURES)


def lines(file: str) -> dict[str, dict[str, Any]]:
    rows = [json.loads(line) for line in (FOLDER / file).read_text(encoding="utf-8").splitlines()]
    return {row["file"]: row for row in rows}


HANDS, LABELLED = lines("hands.jsonl"), lines("labels.jsonl")


def test_pictures_and_lines_belong_together() -> None:
    assert len(PICTURES) == 12
    assert set(HANDS) == set(LABELLED) == set(PICTURES)


@every_sample
def test_the_hand_on_file_is_legal_and_scores(name: str) -> None:
    read, situation = HANDS[name]["read"], HANDS[name]["situation"]
    concealed = list(read["concealed"])
    if read["win"] is None:
        concealed.remove(situation["win"])
    score = score_json({**situation, "concealed": concealed, "melds": read["melds"], "rules": "ema-2025"})
    assert score["outcome"] == "win", score["problems"]
    assert sum(score["payments"].values()) == 0
    assert score["value"] > 0


@every_sample
def test_no_tile_is_there_more_often_than_in_a_set(name: str) -> None:
    faces = Counter(quad["label"] for quad in LABELLED[name]["quads"] if quad["label"] != "back")
    kinds = Counter(plain(face) for face in faces.elements())
    assert max(kinds.values()) <= 4
    assert all(faces[red] <= 1 for red in ("0m", "0p", "0s"))


@every_sample
def test_the_whole_hand_is_in_the_picture_and_seen(name: str) -> None:
    read, labels = HANDS[name]["read"], LABELLED[name]
    height, width, _ = cv2.imread(str(FOLDER / name)).shape
    hand = Counter([*read["concealed"], *([] if read["win"] is None else [read["win"]])])
    for meld in read["melds"]:
        hand.update("back" if k in meld["backs"] else face for k, face in enumerate(meld["tiles"]))
    if name == "added-quad.jpg":
        hand["6z"] -= 1  # one lies under another
    inside: Counter[str] = Counter()
    for found in labels["quads"]:
        quad = np.array(found["quad"])
        assert found["label"] in LABELS
        assert cv2.contourArea(quad.astype(np.float32)) > 400
        inside[found["label"]] += bool((quad >= 0).all() and (quad <= [width, height]).all())
    assert hand - inside == Counter()
    assert len(labels["boxes"]) == sum(quad["label"] != "back" for quad in labels["quads"])
    for x1, y1, x2, y2, label in labels["boxes"]:
        assert label in LABELS
        assert x1 < x2
        assert y1 < y2


@every_sample
def test_the_picture_is_small(name: str) -> None:
    assert (FOLDER / name).stat().st_size < 200_000
