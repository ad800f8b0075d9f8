"""A card keeps what its author wrote when hashes or temperatures are set."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from tests.vision.tiny import reader_bytes, write_model
from yakulens.models.train.card import derive, set_in_card, set_networks, set_on_card
from yakulens.vision.model_card import read_card

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


def test_a_shipped_card_keeps_every_line_but_the_one_that_is_set(root: Path, tmp_path: Path) -> None:
    text = (root / "models" / "yakulens-13.toml").read_text(encoding="utf-8")
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
    set_in_card(card, "layout", {"file": "c.onnx", "sha256": "new"})
    told = tomllib.loads(card.read_text())
    assert told["layout"] == {"file": "c.onnx", "sha256": "new"}
    assert told["metrics"] == {"sha256": "no hash"}
    assert card.read_text().startswith(CARD.rstrip())


def test_another_network_takes_the_figures_off_the_card(tmp_path: Path) -> None:
    card = tmp_path / "a.toml"
    card.write_text(CARD + "\n[adopted]\nreplaces = 'b'\n", encoding="utf-8")
    set_networks(card, {"finder": {"file": "a.onnx", "sha256": "old"}})
    assert {"metrics", "adopted"} <= tomllib.loads(card.read_text("utf-8")).keys()
    set_networks(card, {"finder": {"file": "c.onnx", "sha256": "new"}})
    table = tomllib.loads(card.read_text("utf-8"))
    assert not {"metrics", "adopted"} & table.keys()
    assert table["finder"] == {"file": "c.onnx", "sha256": "new"}
    assert table["data"] == [{"name": "photos"}, {"name": "more photos"}]


def test_a_key_above_the_sections_is_set(tmp_path: Path) -> None:
    card = tmp_path / "a.toml"
    card.write_text(CARD, encoding="utf-8")
    set_on_card(card, {"default": True})
    assert tomllib.loads(card.read_text("utf-8"))["default"] is True


@pytest.mark.parametrize("beside", [True, False])
def test_a_network_trained_alone_becomes_a_derived_card_without_figures(
    tmp_path: Path, *, beside: bool
) -> None:
    home, out = tmp_path / "models", tmp_path / "out"
    home.mkdir()
    out.mkdir()
    base = read_card(write_model(home, "base", more="small_side = 28.0"))
    out = home if beside else out
    new = reader_bytes(shift=0.01)
    card = read_card(derive("mine", base, {"reader": new}, out))
    assert (card.based_on, card.metrics, card.default) == ("base", {}, False)
    assert card.reader.file == "mine-reader.onnx"
    assert card.network(card.reader) == new
    assert (card.finder.file, card.finder.sha256) == (base.finder.file, base.finder.sha256)
    assert (card.finder.small_side, card.finder.long_side) == (28.0, 480)
    assert card.network(card.finder) == base.network(base.finder)
    assert list(card.data) == list(base.data)
