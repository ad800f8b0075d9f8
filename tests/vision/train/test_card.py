"""A card keeps what its author wrote when hashes or temperatures are set."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from vision.train.card import set_in_card

if TYPE_CHECKING:
    from pathlib import Path

CARD = """\
# what it is for
name = "a"  # a remark

[finder] # where tiles lie
file = "a.onnx"
sha256 = "old"

# names them
[reader]
file = "b.onnx"
sha256   = "old" # of that file
classes_sha256 = 'c' # a key whose name ends alike

[[data]]
name = "photos" # with a licence

[[data]]
name = "more photos"

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
    set_in_card(card, "reader", {"sha256": "new"})
    told = tomllib.loads(card.read_text())
    assert told["reader"] == {"file": "b.onnx", "sha256": "new", "classes_sha256": "c"}
    assert told["finder"]["sha256"] == "old"
    assert told["metrics"]["sha256"] == "no hash"


def test_comments_order_and_spacing_stay_as_they_were(card: Path) -> None:
    set_in_card(card, "reader", {"sha256": "new", "up_temperature": 1.02})
    old = """sha256   = "old" # of that file
classes_sha256 = 'c' # a key whose name ends alike
"""
    assert old in CARD
    new = old.replace('"old"', '"new"') + "up_temperature = 1.02\n"
    assert card.read_text() == CARD.replace(old, new)


@pytest.mark.parametrize("name", ["yakulens-5", "yakulens-6"])
def test_a_shipped_card_keeps_every_line_but_the_one_that_is_set(
    name: str, root: Path, tmp_path: Path
) -> None:
    text = (root / "models" / f"{name}.toml").read_text(encoding="utf-8")
    card = tmp_path / "a.toml"
    card.write_text(text, encoding="utf-8")
    set_in_card(card, "finder", {"min_score": 0.35})
    changed = [
        line for line in card.read_text(encoding="utf-8").splitlines() if line not in text.splitlines()
    ]
    assert changed == ["min_score = 0.35"]
    assert len(card.read_text(encoding="utf-8").splitlines()) == len(text.splitlines())


def test_a_sections_name_within_a_text_is_no_section(tmp_path: Path) -> None:
    card = tmp_path / "a.toml"
    text = 'summary = """two lines:\n[reader]\nsha256 = 1\n"""\n'
    card.write_text(text)
    set_in_card(card, "reader", {"sha256": "new"})
    assert card.read_text().startswith(text)
    assert tomllib.loads(card.read_text())["reader"] == {"sha256": "new"}


def test_a_missing_key_comes_before_the_remark_on_the_next_section(card: Path) -> None:
    set_in_card(card, "finder", {"long_side": 640})
    assert 'sha256 = "old"\nlong_side = 640\n\n# names them\n[reader]' in card.read_text()


@pytest.mark.parametrize("section", ["finder", "reader", "metrics"])
def test_a_missing_key_is_added_to_its_section(card: Path, section: str) -> None:
    set_in_card(card, section, {"face_temperature": 0.8})
    told = tomllib.loads(card.read_text())
    assert told[section]["face_temperature"] == 0.8
    assert sum("face_temperature" in value for value in told.values() if isinstance(value, dict)) == 1


def test_a_missing_section_is_added_at_the_end(card: Path) -> None:
    set_in_card(card, "leveller", {"file": "c.onnx", "sha256": "new"})
    told = tomllib.loads(card.read_text())
    assert told["leveller"] == {"file": "c.onnx", "sha256": "new"}
    assert told["metrics"] == {"sha256": "no hash"}
    assert card.read_text().startswith(CARD.rstrip())
