"""The examples in the library's docstrings hold: they are its manual."""

from __future__ import annotations

import doctest
import importlib
from typing import TYPE_CHECKING

import pytest

import yakulens

if TYPE_CHECKING:
    from pathlib import Path

MODULES = ("hand", "notebook", "reader", "reading", "referee", "rulebook", "scoring", "table", "waiting")


@pytest.mark.parametrize("name", MODULES)
def test_examples_of(name: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    tried = doctest.testmod(importlib.import_module(f"yakulens.{name}"))
    assert tried.attempted
    assert tried.failed == 0


def test_the_first_example_of_all() -> None:
    tried = doctest.testmod(yakulens)
    assert tried.attempted
    assert tried.failed == 0


def test_every_public_function_and_method_shows_an_example() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    shown = {
        test.name
        for name in MODULES
        for test in finder.find(importlib.import_module(f"yakulens.{name}"))
        if test.examples
    }
    public = {
        name
        for name in yakulens.__all__
        if getattr(yakulens, name).__module__ in {f"yakulens.{module}" for module in MODULES}
    }
    without = {name for name in public if not any(test.split(".")[-1] == name for test in shown)}
    assert without == {"HowWon", "OpenQuestionsError", "Wait"}
