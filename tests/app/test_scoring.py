"""From the desk to what it lacks."""

from __future__ import annotations

import pytest

from yakulens.app import scoring
from yakulens.app.situation import Declared
from yakulens.vision.desk import typed


@pytest.mark.parametrize(
    ("text", "rules", "waits"),
    [
        ("234m567p78s44p [777z]", "ema-2025", ["6s", "9s"]),
        ("234m567p46s44p [777z]", "ema-2025", ["5s"]),
        ("234m567p46s44p [777z]", "tenhou", ["5s", "0s"]),
        ("234m067p46p44s [777z]", "tenhou", ["5p", "8p"]),
        ("234m067p46p44s [777z]", "ema-2025", ["5p", "8p"]),
        ("234m567p18s44p [777z]", "ema-2025", []),
    ],
)
def test_the_faces_that_make_a_hand_whole(text: str, rules: str, waits: list[str]) -> None:
    assert scoring.waits(typed.hand(text), Declared(rules=rules)) == waits
