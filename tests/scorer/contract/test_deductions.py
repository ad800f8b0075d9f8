"""Penalties after a game as they are told: points, a reason, several of them, and what is none."""

from __future__ import annotations

import pytest

from yakulens.scorer import Hand, Liable, Situation, load_rules, score
from yakulens.scorer.contract.final_json import final_json

SCORES = {"Ann": 40_000, "Bo": 30_000, "Cy": 30_000, "Di": 20_000}


def test_an_offence_is_told_with_its_section_and_any_other_text_without_one() -> None:
    told = [{"reason": "riichi_noten"}, {"points": -1000, "reason": "sang"}, -500, -40_000]
    answer = final_json({"scores": SCORES, "penalties": {"Di": told}})
    rows = [(row["text"], row["points"], row["cite"]) for row in answer["rows"] if row["from"] == "Di"][1:]
    assert rows == [
        ("Di: riichi with a noten hand", 20_000, "EMA 2025 6.6.2"),
        ("Di: sang", 1000, ""),
        ("Di: penalties of the game", 500, ""),
        ("Di: penalties of the game", 40_000, "EMA 2025 3.4.6"),  # two chombo
    ]


@pytest.mark.parametrize(
    ("penalty", "says"),
    [
        (100, "penalties.Bo: 100 is not a whole number -10,000,000 to 0"),
        ("much", "penalties.Bo: 'much' is not points, or an object with points and reason"),
        ({"points": -1, "reason": 3}, "penalties.Bo.reason: 3 is not points"),
        ({}, "penalties.Bo: an object is not points, or an object"),
        ({"points": True}, "penalties.Bo.points: true is not points"),
        ({"reason": "late", "on": "Monday"}, "penalties.Bo.on: unknown; the keys are points, reason"),
        ([-100, None], "penalties.Bo[1]: nothing is not points"),
        ({"reason": "late"}, "penalties.Bo: late: say how many points it takes"),
        ({"reason": "sang"}, "penalties.Bo: sang: say how many points it takes"),
        (
            {"reason": "late", "points": -300_000},
            "penalties.Bo: late by up to ten minutes, for each minute: takes at most 10,000 points",
        ),
        (
            {"reason": "riichi_noten", "points": -10_000},
            "penalties.Bo: riichi with a noten hand: takes at least 20,000 points",
        ),
        (
            {"reason": "late", "points": -1500},
            "penalties.Bo: late by up to ten minutes, for each minute: takes a multiple of 1,000 points (EMA",
        ),
        (
            {"reason": "obstruction", "points": -10_000},
            "penalties.Bo: deliberate obstruction: takes a multiple of 4,000 points (EMA 2025 6.12)",
        ),
        (
            {"reason": "cheating"},
            "penalties.Bo: cheating: disqualification; it takes no points after the game (EMA 2025 6.12)",
        ),
        (
            {"reason": "swap_calling"},
            "penalties.Bo: swap-calling: the hand is dead; it takes no points after the game",
        ),
    ],
)
def test_a_penalty_that_is_none(penalty: object, says: str) -> None:
    answer = final_json({"scores": SCORES, "penalties": {"Bo": penalty}})
    assert answer["outcome"] == "invalid"
    assert any(problem["message"].startswith(says) for problem in answer["problems"])


def test_of_a_hand_that_cannot_be_whoever_is_named_stays_liable() -> None:
    fed = Liable("north", "daisangen")
    found = score(Hand.of("111222333m78p5s", "6p"), Situation("ron", liable=fed), load_rules("ema-2025"))
    assert (found.outcome, found.liable) == ("invalid", fed)
