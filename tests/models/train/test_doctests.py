"""The examples in the docstrings of training hold; none of them needs a network."""

from __future__ import annotations

import doctest
import importlib
import re
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

FILES = [
    path
    for path in sorted((ROOT / "models" / "train").glob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_examples_hold(file: Path) -> None:
    if re.search(r"^(?:import|from) torch\b", file.read_text(encoding="utf-8"), re.MULTILINE):
        pytest.importorskip("torch", reason="training is an extra")
    found = doctest.testmod(importlib.import_module(f"yakulens.models.train.{file.stem}"))
    assert found.attempted > 0
    assert found.failed == 0
