"""What the state of the page in a browser gives its scripts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from yakulens.app.hand import alternatives, comparison, result
from yakulens.app.hand.facts import Facts
from yakulens.app.hand.link import to_link
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.session import HandSession
from yakulens.app.hand.situation import WinFacts, effective
from yakulens.app.pocket.phone import Phone
from yakulens.app.pocket.table import PhoneTable
from yakulens.vision.desk import typed


@pytest.mark.parametrize(
    ("server", "opens"),
    [
        ("http://192.168.1.5:8501/", "http://192.168.1.5:8501/?laid="),
        ("https://club.example/yakulens", "https://club.example/yakulens/?laid="),
        ("192.168.1.5:8501", "http://192.168.1.5:8501/?laid="),
        ("localhost:8501/club/", "http://localhost:8501/club/?laid="),
        ("garbage", ""),
        ("javascript:alert(1)", ""),
        ("", ""),
    ],
)
def test_a_hand_is_linked_to_a_server_by_its_address_or_by_host_and_port(server: str, opens: str) -> None:
    phone = Phone()
    phone.begin()
    there = json.loads(phone.links("https://here.example/", server))["there"]
    assert there.startswith(opens) if opens else there == ""


def follow(phone: Phone, declared: WinFacts) -> dict[str, Any]:
    """What the page shows of a winning hand from a link."""
    phone.follow(to_link(typed.hand("345678m44p67s234p +5s"), declared))
    return shown(phone)


def comparing(rules: str) -> Phone:
    """A page on which a rule set to compare with was chosen."""
    return Phone(session=HandSession(other_rules=rules))


def shown(phone: Phone) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(phone.shown())
    return told


def test_why_a_hand_is_impossible_in_the_other_rules_stands_there() -> None:
    west = WinFacts("ron", "south", round="west", rules="tenhou")
    (compared, _) = follow(comparing("ema-2025"), west)["comparison"]
    assert compared["pair"][1]["value"] == "\N{MINUS SIGN}"
    assert "EMA 2025 has no round of West" in compared["pair"][1]["problems"][0]


def test_the_score_and_the_comparison_are_those_of_the_servers_page() -> None:
    declared = WinFacts("ron", "south", rules="ema-2025", honba=1)
    desk = typed.hand("345678m44p67s234p +5s")
    scored = Scored.of(desk, declared)
    facts = Facts("en", scored, effective(declared, desk)[1], {})
    told = follow(comparing("tenhou"), declared)
    assert told["result"] == result.result(facts) | {"settings": result.settings(facts)}
    assert told["comparison"][0]["pair"] == comparison.to_json("en", scored, "tenhou")["pair"]
    assert told["comparison"][1] == alternatives.to_json("en", scored)


def test_rules_to_compare_with_are_chosen_and_left_by_a_tap() -> None:
    phone = Phone()
    (offered,) = follow(phone, WinFacts("ron", "south"))["comparison"]
    assert "pair" not in offered
    assert "tenhou" in {option["value"] for option in offered["against"]["options"]}
    phone.hear({"events": [{"n": 1, "do": "compare", "rules": "tenhou"}]})
    assert len(shown(phone)["comparison"]) == 2
    assert shown(phone)["comparison"][0]["against"]["value"] == "tenhou"
    phone.hear({"events": [{"n": 2, "do": "compare", "rules": None}]})
    assert shown(phone)["comparison"] == [offered]


def test_counters_are_said_below_the_score() -> None:
    phone = Phone()
    follow(phone, WinFacts("ron", "south"))
    phone.hear({"events": [{"n": 1, "do": "say", "field": "honba", "value": 2}]})
    assert "Included: counters 2, riichi sticks 0." in shown(phone)["result"]["notes"]


def test_the_next_hand_begins_with_the_round_and_counters_and_another_photo_with_all_that_was_said() -> None:
    phone = Phone()
    follow(phone, WinFacts("ron", "south", round="south", honba=2))
    phone.hear({"events": [{"n": 1, "do": "go", "where": "again"}]})
    phone.begin()
    assert (phone.session.facts.by, phone.session.facts.seat) == ("ron", "south")
    phone.hear({"events": [{"n": 2, "do": "go", "where": "photo"}]})
    phone.begin()
    facts = phone.session.facts
    assert (facts.by, facts.seat, facts.round, facts.honba) == (None, None, "south", 2)


def test_a_hand_that_has_not_won_tells_its_waits_and_its_owners_discards_make_it_furiten() -> None:
    phone = Phone()
    phone.follow(to_link(typed.hand("2345678m234p555s"), WinFacts()))
    before = shown(phone)["result"]["before"]
    assert [row["cells"][2]["text"] for row in before["tables"][0]["rows"]] == ["1,300"] * 3
    phone.hear({"events": [{"n": 1, "do": "add_discard", "face": "5m"}]})
    told = shown(phone)
    assert told["result"]["before"]["verdict"]["furiten"]["text"] == (
        "Furiten: no Ron on these waits, only Tsumo."
    )
    assert told["own"] == [13]
    again = Phone()
    again.reopen(phone.kept(), None)
    assert shown(again)["result"] == told["result"], "a reload keeps them"
    (taken_back,) = told["result"]["before"]["own"]["tiles"]
    phone.hear({"events": [{"n": 2} | taken_back["tap"]["events"][0]]})
    assert shown(phone)["result"]["before"] == before


def during_a_game(phone: Phone) -> None:
    """Play a draw, after which the game has a counter."""
    table = PhoneTable(phone)
    table.tap({"do": "begin", "value": "ema-2025", "players": ["Ann", "Bo", "Cy", "Di"]}, 0.0)
    for tap in ({"do": "event", "value": "exhaustive_draw"}, {"do": "nobody"}, {"do": "enter"}):
        table.tap({**tap, "version": 0}, 0.0)
    assert phone.table.facts(None).honba == 1


def of_no_game(phone: Phone, before: object) -> None:
    """The hand on the desk is worth what it was, until it is said to be the game's."""
    (asked,) = shown(phone)["questions"]
    assert asked["key"] == "moved-on"
    assert shown(phone)["outcome"] == before, "the counters are another hand's"
    phone.hear({"events": [{"n": phone.heard + 1, "do": "of", "when": "now"}]})
    assert shown(phone)["outcome"] != before


def test_a_kept_hand_of_no_game_is_asked_about_when_it_is_opened_during_one() -> None:
    phone = Phone()
    phone.play("ema-2025")
    follow(phone, WinFacts("ron", "south", rules="ema-2025"))
    kept, before = phone.kept(), shown(phone)["outcome"]
    during_a_game(phone)
    phone.begin()
    phone.reopen(kept, None)
    of_no_game(phone, before)


def test_a_hand_of_a_link_is_asked_about_when_it_is_followed_during_a_game() -> None:
    phone, facts = Phone(), WinFacts("ron", "south", rules="ema-2025")
    phone.play("ema-2025")
    follow(phone, facts)
    before = shown(phone)["outcome"]
    during_a_game(phone)
    follow(phone, facts)
    of_no_game(phone, before)
