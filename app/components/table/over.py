"""A game that is over: who came where, what uma and leftover sticks made of it, its picture, one more."""

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
    found = game.standing(table.game)
    last = words.turn(table.played[-1].before)
    after = words.small(state.say("table.over_after", turn=last))
    rows = "".join(map(_row, found["standing"]))
    names = {name: name for name in table.game.players}
    parts = ruling_card.afterwards(state.language(), found, names)
    lines = [line for part in parts for line in part.lines]
    beside = words.table([words.row(html.escape(line.text), line.number, line.cite) for line in lines])
    device.in_view("over", f"{Place.of(table)}")
    with st.container(key="over"):
        _result(table, found, after + f'<div class="yl-places">{rows}</div>{beside}')
    with st.expander(state.say("result.line_by_line")):
        st.html(words.table(words.settled(found, {})))
    tool("table.play_on", "play-on", "skip_next", state.set_view, playing_on=Place.of(table))


def _result(table: Seated, found: Json, told: str) -> None:
    st.html(f'<div class="yl-card"><div class="yl-worth"><b>{words.say("table.over")}</b></div>{told}</div>')
    begun = table.next_game is not None
    if begun:
        st.html(words.wanted(state.say("table.next_begun")))
    words_on_it, icon = ("table.next_game", "arrow_forward") if begun else ("table.one_more", "replay")
    tool(words_on_it, "one-more", icon, state.join_next_game, table, strong=True, wide=True)
    device.share(_picture(table, found), state.say("table.final_standing"))


def _row(row: Json) -> str:
    """A player's place, what they end with, and how that came about."""
    css = " wins" if row["rank"] == 1 else ""
    uma = f"{words.say('table.uma')} {words.points(row['uma'])}"
    chips = f" · {words.chips(row['chips'])} ({words.points(row['chip_points'])})" if "chips" in row else ""
    taken = f" · {words.say('table.penalty')} {words.points(row['penalty'])}" if row["penalty"] else ""
    return (
        f'<div class="yl-place{css}"><span class="rank">{words.say("table.place", n=row["rank"])}</span>'
        f'<b>{html.escape(row["player"])}</b><span class="sum">{words.points(row["final"])}</span>'
        f'<span class="gloss">{words.total(row["points"])} · {uma}{chips}{taken}</span></div>'
    )


def _picture(table: Seated, found: Json) -> Json:
    """The standing as a picture, where the browser fetches it."""
    language, drawn = picture.written()
    made = picture.today()
    names = picture.called(table.game.players, drawn)
    card = ruling_card.of_game(language, table.game.rules, found, names, made)
    return picture.as_file(drawing.draw(card, drawn), "game", made)
