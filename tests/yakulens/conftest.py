"""The bundled samples: photos with what lies on them and how it was won."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import yakulens

SAMPLES = Path(__file__).resolve().parents[2] / "datasets" / "samples"
TRUTHS: list[dict[str, Any]] = [
    json.loads(line) for line in (SAMPLES / "hands.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.fixture(scope="session")
def reader() -> yakulens.Reader:
    return yakulens.Reader()
