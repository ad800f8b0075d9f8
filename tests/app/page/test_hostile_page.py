"""What visitors try at the page: codes one after the other, names of photos that are markup."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from yakulens.app import game
from yakulens.app.game import invitation
from yakulens.app.game.invitation import MOST_WRONG, WITHIN, Tries
from yakulens.app.server import addresses
from yakulens.app.store import shared

if TYPE_CHECKING:
    from collections.abc import Callable

    from streamlit.testing.v1 import AppTest

    from yakulens.vision.reading import Reading

NAME = '![a](//evil.example/x.png) <img src=x onerror="alert(1)"> [b](http://evil.example) $x$ :red[y].jpg'


@pytest.fixture
def table(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The table of a page that a network sees, with a count of tries of its own."""
    monkeypatch.setattr(addresses, "is_local", lambda: False)
    tries = Tries()
    monkeypatch.setattr("yakulens.app.page.parts.table.guests.tries", lambda: tries)
    return page.switch_page("page/views/table.py").run()


def joined(page: AppTest, code: str) -> str:
    """What the page says to a code."""
    page.text_input("join-code").set_value(code)
    next(button for button in page.button if button.label == "Join").click().run()
    return " ".join(error.value for error in page.error)


def test_codes_tried_one_after_the_other_are_heard_so_often_and_then_not_even_the_right_one(
    table: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1000.0]
    monkeypatch.setattr(invitation, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    games = shared.games()
    code = games.invite(games.begin(game.begin("ema-2025", ("Ann", "Bo", "Cy", "Di"))))
    assert code is not None
    wrong = [f"ZZZZ{a}{b}" for a in "ABCDE" for b in "ABCDE"]
    said = [joined(table, each) for each in wrong]
    assert len({*said[:MOST_WRONG]}) == 1
    assert "No game has this code" in said[0]
    assert {*said[MOST_WRONG:]} == {joined(table, code)}
    assert "No game has this code" not in said[-1]
    monkeypatch.setattr("time.time", lambda: 9e9)  # a clock that jumps opens nothing
    assert joined(table, code) == said[-1]
    clock[0] += WITHIN + 1
    assert joined(table, code) == ""


def markdown(page: AppTest) -> str:
    """All that the page hands to Markdown."""
    told = [*page.error, *page.warning, *page.info, *page.success, *page.markdown, *page.caption]
    return "\n".join(str(each.value) for each in told)


def bare(text: str) -> bool:
    """Whether a mark of the name stands in the text without a stroke before it."""
    return re.search(r"(?<!\\)(!\[a|<img|\[b\]|\$x\$)|:red\[", text) is not None


def test_the_name_of_a_file_that_is_no_photo_is_shown_as_it_is(
    page: AppTest, uploading: Callable[..., AppTest]
) -> None:
    uploading(page, b"no photo", NAME)
    assert page.error
    assert not bare(markdown(page))


def test_the_name_of_a_photo_is_no_markup_on_any_page(
    page: AppTest, reading: Reading, reads: Callable[[Reading], None], photo_bytes: bytes,
    uploading: Callable[..., AppTest],
) -> None:  # fmt: skip
    reads(reading)
    uploading(page, photo_bytes, NAME)
    for view in ("score", "history"):
        page.switch_page(f"page/views/{view}.py").run()
        assert not page.exception
        assert not bare(markdown(page)), view
        for each in page.get("html"):
            assert "<img src=x" not in each.proto.body, view
