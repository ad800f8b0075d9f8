"""Taps at the running game on the page, and what they show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.app.page import told
from yakulens.app import game, store
from yakulens.app.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable

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


def ron(page: AppTest) -> None:
    """Enter that south won off west's discard, with two han."""
    for key in ("event-ron", "winner-south", "discarder-west", "han-south-2", "enter"):
        tap(page, key)


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
