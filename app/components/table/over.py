"""A game that is over: the places, uma and leftover sticks, its picture, and the way to one more game."""

import html

import streamlit as st

from yakulens.app import game, ruling_card, state
from yakulens.app.components import device, picture, words
from yakulens.app.components.tool import tool
from yakulens.app.contract import Json
from yakulens.app.game.place import Place
from yakulens.app.game.seated import Seated
from yakulens.app.ruling_card import drawing


def show(table: Seated) -> None:
    """Draw it."""
    standing = game.standing(table.game)
    last = words.turn(table.played[-1].before)
    names = {name: name for name in table.game.players}
    parts = ruling_card.afterwards(state.language(), standing, names)
    lines = [
        words.row(html.escape(line.text), line.number, line.cite) for part in parts for line in part.lines
    ]
    places = "".join(map(_place, standing["standing"]))
    device.in_view("over", f"{Place.of(table)}")
    with st.container(key="over"):
        st.html(
            words.card(
                words.headline(f"<b>{words.say('table.over')}</b>")
                + words.small(state.say("table.over_after", turn=last))
                + f'<div class="yl-places">{places}</div>{words.table(lines)}'
            )
        )
        _next_game(table)
        device.share(_picture(table, standing), state.say("table.final_standing"))
    with st.expander(state.say("result.line_by_line")):
        st.html(words.table(words.settlement_rows(standing, {})))
    tool("table.play_on", "play-on", "skip_next", state.set_view, playing_on=Place.of(table))


def _next_game(table: Seated) -> None:
    label, icon = "table.one_more", "replay"
    if table.next_game is not None:
        st.html(words.prompt(state.say("table.next_begun")))
        label, icon = "table.next_game", "arrow_forward"
    tool(label, "one-more", icon, state.join_next_game, table, strong=True, wide=True)


def _place(row: Json) -> str:
    """A player's place, what they end with, and how that came about."""
    css = " wins" if row["rank"] == 1 else ""
    uma = f"{words.say('table.uma')} {words.points(row['uma'])}"
    chips = f" · {words.chips(row['chips'])} ({words.points(row['chip_points'])})" if "chips" in row else ""
    penalty = f" · {words.say('table.penalty')} {words.points(row['penalty'])}" if row["penalty"] else ""
    return (
        f'<div class="yl-place{css}"><span class="rank">{words.say("table.place", n=row["rank"])}</span>'
        f'<b>{html.escape(row["player"])}</b><span class="sum">{words.points(row["final"])}</span>'
        f'<span class="gloss">{words.total(row["points"])} · {uma}{chips}{penalty}</span></div>'
    )


def _picture(table: Seated, standing: Json) -> Json:
    """The standing as a picture, where the browser fetches it."""
    language, letters = picture.written()
    made = picture.today()
    names = picture.called(table.game.players, letters)
    card = ruling_card.game_card(language, table.game.rules, standing, names, made)
    return picture.as_file(drawing.draw(card, letters), "game", made)
