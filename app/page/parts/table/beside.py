"""What stands beside the form of a game: needs, standing, penalties, the round timer, swapped seats."""

import time
from functools import partial

from yakulens.app.game import session as sessions
from yakulens.app.game.seated import Seated
from yakulens.app.page import playing, state
from yakulens.app.page.parts import device, drawn, tapped
from yakulens.app.table import sheets
from yakulens.app.table.pieces import fold


def hands_left(table: Seated) -> int | None:
    """How many hands follow the current one after the time signal; None before the signal."""
    return sessions.left(playing.session_of(table), table, time.time())


def signal(table: Seated) -> None:
    """Draw how many hands are left after the signal; a tap says that the hand was over before it."""
    if playing.is_finished(table):
        return
    memory, place = state.memory(), table.place
    parts = sheets.clock(drawn.speaker(table), playing.session_of(table), table, time.time())
    can_say = memory.mending is None and memory.ending.at(place).is_of(place)
    tapped.show(parts if can_say else parts[:1], "signal", partial(playing.hear, table))


def ahead(table: Seated) -> None:
    """Draw what a player needs in the current hand, and the standing if the game ended now."""
    speaker, session = drawn.speaker(table), playing.session_of(table)
    needs = sheets.needs(speaker, session, table, hands_left(table))
    standing = fold("standing", state.say("table.standing"), *sheets.standing(speaker, table))
    tapped.show([*needs, standing], "ahead", partial(playing.hear, table))


def penalties(table: Seated) -> None:
    """Draw the form for penalties and substitutes, and the entries so far."""
    session = playing.session_of(table)
    sheet = sheets.penalties(drawn.speaker(table), session, table)
    tapped.show([sheet], "penalties", partial(playing.hear, table))
    if session.opened.offence is not None:
        offence = session.opened.offence
        device.in_view(f"choice-penalise-{offence}", f"{table.version} {offence}")


def timer(table: Seated) -> None:
    """Draw the way to set the round timer, to add time, or to stop it."""
    tapped.show([sheets.offer_clock(drawn.speaker(table), table)], "timer", partial(playing.hear, table))


def seats(table: Seated) -> None:
    """Draw the way to swap the seats of two players; the earlier hands keep theirs."""
    swap = sheets.seats(drawn.speaker(table), playing.session_of(table), table)
    tapped.show([swap], "swap", partial(playing.hear, table))
