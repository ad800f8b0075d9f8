"""A Score as a person reads it."""

from __future__ import annotations

from typing import Any

from yakulens.scorer.contract.hand_json import score_json
from yakulens.scorer.contract.text import score_lines

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


def test_a_scored_hand_shows_how_it_was_read_and_who_pays() -> None:
    hand = {"concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo", "dora_indicators": "1z"}
    assert score_lines(score_json(hand))[5:] == [
        "  base  20 fu  EMA 2025 4.1.1",
        "",
        "  read as 345m 678m 234p 567s with the pair 4p, wait ryanmen",
        "",
        "  East pays South for 3 han 20 fu, self-drawn     1,300  EMA 2025 4.1.2",
        "  West pays South for 3 han 20 fu, self-drawn       700  EMA 2025 4.1.2",
        "  North pays South for 3 han 20 fu, self-drawn      700  EMA 2025 4.1.2",
        "  south +2700  west -700  north -700  east -1300",
    ]


def test_seven_pairs_are_read_without_a_pair_and_thirteen_orphans_without_sets() -> None:
    pairs = score_json({"concealed": "1122m3344p5566s7z", "win": "7z", "by": "ron"})
    assert "  read as 11m 22m 33p 44p 55s 66s 77z, wait tanki" in score_lines(pairs)
    orphans = score_lines(score_json({"concealed": "19m19p19s1234567z", "win": "5z", "by": "tsumo"}))
    assert not [line for line in orphans if "read as" in line]
