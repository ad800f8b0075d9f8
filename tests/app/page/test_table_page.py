from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
import streamlit as st

from tests.app.page import told
from tests.app.records.logs import TENHOU_ROUND
from yakulens.app import game, store
from yakulens.app.game.correction import correct
from yakulens.app.game.wire import game_to_json
from yakulens.app.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

    from yakulens.app.store.games import Games

    Desk = Any  # tests/app/conftest.py: DeskProbe, which cannot be imported


def words(page: AppTest) -> str:
    return "\n".join([told.words(page), *(each.label for each in page.button)])


def tap(page: AppTest, key: str) -> AppTest:
    button = next(b for b in page.button if b.key == key)
    assert not button.disabled, key
    return button.click().run()


def draw(page: AppTest) -> AppTest:
    """Say that a hand ended in an exhaustive draw, nobody tenpai; who is may be tapped afterwards."""
    return tap(tap(page, "event-exhaustive_draw"), "nobody")


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[[], bytes]]:
    """What the page's files are made by, when their buttons are tapped."""
    made: dict[str, Callable[[], bytes]] = {}
    monkeypatch.setattr(st, "download_button", lambda _, data, **has: made.update({has.get("key", ""): data}))
    return made


def begin(page: AppTest, *, west: str = "Cy", east_only: bool = False) -> AppTest:
    page.switch_page("page/views/table.py").run()
    for seat, name in zip(("east", "south", "west", "north"), ("Ann", "Bo", west, "Di"), strict=True):
        page.text_input(key=f"name-{seat}").set_value(name)
    page.radio[0].set_value(east_only)
    return next(b for b in page.button if b.label == "Begin").click().run()


def primary(page: AppTest) -> list[str]:
    """The keys of the choices that hold."""
    return [str(b.key) for b in page.button if b.proto.type == "primary"]


def scores(page: AppTest) -> list[str]:
    return [*told.said(told.drawn(page)["stand-drawn"])]


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
    tap(page, "event-ron")
    tap(page, "winner-south")
    tap(page, "discarder-west")
    tap(page, "han-south-2")
    tap(page, "enter")
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


def test_a_correction_stays_with_its_game_where_another_tab_plays_another_one(
    page: AppTest, root: Path
) -> None:
    from streamlit.testing.v1 import AppTest as Fresh  # noqa: PLC0415 - another tab

    def tab() -> AppTest:
        opened = Fresh.from_file(str(root / "app" / "main.py"), default_timeout=120).run()
        return opened.switch_page("page/views/table.py").run()

    begin(page)
    draw(page)
    tap(page, "enter")
    other = tab()
    tap(other, "leave")
    begin(other)
    draw(other)
    tap(other, "toggle-west-tenpai")
    tap(other, "enter")
    tap(page, "mend-0")
    tap(page, "toggle-south-tenpai")
    again = tab()
    assert "33,000" not in scores(again), "the other tab's game has the same number of hands"
    tap(again, "mend-save")
    games = [kept.game.ends[0]["tenpai"] for kept in Store(store.place()).games.all()]
    assert games == [["west"], ["south"]], "the latest first"


def test_a_hand_that_was_entered_wrongly_is_taken_back_into_the_form(page: AppTest) -> None:
    begin(page)
    tap(page, "event-ron")
    tap(page, "winner-south")
    tap(page, "discarder-west")
    tap(page, "han-south-3")
    tap(page, "fu-south-40")
    tap(page, "enter")
    assert "35,200" in scores(page)
    tap(page, "undo")
    assert scores(page).count("30,000") == 4
    assert {"event-ron", "winner-south", "discarder-west", "fu-south-40"} <= set(primary(page))
    tap(page, "discarder-north")
    tap(page, "enter")
    assert "35,200" in scores(page)


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


def test_a_penalty_is_two_taps_counts_in_the_standing_and_is_taken_back(page: AppTest) -> None:
    begin(page)
    tap(page, "offence-score_sheet_wrong")
    tap(page, "penalise-score_sheet_wrong-1")
    (kept,) = Store(store.place()).games.all()
    assert [(each.player, each.points, each.offence) for each in kept.game.penalties] == [
        (1, -2000, "score_sheet_wrong")
    ]
    assert "Bo · A mistake on the score sheet that cannot be fixed" in words(page)
    assert "EMA 2025 7.5" in words(page)
    assert "\N{MINUS SIGN}2,000" in words(page)
    tap(page, "take_back-0")
    (kept,) = Store(store.place()).games.all()
    assert kept.game.penalties == ()


def test_a_penalty_of_more_or_fewer_points_is_as_many_as_the_referee_says(page: AppTest) -> None:
    begin(page)
    tap(page, "offence-late")
    points = page.number_input(key="number-points-1000-10000")
    assert (points.min, points.max, points.value) == (1000, 10_000, 1000)
    points.set_value(3000).run()
    tap(page, "penalise-late-0")
    tap(page, "offence-other")
    tap(page, "penalise-other-2")
    (kept,) = Store(store.place()).games.all()
    assert [(each.player, each.points, each.offence) for each in kept.game.penalties] == [
        (0, -3000, "late"),
        (2, -1000, ""),
    ]


def test_a_substitute_is_two_taps_and_taken_back(page: AppTest) -> None:
    begin(page)
    tap(page, "offence-during")
    tap(page, "penalise-during-3")
    (kept,) = Store(store.place()).games.all()
    assert kept.game.substitutes == ((3, "during"),)
    assert "Di · Replaced in the course of the game" in words(page)
    tap(page, "not_replaced-3")
    (kept,) = Store(store.place()).games.all()
    assert kept.game.substitutes == ()


def test_who_was_replaced_is_not_offered_for_being_late(page: AppTest) -> None:
    begin(page)
    tap(page, "offence-before")
    tap(page, "penalise-before-3")
    tap(page, "offence-late")
    assert [page.button(key=f"penalise-late-{at}").disabled for at in range(4)] == [False, False, False, True]


def test_what_was_said_of_a_hand_stays_said_when_a_penalty_is_entered(page: AppTest) -> None:
    begin(page)
    tap(page, "event-ron")
    tap(page, "winner-south")
    tap(page, "offence-score_sheet_unsigned")
    tap(page, "penalise-score_sheet_unsigned-0")
    assert "winner-south" in primary(page)


def signalled(page: AppTest) -> None:
    """A game whose time signal has come, with a hand about to be entered."""
    begin(page)
    kept = Store(store.place()).games
    (held,) = kept.all()
    assert kept.save(held.number, held.version, replace(held.game, until=1)) == "saved"
    page.run()
    draw(page)


def test_ema_7_4_a_hand_that_was_over_before_the_signal_is_none_of_those_that_it_leaves(
    page: AppTest,
) -> None:
    signalled(page)
    assert "this hand, and one more" in words(page)
    tap(page, "before_signal")
    assert "before_signal" in primary(page)
    assert "this hand, and 2 more" in words(page)
    tap(page, "enter")
    assert "this hand, and one more" in words(page)
    (kept,) = Store(store.place()).games.all()
    assert "hands_left" not in kept.game.ends[0]


def test_ema_7_4_the_hand_that_the_signal_meets_is_one_of_those_that_it_leaves(page: AppTest) -> None:
    signalled(page)
    tap(page, "before_signal")
    tap(page, "before_signal")
    tap(page, "enter")
    assert "this is the last hand" in words(page)
    assert "before_signal" not in [button.key for button in page.button]
    (kept,) = Store(store.place()).games.all()
    assert kept.game.ends[0]["hands_left"] == 1
    draw(page)
    tap(page, "enter")
    assert "The game is over" in words(page)
    assert "this is the last hand" not in words(page)


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


def test_a_chombo_is_paid(page: AppTest) -> None:
    begin(page)
    tap(page, "event-chombo")
    assert "Who committed the chombo?" in words(page)
    tap(page, "offender-south")
    tap(page, "enter")
    assert "22,000" in scores(page)
    tap(page, "event-chombo")
    tap(page, "offender-west")
    tap(page, "tournament")
    after = "Cy \N{MINUS SIGN}20,000 after the game"
    assert after in page.button(key="enter").label
    tap(page, "enter")
    assert f"East 1 · Chombo · {after}" in [each.label for each in page.expander]


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


def test_a_game_by_another_hand_is_seen_at_once(page: AppTest) -> None:
    begin(page)
    kept = Store(store.place())
    running = kept.games.load(1)
    assert running is not None
    drawn = game.add(running.game, {"event": "exhaustive_draw", "riichi": ["east"]})
    assert kept.games.save(1, running.version, drawn) == "saved"
    page.run()
    assert "riichi sticks: 1" in "\n".join(scores(page))


def test_a_hand_entered_over_another_phones_is_refused_and_stays_in_the_form(page: AppTest) -> None:
    begin(page)
    draw(page)
    kept = Store(store.place()).games
    running = kept.load(1)
    assert running is not None
    theirs = game.add(running.game, {"event": "exhaustive_draw", "riichi": ["east"]})
    kept.save(1, running.version, theirs)
    tap(page, "enter")
    assert "somebody else has just changed this game" in page.warning[0].value
    assert "riichi sticks: 1" in "\n".join(scores(page))
    assert "enter" not in [b.key for b in page.button], "the game has gone on from what was said"
    assert "The game is now at East 2. This was meant for East 1" in words(page)
    again = kept.load(1)
    assert again is not None
    assert again.game == theirs
    tap(page, "carry-ending")
    assert "event-exhaustive_draw" in primary(page)
    tap(page, "enter")
    assert not page.warning
    assert "Counters: 2" in "\n".join(scores(page))


def test_what_two_phones_say_of_one_hand_is_settled_by_replacing_what_was_entered(page: AppTest) -> None:
    begin(page)
    draw(page)
    kept = Store(store.place()).games
    running = kept.load(1)
    assert running is not None
    theirs = {"event": "exhaustive_draw", "riichi": ["east"], "tenpai": ["east"]}
    kept.save(1, running.version, game.add(running.game, theirs))
    tap(page, "enter")
    tap(page, "replace-entered")
    assert {"event-exhaustive_draw", "nobody"} <= set(primary(page)), "as it was said here"
    tap(page, "mend-save")
    assert "Counters: 1 · riichi sticks: 0" in scores(page)
    assert "This was meant for" not in words(page)


def test_a_correction_that_moves_the_deal_says_which_later_hands_change(page: AppTest) -> None:
    two_draws(page)
    tap(page, "mend-0")
    tap(page, "toggle-east-tenpai")
    said = "The deal moves. Later hands change: East 2 (counters: 1) becomes East 1 (counters: 1)."
    assert said in words(page)
    tap(page, "nobody")
    assert "The deal moves" not in words(page)


def test_what_was_said_of_a_hand_that_is_over_can_be_forgotten(page: AppTest) -> None:
    begin(page)
    tap(page, "event-ron")
    tap(page, "winner-south")
    kept = Store(store.place()).games
    running = kept.load(1)
    assert running is not None
    kept.save(1, running.version, game.add(running.game, {"event": "exhaustive_draw", "riichi": ["east"]}))
    page.run()
    assert "Bo won" in words(page)
    tap(page, "forget-ending")
    assert [key for key in primary(page) if not key.startswith("needs-")] == ["enter"]
    assert next(b for b in page.button if b.key == "enter").disabled


def test_a_hand_of_the_score_page_is_said_of_the_hand_of_the_game_that_is_corrected(
    page: AppTest, desk: Desk
) -> None:
    begin(page)
    tap(page, "event-ron")
    tap(page, "winner-south")
    tap(page, "discarder-west")
    tap(page, "han-south-2")
    tap(page, "enter")
    tap(page, "mend-0")
    page.switch_page("page/views/score.py").run()
    page.text_input[0].set_value("234567m44p678s67p +8p")
    next(b for b in page.button if "Lay out" in b.label).click().run()
    desk.say(page, by="ron", seat="north", discarder="west")
    assert "Di won" in [chip["label"] for chip in desk.data["chips"]], "Ann would sit north in East 2"
    desk.tap(page, {"do": "go", "where": "table"})
    page.switch_page("page/views/table.py").run()
    assert {"winner-south", "winner-north"} <= set(primary(page))
    tap(page, "mend-save")
    assert "32,000" in scores(page)
    assert "26,000" in scores(page)


def two_draws(page: AppTest) -> Games:
    """A game with two draws; the store in which other phones change it."""
    begin(page)
    for _ in range(2):
        draw(page)
        tap(page, "enter")
    return Store(store.place()).games


def elsewhere(games: Games, change: Callable[[game.Game], game.Game]) -> None:
    """Another phone at the table changes the game."""
    running = games.load(1)
    assert running is not None
    assert games.save(1, running.version, change(running.game)) == "saved"


def test_a_hand_corrected_on_another_phone_is_said_with_the_scores_that_changed(page: AppTest) -> None:
    games = two_draws(page)
    assert not page.warning
    other = {"event": "exhaustive_draw", "tenpai": ["south"]}
    elsewhere(games, lambda running: correct(running, 1, other).game)
    page.run()
    (said,) = [warning.value for warning in page.warning]
    assert "another phone has corrected it" in said
    assert "Cy 30,000 → 33,000" in said
    elsewhere(games, game.undo)
    page.run()
    (said,) = [warning.value for warning in page.warning]
    assert "another phone has taken it back" in said
    page.run()
    assert [warning.value for warning in page.warning] == [said], "until the game goes on"
    tap(page, "undo")
    assert not page.warning, "what this phone does is no news to it"


def test_seats_changed_on_another_phone_are_said_with_who_sits_where_now(page: AppTest) -> None:
    games = two_draws(page)
    tap(page, "event-chombo")
    elsewhere(games, lambda running: game.reseat(running, (1, 0, 2, 3)))
    page.run()
    (said,) = [warning.value for warning in page.warning]
    assert "Another phone has changed the seats" in said
    assert "東 Cy · 南 Di · 西 Bo · 北 Ann" in said
    assert "The game is now at East 3. This was meant for East 3 before the change of seats" in words(page)
    assert "there is no file of it" in words(page)
    tap(page, "forget-ending")
    assert not page.warning, "it was read"


def test_what_keeps_a_hand_from_being_entered_or_corrected_is_said_on_its_button_by_name(
    page: AppTest,
) -> None:
    page.switch_page("page/views/table.py").run()
    page.selectbox(key="table-rules-en").set_value("tenhou").run()
    begin(page)
    lost = {"event": "ron", "discarder": "east", "wins": [{"seat": "south", "han": 11, "fu": 30}]}
    drawn = {"event": "exhaustive_draw", "riichi": ["north"], "tenpai": ["east", "south", "west", "north"]}
    elsewhere(Store(store.place()).games, lambda running: game.add(game.add(running, lost), drawn))
    page.run()
    tap(page, "mend-0")
    tap(page, "winner-north")
    assert "Say what each winning hand is worth." in page.button(key="mend-save").label
    tap(page, "han-north-1")
    assert "East 2 could then not be settled" in page.button(key="mend-save").label
    assert "Ann has 0 points and needs 1,000" in page.button(key="mend-save").label
    tap(page, "mend-leave")
    draw(page)
    tap(page, "toggle-north-riichi")
    assert page.button(key="enter").disabled
    assert "Ann has 0 points and needs 1,000" in page.button(key="enter").label


def test_a_correction_goes_on_when_another_phone_enters_a_hand(page: AppTest) -> None:
    games = two_draws(page)
    tap(page, "mend-0")
    tap(page, "toggle-east-tenpai")
    elsewhere(games, lambda running: game.add(running, {"event": "exhaustive_draw", "tenpai": ["south"]}))
    page.run()
    assert "another phone has entered it meanwhile" in page.warning[0].value
    assert "East 1: correct it" in words(page)
    assert "toggle-east-tenpai" in primary(page)
    tap(page, "mend-save")
    kept = games.load(1)
    assert kept is not None
    assert [end["tenpai"] for end in kept.game.ends] == [["east"], [], ["west"]], "Di, by name"


def test_a_correction_of_a_hand_that_was_corrected_elsewhere_says_so(page: AppTest) -> None:
    games = two_draws(page)
    tap(page, "mend-1")
    tap(page, "toggle-east-tenpai")
    other = {"event": "exhaustive_draw", "tenpai": ["south"]}
    elsewhere(games, lambda running: correct(running, 1, other).game)
    page.run()
    assert "another phone has corrected the same hand" in page.warning[0].value
    assert "toggle-east-tenpai" in primary(page)


def test_a_correction_of_a_hand_that_was_taken_back_elsewhere_ends_and_says_so(page: AppTest) -> None:
    games = two_draws(page)
    tap(page, "mend-1")
    assert "undo" not in [b.key for b in page.button], "the form is about another hand than the last one"
    tap(page, "toggle-east-tenpai")
    elsewhere(games, game.undo)
    page.run()
    assert "has been taken back or changed on another phone" in page.warning[0].value
    assert "mend-save" not in [b.key for b in page.button]


def test_a_hand_taken_back_on_another_phone_is_not_taken_back_twice(page: AppTest) -> None:
    begin(page)
    for _ in range(2):
        draw(page)
        tap(page, "enter")
    kept = Store(store.place()).games
    running = kept.load(1)
    assert running is not None
    kept.save(1, running.version, game.undo(running.game))
    tap(page, "undo")
    assert "Nothing was entered, corrected or taken back" in page.warning[0].value
    assert "somebody else has just changed this game" in page.warning[0].value
    again = kept.load(1)
    assert again is not None
    assert len(again.game.ends) == 1


def test_a_hand_entered_in_a_game_that_was_deleted_is_refused_with_a_sentence(page: AppTest) -> None:
    begin(page)
    draw(page)
    kept = Store(store.place()).games
    kept.delete(1)
    kept.begin(game.begin("rcr", ("Ed", "Flo", "Gil", "Hal")))
    tap(page, "enter")
    assert "has been deleted" in page.warning[0].value
    assert [(each.number, len(each.game.ends)) for each in kept.all()] == [(2, 0)]


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
    tap(page, "event-ron")
    tap(page, "winner-south")
    tap(page, "discarder-west")
    tap(page, "han-south-2")
    tap(page, "enter")
    assert "東2局" in scores(page)
    assert "Cy" in words(page)
    for english in ("discard", "pays", "Counters", "Riichi", "Enter", "Undo"):
        assert english not in words(page)


def test_a_game_is_handed_off_to_other_programs(page: AppTest, files: dict[str, Callable[[], bytes]]) -> None:
    begin(page)
    assert not files, "nothing was played yet"
    tap(page, "event-ron")
    tap(page, "winner-south")
    tap(page, "discarder-west")
    tap(page, "han-south-2")
    tap(page, "enter")
    log = json.loads(files["handoff-tenhou"]())
    assert log["name"] == ["Ann", "Bo", "Cy", "Di"]
    assert log["log"][0][16][:2] == ["和了", [0, 2000, -2000, 0]]
    told = json.loads(files["handoff-pantheon"]())
    assert [player["title"] for player in told["players"]] == ["Ann", "Bo", "Cy", "Di"]
    assert told["rounds"][0]["ron"]["loserId"] == 3


def test_a_scored_hand_is_handed_off_once_it_is_said_who_discarded(
    page: AppTest, desk: Desk, files: dict[str, Callable[[], bytes]]
) -> None:
    page.text_input[0].set_value("234567m44p678s67p +8p")
    next(b for b in page.button if "Lay out" in b.label).click().run()
    desk.say(page, by="ron", seat="south")
    assert "Say who discarded" in words(page)
    assert "handoff-tenhou" not in files
    desk.say(page, discarder="west")
    assert not page.exception
    assert not page.error
    (hand,) = json.loads(files["handoff-tenhou"]())["log"]
    assert hand[16][2][:2] == [1, 2]
    (told,) = json.loads(files["handoff-pantheon"]())["rounds"]
    assert (told["ron"]["winnerId"], told["ron"]["loserId"]) == (2, 3)


def log(page: AppTest, data: bytes, name: str = "game.json") -> AppTest:
    """The page Table after a log was chosen."""
    page.switch_page("page/views/table.py").run()
    return page.file_uploader(key="game-file-0").set_value((name, data, "application/json")).run()


def test_a_log_of_another_program_becomes_an_earlier_game_that_goes_on(page: AppTest) -> None:
    page = tap(log(page, json.dumps(TENHOU_ROUND).encode()), "log-keep")
    assert "The game of the log is among the earlier games." in [each.value for each in page.success]
    assert page.file_uploader(key="game-file-1").value is None
    page = tap(page, "resume-1")
    assert not page.exception
    assert "32,900" in scores(page)


def test_a_game_that_a_phone_handed_on_as_a_file_goes_on(page: AppTest) -> None:
    played = game.add(
        game.begin("tenhou", ("Ann", "Bo", "Cleo", "Di")), {"event": "exhaustive_draw", "tenpai": ["east"]}
    )
    page = log(page, json.dumps(game_to_json(played)).encode())
    assert not page.exception
    assert "28,000" in scores(page)


def test_a_log_with_unknown_parts_is_kept_with_a_sentence_for_each(page: AppTest) -> None:
    odd = TENHOU_ROUND | {"rule": {"disp": "our club"}, "log": [*TENHOU_ROUND["log"], [[1, 0, 0], "?"]]}
    page = tap(log(page, json.dumps(odd).encode()), "log-keep")
    told_of = " ".join(each.value for each in page.warning)
    assert "read as tenhou" in told_of
    assert "hand 2 is not written as tenhou.net/6 writes hands" in told_of


@pytest.mark.parametrize("data", [b"no log", b'{"a": 1}', b" " * 2_000_001])
def test_a_file_that_is_no_log_is_refused_in_a_sentence(page: AppTest, data: bytes) -> None:
    page = log(page, data)
    assert not page.exception
    assert "game.json is no game that is read here" in page.error[0].value
    assert "log-keep" not in [str(b.key) for b in page.button]
