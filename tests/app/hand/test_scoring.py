"""What is still missing before the hand on the desk can be scored."""

from __future__ import annotations

from dataclasses import replace

import pytest

from yakulens.app.hand import scoring
from yakulens.app.hand.situation import WinFacts
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
    assert scoring.waits(typed.hand(text), WinFacts(rules=rules)) == waits


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        ("234m567p678s44p777z", "result.say_win"),
        ("234m567p679s44p777z", "result.no_win_yet"),
        ("234m567p678s44p7777z", "result.say_tiles"),
    ],
)
def test_of_tiles_that_make_no_hand_it_is_not_asked_which_one_won(text: str, lacking: str) -> None:
    desk = typed.hand(text)
    loose = replace(desk, win=None, concealed=(*desk.concealed, *(() if desk.win is None else (desk.win,))))
    assert scoring.lacking(loose, WinFacts()) == lacking
