"""The examples in the docstrings of the page's pure modules hold."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

from yakulens import app

DRAWN = tuple(f"yakulens.app.{name}" for name in ("main", "page.views", "page.parts", "cli"))
"""What draws or runs when it is imported, or draws with what it knows of a visitor."""
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(app.__path__, "yakulens.app.")
    if not module.name.startswith(DRAWN)
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_of(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize(
    "name",
    [
        "exports.card_fonts",
        "exports.ruling_card",
        "game",
        "game.ending",
        "hand.place",
        "hand.alternatives",
        "hand.comparison",
        "hand.scoring",
        "hand.situation",
        "hand.tenpai_check",
        "hand.wire",
        "server.network",
        "store.picture",
        "store.search",
        "store.truth",
        "words.phrases",
        "words.rule_phrases",
        "words.tiles",
    ],
)
def test_a_module_that_is_called_from_elsewhere_shows_how(name: str) -> None:
    found = doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(f"yakulens.app.{name}"))
    assert any(test.examples for test in found)
