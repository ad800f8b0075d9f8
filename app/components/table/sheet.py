"""The score sheet of a game as a picture: every hand, the end, and lines for the players to sign."""

from datetime import datetime
from typing import Final

import streamlit as st
from streamlit.runtime import get_instance

from yakulens.app import game, phrases, ruling_card, state
from yakulens.app.components import device, picture
from yakulens.app.components.tool import tool
from yakulens.app.game.seated import Seated
from yakulens.app.ruling_card import drawing
from yakulens.app.ruling_card.ended import ended
from yakulens.app.ruling_card.fonts import letters, written_in

_MADE: Final = "%Y-%m-%d"


def offer(table: Seated) -> None:
    """Offer the sheet; drawn when it was asked for, and anew when the game has gone on."""
    if not table.played:
        return
    with st.expander(state.say("sheet.title"), icon=":material/draw:"):
        if state.memory().sheet != table.number:
            tool("sheet.make", "make-sheet", "draw", state.look, sheet=table.number)
            return
        png = _draw(table)
        st.image(png, width="stretch", alt=state.say("sheet.alt"))
        made = datetime.now().astimezone().strftime(_MADE)
        url = get_instance().media_file_mgr.add(png, picture.MIME, "yakulens-sheet")
        file = {"name": f"yakulens-sheet-{made}.png", "mime": picture.MIME, "url": url}
        device.share(file, state.say("sheet.title"), key="share-sheet", words="sheet.share")


def _draw(table: Seated) -> bytes:
    language = written_in(state.language())
    drawn = letters(language)
    names = [name if drawn.has(name) else f"{at}" for at, name in enumerate(table.game.players, 1)]
    hands = []
    for hand in table.played:
        seats = hand.before.seats()
        changes = tuple(hand.settled["net"].get(seat, 0) for seat in seats)
        totals = tuple(map(sum, zip(hand.before.scores, changes, strict=True)))
        turn = phrases.turn(language, hand.before.round, hand.before.dealer)
        told = ended(language, hand, dict(zip(seats, names, strict=True)))
        hands.append(ruling_card.SheetHand(turn, changes, told, totals))
    card = ruling_card.of_sheet(
        language,
        table.game.rules,
        hands,
        game.standing(table.game),
        dict(zip(table.game.players, names, strict=True)),
        made=datetime.now().astimezone().strftime(_MADE),
        over=game.is_over(table.played),
    )
    return drawing.draw(card, drawn)
