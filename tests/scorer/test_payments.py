"""What a win costs whom: value, counters, sticks, and a liable player's part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulens.scorer import Liable, Situation, load_rules
from yakulens.scorer.payments import Win, deposits_transfer, ron_transfers, tsumo_transfers
from yakulens.scorer.transfers import net_of
from yakulens.scorer.vocabulary import SEATS

if TYPE_CHECKING:
    from yakulens.scorer.rules.ruleset import RuleSet

EMA, WDMC3 = load_rules("ema-2025"), load_rules("wdmc-2019-3p")
TENHOU, SOUL = load_rules("tenhou"), load_rules("mahjong-soul")


def payments(base: int, now: Situation, rules: RuleSet) -> dict[str, int]:
    win = Win(now.seat, base, liable=now.liable)
    if now.by == "tsumo":
        paid = tsumo_transfers(win, now.honba, rules)
    else:
        paid = ron_transfers(win, now.discarder, now.honba, rules)
    known = now.by == "tsumo" or now.discarder is not None
    sticks = deposits_transfer(now.seat, now.deposits, rules, now.by)
    return net_of((*paid, sticks), SEATS[: rules.players] if known else (now.seat,))


def test_counters_and_sticks() -> None:
    ron = Situation("ron", "south", discarder="east", honba=2, deposits=3)
    assert payments(2_000, ron, EMA) == {"east": -8_600, "south": 11_600, "west": 0, "north": 0}
    tsumo = Situation("tsumo", "east", honba=1, deposits=1)
    assert payments(2_000, tsumo, EMA) == {"east": 13_300, "south": -4_100, "west": -4_100, "north": -4_100}
    three = Situation("tsumo", "east", honba=1)
    assert payments(2_000, three, WDMC3) == {"east": 8_200, "south": -4_100, "west": -4_100}


def test_a_discard_by_nobody_known() -> None:
    assert payments(2_000, Situation("ron", "south", deposits=1), EMA) == {
        "south": 9_000,
        "discarder": -8_000,
    }


def test_liability_ema_3_3_7_by_self_draw_the_liable_player_alone_pays() -> None:
    situation = Situation("tsumo", "south", honba=2, liable=Liable("north", "daisangen"))
    assert payments(8_000, situation, EMA) == {"east": 0, "south": 32_600, "west": 0, "north": -32_600}


def test_liability_ema_3_3_7_by_discard_they_share_and_the_discarder_pays_counters() -> None:
    situation = Situation("ron", "south", honba=1, discarder="west", liable=Liable("north", "daisangen"))
    assert payments(8_000, situation, EMA) == {
        "east": 0,
        "south": 32_300,
        "west": -16_300,
        "north": -16_000,
    }


def test_liability_on_tenhou_the_liable_player_pays_counters() -> None:
    situation = Situation("ron", "south", honba=1, discarder="west", liable=Liable("north", "daisangen"))
    assert payments(8_000, situation, TENHOU)["north"] == -16_300


def test_a_liable_discarder_pays_all() -> None:
    situation = Situation("ron", "east", honba=1, discarder="west", liable=Liable("west", "daisangen"))
    assert payments(8_000, situation, EMA) == {"east": 48_300, "south": 0, "west": -48_300, "north": 0}


def test_liability_for_one_of_two_yakuman() -> None:
    ron = Situation("ron", "south", discarder="west", liable=Liable("north", "daisangen"))
    assert payments(16_000, ron, SOUL) == {
        "east": 0,
        "south": 64_000,
        "west": -48_000,
        "north": -16_000,
    }
    tsumo = Situation("tsumo", "south", liable=Liable("north", "daisangen"))
    assert payments(16_000, tsumo, SOUL) == {
        "east": -16_000,
        "south": 64_000,
        "west": -8_000,
        "north": -40_000,
    }


def test_liability_with_an_unknown_discarder() -> None:
    situation = Situation("ron", "south", liable=Liable("north", "daisangen"))
    assert payments(8_000, situation, EMA) == {"south": 32_000, "discarder": -16_000, "north": -16_000}
