"""A finished game: its places as a picture, a way to another game, and the sheet to sign."""

import html
from collections.abc import Mapping
from functools import partial

import streamlit as st

from yakulens.app import Json, game
from yakulens.app.exports import ruling_card
from yakulens.app.game.seated import Seated
from yakulens.app.page import playing, state
from yakulens.app.page.parts import device, picture, words
from yakulens.app.page.parts.buttons import tool
from yakulens.app.words import phrases


def show(table: Seated) -> None:
    """Draw it."""
    standing = game.standing(table.game)
    last = words.turn(table.played[-1].before)
    names = {name: name for name in table.game.players}
    parts = ruling_card.afterwards(state.language(), standing, names)
    lines = [
        words.row(html.escape(line.text), line.number, line.cite) for part in parts for line in part.lines
    ]
    changes = ruling_card.summands(table.game.rules, standing)
    places = "".join(_place(row, changes) for row in standing["standing"])
    device.in_view("over", f"{table.place}")
    with st.container(key="over"):
        st.html(
            words.card(
                words.headline(f"<b>{words.say('table.over')}</b>")
                + words.small(state.say("table.over_after", turn=last))
                + f'<div class="yl-places">{places}</div>{words.table(lines)}'
            )
        )
        label, icon = "table.one_more", "replay"
        if table.next_game is not None:
            st.html(words.prompt(state.say("table.next_begun")))
            label, icon = "table.next_game", "arrow_forward"
        tool(label, "one-more", icon, playing.join_next_game, table, strong=True, wide=True)
        compose = partial(ruling_card.game_card, table.game)
        _, file = picture.of_game("game", table.game.players, compose)
        device.share(file, state.say("table.final_standing"))
    with st.expander(state.say("result.line_by_line")):
        st.html(words.table(words.settlement_rows(standing, names)))
    tool("table.play_on", "play-on", "skip_next", state.set_view, playing_on=table.place)


def _place(row: Json, changes: Mapping[str, Mapping[str, int]]) -> str:
    """A player's place, final score, and how it came about."""
    css = " wins" if row["rank"] == 1 else ""
    parts = [phrases.total(row["points"])]
    for key, by_player in changes.items():
        name = words.chips(row["chips"]) if key == "chips" else words.say(f"table.{key}")
        parts.append(f"{name}&nbsp;{words.points(by_player[row['player']])}")
    return (
        f'<div class="yl-place{css}"><span class="rank">{words.say("table.place", n=row["rank"])}</span>'
        f'<b>{html.escape(row["player"])}</b><span class="sum">{words.points(row["final"])}</span>'
        f'<span class="gloss">{" · ".join(parts)}</span></div>'
    )


def offer_sheet(table: Seated) -> None:
    """Offer the sheet; it is drawn on request, and redrawn when the game has changed."""
    if not table.played:
        return
    with st.expander(state.say("sheet.title"), icon=":material/draw:"):
        if state.memory().sheet != table.number:
            tool("sheet.make", "make-sheet", "draw", state.set_view, sheet=table.number)
            return
        compose = partial(ruling_card.sheet_card, table.game)
        png, file = picture.of_game("sheet", table.game.players, compose)
        st.image(png, width="stretch", alt=state.say("sheet.alt"))
        device.share(file, state.say("sheet.title"), key="share-sheet", words="sheet.share")
