"""The examples in the docstrings of vision, models and datasets hold, and every room has some."""

import doctest
import importlib
import pkgutil

import pytest

from yakulens import datasets, models, vision

APART = "yakulens.models.train"
"""Training needs PyTorch."""
MODULES = sorted(
    module.name
    for tree in (vision, models, datasets)
    for module in pkgutil.walk_packages(tree.__path__, f"{tree.__name__}.")
    if not module.name.startswith(APART)
)
ROOMS = (
    "vision.desk",
    "models.evaluate",
    "vision.finding",
    "vision.geometry",
    "vision.layout",
    "vision.layout.decode",
    "vision.layout.report",
    "models.teach",
    "vision.naming",
    "vision.picture",
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_of(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_has_examples(room: str) -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    modules = [importlib.import_module(name) for name in MODULES if name.startswith(f"yakulens.{room}.")]
    assert any(test.examples for module in modules for test in finder.find(module))
