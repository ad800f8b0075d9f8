"""Score and Compare are drawn in the browser from JSON; nothing of them is HTML of Python's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.app.page.told import drawn

if TYPE_CHECKING:
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

    Desk = Any  # tests/app/conftest.py: DeskProbe, which cannot be imported
    Drawing = Any  # DrawnProbe there

ROOMS = ("page/views/score.py", "page/views/dispute.py", "page/parts/score", "page/parts/dispute")


@pytest.mark.parametrize("room", ROOMS)
def test_score_and_compare_have_no_html_of_pythons(root: Path, room: str) -> None:
    place = root / "app" / room
    files = [place] if place.is_file() else sorted(place.glob("*.py"))
    assert files
    texts = {path.name: path.read_text("utf-8") for path in files}
    assert [name for name, text in texts.items() if ".html(" in text or "unsafe_allow_html" in text] == []
    assert [name for name, text in texts.items() if "<div" in text or "<span" in text] == []


def test_scripts_set_what_a_person_typed_as_text_alone(root: Path) -> None:
    scripts = sorted((root / "app" / "web").rglob("*.js"))
    assert scripts
    for path in scripts:
        text = path.read_text("utf-8")
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write"):
            assert word not in text, path.name


def test_a_tap_in_the_score_counts_once_however_often_it_is_sent(
    hand_page: AppTest, desk: Desk, drawing: Drawing
) -> None:
    desk.say(hand_page, by="ron", seat="east")
    heard = desk.data["heard"]
    drawing.say(hand_page, honba=2)
    assert desk.data["heard"] == heard + 1, "taps in the score and on the desk are numbered together"
    desk.send(hand_page, {"events": [{"n": heard + 1, "do": "say", "field": "honba", "value": 5}]})
    assert drawn(hand_page)["result"]["settings"]["numbers"][0]["value"] == 2


def test_a_tap_that_is_none_is_refused_with_a_sentence(
    hand_page: AppTest, desk: Desk, drawing: Drawing
) -> None:
    desk.say(hand_page, by="ron", seat="east")
    drawing.say(hand_page, honba=-1)
    assert "a whole number from 0 to 1000 is wanted" in hand_page.warning[0].value
    assert drawn(hand_page)["result"]["settings"]["numbers"][0]["value"] == 0


def test_rules_to_compare_with_that_are_none_are_refused(
    hand_page: AppTest, desk: Desk, drawing: Drawing
) -> None:
    desk.say(hand_page, by="ron", seat="east")
    hand_page.switch_page("page/views/dispute.py").run()
    before = drawn(hand_page)["comparison"]["against"]["value"]
    drawing.compare(hand_page, "no-such-rules")
    assert "rules" in hand_page.warning[0].value
    assert drawn(hand_page)["comparison"]["against"]["value"] == before
