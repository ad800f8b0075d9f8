"""The page of a running game: names, winds and scores; each hand's end; the final standing. Kept on disk."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import streamlit as st

from app import frame, game, scoring, state
from app.components import ending, words
from app.disk import store
from app.ending import Ending

if TYPE_CHECKING:
    from app.game import Game, Played, Stand

SHOWN_GAMES = 8


def page() -> None:
    """Draw the running game, or the way into one."""
    held = state.memory()
    running = None if held.game is None else store().games.load(held.game)
    if running is None:
        frame.heading()
        _begin()
        _earlier()
        return
    frame.heading(_leave)
    played, stand = game.replay(running)
    _stand(running, stand)
    left, right = st.columns([1, 1], gap="large")
    with left:
        end = ending.show(running, stand)
        st.button(
            state.say("table.enter"),
            key="enter",
            type="primary",
            icon=":material/check:",
            width="stretch",
            disabled=end is None,
            on_click=_enter,
            args=(end,),
        )
    with right:
        _final(running)
        _hands(running, played)


def _begin() -> None:
    words.heading("table.new")
    names = list(scoring.rule_sets())
    chosen = st.selectbox(
        state.say("situation.rules"),
        names,
        index=names.index(state.memory().situation.rules),
        format_func=scoring.title,
        key="table-rules",
    )
    with st.form("names"):
        count = scoring.players(chosen)
        players = tuple(
            st.text_input(
                state.say("table.player", wind=words.wind(seat)), key=f"name-{seat}", max_chars=24
            ).strip()
            for seat in list(words.KANJI)[:count]
        )
        if st.form_submit_button(state.say("table.start"), type="primary"):
            _start(chosen, players)


def _start(rules: str, players: tuple[str, ...]) -> None:
    try:
        begun = game.begin(rules, players)
    except ValueError:
        st.error(state.say("table.names_needed", n=len(players)))
        return
    state.memory().game = store().games.begin(begun)
    state.memory().ending = Ending()
    st.rerun()


def _earlier() -> None:
    found = list(store().games.all())[:SHOWN_GAMES]
    if not found:
        return
    words.heading("table.earlier")
    for number, started, kept in found:
        _, stand = game.replay(kept)
        scores = ", ".join(
            f"{name} {score:,}" for name, score in zip(kept.players, stand.scores, strict=True)
        )
        with st.container(key=f"panel-game-{number}"):
            st.html(f'<div class="yl-note">{html.escape(started[:16])} · {html.escape(scores)}</div>')
            with st.container(key=f"choice-game-{number}", horizontal=True):
                st.button(state.say("table.resume"), key=f"resume-{number}", on_click=_resume, args=(number,))
                st.button(
                    state.say("table.delete"),
                    key=f"delete-{number}",
                    icon=":material/delete:",
                    on_click=store().games.delete,
                    args=(number,),
                )


def _resume(number: int) -> None:
    state.look(game=number, ending=Ending())


def _leave() -> None:
    st.button(
        state.say("table.leave"),
        key="leave",
        icon=":material/arrow_back:",
        on_click=state.look,
        kwargs={"game": None},
    )


def _stand(running: Game, stand: Stand) -> None:
    title = f"{state.say(f'wind.{stand.round_wind()}')} {stand.dealer + 1}"
    sticks = words.say("table.sticks", honba=stand.honba, deposits=stand.deposits)
    cells = []
    for player, seat in enumerate(stand.seats()):
        css = "wins" if seat == "east" else ""
        name = html.escape(running.players[player])
        cells.append(
            f'<div class="yl-seat {css}"><div class="wind">{html.escape(words.wind(seat))}</div>'
            f'<div class="yl-name">{name}</div><div class="sum">{stand.scores[player]:,}</div></div>'
        )
    columns = f"grid-template-columns:repeat({len(cells)},1fr)"
    st.html(
        f'<div class="yl-card"><div class="yl-worth"><b>{html.escape(title)}</b> '
        f'<span class="yl-count">{sticks}</span></div>'
        f'<div class="yl-pay" style="{columns}">{"".join(cells)}</div></div>'
    )


def _enter(end: dict[str, Any] | None) -> None:
    held = state.memory()
    running = None if held.game is None else store().games.load(held.game)
    if running is None or held.game is None or end is None:
        return
    store().games.save(held.game, game.add(running, end))
    held.ending = Ending()


def _undo() -> None:
    held = state.memory()
    running = None if held.game is None else store().games.load(held.game)
    if running is not None and held.game is not None:
        store().games.save(held.game, game.undo(running))


def _hands(running: Game, played: tuple[Played, ...]) -> None:
    if not played:
        return
    words.heading("table.hands")
    st.button(state.say("table.undo"), key="undo-hand", icon=":material/undo:", on_click=_undo)
    for number, hand in enumerate(reversed(played)):
        wind = state.say(f"wind.{hand.before.round_wind()}")
        title = f"{wind} {hand.before.dealer + 1} · {state.say('table.' + hand.end['event'])}"
        with st.expander(title, expanded=number == 0):
            st.html(ending.rows(hand.settled, running, hand.before))


def _final(running: Game) -> None:
    found = game.standing(running)
    rows = [
        f"<tr><td>{row['rank']}. <b>{html.escape(row['player'])}</b></td>"
        f'<td class="num">{row["points"]:,}</td><td class="num">{words.points(row["uma"])}</td>'
        f'<td class="num">{words.points(row["penalty"])}</td>'
        f'<td class="num"><b>{words.points(row["final"])}</b></td></tr>'
        for row in found["standing"]
    ]
    head = "".join(
        f'<th class="num">{words.say(f"table.{key}")}</th>' for key in ("points", "uma", "penalty", "final")
    )
    with st.expander(state.say("table.standing")):
        st.html(words.table([f"<tr><th></th>{head}</tr>", *rows]))


frame.guarded(page)
