from __future__ import annotations

from typing import TYPE_CHECKING

from app import store
from app.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from streamlit.testing.v1 import AppTest


def words(page: AppTest) -> str:
    return "\n".join([*(e.proto.body for e in page.get("html")), *(m.value for m in page.markdown)])


def tap(page: AppTest, key: str) -> AppTest:
    button = next(b for b in page.button if b.key == key)
    assert not button.disabled, key
    return button.click().run()


def begin(page: AppTest) -> AppTest:
    page.switch_page("views/table.py").run()
    for seat, name in zip(("east", "south", "west", "north"), ("Ann", "Bo", "Cy", "Di"), strict=True):
        page.text_input(key=f"name-{seat}").set_value(name)
    return next(b for b in page.button if b.label == "Begin").click().run()


def scores(page: AppTest) -> str:
    return next(e.proto.body for e in page.get("html") if "yl-name" in e.proto.body)


def test_a_game_begins_with_four_names(page: AppTest) -> None:
    begin(page)
    assert not page.exception
    assert not page.error
    assert scores(page).count("30,000") == 4
    assert "East 1" in scores(page)


def test_names_are_asked_for_again_when_one_is_missing(page: AppTest) -> None:
    page.switch_page("views/table.py").run()
    next(b for b in page.button if b.label == "Begin").click().run()
    assert "different names" in page.error[0].value


def test_a_discard_win_is_paid_and_the_deal_passes(page: AppTest) -> None:
    begin(page)
    tap(page, "event-ron")
    tap(page, "winners-south")
    tap(page, "table-discarder-west")
    page.selectbox(key="han-south").set_value(2).run()
    tap(page, "enter")
    assert "32,000" in scores(page)
    assert "28,000" in scores(page)
    assert "East 2" in scores(page)


def test_a_double_win_a_draw_and_taking_back(page: AppTest) -> None:
    begin(page)
    tap(page, "event-ron")
    tap(page, "winners-south")
    tap(page, "winners-north")
    tap(page, "table-discarder-east")
    tap(page, "enter")
    assert "28,000" in scores(page)
    tap(page, "event-exhaustive_draw")
    tap(page, "bets-east")
    tap(page, "enter")
    assert "Counters: 1 · riichi sticks: 1" in scores(page)
    tap(page, "undo-hand")
    assert "Counters: 0 · riichi sticks: 0" in scores(page)


def test_a_hand_comes_from_the_score_page(page: AppTest) -> None:
    begin(page)
    page.switch_page("views/score.py").run()
    page.text_input[0].set_value("234567m44p678s67p +8p")
    next(b for b in page.button if "Lay out" in b.label).click().run()
    tap(page, "by-tsumo")
    tap(page, "seat-south")
    tap(page, "bring")
    page.switch_page("views/table.py").run()
    assert "The hand of the Score page" in words(page)
    tap(page, "enter")
    assert "32,700" in scores(page)


def test_a_game_is_there_after_a_restart(page: AppTest, root: Path) -> None:
    from streamlit.testing.v1 import AppTest as Fresh  # noqa: PLC0415 - a second visitor

    begin(page)
    tap(page, "event-tsumo")
    tap(page, "winners-east")
    tap(page, "enter")
    again = Fresh.from_file(str(root / "app" / "main.py"), default_timeout=30).run()
    again.switch_page("views/table.py").run()
    tap(again, "resume-1")
    assert scores(again) == scores(page)
    tap(again, "leave")
    tap(again, "delete-1")
    assert "resume-1" not in [b.key for b in again.button]
    assert list(Store(store.place()).games.all()) == []
