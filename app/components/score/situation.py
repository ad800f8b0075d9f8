"""How the hand was won, in as few taps as possible; what cannot be is disabled and says why."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from app import rule_phrases, scoring, state
from app.components import choices, words
from app.components.score import hand
from app.guard import guard
from app.store import remembered
from scorer.contract.keys import MOST_COUNTERS
from scorer.judge.possible import FLAGS
from scorer.vocabulary import RIICHIS, SEATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.game.seated import Seated
    from app.memory import Possible
    from app.scoring import Scored
    from app.situation import Declared, Impossible

MOST_NORTHS = 4


def show(found: Possible) -> None:
    """Draw the choices; those that cannot be are disabled."""
    now, banned = found.situation, found.banned
    table = state.table_of_hand()
    words.heading("situation.title")
    if table is not None:
        st.html(words.aside(_here(table)))
    choices.row("by", _ways(), [now.by or ""], lambda by: state.choose(by=by))
    _winds("seat", now.seat, banned)
    if table is None:
        _winds("round", now.round, banned)
    if now.by == "ron":
        _discarder(now, banned)
    choices.label(state.say("situation.riichi"))
    names = {
        "none": "situation.none",
        "riichi": "situation.riichi_riichi",
        "double": "situation.double",
    }
    choices.row(
        "riichi",
        [(value, state.say(names[value])) for value in RIICHIS],
        [now.riichi],
        lambda value: state.choose(riichi=value),
        _of(banned, "riichi"),
    )
    choices.label(state.say("situation.also"))
    flags = [(flag, state.say(f"situation.{flag}")) for flag in FLAGS]
    held = [flag for flag in FLAGS if getattr(now, flag)]
    if now.by != "ron":
        flags.append(("win_apart", state.say("situation.not_apart")))
    if not now.win_apart:
        held.append("win_apart")
    choices.row("also", flags, held, _toggle, banned)


def beside(won: Scored) -> None:
    """Draw what is said beside: who is liable, the indicators, the rules, counters and sticks."""
    now = won.situation
    free = state.table_of_hand() is None
    _liable(won)
    hand.indicators(won.desk, now)
    if free:
        _rules(now)
    _more(now, scoring.players(now.rules), free=free)


def ask() -> None:
    """Draw the one thing that every hand needs, in the line that is always in sight."""
    row = st.container(key="bar").container(key="choice-ask", horizontal=True, vertical_alignment="center")
    with row:
        st.html(f'<div class="yl-bar" role="status" aria-live="polite">{words.say("result.say_by")}</div>')
        for by, said in _ways():
            st.button(said, key=f"ask-{by}", type="primary", on_click=guard(state.choose), kwargs={"by": by})


def _ways() -> list[tuple[str, str]]:
    return [("tsumo", state.say("situation.tsumo")), ("ron", state.say("situation.ron"))]


def _here(table: Seated) -> str:
    """What the running game says about the hand, in a line."""
    stand = table.stand
    turn = state.say("table.turn", wind=state.say(f"wind.{stand.round_wind()}"), n=stand.dealer + 1)
    rules = words.title(table.game.rules)
    return state.say("table.here", turn=turn, honba=stand.honba, deposits=stand.deposits, rules=rules)


def _winds(field: str, chosen: str, banned: Impossible) -> None:
    choices.label(state.say(f"situation.{field}"))
    choices.row(field, _options(field, banned), [chosen], _chooser(field))


def _options(field: str, banned: Impossible) -> list[tuple[str, str]]:
    """The winds to choose from: seats that somebody sits on, rounds that the rules play."""
    return [(wind, words.seat(wind)) for wind in SEATS if f"{field}:{wind}" not in banned]


def _chooser(field: str) -> Callable[[str], None]:
    return lambda value: state.choose(**{field: value})


def _discarder(now: Declared, banned: Impossible) -> None:
    choices.label(state.say("situation.discarder"))
    choices.row(
        "discarder",
        [*_options("discarder", banned), ("unknown", state.say("situation.discarder_unknown"))],
        [now.discarder or "unknown"],
        lambda wind: state.choose(discarder=None if wind == "unknown" else wind),
    )


def _liable(won: Scored) -> None:
    """Who fed the last set of a yakuman; asked only where the rules make somebody liable for it."""
    now = won.situation
    if won.score is None or not scoring.liable_yaku(won.score, now.rules):
        return
    choices.label(state.say("situation.liable"))
    at_table = SEATS[: scoring.players(now.rules)]
    seats = [(wind, words.seat(wind)) for wind in at_table if wind != now.seat]
    choices.row(
        "liable",
        [("nobody", state.say("situation.nobody")), *seats],
        [now.liable or "nobody"],
        lambda seat: state.choose(liable=None if seat == "nobody" else seat),
    )


def _of(banned: Impossible, field: str) -> Impossible:
    start = f"{field}:"
    return {key.removeprefix(start): reason for key, reason in banned.items() if key.startswith(start)}


def _toggle(flag: str) -> None:
    state.choose(**{flag: not getattr(state.situation(), flag)})


def _rules(now: Declared) -> None:
    choices.label(state.say("situation.rules"))
    names = scoring.rule_sets()
    st.selectbox(
        state.say("situation.rules"),
        names,
        index=names.index(now.rules) if now.rules in names else 0,
        # The titles are in the visitor's language; a box of another one has other choices.
        key=f"rules-{state.language()}",
        format_func=partial(rule_phrases.title, state.language()),
        label_visibility="collapsed",
        on_change=guard(_ruled),
    )


def _ruled() -> None:
    rules = st.session_state[f"rules-{state.language()}"]
    state.choose(rules=rules)
    remembered.remember(rules=rules)


def _more(now: Declared, players: int, *, free: bool) -> None:
    """Counters, sticks and rare cases; those that a running game knows are not asked for."""
    norths, bonus = players < len(SEATS), free and now.seat == "east"
    if not (free or norths):
        return
    with st.expander(state.say("situation.more")):
        if free:
            _number("honba", now.honba, MOST_COUNTERS)
            _number("deposits", now.deposits, MOST_COUNTERS)
        if norths:
            _number("north_dora", now.north_dora, MOST_NORTHS)
        if bonus:
            _number("bonus_hand", now.bonus_hand, MOST_COUNTERS)


def _number(field: str, value: int, most: int) -> None:
    key = f"number-{field}"

    def taken() -> None:
        changes: dict[str, Any] = {field: int(st.session_state[key] or 0)}
        state.choose(**changes)

    st.number_input(
        state.say(f"situation.{field}"), 0, most, value=value, step=1, key=key, on_change=guard(taken)
    )
