from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.app.page.at_table import begin, draw, elsewhere, primary, ron, scores, tap, two_draws, words
from yakulens.app import game, store
from yakulens.app.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

    Desk = Any  # tests/app/conftest.py: DeskProbe, which cannot be imported


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
    ron(page)
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
