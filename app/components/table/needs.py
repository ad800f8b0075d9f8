"""The all-last sheet: what each player needs in the hand that is played now for a better place."""

import html
from collections.abc import Mapping
from typing import Any

import streamlit as st

from yakulens.app import game, phrases, state
from yakulens.app.components import choices, words
from yakulens.app.components.table import clock
from yakulens.app.contract import Json
from yakulens.app.game.seated import Seated


def show(table: Seated) -> None:
    """Draw it, open where a win can end the game: a player's needs at a time."""
    found = game.needs(table.game, table.stand, clock.left(table), state.memory().ending.riichi)
    if found["problems"]:
        return
    names = table.names()
    with st.expander(state.say("need.title"), icon=":material/flag:", expanded=_is_last(found)):
        asking = _asking(found, names)
        choices.label(state.say("need.who"))
        said = [(names[need["seat"]], words.seated(need["seat"], names)) for need in found["needs"]]
        choices.row("need", said, [names[asking["seat"]]], lambda name: state.set_view(needs_player=name))
        st.html(_sheet(asking, names))
        st.html(words.note("need.note"))


def _is_last(found: Json) -> bool:
    """Whether some win in this hand ends the game."""
    ways = [each for need in found["needs"] for goal in need["goals"] for each in _ways(goal).values()]
    return any(each is not None and each["game_ends"] for each in ways)


def _ways(goal: Json) -> dict[str, Json | None]:
    """The least win by each way; that by self-draw has no name."""
    return {"": goal["tsumo"], **goal["ron"]}


def _asking(found: Json, names: Mapping[str, str]) -> Json:
    """Whose needs are shown: the chosen player's, or those of the first who is not the best."""
    chosen = state.memory().needs_player
    mine = [need for need in found["needs"] if names[need["seat"]] == chosen]
    first = [need for need in found["needs"] if need["goals"]]
    shown: Json = (mine or first or found["needs"])[0]
    return shown


def _sheet(need: Json, names: dict[str, str]) -> str:
    place = state.say(f"place.{need['place']}")
    now = words.small(state.say("need.now", place=place, points=words.total(need["points"])))
    drawn = words.small(phrases.if_drawn(state.language(), need["drawn"], names))
    if not need["goals"]:
        return now + words.small(state.say("need.leads", name=names[need["seat"]])) + drawn
    return now + "".join(_goal(goal, names) for goal in need["goals"]) + drawn


def _goal(goal: Json, names: Mapping[str, str]) -> str:
    rows = []
    for payer, least in _ways(goal).items():
        way = state.say("need.ron", name=names[payer]) if payer else state.say("need.tsumo")
        rows.append(f"<tr><td>{html.escape(way)}</td>{_enough(least)}</tr>")
    head = words.say("need.goal", place=state.say(f"place.{goal['place']}"))
    return f'<div class="yl-head">{head}</div>{words.table(rows)}'


def _enough(least: Mapping[str, Any] | None) -> str:
    """The least hand that is enough with what is paid for it, and what follows, as two cells."""
    if least is None:
        return f'<td class="num yl-count" colspan="2">{words.say("need.none")}</td>'
    worth = words.say("need.more", what=phrases.say(state.language(), least["message"]))
    also = [state.say("need.shared")] if least["shared"] else []
    also += [] if least["game_ends"] else [state.say("need.goes_on")]
    gloss = f'<span class="gloss">{html.escape(" · ".join(also))}</span>' if also else ""
    paid = " / ".join(words.total(points) for points in sorted(set(least["pays"].values()), reverse=True))
    return f'<td><b>{worth}</b>{gloss}</td><td class="num">{paid}</td>'
