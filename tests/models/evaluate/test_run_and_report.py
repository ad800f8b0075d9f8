"""Whole evaluations: every label gets an outcome, groups and metrics add up, the sheet shows the worst."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from yakulens.datasets.truth import LabelledBox, LabelledBoxes, LabelledFace, LabelledHand
from yakulens.models.evaluate import sheet
from yakulens.models.evaluate.report import summarise, to_json, to_text
from yakulens.models.evaluate.run import evaluate
from yakulens.vision.labels import INDEX, LABELS
from yakulens.vision.picture.photo import PhotoError
from yakulens.vision.reading import Reading, ReadTile


@dataclass
class Done:
    reading: Reading
    ms: dict[str, float]


def a_tile(face: str, score: float = 0.99) -> Reading:
    return Reading((ReadTile(0, face, score, ((0, 0), (40, 0), (40, 54), (0, 54))),), concealed=(0,))


def probabilities(**shares: float) -> np.ndarray:
    found = np.full(len(LABELS), 1e-6, np.float32)
    for face, share in shares.items():
        found[INDEX[face[1:]]] = share
    return found


TRUTHS = (
    LabelledBoxes("a.jpg", "x", "A1", (LabelledBox(0, 0, 40, 54, "1m"),), complete=True),
    LabelledHand("a.jpg", "x", "A1", ("1m",), None, ()),
    LabelledHand("b.jpg", "y", "A2", ("2m",), None, ()),
    LabelledBoxes(
        "broken.jpg",
        "y",
        "A2",
        (LabelledBox(0, 0, 40, 54, "1m"), LabelledBox(50, 0, 90, 54, "1m")),
        complete=True,
    ),
    LabelledFace("f.jpg", "", "", "5p"),
)


def read(path: Path) -> Done:
    if path.name == "broken.jpg":
        raise PhotoError(str(path), "the file is empty")
    return Done(a_tile("1m"), {"decode": 10.0, "detect": 100.0})


def name(path: Path) -> np.ndarray:
    assert path.name == "f.jpg"
    return probabilities(_8p=0.6, _5p=0.3, _1m=0.1)


@pytest.fixture
def results() -> list[tuple[object, object]]:
    return list(evaluate(TRUTHS, Path("photos"), read, name))


def test_every_label_gets_an_outcome_and_a_photo_is_read_once() -> None:
    seen: list[str] = []

    def counting(path: Path) -> Done:
        seen.append(path.name)
        return read(path)

    found = list(evaluate(TRUTHS, Path("photos"), counting, name))
    assert len(found) == len(TRUTHS)
    assert seen == ["a.jpg", "b.jpg", "broken.jpg"]
    assert [bool(ms) for _, ms in found] == [True, False, True, False, False]


def report_of(results: list) -> object:
    return summarise(
        [outcome for outcome, _ in results],
        model="tiny",
        folder="photos",
        ms=[ms for _, ms in results if ms],
    )


def test_metrics_add_up_over_all_and_in_groups(results: list) -> None:
    answer = json.loads(json.dumps(to_json(report_of(results))))
    metrics = answer["metrics"]
    # a.jpg is labelled twice: its one tile counts once.
    assert answer["photos"] == 4
    assert (metrics["tile_recall"]["hits"], metrics["tile_recall"]["of"]) == (2, 4)
    assert (metrics["face_accuracy"]["hits"], metrics["face_accuracy"]["of"]) == (1, 3)
    assert (metrics["exact_hand"]["hits"], metrics["exact_hand"]["of"]) == (1, 2)
    assert metrics["top3"] == pytest.approx(
        {"value": 1.0, "low": 0.2065, "high": 1.0, "hits": 1, "of": 1}, abs=1e-4
    )
    assert metrics["confident_wrong"]["hits"] == 1
    assert answer["groups"]["set A1"]["metrics"]["face_accuracy"]["value"] == 1
    assert answer["groups"]["source y"]["metrics"]["exact_hand"]["value"] == 0
    assert answer["groups"]["boxes"]["photos"] == 2
    assert answer["failures_by_kind"]["unreadable"] == 1
    assert answer["ms"] == {"decode": 10.0, "detect": 100.0}
    for metric in (
        "tile_recall",
        "tile_precision",
        "face_accuracy",
        "exact_hand",
        "exact_after_one",
        "structure",
        "confident_wrong",
    ):
        entry = metrics[metric]
        assert entry["low"] <= entry["value"] <= entry["high"]


def test_the_text_names_every_metric_with_its_interval(results: list) -> None:
    text = to_text(report_of(results))
    for words in (
        "tile recall",
        "tile precision",
        "face accuracy",
        "exact hand",
        "structure",
        "reviews per hand",
    ):
        assert words in text
    assert "50.00%  [15.00%, 85.00%]  2 of 4" in text
    assert "set A2: 2 photos" in text
    assert "median ms: decode 10, detect 100" in text


def test_a_metric_without_anything_to_measure_is_left_out_of_the_text() -> None:
    face_only = list(evaluate(TRUTHS[-1:], Path(), read, name))
    text = to_text(report_of(face_only))
    assert "exact hand" not in text
    assert "recall" not in text  # the face was handed over, not found
    assert to_json(report_of(face_only))["metrics"]["exact_hand"]["value"] is None


def test_an_unreadable_photo_misses_all_its_tiles(results: list) -> None:
    broken = next(outcome for outcome, _ in results if outcome.file == "broken.jpg")
    assert (broken.truths, broken.found) == (2, 0)
    assert "empty" in broken.failures[0].detail


def test_hands_with_and_without_flowers_are_all_hands() -> None:
    truths = (
        LabelledHand("a.jpg", "", "", ("1m",), None, ()),
        LabelledHand("b.jpg", "", "", ("1m", "other"), None, ()),
        LabelledHand("broken.jpg", "", "", ("1m", "other"), None, ()),
    )
    found = list(evaluate(truths, Path("photos"), read, name))
    groups = to_json(report_of(found))["groups"]
    parts = [groups[f"hands {which} flowers"]["photos"] for which in ("with", "without")]
    assert parts == [2, 1]


def test_the_sheet_shows_the_worst_first(results: list) -> None:
    outcomes = [outcome for outcome, _ in results]
    worst = sheet.worst(outcomes)
    assert [len(o.failures) for o in worst] == sorted((len(o.failures) for o in worst), reverse=True)
    assert all(outcome.failures for outcome in worst)
    drawn = sheet.contact_sheet(worst, lambda _: np.zeros((90, 120, 3), np.uint8))
    assert drawn.shape[2] == 3
    assert (drawn == 0).any()
