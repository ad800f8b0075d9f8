"""What a hand is ruled to be, whatever was claimed: one typed record, from which everything else is told."""

from __future__ import annotations

from typing import Any

import pytest

from yakulens.scorer.contract.form import Form
from yakulens.scorer.contract.settlement_json import settled
from yakulens.scorer.payments import Figures
from yakulens.scorer.table.ruling import Ruling

THREE = [
    {"seat": "north", "han": 5, "fu": 30},
    {"seat": "south", "han": 1, "fu": 30},
    {"seat": "west", "han": 2, "fu": 30},
]


def ruled(**end: Any) -> Ruling:  # noqa: ANN401 - any key of `settle`
    found = settled(Form.of(end))
    assert not found.problems
    assert found.ruling is not None
    assert found.winners == tuple(each.seat for each in found.ruling.wins)
    return found.ruling


@pytest.mark.parametrize("rules", ["tenhou", "rcr"])
def test_three_rons_that_void_a_hand_are_an_abortive_draw_without_winners(rules: str) -> None:
    found = ruled(rules=rules, event="ron", discarder="east", wins=THREE, riichi=["south"], honba=1)
    assert (found.outcome, found.reason, found.wins) == ("abortive_draw", "three_rons", ())
    assert (found.bets, found.honba) == (("south",), 1)


@pytest.mark.parametrize(
    ("rules", "winners"),
    [
        ("ema-2025", ["south", "west", "north"]),
        ("m-league", ["south"]),
        ("wdmc-2019", ["south", "west", "north"]),
    ],
)
def test_the_paid_wins_are_in_turn_after_the_discarder(rules: str, winners: list[str]) -> None:
    found = ruled(rules=rules, event="ron", discarder="east", wins=THREE)
    assert [each.seat for each in found.wins] == winners


def test_sticks_and_counters_are_with_the_win_that_got_them() -> None:
    end: dict[str, Any] = {"event": "ron", "discarder": "east", "wins": THREE[:2], "honba": 2, "deposits": 1}
    first, second = ruled(rules="tenhou", riichi=["north", "east"], **end).wins
    rules = ruled(rules="tenhou", **end).rules
    assert first.net(rules) == {"east": -1600, "south": 1600 + 3000, "west": 0, "north": 0}
    assert second.net(rules) == {"east": -8000, "south": 0, "west": 0, "north": 8000}
    own, other = ruled(rules="ema-2025", riichi=["north", "east"], **end).wins
    assert own.net(rules)["south"] == 1600 + 2000  # the earlier stick, and east's
    assert other.net(rules)["north"] == 8600 + 1000  # north's own stick comes back


def test_each_win_names_the_sticks_that_it_got() -> None:
    end: dict[str, Any] = {
        "event": "ron",
        "discarder": "east",
        "wins": THREE[:2],
        "riichi": ["north", "east"],
    }
    assert [each.bets for each in ruled(rules="ema-2025", **end).wins] == [("east",), ("north",)]
    assert [each.bets for each in ruled(rules="tenhou", **end).wins] == [("north", "east"), ()]


def test_three_rons_that_void_a_hand_are_paid_in_no_chips_either() -> None:
    house = {"chips": {"ippatsu": 1, "ura": 1}}
    wins = [win | {"chips": 2} for win in THREE]
    end = {"rules": "tenhou", "rule_overrides": house, "event": "ron", "discarder": "east", "wins": wins}
    found = settled(Form.of(end))
    assert (found.chip_transfers, set(found.chips.values())) == ((), {0})


@pytest.mark.parametrize(
    ("rules", "outcome", "nagashi"), [("ema-2025", "draw", ()), ("tenhou", "nagashi", ("south",))]
)
def test_nagashi_is_a_plain_draw_where_no_book_pays_it(
    rules: str, outcome: str, nagashi: tuple[str, ...]
) -> None:
    found = ruled(rules=rules, event="exhaustive_draw", nagashi=["south"], tenpai=["west"], riichi=["west"])
    assert (found.outcome, found.nagashi, found.tenpai, found.bets) == (
        outcome,
        nagashi,
        ("west",),
        ("west",),
    )


def test_a_chombo_gives_the_sticks_back_and_a_waived_one_ends_nothing() -> None:
    end: dict[str, Any] = {"rules": "wdmc-2019", "event": "chombo", "offender": "west", "riichi": ["south"]}
    found = ruled(**end)
    assert (found.outcome, found.offenders, found.bets) == ("chombo", ("west",), ())
    assert ruled(**end, waived=True).outcome == "waived_chombo"


def test_a_chombo_beside_a_win_is_void() -> None:
    found = ruled(event="ron", discarder="east", wins=THREE[:1], offender="west")
    assert (found.outcome, found.offenders) == ("ron", ())


HAND = {"concealed": "345678m44p67s234p", "win": "5s", "riichi": "none", "dora_indicators": "3p"}


@pytest.mark.parametrize(
    ("rules", "win", "figures"),
    [
        ("ema-2025", {"han": 4, "fu": 30}, Figures(4, 30, 0, "mangan")),
        ("ema-2025", {"han": 5}, Figures(5, 0, 0, "mangan")),
        ("ema-2025", {"yakuman": 2}, Figures(yakuman=1, limit="yakuman")),  # several are paid as one
        ("tenhou", {"yakuman": 2}, Figures(yakuman=2, limit="yakuman")),
        ("ema-2025", {"yakuman": 1, "yaku": ["suuankou"]}, Figures(0, 0, 1, "yakuman", (("suuankou", 0),))),
        (
            "ema-2025",
            {"hand": HAND},
            Figures(5, 30, 0, "mangan", (("pinfu", 1), ("tanyao", 1)), (("dora", 3),)),
        ),
    ],
)
def test_the_figures_of_a_win_are_those_that_are_paid(
    rules: str, win: dict[str, Any], figures: Figures
) -> None:
    (paid,) = ruled(rules=rules, event="ron", discarder="east", wins=[{"seat": "south", **win}]).wins
    assert paid.win.figures == figures


def test_paarenchan_is_a_yakuman_whatever_the_hand_is_worth() -> None:
    (paid,) = ruled(
        rules="wdmc-2019", event="tsumo", honba=8, wins=[{"seat": "east", "han": 2, "fu": 30}]
    ).wins
    assert paid.win.figures == Figures(yakuman=1, limit="yakuman", yaku=(("paarenchan", 0),))
    assert paid.shares == {"south": 16_000, "west": 16_000, "north": 16_000}


def test_who_is_liable_is_told_only_if_the_book_makes_that_player_pay() -> None:
    win = {"seat": "south", "yakuman": 1, "liable": {"seat": "west", "yaku": "daisangen"}}
    liable = [ruled(rules=rules, event="tsumo", wins=[win]).wins[0].liable for rules in ("ema-2025", "rcr")]
    assert [each and each.seat for each in liable] == ["west", None]


def test_a_hand_that_cannot_be_settled_has_no_ruling() -> None:
    assert settled(Form.of({"event": "ron", "wins": []})).ruling is None
