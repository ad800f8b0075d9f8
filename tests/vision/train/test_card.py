"""A card keeps what its author wrote when hashes or temperatures are set."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from vision.train.card import set_in_card

if TYPE_CHECKING:
    from pathlib import Path

CARD = """\
name = "a"  # a remark

[finder]
file = "a.onnx"
sha256 = "old"

[reader]
file = "b.onnx"
sha256 = "old"

[metrics]
sha256 = "no hash"
"""


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """A card on disk."""
    file = tmp_path / "a.toml"
    file.write_text(CARD)
    return file


def test_only_the_named_section_changes(card: Path) -> None:
    set_in_card(card, "reader", {"sha256": '"new"'})
    told = tomllib.loads(card.read_text())
    assert told["reader"] == {"file": "b.onnx", "sha256": "new"}
    assert told["finder"]["sha256"] == "old"
    assert told["metrics"]["sha256"] == "no hash"
    assert "# a remark" in card.read_text()


@pytest.mark.parametrize("section", ["finder", "reader", "metrics"])
def test_a_missing_key_is_added_to_its_section(card: Path, section: str) -> None:
    set_in_card(card, section, {"face_temperature": "0.8"})
    told = tomllib.loads(card.read_text())
    assert told[section]["face_temperature"] == 0.8
    assert sum("face_temperature" in value for value in told.values() if isinstance(value, dict)) == 1


def test_a_missing_section_is_added_at_the_end(card: Path) -> None:
    set_in_card(card, "leveller", {"file": '"c.onnx"', "sha256": '"new"'})
    told = tomllib.loads(card.read_text())
    assert told["leveller"] == {"file": "c.onnx", "sha256": "new"}
    assert told["metrics"] == {"sha256": "no hash"}
    assert card.read_text().startswith(CARD.rstrip())
