from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from yakulens.app.hand.situation import WinFacts, effective, impossible
from yakulens.vision.desk import typed

if TYPE_CHECKING:
    from yakulens.vision.desk import Desk

CLOSED = typed.hand("234m567p789s44p77z +7z")
OPEN = typed.hand("234m567p789s4p +4p [777z]")
QUAD = typed.hand("234m567p789s4p +4p (7777z)")


@pytest.mark.parametrize(
    ("situation", "desk", "choice", "reason"),
    [
        (WinFacts("ron"), OPEN, "riichi:riichi", "riichi_open_hand"),
        (WinFacts("ron"), OPEN, "riichi:double", "riichi_open_hand"),
        (WinFacts("ron"), CLOSED, "ippatsu", "ippatsu_without_riichi"),
        (WinFacts("tsumo", riichi="riichi", rinshan=True), QUAD, "ippatsu", "ippatsu_with_rinshan"),
        (WinFacts("ron"), QUAD, "rinshan", "rinshan_by_ron"),
        (WinFacts("tsumo"), CLOSED, "rinshan", "rinshan_without_quad"),
        (WinFacts("tsumo"), CLOSED, "chankan", "chankan_by_tsumo"),
        (WinFacts("ron"), CLOSED, "chankan", "robbed_tile_held"),
        (
            WinFacts("ron", last_tile=True),
            typed.hand("234m567p78s44p777z +9s"),
            "chankan",
            "chankan_on_last_tile",
        ),
        (WinFacts("tsumo", first_turn=True), CLOSED, "last_tile", "first_turn_on_last_tile"),
        (WinFacts("ron"), CLOSED, "first_turn", "first_turn_dealer_ron"),
        (WinFacts("tsumo", riichi="riichi"), CLOSED, "first_turn", "first_turn_with_riichi"),
        (WinFacts("tsumo"), OPEN, "first_turn", "first_turn_with_meld"),
        (WinFacts("ron", seat="west"), CLOSED, "discarder:west", "discarder_is_winner"),
    ],
)
def test_what_cannot_be_is_named_with_its_reason(
    situation: WinFacts, desk: Desk, choice: str, reason: str
) -> None:
    assert impossible(situation, desk)[choice].code == reason


def test_a_closed_quad_does_not_forbid_riichi() -> None:
    assert "riichi:riichi" not in impossible(WinFacts("tsumo"), QUAD)


def test_a_hand_won_as_usual_forbids_nothing_that_can_be() -> None:
    banned = impossible(WinFacts("tsumo", riichi="riichi"), CLOSED)
    assert "ippatsu" not in banned
    assert "last_tile" not in banned


def test_three_players_have_no_north_seat() -> None:
    banned = impossible(WinFacts("ron", rules="tenhou-3p"), CLOSED)
    assert banned["seat:north"].code == "seat_not_at_table"
    assert banned["discarder:north"].code == "seat_not_at_table"
    assert "seat:north" not in impossible(WinFacts("ron"), CLOSED)


def possible(chosen: WinFacts, desk: Desk) -> WinFacts:
    return effective(chosen, desk)[0]


def test_a_correction_takes_away_what_it_rules_out() -> None:
    chosen = WinFacts("ron", riichi="riichi", ippatsu=True, discarder="south")
    assert possible(chosen, CLOSED) == chosen
    assert possible(chosen, OPEN) == replace(chosen, riichi="none", ippatsu=False)
    drawn = replace(chosen, by="tsumo")
    assert possible(drawn, CLOSED) == replace(drawn, discarder=None)


def test_the_effective_situation_holds_nothing_impossible() -> None:
    chosen = WinFacts(
        by="ron",
        seat="north",
        discarder="north",
        riichi="double",
        ippatsu=True,
        rinshan=True,
        chankan=True,
        last_tile=True,
        first_turn=True,
        win_apart=False,
    )
    held, banned = effective(chosen, OPEN)
    assert held == WinFacts("ron", seat="north")
    assert banned == impossible(held, OPEN)


def test_the_next_hand_keeps_round_sticks_and_rules_and_asks_who_won() -> None:
    now = WinFacts("ron", "south", "south", "west", "riichi", honba=2, deposits=1, rules="wrc-2015")
    assert now.for_next_hand() == WinFacts(round="south", honba=2, deposits=1, rules="wrc-2015")


def test_the_contracts_hand_holds_what_was_said() -> None:
    said = WinFacts("ron", "south", discarder="west", riichi="riichi", ippatsu=True, honba=1)
    hand = said.to_json()
    assert hand["by"] == "ron"
    assert hand["discarder"] == "west"
    assert hand["ippatsu"] is True
    assert "rinshan" not in hand
