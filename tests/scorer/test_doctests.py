"""The examples in the scorer's docstrings hold."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

from yakulens import scorer

MODULES = sorted(module.name for module in pkgutil.walk_packages(scorer.__path__, "yakulens.scorer."))
NAMES = {name: getattr(scorer, name) for name in scorer.__all__}
"""What an example has without importing it, as the package's docstring says."""


@pytest.mark.parametrize("name", MODULES)
def test_examples_of(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name), extraglobs=NAMES).failed == 0


def test_the_core_has_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    modules = (
        "tile",
        "meld",
        "hand",
        "rules.compare",
        "rules.load",
        "rules.ruleset",
        "rules.switch",
        "points",
        "payments",
        "scoring",
        "explain",
        "evaluate",
        "decompose",
        "dora",
        "facts",
        "fu",
        "near_misses",
        "verdict",
        "waits",
        "judge.check",
        "contract.answer",
        "contract.form",
        "contract.hand_json",
        "contract.settlement_json",
        "contract.one_discard",
        "table.check",
        "table.course",
        "table.draw",
        "table.settlement",
        "table.win",
        "counts",
    )
    for name in modules:
        found = finder.find(importlib.import_module(f"yakulens.scorer.{name}"))
        assert any(test.examples for test in found), name
