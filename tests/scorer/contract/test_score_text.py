"""A Score as a person reads it."""

from __future__ import annotations

from typing import Any

from yakulens.scorer.contract.score_text import score_lines

WIN: dict[str, Any] = {
    "outcome": "win",
    "problems": [],
    "han": 3,
    "fu": 40,
    "yakuman": 0,
    "limit": None,
    "yaku": [{"id": "yakuhai_white", "han": 1, "yakuman": 0, "cite": "EMA 2025 4.2.1"}],
    "dora": [{"id": "dora", "han": 2}],
    "fu_rows": [
        {"id": "base", "fu": 20, "tiles": [], "cite": "EMA 2025 4.1"},
        {"id": "triplet_open", "fu": 14, "tiles": ["5z", "5z", "5z"], "cite": "EMA 2025 4.1"},
    ],
    "value": 5200,
    "payments": {"east": -5200, "south": 6500, "west": 0, "north": -1300},
    "why_not": [{"id": "pinfu", "because": "the hand is open", "cite": "EMA 2025 4.2.1"}],
}


def test_a_win_shows_worth_yaku_fu_and_payments() -> None:
    lines = score_lines(WIN)
    assert lines[0] == "3 han 40 fu: 5200 points"
    assert "  yakuhai white  1 han  EMA 2025 4.2.1" in lines
    assert "  dora           2 han" in lines
    assert "  triplet open 555z  14 fu  EMA 2025 4.1" in lines
    assert "  rounded            40 fu" in lines
    assert "  south +6500  north -1300  east -5200" in lines
    assert lines[-1] == "    pinfu: the hand is open (EMA 2025 4.2.1)"


def test_a_limit_is_named_and_a_yakuman_has_no_fu() -> None:
    assert score_lines(WIN | {"limit": "counted_yakuman"})[0] == "3 han 40 fu, counted yakuman: 5200 points"
    yakuman = {
        "han": None,
        "fu": None,
        "yakuman": 2,
        "yaku": [{"id": "daisuushii", "han": 0, "yakuman": 2, "cite": ""}],
        "dora": [],
        "value": 64000,
    }
    lines = score_lines(WIN | yakuman)
    assert lines[:2] == ["double yakuman: 64000 points", "  daisuushii  double yakuman"]
    assert not [line for line in lines if " fu" in line]


def test_what_is_no_win_says_why() -> None:
    problems = [{"code": "five_of_a_kind", "message": "five 1m in one hand"}]
    assert score_lines({"outcome": "invalid", "problems": problems}) == [
        "This cannot be scored.",
        "  five 1m in one hand",
    ]
