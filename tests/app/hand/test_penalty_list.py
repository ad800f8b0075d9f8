"""Penalties as the browser draws them."""

from __future__ import annotations

from yakulens.app.hand.penalty_list import intro, to_json


def test_without_a_search_all_are_folded() -> None:
    (fold,) = to_json("en", "ema-2025", "")["folds"]
    assert fold["title"] == f"All {len(fold['tables'][0]['rows'])} offences of the book"


def test_a_search_shows_what_it_finds_at_once() -> None:
    told = to_json("en", "ema-2025", "chombo")
    assert "folds" not in told
    assert told["tables"][0]["rows"]


def test_rules_without_a_book_name_those_that_have_one() -> None:
    (note,) = intro("en", "tenhou")["notes"]
    assert "EMA" in note
