"""The examples in the docstrings of what imports hold."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

from yakulens.datasets import imports

MODULES = sorted(module.name for module in pkgutil.iter_modules(imports.__path__, f"{imports.__name__}.")) + [
    f"yakulens.app.cli.{name}" for name in ("class_names", "import_pictures")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
