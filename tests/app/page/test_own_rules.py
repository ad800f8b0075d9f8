"""A club's own rule set on the page: chosen like any other, its chips counted, and missed in a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from streamlit.testing.v1 import AppTest as Fresh

from tests.app.page.told import drawn, words
from yakulens.app import game
from yakulens.app import store as stores
from yakulens.app.exports import card_of_game, ruling_card
from yakulens.app.hand.link import LINKED, to_link
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.app.pocket.phone import Phone
from yakulens.app.store import Store
from yakulens.scorer.rules.offered import OWN_RULES_VARIABLE
from yakulens.vision.desk import typed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

    Desk = Any  # tests/app/conftest.py: DeskProbe, which cannot be imported

CLUB = """
name = "okawa"
title = "Club Okawa"
extends = "m-league"
[chips]
ippatsu = 1
ura = 1
red_five = 1
yakuman_ron = 10
yakuman_tsumo = 5
worth = 2000
"""
NAMES = ("Ann", "Bo", "Cy", "Di")


@pytest.fixture(autouse=True)
def _offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The operator offers the club's file; it comes before the page in every test."""
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    monkeypatch.setenv(OWN_RULES_VARIABLE, str(path))


@pytest.fixture
def no_longer(monkeypatch: pytest.MonkeyPatch, root: Path) -> Callable[..., AppTest]:
    """Start the page anew without the file; called with what its address says."""

    def again(**address: str) -> AppTest:
        monkeypatch.delenv(OWN_RULES_VARIABLE, raising=False)
        fresh = Fresh.from_file(str(root / "app" / "main.py"), default_timeout=120)
        for name, value in address.items():
            fresh.query_params[name] = value
        fresh.run()
        assert not fresh.exception
        return fresh

    return again


def tap(page: AppTest, key: str) -> AppTest:
    button = next(b for b in page.button if b.key == key)
    assert not button.disabled, key
    page = button.click().run()
    assert not page.exception
    return page


def begin(page: AppTest, rules: str = "okawa") -> AppTest:
    page.switch_page("page/views/table.py").run()
    page.selectbox(key="table-rules-en").set_value(rules).run()
    for seat, name in zip(("east", "south", "west", "north"), NAMES, strict=True):
        page.text_input(key=f"name-{seat}").set_value(name)
    return next(b for b in page.button if b.label == "Begin").click().run()


def win(page: AppTest, *taps: str) -> AppTest:
    for key in ("event-ron", "winner-south", "discarder-west", *taps, "enter"):
        tap(page, key)
    return page


def laid(page: AppTest, tiles: str) -> AppTest:
    page.text_input[0].set_value(tiles)
    return next(b for b in page.button if "Lay out" in b.label).click().run()


def kept() -> list[game.Game]:
    return [each.game for each in Store(stores.place()).games.all()]


def test_it_is_offered_first_wherever_rules_are_chosen_with_what_tells_it_from_others(
    page: AppTest, desk: Desk
) -> None:
    first = next(b for b in page.button if (b.key or "").startswith("play-by-"))
    assert first.key == "play-by-okawa"
    assert "Club Okawa" in first.label
    assert first.label.endswith("chips")
    laid(page, "340m456p11789s22z +1s")
    desk.say(page, by="tsumo", seat="south")
    assert drawn(page)["result"]["settings"]["rules"]["options"][0]["label"] == "Club Okawa"
    desk.say(page, rules="ema-2025")
    page.switch_page("page/views/table.py").run()
    assert page.selectbox(key="table-rules-en").options[0] == "Club Okawa"
    page.switch_page("page/views/dispute.py").run()
    assert drawn(page)["comparison"]["against"]["options"][0]["label"] == "Club Okawa"


def test_it_is_chosen_beside_the_score_and_its_chips_are_told(page: AppTest, desk: Desk) -> None:
    laid(page, "340m456p11789s22z +1s")
    desk.say(page, by="ron", seat="south", discarder="west", riichi="riichi", ippatsu=True)
    asked = desk.data["facts"]["rules"]["choices"]
    assert asked[0]["label"] == "Club Okawa"
    desk.tap(page, asked[0]["event"])
    assert desk.data["outcome"]["pays"] == "Paid by: West 5,200 · Chips +2"
    told = words(page)
    assert "Chips from each payer" in told
    assert "1 red five" in told
    assert "West pays South in chips: ippatsu, 1 red five" in told


def test_the_card_of_a_hand_tells_its_chips(page: AppTest) -> None:
    assert page
    now = WinFacts("ron", "south", discarder="west", riichi="riichi", ippatsu=True, rules="okawa")
    card = ruling_card.compose("en", Scored.of(typed.hand("340m456p11789s22z +1s"), now))
    assert card.worth.endswith("Chips +2")
    (part,) = (each for each in card.parts if each.heading == "Chips from each payer")
    assert [(line.text, line.number) for line in part.lines] == [
        ("Ippatsu", "1"),
        ("1 red five", "1"),
        ("Total", "2"),
    ]
    plain = ruling_card.compose(
        "en", Scored.of(typed.hand("340m456p11789s22z +1s"), replace(now, rules="tenhou"))
    )
    assert "hips" not in str(plain)


def test_riichi_and_ura_are_asked_of_a_yakuman_too_where_they_are_paid_in_chips(
    page: AppTest, desk: Desk
) -> None:
    laid(page, "333m055p777s99s22z +9s")
    desk.say(page, by="tsumo", seat="south", rules="okawa", riichi="riichi")
    assert [chip["key"] for chip in desk.data["chips"]] == ["by", "seat", "riichi", "dora", "ura", "more"]
    desk.say(page, rules="tenhou")
    assert [chip["key"] for chip in desk.data["chips"]] == ["by", "seat", "more"]


def test_chips_are_booked_with_a_hand_and_taken_back_with_it(page: AppTest) -> None:
    begin(page)
    assert words(page).count("Chips 0") == 4
    win(page, "han-south-2", "chips-south-3")
    assert "Chips +3" in words(page)
    assert "Chips \N{MINUS SIGN}3" in words(page)
    assert kept()[0].ends[0]["wins"] == [{"seat": "south", "han": 2, "fu": 30, "chips": 3}]
    tap(page, "undo")
    assert "chips-south-3" in [b.key for b in page.button if b.proto.type == "primary"], "it stays said"
    assert words(page).count("Chips +3") == 1, "in what it would pay alone"
    tap(page, "yakuman-south-1")
    tap(page, "enter")
    assert "Chips +13" in words(page), "with those of the yakuman"


def test_the_hand_of_the_score_page_brings_its_chips(page: AppTest, desk: Desk) -> None:
    begin(page)
    page.switch_page("page/views/score.py").run()
    laid(page, "340m456p11789s22z +1s")
    desk.say(page, by="tsumo", seat="south", riichi="riichi", ippatsu=True)
    desk.tap(page, {"do": "go", "where": "table"})
    page.switch_page("page/views/table.py").run()
    assert not [b.key for b in page.button if (b.key or "").startswith("chips-")], "the hand tells them"
    tap(page, "enter")
    assert "Chips +6" in words(page)


@pytest.mark.long
def test_chips_count_by_their_worth_when_the_game_is_over(page: AppTest) -> None:
    begin(page)
    for number in range(8):
        win(page, "han-south-2", f"chips-south-{number}")
    told = words(page)
    assert "The game is over" in told
    finals = {
        row["player"]: (row["chips"], row["chip_points"]) for row in game.standing(kept()[0])["standing"]
    }
    assert [chips for chips, _ in finals.values()].count(0) == 0
    assert sum(chips for chips, _ in finals.values()) == 0
    assert all(points == 2000 * chips for chips, points in finals.values())
    assert "at 2,000 points each" in told


def test_rules_without_chips_say_nothing_of_them(page: AppTest) -> None:
    win(begin(page, "tenhou"), "han-south-2")
    assert "Chips" not in words(page)
    assert not [b.key for b in page.button if (b.key or "").startswith("chips-")]


def test_a_game_under_rules_that_are_offered_no_longer_says_so_and_is_not_lost(
    page: AppTest, no_longer: Callable[..., AppTest]
) -> None:
    win(begin(page), "han-south-2", "chips-south-1")
    (before,) = kept()
    again = no_longer()
    assert "“okawa”, a rule set that is no longer available here" in again.warning[0].value
    again.switch_page("page/views/table.py").run()
    assert "“okawa”" in words(again), "in the list of games too"
    assert "resume-1" not in [b.key for b in again.button]
    assert kept() == [before]


def test_it_goes_on_when_they_are_offered_again(
    page: AppTest, no_longer: Callable[..., AppTest], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    win(begin(page), "han-south-2", "chips-south-1")
    again = no_longer()
    monkeypatch.setenv(OWN_RULES_VARIABLE, str(tmp_path / "club.toml"))
    again.switch_page("page/views/table.py").run()
    tap(again, "resume-1")
    assert "Chips +1" in words(again)


def test_a_hand_under_rules_that_are_offered_no_longer_is_scored_by_others_and_that_is_said(
    page: AppTest, desk: Desk, no_longer: Callable[..., AppTest]
) -> None:
    laid(page, "234567m44p678s67p +8p")
    desk.say(page, by="tsumo", seat="south", rules="okawa", riichi="riichi", ippatsu=True)
    assert "Chips +3" in desk.data["outcome"]["pays"]
    again = no_longer(hand=page.session_state["yakulens"].hand)
    assert "“okawa”" in again.warning[0].value
    assert desk.data["outcome"]["wins"]
    assert "Chips" not in desk.data["outcome"]["pays"]


def test_a_link_to_a_hand_under_rules_that_are_not_offered_is_laid_by_others_and_that_is_said(
    no_longer: Callable[..., AppTest], desk: Desk
) -> None:
    facts = WinFacts("tsumo", "south", riichi="riichi", ippatsu=True, rules="okawa", said=("by", "riichi"))
    link = to_link(typed.hand("234567m44p678s67p +8p"), facts)
    page = no_longer(**{LINKED: link})
    assert "“okawa”" in page.warning[0].value
    assert "EMA" in page.warning[0].value
    assert desk.data["outcome"]["wins"]
    assert [chip["said"] for chip in desk.data["chips"] if chip["key"] == "riichi"] == [True]
    desk.say(page, rules="tenhou")
    assert not page.warning

    phone = Phone(language="ja")
    assert "「okawa」" in phone.follow(link)
    assert json.loads(phone.shown())["outcome"]["wins"]
    assert phone.follow(to_link(typed.hand("234567m44p678s67p +8p"), WinFacts(rules="wrc-2025"))) == ""


def test_a_reading_of_the_history_keeps_the_rules_that_it_was_scored_by(
    hand_page: AppTest, desk: Desk, no_longer: Callable[..., AppTest]
) -> None:
    desk.say(hand_page, by="ron", seat="east", discarder=None, dora="none", rules="okawa")
    again = no_longer()
    again.switch_page("page/views/history.py").run()
    assert not again.exception
    assert "okawa" in words(again)
    store = Store(stores.place()).history
    (number,) = store.numbers()
    before = store.load(number)
    tap(again, f"open-{number}")
    again.switch_page("page/views/score.py").run()
    assert not again.exception
    assert store.load(number) == before


def test_the_picture_and_the_sheet_of_a_game_add_up_with_start_oka_and_chips() -> None:
    hand = {"event": "ron", "discarder": "west", "wins": [{"seat": "south", "han": 2, "fu": 30, "chips": 3}]}
    played = game.add(game.begin("okawa", NAMES), hand)
    names = dict(zip(NAMES, NAMES, strict=True))
    (part,) = card_of_game.game_card(played, "en", names, "2026-11-26").parts
    assert part.heading == "Final · Points · Start · Uma · Oka · Chips"
    assert part.lines[0].cite.endswith("· +6,000")
    sheet = card_of_game.sheet_card(played, "en", names, "2026-11-26")
    assert ("Chips", "0", "+6,000", "\N{MINUS SIGN}6,000", "0") in sheet.grid.rows
    numbers = [
        [int(cell.replace(",", "").replace("\N{MINUS SIGN}", "-")) for cell in row[1:]]
        for row in sheet.grid.rows[-sheet.grid.sums :]
    ]
    assert list(map(sum, zip(*numbers[:-1], strict=True))) == numbers[-1], "what is signed adds up"


def test_a_correction_works_out_the_chips_of_the_game_anew() -> None:
    hand = {"event": "tsumo", "wins": [{"seat": "south", "han": 5, "chips": 1}]}
    played = game.add(game.begin("okawa", NAMES), hand)
    assert game.replay(played)[1].chips == (-1, 3, -1, -1)
    changed = {"event": "tsumo", "wins": [{"seat": "south", "yakuman": 1, "chips": 1}]}
    assert game.replay(game.add(game.undo(played), changed))[1].chips == (-6, 18, -6, -6)
