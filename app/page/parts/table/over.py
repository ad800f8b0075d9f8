"""A finished game: its places as a picture, a way to another game, and the sheet to sign."""

from functools import partial

import streamlit as st

from yakulens.app.exports import card_of_game
from yakulens.app.game.seated import Seated
from yakulens.app.page import playing, state
from yakulens.app.page.parts import device, drawn, picture
from yakulens.app.page.parts.buttons import tool
from yakulens.app.page.parts.table import figures
from yakulens.app.table.pieces import note
from yakulens.app.table.sheets import final_payments, places


def show(table: Seated) -> None:
    """Draw it."""
    speaker = drawn.speaker(table)
    device.in_view("over", f"{table.place}")
    with st.container(key="over"):
        drawn.parts([places(speaker, table)], "final-places")
        label, icon = "table.one_more", "replay"
        if table.next_game is not None:
            drawn.parts([note(state.say("table.next_begun"), asks=True)], "next-begun")
            label, icon = "table.next_game", "arrow_forward"
        tool(label, "one-more", icon, playing.join_next_game, table, strong=True, wide=True)
        compose = partial(card_of_game.game_card, table.game)
        _, file = picture.of_game("game", table.game.players, compose)
        device.share(file, state.say("table.final_standing"))
    with st.expander(state.say("result.line_by_line")):
        drawn.parts(final_payments(speaker, table), "line-by-line")
    tool("table.play_on", "play-on", "skip_next", playing.act, "play_on")
    figures.offer()


def offer_sheet(table: Seated) -> None:
    """Offer the sheet; it is drawn on request, and redrawn when the game has changed."""
    if not table.played:
        return
    with st.expander(state.say("sheet.title"), icon=":material/draw:"):
        if state.memory().sheet != table.number:
            tool("sheet.make", "make-sheet", "draw", state.set_view, sheet=table.number)
            return
        compose = partial(card_of_game.sheet_card, table.game)
        png, file = picture.of_game("sheet", table.game.players, compose)
        st.image(png, width="stretch", alt=state.say("sheet.alt"))
        device.share(file, state.say("sheet.title"), key="share-sheet", words="sheet.share")
