from __future__ import annotations

from yakulens.app.hand import comparison
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import typed

DOUBLE_WIND_PAIR = typed.hand("234m567p789s666s1z +1z")
FOUR_HAN_30_FU = typed.hand("234567m44p678s67p +8p")


def test_lines_that_differ_stand_side_by_side() -> None:
    now = WinFacts("ron", "east", riichi="riichi")
    scores = comparison.everywhere(Scored.of(DOUBLE_WIND_PAIR, now))
    ema, tenhou = scores["ema-2025"], scores["tenhou"]
    changed = [
        (line.id, line.left, line.right) for line in comparison.lines(ema, tenhou) if line.left != line.right
    ]
    assert changed == [("pair_double_wind", ("fu", 2), ("fu", 4))]


def test_a_difference_that_rounding_swallows_is_no_cause() -> None:
    keys = [each.key for each in comparison.causes(Scored.of(DOUBLE_WIND_PAIR, WinFacts("ron")), "tenhou")]
    assert "fu.pair_double_wind" not in keys


def test_the_rule_that_makes_the_difference_is_found() -> None:
    now = WinFacts("ron", "south", riichi="riichi", ippatsu=True, rules="ema-2025")
    assert [each.key for each in comparison.causes(Scored.of(FOUR_HAN_30_FU, now), "tenhou")] == [
        "kiriage_mangan"
    ]


def test_a_hand_without_a_difference_has_no_cause() -> None:
    hand = typed.hand("234m567p789s66s78m +9m")
    now = WinFacts("ron", "south", riichi="riichi")
    assert comparison.causes(Scored.of(hand, now), "wrc-2015") == []


def test_every_rule_set_of_as_many_players_scores_the_hand() -> None:
    scores = comparison.everywhere(Scored.of(DOUBLE_WIND_PAIR, WinFacts("ron", "east", riichi="riichi")))
    assert "ema-2025" in scores
    assert "tenhou" in scores
    assert "tenhou-3p" not in scores


def test_a_line_says_whether_it_counts_yakuman_han_or_fu() -> None:
    score = comparison.everywhere(Scored.of(typed.hand("555z666z777z11m22p +2p"), WinFacts("ron", "south")))
    (line,) = [each for each in comparison.lines(score["ema-2025"], score["tenhou"]) if each.kind == "yaku"]
    assert (line.left, line.right) == (("yakuman", 1), ("yakuman", 1))
    lesser = comparison.everywhere(Scored.of(typed.hand("555z666z77z111m22p +2p"), WinFacts("ron", "south")))
    units = {each.left.unit for each in comparison.lines(lesser["ema-2025"], {}) if each.left is not None}
    assert units == {"han", "fu"}
