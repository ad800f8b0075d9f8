"""What the cards of datasets/ say is what the label files hold."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from yakulens.vision.labels import LABELS

DATASETS = Path(__file__).resolve().parents[1] / "datasets"
CARDS = sorted(path.parent for path in DATASETS.glob("*/data.yaml"))


def values(folder: Path) -> dict[str, str]:
    """The `key: value` lines of a data.yaml."""
    lines = (folder / "data.yaml").read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))


def test_the_label_map_is_the_order_of_the_networks_classes() -> None:
    lines = (DATASETS / "labels.yaml").read_text(encoding="utf-8").splitlines()
    rows = [
        re.fullmatch(r'(\d+): \{label: "(\w+)", name: "[^"]+", unicode: .+\}', line) for line in lines[2:]
    ]
    assert [(int(row[1]), row[2]) for row in rows if row] == list(enumerate(LABELS))
    assert None not in rows


@pytest.mark.parametrize("folder", CARDS, ids=lambda path: path.name)
def test_a_set_has_a_card_in_the_list_of_sets(folder: Path) -> None:
    assert (folder / "CARD.md").is_file()
    assert f"({folder.name}/CARD.md)" in (DATASETS / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", CARDS, ids=lambda path: path.name)
def test_the_counts_are_those_of_the_label_file(folder: Path, shared: Path) -> None:
    card = values(folder)
    place = shared.parent / card["path"].removeprefix("../")
    assert place.is_dir()
    if "labels" not in card:
        return
    rows = [json.loads(line) for line in (place / card["labels"]).read_text(encoding="utf-8").splitlines()]
    counts = {"photos": len(rows)}
    if "boxes" in card:
        counts["boxes"] = sum(len(row["boxes"]) for row in rows)
    if "tiles" in card:
        reads = [row["read"] for row in rows]
        counts["tiles"] = sum(
            len(read["concealed"])
            + (read["win"] is not None)
            + sum(len(meld["tiles"]) for meld in read["melds"])
            for read in reads
        )
    assert {key: int(card[key]) for key in counts} == counts


def test_no_set_for_evaluation_may_be_trained_on() -> None:
    trained = {folder.name for folder in CARDS if values(folder)["may_train"] == "true"}
    assert trained == {"art", "boxes-train", "boxes-more", "faces-more", "unlabelled"}
