from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.page import told
from yakulens.vision.reading import OpenHand, Reading, ReadTile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Desk = Any  # tests/app/conftest.py: DeskProbe, which cannot be imported

WON = "2m 3m 4m 5m 6m 7m 2p 3p 4p 5s 5s 6s 7s 8s"
OTHER_WON = "2p 3p 4p 5p 6p 7p 2m 3m 4m 6s 6s 6s 7s 8s"
TENPAI = "2m 3m 4m 5m 6m 7m 2p 3p 4p 5s 5s 5s 9s"
NOTEN = "1m 4m 7m 1p 4p 7p 1s 4s 7s 1z 2z 3z 4z"


def read(*hands: tuple[Any, str]) -> Reading:
    """A reading with hands open on some sides, the first one meant; of 14 tiles the last lies apart."""
    tiles: list[ReadTile] = []
    found = []
    for side, faces in hands:
        ids = []
        for face in faces.split():
            x, y = 40.0 * (len(ids) + 1), 200.0 * (len(found) + 1)
            ids.append(len(tiles))
            quad = ((x, y), (x + 30, y), (x + 30, y + 40), (x, y + 40))
            tiles.append(ReadTile(len(tiles), face, 0.98, quad))
        concealed, win = (ids[:13], ids[13]) if len(ids) == 14 else (ids, None)
        found.append(OpenHand(side, tuple(concealed), win, probability=1 / len(hands)))
    return Reading(tuple(tiles), hands=tuple(found)).with_hand(0) if found else Reading()


def words(page: AppTest) -> str:
    return "\n".join([told.words(page), *(each.label for each in page.button)])


def tap(page: AppTest, key: str) -> AppTest:
    button = next(b for b in page.button if b.key == key)
    assert not button.disabled, key
    button.click().run()
    assert not page.exception
    assert not page.error
    return page


def keys(page: AppTest) -> set[str]:
    return {str(b.key) for b in page.button}


def primary(page: AppTest) -> set[str]:
    return {str(b.key) for b in page.button if b.proto.type == "primary"}


def can_enter(page: AppTest) -> bool:
    return not next(b for b in page.button if b.key == "enter").disabled


@pytest.fixture
def table(page: AppTest) -> AppTest:
    """A game that has just begun."""
    page.switch_page("page/views/table.py").run()
    for seat, name in zip(("east", "south", "west", "north"), ("Ann", "Bo", "Cy", "Di"), strict=True):
        page.text_input(key=f"name-{seat}").set_value(name)
    return next(b for b in page.button if b.label == "Begin").click().run()


def test_a_draw_from_one_photo_counts_once_each_hand_is_confirmed(
    table: AppTest, photographed: Callable[..., AppTest]
) -> None:
    tap(table, "event-exhaustive_draw")
    photographed(table, read(("self", TENPAI), ("across", NOTEN), ("left", TENPAI)))
    assert not can_enter(table)
    tap(table, "draw_taker-south")
    assert "It looks tenpai" in words(table)
    assert "Noten: no tile completes the hand." in words(table)
    asked = {key for key in keys(table) if key.startswith(("toggle-", "nobody")) and "riichi" not in key}
    assert {key for key in asked if key.endswith(("tenpai", "west"))} == {"toggle-west-tenpai", "nobody-west"}
    assert not primary(table) & {"draw_hand-south-tenpai", "draw_hand-east-tenpai", "draw_hand-north-noten"}
    assert not can_enter(table)
    tap(table, "draw_hand-south-tenpai")
    tap(table, "draw_hand-east-tenpai")
    assert not can_enter(table)
    tap(table, "draw_hand-north-noten")
    assert {"draw_hand-south-tenpai", "draw_hand-east-tenpai", "draw_hand-north-noten"} <= primary(table)
    tap(table, "enter")
    now = [*told.said(told.drawn(table)["stand-drawn"])]
    # Each score stands in the card twice: as it is seen, and as it is said with its unit.
    assert (now.count("31,500"), now.count("28,500")) == (2, 2)
    assert (now.count("31,500 points"), now.count("28,500 points")) == (2, 2)
    tap(table, "event-exhaustive_draw")
    assert "draw_hand-south-tenpai" not in keys(table)


def test_a_person_knows_better_than_the_photo(table: AppTest, photographed: Callable[..., AppTest]) -> None:
    tap(table, "event-exhaustive_draw")
    photographed(table, read(("self", TENPAI), ("right", f"{NOTEN} 5z")))
    tap(table, "draw_taker-north")
    assert "not clearly 13 tiles" in words(table)
    tap(table, "draw_hand-north-noten")
    tap(table, "draw_hand-east-tenpai")
    tap(table, "enter")
    assert "33,000" in words(table)


def test_another_photographer_has_everything_asked_anew(
    table: AppTest, photographed: Callable[..., AppTest]
) -> None:
    tap(table, "event-exhaustive_draw")
    photographed(table, read(("self", TENPAI)))
    tap(table, "draw_taker-north")
    tap(table, "draw_hand-north-tenpai")
    tap(table, "draw_taker-east")
    assert not can_enter(table)
    tap(table, "draw_leave")
    assert not can_enter(table)
    assert "Say who was tenpai" in words(table)
    assert can_enter(tap(table, "nobody"))
    assert not primary(table) & {f"toggle-{seat}-tenpai" for seat in ("east", "south", "west", "north")}


def test_a_photo_without_open_hands_is_refused_in_a_sentence(
    table: AppTest, photographed: Callable[..., AppTest]
) -> None:
    tap(table, "event-exhaustive_draw")
    tap(table, "nobody")
    photographed(table, read())
    assert "No open hand was found" in table.error[0].value
    assert can_enter(table)
    tap(table, "enter")
    tap(table, "event-exhaustive_draw")
    assert not table.error, "that was said of another hand's photo"


def test_the_photo_of_the_score_page_serves_a_draw(
    table: AppTest, photographed: Callable[..., AppTest]
) -> None:
    table.switch_page("page/views/score.py").run()
    photographed(table, read(("self", TENPAI), ("right", TENPAI)))
    table.switch_page("page/views/table.py").run()
    tap(table, "event-exhaustive_draw")
    tap(table, "draw_desk")
    tap(table, "draw_taker-west")
    assert {"draw_hand-west-tenpai", "draw_hand-north-tenpai"} <= keys(table)


def test_two_winners_from_two_hands_of_one_photo(
    table: AppTest, photographed: Callable[..., AppTest], desk: Desk
) -> None:
    table.switch_page("page/views/score.py").run()
    photographed(table, read(("self", WON), ("left", OTHER_WON)))
    desk.say(table, by="ron", seat="south", discarder="west", riichi="riichi")
    desk.tap(table, {"do": "go", "where": "table"})
    table.switch_page("page/views/table.py").run()
    tap(table, "another-left")
    table.switch_page("page/views/score.py").run()
    said = table.session_state["yakulens"].session.situation
    assert (said.by, said.discarder, said.seat, said.riichi) == ("ron", "west", None, "none")
    desk.say(table, seat="north", riichi="riichi")
    desk.tap(table, {"do": "go", "where": "table"})
    table.switch_page("page/views/table.py").run()
    assert {"winner-south", "winner-north", "discarder-west"} <= primary(table)
    tap(table, "enter")
    assert "East 2" in words(table)


def test_one_hand_is_no_two_winners(table: AppTest, photographed: Callable[..., AppTest], desk: Desk) -> None:
    table.switch_page("page/views/score.py").run()
    photographed(table, read(("self", WON)))
    for seat in ("south", "north"):
        desk.say(table, by="ron", seat=seat, discarder="west", riichi="riichi")
        desk.tap(table, {"do": "go", "where": "table"})
    table.switch_page("page/views/table.py").run()
    assert {"winner-south", "winner-north"} <= primary(table)
    assert "the very same tiles" in words(table)
    assert not can_enter(table)


def test_the_photo_of_a_draw_outlives_a_restart_with_what_was_said(
    table: AppTest, photographed: Callable[..., AppTest], root: Path
) -> None:
    tap(table, "event-exhaustive_draw")
    photographed(table, read(("self", TENPAI), ("right", NOTEN)))
    tap(table, "draw_taker-south")
    tap(table, "draw_hand-south-tenpai")
    again = AppTest.from_file(str(root / "app" / "main.py"), default_timeout=120).run()
    again.switch_page("page/views/table.py").run()
    assert {"draw_taker-south", "draw_hand-south-tenpai"} <= primary(again)
    assert "draw_hand-west-noten" in keys(again)
    assert not can_enter(again)


def lay_out(page: AppTest, hand: str) -> None:
    page.text_input[0].set_value(hand)
    next(b for b in page.button if "Lay out" in b.label).click().run()


def test_two_winners_from_two_readings(table: AppTest, desk: Desk) -> None:
    table.switch_page("page/views/score.py").run()
    lay_out(table, "234567m44p678s67p +8p")
    desk.say(table, by="ron", seat="south", discarder="east")
    desk.tap(table, {"do": "go", "where": "table"})
    table.switch_page("page/views/table.py").run()
    tap(table, "another-photo")
    table.switch_page("page/views/score.py").run()
    assert "resume" in keys(table)
    lay_out(table, "345678m44p234s67p +8p")
    desk.say(table, by="ron", seat="north", discarder="east")
    desk.tap(table, {"do": "go", "where": "table"})
    table.switch_page("page/views/table.py").run()
    assert {"winner-south", "winner-north", "discarder-east"} <= primary(table)
    worth = table.session_state["yakulens"].playing.ending.worth
    assert [worth[seat]["hand"]["concealed"][0] for seat in ("south", "north")] == ["2m", "3m"]
    tap(table, "enter")
    assert "East 2" in words(table)
