"""The score sheet of a game as a picture: every hand, the end, and lines for the players to sign."""

import streamlit as st

from yakulens.app import game, phrases, ruling_card, state
from yakulens.app.components import device, picture
from yakulens.app.components.tool import tool
from yakulens.app.game.seated import Seated
from yakulens.app.ruling_card import drawing, ended


def offer(table: Seated) -> None:
    """Offer the sheet; it is drawn once it was asked for, and anew when the game has gone on."""
    if not table.played:
        return
    with st.expander(state.say("sheet.title"), icon=":material/draw:"):
        if state.memory().sheet != table.number:
            tool("sheet.make", "make-sheet", "draw", state.set_view, sheet=table.number)
            return
        png = _draw(table)
        st.image(png, width="stretch", alt=state.say("sheet.alt"))
        file = picture.as_file(png, "sheet", picture.today())
        device.share(file, state.say("sheet.title"), key="share-sheet", words="sheet.share")


def _draw(table: Seated) -> bytes:
    language, letters = picture.written()
    names = picture.called(table.game.players, letters)
    hands = []
    for hand in table.played:
        seats = hand.before.seats()
        changes = tuple(hand.settled["net"].get(seat, 0) for seat in seats)
        totals = tuple(map(sum, zip(hand.before.scores, changes, strict=True)))
        turn = phrases.turn(language, hand.before.round, hand.before.dealer)
        end = ended(language, hand, dict(zip(seats, names.values(), strict=True)))
        hands.append(ruling_card.SheetHand(turn, changes, end, totals))
    card = ruling_card.sheet_card(
        language,
        table.game.rules,
        hands,
        game.standing(table.game),
        names,
        made=picture.today(),
        over=game.is_over(table.played),
    )
    return drawing.draw(card, letters)
