from __future__ import annotations

from yakulens.app.hand import alternatives
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import typed

DOUBLE_WIND_PAIR = typed.hand("234m567p789s666s1z +1z")


def test_what_if_offers_only_what_can_be() -> None:
    closed = alternatives.what_ifs(DOUBLE_WIND_PAIR, WinFacts("ron", "east"))
    assert {*closed} == {"dispute.if_tsumo", "dispute.if_riichi", "dispute.if_last_tile"}
    opened = typed.hand("234m567p789s1z +1z [666s]")
    assert "dispute.if_riichi" not in alternatives.what_ifs(opened, WinFacts("ron", "east"))


def test_each_other_winning_tile_is_tried_once() -> None:
    results = alternatives.other_wins(typed.hand("222333444m5p67s8s +5p"), WinFacts("tsumo", "east"))
    assert [*results] == ["2m", "3m", "4m", "6s", "7s", "8s"]


def test_another_readings_lost_yaku_are_named() -> None:
    hand = Scored.of(typed.hand("22334455667p8s8s +7p"), WinFacts("tsumo", "east"))
    score = hand.score
    assert score is not None
    differences = [alternatives.difference(other, score) for other in hand.readings]
    assert any("chiitoitsu" in each.gained and "ryanpeikou" in each.lost for each in differences)
