"""What one page enters is on another within two seconds: it looks each second, and one look is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.served.evening import END, ended, play, sit_down
from tests.served.guest import Guest
from tests.served.server import Server

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.long

SECOND = 1.0


def test_a_page_looks_each_second_and_the_first_look_after_a_hand_shows_it(tmp_path: Path) -> None:
    with (
        Server(tmp_path, "--host", "club.example") as server,
        Guest(server.port, "table") as one,
        Guest(server.port, "table", cookies=one.cookies) as other,
    ):
        sit_down(one)
        other.look()
        sit_down(other)
        assert one.looks_after == other.looks_after == SECOND
        shown = one.texts
        one.wait()
        assert one.texts == shown, "nothing was entered"
        assert "East 1" in shown
        play(other)
        assert "East 2" in other.texts
        one.wait()
        assert "East 2" in one.texts
        assert one.looks_after == SECOND, "and looks again"


def test_a_tap_that_comes_just_as_the_page_looks_is_carried_out_once(tmp_path: Path) -> None:
    with Server(tmp_path, "--host", "club.example") as server, Guest(server.port, "table") as guest:
        sit_down(guest)
        guest.tap_at_a_look(END)
        guest.tap_at_a_look("toggle-east-tenpai")
        guest.tap_at_a_look("enter")
        assert "somebody else" not in guest.texts
        (draw,) = ended(tmp_path)
        assert draw["tenpai"] == ["east"]
