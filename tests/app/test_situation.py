from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.desk import typed
from app.situation import Situation, effective, impossible

if TYPE_CHECKING:
    from app.desk import Desk

CLOSED = typed.hand("234m567p789s44p77z +7z")
OPEN = typed.hand("234m567p789s4p +4p [777z]")
QUAD = typed.hand("234m567p789s4p +4p (7777z)")


@pytest.mark.parametrize(
    ("situation", "desk", "choice", "reason"),
    [
        (Situation("ron"), OPEN, "riichi:riichi", "why.open_hand"),
        (Situation("ron"), OPEN, "riichi:double", "why.open_hand"),
        (Situation("ron"), CLOSED, "ippatsu", "why.needs_riichi"),
        (Situation("tsumo", riichi="riichi", rinshan=True), QUAD, "ippatsu", "why.quad_ends_ippatsu"),
        (Situation("ron"), QUAD, "rinshan", "why.needs_tsumo"),
        (Situation("tsumo"), CLOSED, "rinshan", "why.needs_quad"),
        (Situation("tsumo"), CLOSED, "chankan", "why.needs_ron"),
        (Situation("ron"), CLOSED, "chankan", "why.fourth_tile"),
        (
            Situation("ron", last_tile=True),
            typed.hand("234m567p78s44p777z +9s"),
            "chankan",
            "why.no_quad_on_last",
        ),
        (Situation("tsumo", first_turn=True), CLOSED, "last_tile", "why.not_first_turn"),
        (Situation("ron"), CLOSED, "first_turn", "why.dealer_draws_first"),
        (Situation("tsumo", riichi="riichi"), CLOSED, "first_turn", "why.before_riichi"),
        (Situation("tsumo"), OPEN, "first_turn", "why.call_ends_first_turn"),
        (Situation("ron", seat="west"), CLOSED, "discarder:west", "why.own_discard"),
        (Situation("ron"), CLOSED, "win_apart", "why.needs_tsumo"),
        (Situation("ron"), CLOSED, "ura", "why.needs_riichi"),
    ],
)
def test_what_cannot_be_is_named_with_its_reason(
    situation: Situation, desk: Desk, choice: str, reason: str
) -> None:
    assert impossible(situation, desk)[choice] == reason


def test_a_closed_quad_does_not_forbid_riichi() -> None:
    assert "riichi:riichi" not in impossible(Situation("tsumo"), QUAD)


def test_a_hand_won_as_usual_forbids_nothing_that_can_be() -> None:
    banned = impossible(Situation("tsumo", riichi="riichi"), CLOSED)
    assert "ippatsu" not in banned
    assert "last_tile" not in banned


def test_three_players_have_no_north_seat() -> None:
    banned = impossible(Situation("ron"), CLOSED, players=3)
    assert banned["seat:north"] == "why.three_players"
    assert "seat:north" not in impossible(Situation("ron"), CLOSED)


def possible(chosen: Situation, desk: Desk) -> Situation:
    return effective(chosen, desk)[0]


def test_a_correction_takes_away_what_it_rules_out() -> None:
    chosen = Situation("ron", riichi="riichi", ippatsu=True, discarder="south")
    assert possible(chosen, CLOSED) == chosen
    assert possible(chosen, OPEN) == replace(chosen, riichi="none", ippatsu=False)
    drawn = replace(chosen, by="tsumo")
    assert possible(drawn, CLOSED) == replace(drawn, discarder=None)


def test_the_effective_situation_holds_nothing_impossible() -> None:
    chosen = Situation(
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
    held, banned = effective(chosen, OPEN, players=3)
    assert held == Situation("ron")
    assert banned == impossible(held, OPEN, players=3)


def test_the_next_hand_keeps_winds_sticks_and_rules() -> None:
    now = Situation("ron", "south", "south", "west", "riichi", honba=2, deposits=1, rules="wrc-2015")
    assert now.for_next_hand() == Situation(
        seat="south", round="south", honba=2, deposits=1, rules="wrc-2015"
    )


def test_the_contracts_hand_holds_what_was_said() -> None:
    said = Situation("ron", "south", discarder="west", riichi="riichi", ippatsu=True, honba=1)
    hand = said.to_json()
    assert hand["by"] == "ron"
    assert hand["discarder"] == "west"
    assert hand["ippatsu"] is True
    assert "rinshan" not in hand
