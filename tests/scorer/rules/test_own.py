"""Rule files that are offered beside the built-in sets by an environment variable."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from yakulens.scorer import RulesError, load_rules
from yakulens.scorer.contract.hand_json import score_json
from yakulens.scorer.rules.load import is_offered
from yakulens.scorer.rules.offered import OWN_RULES_VARIABLE, own_files

if TYPE_CHECKING:
    from pathlib import Path


def offered(monkeypatch: pytest.MonkeyPatch, *paths: Path) -> None:
    monkeypatch.setenv(OWN_RULES_VARIABLE, os.pathsep.join(map(str, paths)))


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_an_offered_file_is_known_by_the_name_that_it_gives_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = written(tmp_path / "a.toml", 'name = "okawa"\nextends = "tenhou"\n[chips]\nippatsu = 1')
    unnamed = written(tmp_path / "harbour.toml", 'extends = "ema-2025"\nkiriage_mangan = false')
    offered(monkeypatch, named, unnamed)
    assert list(own_files()) == ["okawa", "harbour"]
    assert load_rules("okawa").chips.ippatsu == 1
    assert not load_rules("harbour", {"chips.ura": 1}).kiriage_mangan
    hand = {"concealed": "234567m44p678s67p", "win": "8p", "by": "ron", "rules": "okawa"}
    assert score_json(hand)["chips"] == []


def test_a_file_that_was_spoilt_since_is_offered_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoilt = written(tmp_path / "a.toml", 'name = "okawa"\nextends = "tenhou"\nkiriage_mangan = "perhaps"')
    offered(monkeypatch, spoilt)
    assert list(own_files()) == ["okawa"]
    assert not is_offered("okawa")


def test_a_file_that_cannot_be_read_is_not_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = written(tmp_path / "good.toml", 'extends = "ema-2025"')
    offered(monkeypatch, tmp_path / "none.toml", written(tmp_path / "bad.toml", "name = "), good)
    assert list(own_files()) == ["good"]


def test_a_name_that_is_offered_no_longer_is_refused_with_those_that_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered(monkeypatch, written(tmp_path / "club.toml", 'name = "okawa"\nextends = "ema-2025"'))
    assert load_rules("okawa").name == "okawa"
    monkeypatch.delenv(OWN_RULES_VARIABLE)
    with pytest.raises(RulesError, match="no rule set 'okawa': choose ema-2025"):
        load_rules("okawa")


def test_no_file_takes_the_place_of_a_built_in_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offered(monkeypatch, written(tmp_path / "x.toml", 'name = "tenhou"\nextends = "ema-2025"'))
    assert load_rules("tenhou").title != load_rules("ema-2025").title
    assert load_rules("tenhou").name == "tenhou"
