"""What stands beside the form of a game: needs, standing, hands, penalties, round timer, swapped seats."""

import time

from yakulens.app.game import session as sessions
from yakulens.app.game.seated import Seated
from yakulens.app.page import playing, state
from yakulens.app.page.parts import device, drawn, tapped
from yakulens.app.table import played, sheets
from yakulens.app.table.pieces import fold


def hands_left(table: Seated) -> int | None:
    """How many hands follow the current one after the time signal; None before the signal."""
    return sessions.left(state.memory().playing, table, time.time())


def signal(table: Seated) -> None:
    """Draw how many hands are left after the signal; a tap says that the hand was over before it."""
    session = state.memory().playing
    if session.is_finished():
        return
    parts = sheets.clock(drawn.speaker(table), session, table, time.time())
    can_say = session.mending is None and playing.ending().is_of(table.place)
    tapped.show(parts if can_say else parts[:1], "signal", playing.hear)


def ahead(table: Seated) -> None:
    """Draw what a player needs in the current hand, and the standing if the game ended now."""
    speaker = drawn.speaker(table)
    needs = sheets.needs(speaker, state.memory().playing, table, hands_left(table))
    standing = fold("standing", state.say("table.standing"), *sheets.standing(speaker, table))
    tapped.show([*needs, standing], "ahead", playing.hear)


def hands(table: Seated) -> None:
    """Draw every hand so far with what it paid, to correct, remove or take back."""
    told = played.hands(drawn.speaker(table), state.memory().playing, last_open=True)
    tapped.show(told, "hands", playing.hear)


def penalties(table: Seated) -> None:
    """Draw the form for penalties and substitutes, and the entries so far."""
    session = state.memory().playing
    tapped.show([sheets.penalties(drawn.speaker(table), session, table)], "penalties", playing.hear)
    if session.opened.offence is not None:
        offence = session.opened.offence
        device.in_view(f"choice-penalise-{offence}", f"{table.version} {offence}")


def timer(table: Seated) -> None:
    """Draw the way to set the round timer, to add time, or to stop it."""
    tapped.show([sheets.offer_clock(drawn.speaker(table), table)], "timer", playing.hear)


def seats(table: Seated) -> None:
    """Draw the way to swap the seats of two players; the earlier hands keep theirs."""
    swap = sheets.seats(drawn.speaker(table), state.memory().playing, table)
    tapped.show([swap], "swap", playing.hear)
