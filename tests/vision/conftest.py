"""Fixtures of the vision room's tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.vision.tiny import Drawn, write_model

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The card of a model that reads the scenes drawn here."""
    return write_model(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="session")
def row() -> list[Drawn]:
    """Four tiles in a row, one of them upside down, for a scene of 480 x 320."""
    faces = ("1m", "5p", "9s", "7z")
    return [Drawn(face, 100 + 80 * i, 160 + 2 * i, turn=180.0 * (i == 2)) for i, face in enumerate(faces)]
