"""The page of a running game, kept on disk: players, scores, each hand's end, the final standing."""

import time
from functools import partial

import streamlit as st

from yakulens.app import Json, game
from yakulens.app.game.seated import Seated
from yakulens.app.hand.place import Place
from yakulens.app.page import frame, playing, state
from yakulens.app.page import hand as on_desk
from yakulens.app.page.parts import device, drawn, handoff, words
from yakulens.app.page.parts.buttons import closing, in_turn, tool
from yakulens.app.page.parts.table import beside, brought, ending, guests, mending, over, start
from yakulens.app.table.form import changes
from yakulens.app.table.played import stand_of


def page() -> None:
    """Draw the running game, or the way into one."""
    frame.go_on()
    guests.follow_address()
    brought.follow_address()
    session = state.memory().playing
    table, correction, finished = session.whole, session.mending, session.is_finished()
    if table is None:
        frame.heading()
        start.show()
        return
    frame.heading(partial(_head, table))
    device.awake()
    if not finished:
        _stand(table)  # after the last hand it would name one never played
    if (told := state.memory().elsewhere) is not None and correction is None:
        key, values = told
        state.warn(key, **values)
        state.memory().elsewhere_told = True
    beside.signal(table)
    left, right = st.columns([1, 1], gap="large")
    with left:
        if correction is not None:
            mending.show(table, correction, _score_page_hand)
        elif finished:
            over.show(table)
        else:
            _ended(table)
    with right:
        if not finished:
            beside.ahead(table)
        beside.hands(table)
        beside.penalties(table)
        over.offer_sheet(table)
        if not finished:
            beside.timer(table)
            beside.seats(table)
        handoff.game(table.game)
        guests.invite(table)
    guests.watch(table)


def _ended(table: Seated) -> None:
    """Draw the form for the current hand; a draft for another hand comes first."""
    words.heading("table.ended")
    place, draft = table.place, playing.ending()
    if not draft.is_of(place):
        mending.show_moved(draft, table)
        return
    if game.may_stop(table.played) and draft.is_untouched():
        # The leading dealer may end the game.
        tool("table.stop", "stop-game", "sports_score", playing.act, "stop")
    photo = partial(state.set_view, next_page="score")
    tool("table.photo", "photo-of-win", "photo_camera", in_turn, on_desk.start_over, photo, wide=True)
    end, gloss = ending.show(table, _score_page_hand(place), beside.hands_left(table))
    if end is not None:
        gloss = changes(drawn.speaker(table), table, end)
    closing("table.enter", "enter", gloss, playing.act, "enter", disabled=end is None)


def _score_page_hand(place: Place) -> Json | None:
    """The hand of the score page (the contract's Hand), if it fits this hand of the game."""
    memory = state.memory()
    here = memory.session.place
    return on_desk.scored().hand if memory.hand and here and here.is_same_hand(place) else None


def _head(table: Seated) -> None:
    if table.game.until is not None:
        device.clock(table.game.until, time.time())
    tool("table.leave", "leave", "arrow_back", playing.select_game, None)


def _stand(table: Seated) -> None:
    told = stand_of(drawn.speaker(table), table)
    with st.container(key="stand"):
        drawn.parts([told], "stand-drawn")
        scores = (f"{seat['name']} {seat['sum']['text']}" for seat in told["seats"])
        device.says(" · ".join((told["turn"], told["sticks"], *scores)), "stand")
    if state.memory().playing.mending is None:
        device.in_view("stand", f"{table.number} {len(table.played)} {table.stand.scores}")


frame.guarded(page)
