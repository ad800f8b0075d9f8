"""The all-last sheet: what each player needs in the current hand for a better place."""

import html
from collections.abc import Mapping
from typing import Any

import streamlit as st

from yakulens.app import Json, game
from yakulens.app.game.seated import Seated
from yakulens.app.page import state
from yakulens.app.page.parts import words
from yakulens.app.page.parts.buttons import choices
from yakulens.app.page.parts.table import clock
from yakulens.app.words import phrases


def show(table: Seated) -> None:
    """Draw one player's needs at a time, open if a win can end the game."""
    answer = game.needs(table.game, table.stand, clock.left(table), state.memory().ending.riichi)
    if answer["problems"]:
        return
    needs, names = answer["needs"], table.names()
    wins = [win for need in needs for goal in need["goals"] for win in _least_wins(goal).values()]
    is_last = any(win is not None and win["game_ends"] for win in wins)
    with st.expander(state.say("need.title"), icon=":material/flag:", expanded=is_last):
        # The chosen player's needs, else those of the first who can gain a place.
        chosen = [need for need in needs if names[need["seat"]] == state.memory().needs_player]
        need = (chosen or [need for need in needs if need["goals"]] or needs)[0]
        choices(
            "need",
            [(names[each["seat"]], words.seated(each["seat"], names)) for each in needs],
            [names[need["seat"]]],
            lambda name: state.set_view(needs_player=name),
            title="need.who",
        )
        st.html(_sheet(need, names))
        st.html(words.note("need.note"))


def _least_wins(goal: Json) -> dict[str, Json | None]:
    """The smallest sufficient wins, by who pays; a self-draw has the empty name."""
    return {"": goal["tsumo"], **goal["ron"]}


def _sheet(need: Json, names: dict[str, str]) -> str:
    place = state.say(f"place.{need['place']}")
    now = words.small(state.say("need.now", place=place, points=phrases.total(need["points"])))
    if need["goals"]:
        goals = "".join(_goal(goal, names) for goal in need["goals"])
    else:
        goals = words.small(state.say("need.leads", name=names[need["seat"]]))
    return now + goals + words.small(phrases.if_drawn(state.language(), need["drawn"], names))


def _goal(goal: Json, names: Mapping[str, str]) -> str:
    rows = []
    for payer, win in _least_wins(goal).items():
        by = state.say("need.ron", name=names[payer]) if payer else state.say("need.tsumo")
        rows.append(f"<tr><td>{html.escape(by)}</td>{_win(win)}</tr>")
    head = words.say("need.goal", place=state.say(f"place.{goal['place']}"))
    return f'<div class="yl-head">{head}</div>{words.table(rows)}'


def _win(win: Mapping[str, Any] | None) -> str:
    """The smallest sufficient win with its payment, and what follows, as two cells."""
    if win is None:
        return f'<td class="num yl-count" colspan="2">{words.say("need.none")}</td>'
    worth = words.say("need.more", what=phrases.say(state.language(), win["message"]))
    others = phrases.as_good(state.language(), win)
    remarks = [state.say("need.or", what=phrases.listed(state.language(), others))] if others else []
    remarks += [state.say("need.shared")] if win["shared"] else []
    remarks += [] if win["game_ends"] else [state.say("need.goes_on")]
    paid = " / ".join(phrases.total(points) for points in sorted(set(win["pays"].values()), reverse=True))
    return f'<td><b>{worth}</b>{words.gloss(" · ".join(remarks))}</td><td class="num">{paid}</td>'
