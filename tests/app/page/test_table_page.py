from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.app.page import told
from tests.app.page.at_table import begin, draw, primary, ron, scores, tap, words
from yakulens.app import store
from yakulens.app.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

    Desk = Any  # tests/app/conftest.py: DeskProbe, which cannot be imported


def test_a_game_begins_with_four_names(page: AppTest) -> None:
    begin(page)
    assert not page.exception
    assert not page.error
    assert scores(page).count("30,000") == 4
    assert "East 1" in scores(page)


def test_names_are_asked_for_again_when_one_is_missing(page: AppTest) -> None:
    page.switch_page("page/views/table.py").run()
    next(b for b in page.button if b.label == "Begin").click().run()
    assert "different names" in page.error[0].value


def test_a_discard_win_is_paid_and_the_deal_passes(page: AppTest) -> None:
    begin(page)
    ron(page)
    assert "32,000" in scores(page)
    assert "28,000" in scores(page)
    assert "East 2" in scores(page)


def test_beside_a_name_written_from_right_to_left_every_number_keeps_its_place_and_sign(
    page: AppTest,
) -> None:
    name = "\N{ARABIC LETTER ALEF}"
    alone = f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    begin(page, west=name)
    tap(page, "event-tsumo")
    tap(page, "winner-west")
    tap(page, "yakuman-west-1")
    assert rf"{alone} \+32,000" in words(page)
    tap(page, "enter")
    assert any(rf"{alone} \+32,000" in each.label for each in page.expander)
    assert f"Bo pays {alone}" in words(page)
    tap(page, "leave")
    assert f"{alone} 62,000 · Di" in words(page)


def test_a_double_win_a_draw_and_taking_back(page: AppTest) -> None:
    begin(page)
    tap(page, "event-ron")
    tap(page, "winner-south")
    tap(page, "winner-north")
    tap(page, "discarder-east")
    assert "Say what each winning hand is worth." in words(page)
    tap(page, "han-south-1")
    tap(page, "han-north-1")
    tap(page, "enter")
    assert "28,000" in scores(page)
    draw(page)
    tap(page, "toggle-east-riichi")
    tap(page, "enter")
    assert "Counters: 1 · riichi sticks: 1" in scores(page)
    tap(page, "undo")
    assert "Counters: 0 · riichi sticks: 0" in scores(page)


def test_a_hand_declared_dead_is_noten_at_a_draw_and_its_riichi_no_chombo(page: AppTest) -> None:
    begin(page)
    for key in ("event-exhaustive_draw", "toggle-south-riichi", "toggle-east-tenpai"):
        tap(page, key)
    assert {"toggle-east-tenpai", "toggle-south-tenpai"} <= set(primary(page))
    tap(page, "toggle-south-dead_hands")
    assert "toggle-south-tenpai" not in primary(page)
    assert "declared dead afterwards: it pays as noten, and is not a chombo" in words(page)
    tap(page, "enter")
    assert "33,000" in scores(page)
    assert "28,000" in scores(page), "a stick and the share of who is noten"
    tap(page, "undo")
    assert "toggle-south-dead_hands" in primary(page)


def test_a_hand_comes_from_the_score_page(page: AppTest, desk: Desk) -> None:
    begin(page)
    page.switch_page("page/views/score.py").run()
    page.text_input[0].set_value("234567m44p678s67p +8p")
    next(b for b in page.button if "Lay out" in b.label).click().run()
    desk.say(page, by="tsumo", seat="south")
    desk.tap(page, {"do": "go", "where": "table"})
    page.switch_page("page/views/table.py").run()
    assert "The scored hand" in words(page)
    tap(page, "enter")
    assert "32,700" in scores(page)


def test_a_game_is_there_after_a_restart(page: AppTest, root: Path) -> None:
    from streamlit.testing.v1 import AppTest as Fresh  # noqa: PLC0415 - a second visitor

    begin(page)
    tap(page, "event-tsumo")
    tap(page, "winner-east")
    tap(page, "han-east-1")
    tap(page, "enter")
    draw(page)
    tap(page, "toggle-south-tenpai")
    again = Fresh.from_file(str(root / "app" / "main.py"), default_timeout=120).run()
    again.switch_page("page/views/table.py").run()
    assert scores(again) == scores(page)
    assert "toggle-south-tenpai" in primary(again)
    tap(again, "leave")
    tap(again, "resume-1")
    assert scores(again) == scores(page)
    tap(again, "leave")
    tap(again, "delete-1")
    assert "Delete this game for good?" in words(again)
    tap(again, "delete-not-1")
    tap(again, "delete-1")
    tap(again, "delete-sure-1")
    assert "resume-1" not in [b.key for b in again.button]
    assert list(Store(store.place()).games.all()) == []


def test_a_second_tap_on_enter_adds_no_second_hand(page: AppTest) -> None:
    begin(page)
    draw(page)
    again = next(b for b in page.button if b.key == "enter")
    again.click()
    page.run()
    again.click()
    page.run()
    (kept,) = Store(store.place()).games.all()
    assert len(kept.game.ends) == 1


def test_the_sheet_of_needs_names_every_smallest_hand_and_what_a_draw_makes_of_the_place(
    page: AppTest,
) -> None:
    begin(page)
    tap(page, "event-tsumo")
    tap(page, "winner-east")
    tap(page, "han-east-1")
    tap(page, "enter")
    tap(page, "needs-Bo")
    (line,) = re.findall(r"If the hand is drawn: .*", words(page))
    tenpai, noten = "tenpai 1st if Ann is noten, else 2nd, perhaps shared", "noten 2nd to 4th, perhaps shared"
    assert line == f"If the hand is drawn: {tenpai} · {noten} (the game goes on)"
    assert "2 han 30 fu or more\nor 1 han 60 fu, 3 han 25 fu · " in words(page)


def test_whoever_fed_a_yakuman_pays_for_it(page: AppTest) -> None:
    begin(page)
    tap(page, "event-tsumo")
    tap(page, "winner-south")
    tap(page, "yakuman-south-1")
    tap(page, "liable-south-north:daisangen")
    tap(page, "fed-south-north:daisangen")
    tap(page, "enter")
    assert "62,000" in scores(page)
    assert "\N{MINUS SIGN}2,000" in scores(page)


def test_who_is_liable_on_the_score_page_is_liable_at_the_table(page: AppTest, desk: Desk) -> None:
    begin(page)
    page.switch_page("page/views/score.py").run()
    page.text_input[0].set_value("23m55p +4m [555z] [666z] [777z]")
    next(b for b in page.button if "Lay out" in b.label).click().run()
    desk.say(page, by="tsumo", seat="south", liable="north")
    desk.tap(page, {"do": "go", "where": "table"})
    page.switch_page("page/views/table.py").run()
    tap(page, "enter")
    assert "62,000" in scores(page)


def test_abortive_draws_are_offered_only_where_the_rules_know_them(page: AppTest) -> None:
    begin(page)
    assert next(b for b in page.button if b.key == "event-abortive_draw").disabled
    assert "has no abortive draws" in words(page)
    tap(page, "leave")
    page.selectbox(key="table-rules-en").set_value("tenhou").run()
    next(b for b in page.button if b.label == "Begin").click().run()
    tap(page, "event-abortive_draw")
    assert "Why was the hand void?" in words(page)
    tap(page, "reason-nine_terminals")
    tap(page, "enter")
    assert "Counters: 1" in "\n".join(scores(page))


def test_names_and_rules_are_remembered_for_the_next_game(page: AppTest, root: Path) -> None:
    from streamlit.testing.v1 import AppTest as Fresh  # noqa: PLC0415 - a second visitor

    page.switch_page("page/views/table.py").run()
    page.selectbox(key="table-rules-en").set_value("tenhou").run()
    begin(page)
    tap(page, "leave")
    again = Fresh.from_file(str(root / "app" / "main.py"), default_timeout=120).run()
    again.switch_page("page/views/table.py").run()
    assert again.text_input(key="name-south").value == "Bo"
    assert again.selectbox(key="table-rules-en").value == "tenhou"


def test_the_score_page_knows_who_sits_where_and_what_lies_on_the_table(page: AppTest, desk: Desk) -> None:
    begin(page)
    draw(page)
    tap(page, "toggle-east-riichi")
    tap(page, "enter")
    page.switch_page("page/views/score.py").run()
    page.text_input[0].set_value("234567m44p678s67p +8p")
    next(b for b in page.button if "Lay out" in b.label).click().run()
    desk.say(page, by="ron")
    assert ("Ann", "East") in [(each["label"], each["note"]) for each in desk.asked()["choices"]]
    desk.say(page, seat="east")
    assert "East round" not in [each["label"] for each in desk.data["facts"]["more"]["choices"]]
    assert "Included: counters 1, riichi sticks 1" in words(page)
    assert told.drawn(page)["result"]["pays"]["seats"][0]["name"] == "Ann"


@pytest.mark.long
def test_the_result_is_shown_when_both_rounds_are_played_and_one_more_begins(page: AppTest) -> None:
    begin(page)
    for _ in range(8):
        tap(page, "event-ron")
        tap(page, "winner-south")
        tap(page, "discarder-west")
        tap(page, "han-south-1")
        tap(page, "enter")
    assert "The game is over" in words(page)
    assert "after South 4" in words(page)
    assert "West 1" not in words(page), "nobody plays that"
    assert "enter" not in [b.key for b in page.button]
    tap(page, "play-on")
    assert "West 1" in scores(page)
    assert next(b for b in page.button if b.key == "enter").disabled
    memory = page.session_state["yakulens"]
    memory.playing = replace(memory.playing, plays_on=None)
    page.run()
    tap(page, "one-more")
    assert scores(page).count("30,000") == 4
    assert "East 1" in scores(page)


def test_a_game_of_the_east_round_alone_is_over_after_it(page: AppTest) -> None:
    begin(page, east_only=True)
    for _ in range(4):
        draw(page)
        tap(page, "enter")
    assert "The game is over" in words(page)
    tap(page, "leave")
    assert "The game is over · 1. Ann, Bo, Cy, Di · " in words(page)
    assert page.button(key="resume-1").label == "Open"
    tap(page, "resume-1")
    tap(page, "undo")
    assert "The game is over" not in words(page)


def test_the_result_shows_leftover_sticks_and_penalties_without_unfolding(page: AppTest) -> None:
    begin(page, east_only=True)
    for at in range(4):
        draw(page)
        if at == 3:
            tap(page, "toggle-south-riichi")
        tap(page, "enter")
    (card,) = told.drawn(page)["final-places"]["parts"]
    assert "remaining riichi sticks" in "".join(told.said(card))
    ways = [place["gloss"] for place in card["places"]]
    assert all("\N{MINUS SIGN}30,000 · Uma" in way for way in ways), "the points are counted from the start"
    (lines,) = told.drawn(page)["line-by-line"]["parts"]
    uma = [amount for words_, amount, *_ in told.lines(lines["table"]) if ": uma" in words_]
    assert uma == ["+15,000", *["\N{MINUS SIGN}5,000"] * 3], "won, or lost"


def test_the_table_speaks_japanese(page: AppTest) -> None:
    begin(page)
    tap(page, "language-ja")
    ron(page)
    assert "東2局" in scores(page)
    assert "Cy" in words(page)
    for english in ("discard", "pays", "Counters", "Riichi", "Enter", "Undo"):
        assert english not in words(page)
