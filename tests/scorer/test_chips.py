"""What a win is paid in chips (shuugi), and who pays them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from yakulens.scorer.chips import ChipRow, chip_transfers, chips_of_yakuman
from yakulens.scorer.contract.final_json import final_json
from yakulens.scorer.contract.hand_json import score_json
from yakulens.scorer.contract.settlement_json import settle_json
from yakulens.scorer.contract.text import score_lines, settlement_lines, standing_lines
from yakulens.scorer.hand import Liable
from yakulens.scorer.rules.load import load_rules

if TYPE_CHECKING:
    from yakulens.scorer.vocabulary import Seat

CLUB: dict[str, Any] = {
    "rules": "tenhou",
    "rule_overrides": {
        "chips": {
            "ippatsu": 1,
            "ura": 1,
            "red_five": 1,
            "red_five_in": "riichi",
            "yakuman_ron": 10,
            "yakuman_tsumo": 5,
            "worth": 2000,
        }
    },
}
HAND = {
    "concealed": "340m456p11789s22z",
    "win": "1s",
    "riichi": "riichi",
    "ippatsu": True,
    "dora_indicators": "9p",
    "ura_indicators": "9s",
}


def test_each_line_of_chips_tells_what_for_how_many_and_its_source() -> None:
    score = score_json(CLUB | HAND | {"by": "ron", "discarder": "west"})
    assert [(row["text"], row["chips"], row["cite"]) for row in score["chips"]] == [
        ("ippatsu", 1, "house rule"),
        ("3 ura dora", 3, "house rule"),
        ("1 red five", 1, "house rule"),
    ]
    assert score["chip_payments"] == {"east": 0, "south": 5, "west": -5, "north": 0}


def test_a_hand_without_yaku_is_paid_no_chips() -> None:
    open_hand = {"concealed": "340m11s22z", "win": "1s", "melds": [{"kind": "chi", "tiles": "456p"}] * 2}
    score = score_json(CLUB | open_hand | {"by": "ron"})
    assert (score["outcome"], score["chips"], score["chip_payments"]) == ("no_yaku", [], {})


def test_rule_sets_without_chips_say_nothing_of_them() -> None:
    score = score_json({"rules": "tenhou"} | HAND | {"by": "tsumo"})
    settled = settle_json({"rules": "tenhou", "event": "exhaustive_draw"})
    told = {*score, *score["messages"], *settled, *settled["messages"]}
    assert [key for key in told if "chip" in key] == []


def test_the_score_in_words_tells_chips_and_who_pays_them() -> None:
    lines = score_lines(score_json(CLUB | HAND | {"by": "ron", "discarder": "west"}))
    assert "  3 ura dora  3 chips  house rule" in lines
    assert any("West pays South in chips: ippatsu, 3 ura dora, 1 red five" in line for line in lines)


def test_who_is_not_known_to_have_discarded_pays_as_the_discarder() -> None:
    (row,) = score_json(CLUB | HAND | {"by": "ron"})["chip_rows"]
    assert row["text"] == "whoever discarded pays South in chips: ippatsu, 3 ura dora, 1 red five"
    assert row["from"] == "discarder"


def test_the_settlement_in_words_tells_each_seats_chips() -> None:
    end = {"event": "tsumo", "wins": [{"seat": "south", "yakuman": 1, "chips": 1}]}
    lines = settlement_lines(settle_json(CLUB | end))
    assert "south   +32,000  chips +18" in lines
    (told,) = [line for line in lines if line.startswith("East pays South in chips")]
    assert told.split("  ")[0] == "East pays South in chips: 1 as entered, 1 yakuman"
    assert told.endswith("6 chips  house rule")


@pytest.mark.parametrize(
    ("rules", "win", "code"),
    [
        (CLUB, {"hand": HAND, "chips": 1}, "chips_beside_hand"),
        ({"rules": "tenhou"}, {"han": 5, "chips": 1}, "no_chips"),
    ],
)
def test_chips_are_told_only_where_nothing_else_tells_them(
    rules: dict[str, Any], win: dict[str, Any], code: str
) -> None:
    end = {"event": "tsumo", "riichi": ["south"], "wins": [{"seat": "south", **win}]}
    assert [problem["code"] for problem in settle_json(rules | end)["problems"]] == [code]


def test_the_standing_in_words_tells_chips_and_their_worth() -> None:
    scores = {"Ann": 40000, "Bo": 30000, "Cy": 20000, "Di": 10000}
    lines = standing_lines(final_json(CLUB | {"scores": scores, "chips": {"Ann": -2, "Di": 2}}))
    assert [line.partition("chips")[2].partition("final")[0].split() for line in lines[:4]] == [
        ["-2,", "-4,000"],
        [],
        [],
        ["+2,", "+4,000"],
    ]


def test_chips_that_do_not_add_up_are_told() -> None:
    game = {"scores": {"Ann": 40000, "Bo": 30000, "Cy": 20000, "Di": 10000}, "chips": {"Ann": 2}}
    (problem,) = final_json(CLUB | game)["problems"]
    assert problem["message"].startswith("chips: the chips add up to 2")
    assert [problem["code"] for problem in final_json(game | {"rules": "tenhou"})["problems"]] == ["no_chips"]


def test_a_limit_hand_is_paid_nothing_for_a_yakuman() -> None:
    rules = load_rules("tenhou", CLUB["rule_overrides"])
    assert chips_of_yakuman(0, "ron", rules) == ()
    assert [row.chips for row in chips_of_yakuman(2, "ron", rules)] == [20]


@pytest.mark.parametrize(
    ("covers", "yaku", "discarder", "paid"),
    [
        ("yakuman", "daisangen", None, {"east": 6, "west": 6, "north": 21}),
        ("yakuman", "daisangen", "east", {"east": 9, "north": 2}),
        ("yakuman", "daisangen", "north", {"north": 11}),
        ("hand", "daisangen", None, {"north": 33}),
        ("yakuman", "rinshan", None, {"north": 33}),
    ],
)
def test_who_is_liable_pays_chips_as_points(
    covers: str, yaku: str, discarder: Seat | None, paid: dict[str, int]
) -> None:
    """Two yakuman for 10 chips, of which one was fed, and one chip for ippatsu."""
    rules = load_rules("ema-2025", {"liability_covers": covers})
    rows = (ChipRow("ippatsu", 1, 1, "1"), ChipRow("yakuman", 10, 2, "2"))
    found = chip_transfers(rows, "south", discarder, Liable("north", yaku), rules)
    total: dict[str, int] = {}
    for each in found:
        total[each.payer] = total.get(each.payer, 0) + each.points
    assert total == paid
    assert {each.cite for each in found} <= {"1, 2", "2"}
