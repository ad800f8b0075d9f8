from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.app.cli import main
from yakulens.app.words.markup import literal
from yakulens.scorer.errors import harmless

if TYPE_CHECKING:
    from pathlib import Path

MARKUP = (
    "![a](//evil.example/x.png)", "<img src=x>", "[a](http://evil.example)", "http://evil.example",
    "www.evil.example", "a@evil.example", ":smile:", ":material/home:", ":red[x]", "$x$", "# h", "- a",
    "1. a", "    code", "`c`", "~~s~~", "&lt;b&gt;",
)  # fmt: skip


@pytest.mark.parametrize("text", MARKUP)
def test_no_mark_of_markdown_stands_bare(text: str) -> None:
    shown = literal(text)
    assert shown != text
    assert not re.search(r"(?<!\\)[`*_\[\]()#!~<>$&]|[:@](?!\u2060)|www\.|^\s|^-|^\d", shown)


@given(st.text())
def test_every_letter_is_still_there(text: str) -> None:
    assert [c for c in literal(text) if c not in "\\\u2060"] == [c for c in text if c not in "\\\u2060"]


@given(st.text())
def test_nothing_steers_a_terminal(text: str) -> None:
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", harmless(text))


def test_a_players_name_does_not_steer_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scores = dict.fromkeys(("Ann\x1b[2J\x07", "Bo\u202e", "Cy", "Di"), 30000)
    (tmp_path / "end.json").write_text(json.dumps({"rules": "ema-2025", "scores": scores}), encoding="utf-8")
    assert main(["final", "--text", str(tmp_path / "end.json")]) == 0
    told = capsys.readouterr().out
    assert "Ann\\x1b[2J\\x07" in told
    assert "\x1b" not in told
    assert "\u202e" not in told
