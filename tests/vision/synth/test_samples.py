"""The bundled sample pictures: their truth is what was laid, their hands are legal and score."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from yakulens.scorer.contract.hand_json import score_json
from yakulens.vision.labels import LABELS, plain
from yakulens.vision.synth.bundle import arrange, lines_of
from yakulens.vision.synth.samples import SAMPLES, Sample, faces

if TYPE_CHECKING:
    from pathlib import Path

every_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.name)


@pytest.fixture(scope="session")
def folder(root: Path) -> Path:
    return root / "datasets" / "samples"


def lines(file: Path) -> dict[str, dict[str, Any]]:
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    return {row["file"]: row for row in rows}


def hand_of(row: dict[str, Any]) -> dict[str, Any]:
    """The contract's Hand of a line of ``hands.jsonl``."""
    read, situation = row["read"], row["situation"]
    concealed = list(read["concealed"])
    if read["win"] is None:
        concealed.remove(situation["win"])
    return {**situation, "concealed": concealed, "melds": read["melds"]}


def test_pictures_and_lines_belong_together(folder: Path) -> None:
    pictures = {p.name for p in folder.glob("*.jpg")}
    assert pictures == {f"{s.name}.jpg" for s in SAMPLES}
    assert set(lines(folder / "hands.jsonl")) == set(lines(folder / "labels.jsonl")) == pictures


@every_sample
def test_the_truth_on_file_is_the_hand_that_was_meant(sample: Sample, folder: Path) -> None:
    row = lines(folder / "hands.jsonl")[f"{sample.name}.jpg"]
    asked = hand_of(row)
    held = Counter(f for group in sample.sets.split() for f in faces(group))
    assert Counter([*asked["concealed"], asked["win"]]) == held
    assert asked["win"] == sample.win
    melds = sorted((m["kind"], tuple(m["tiles"]), m["from"]) for m in asked["melds"])
    assert melds == sorted((m.kind, m.faces, m.origin) for m in sample.melds)
    assert {key: asked[key] for key in sample.situation} == sample.situation
    apart = sample.style.win not in {"among", "absent"}
    assert (row["read"]["win"] is not None) is apart


@every_sample
def test_the_hand_on_file_is_legal_and_scores(sample: Sample, folder: Path) -> None:
    row = lines(folder / "hands.jsonl")[f"{sample.name}.jpg"]
    score = score_json({**hand_of(row), "rules": "ema-2025"})
    assert score["outcome"] == "win", score["problems"]
    assert sum(score["payments"].values()) == 0
    assert score["value"] > 0


@every_sample
def test_the_truth_is_found_without_drawing(sample: Sample) -> None:
    hand, labels = lines_of(sample)
    assert score_json(hand_of(hand))["outcome"] == "win"
    assert len(labels["boxes"]) == sum(q["label"] != "back" for q in labels["quads"])


@every_sample
def test_no_tile_is_there_more_often_than_in_a_set(sample: Sample) -> None:
    scene = arrange(sample)
    seen = Counter(p.face for p in scene.placements if p.face != "back")
    kinds = Counter(plain(face) for face in seen.elements())
    assert max(kinds.values()) <= 4
    assert all(seen[red] <= 1 for red in ("0m", "0p", "0s"))


@every_sample
def test_the_whole_hand_is_in_the_picture_and_seen(sample: Sample, folder: Path) -> None:
    read = lines(folder / "hands.jsonl")[f"{sample.name}.jpg"]["read"]
    labels = lines(folder / "labels.jsonl")[f"{sample.name}.jpg"]
    height, width = sample.studio.phone.size
    hand = Counter([*read["concealed"], *([] if read["win"] is None else [read["win"]])])
    for meld in read["melds"]:
        hand.update("back" if k in meld["backs"] else face for k, face in enumerate(meld["tiles"]))
        if meld["kind"] == "added_kan" and sample.style.stacked_added:
            hand[meld["tiles"][0]] -= 1  # one lies under another
    inside: Counter[str] = Counter()
    for found in labels["quads"]:
        quad = np.array(found["quad"])
        assert found["label"] in LABELS
        assert cv2.contourArea(quad.astype(np.float32)) > 400
        inside[found["label"]] += bool((quad >= 0).all() and (quad <= [width, height]).all())
    assert hand - inside == Counter()
    for x1, y1, x2, y2, label in labels["boxes"]:
        assert label in LABELS
        assert x1 < x2
        assert y1 < y2


@every_sample
def test_the_picture_is_small_and_of_its_size(sample: Sample, folder: Path) -> None:
    file = folder / f"{sample.name}.jpg"
    assert file.stat().st_size < 200_000
    assert cv2.imread(str(file)).shape == (*sample.studio.phone.size, 3)
