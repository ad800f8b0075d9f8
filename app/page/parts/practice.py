"""Practice with wins from the history: guess han and fu before they are shown."""

import html
import sqlite3
import time
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st
from streamlit.runtime import get_instance

from yakulens.app import Json
from yakulens.app.hand import practice
from yakulens.app.hand.case import situation_line
from yakulens.app.hand.place import NO_TABLE, Place
from yakulens.app.hand.wire import desk_from_json, situation_from_json
from yakulens.app.page import state
from yakulens.app.page.parts import laid, words
from yakulens.app.page.parts.buttons import choices, tool
from yakulens.app.store.history import Entry, Query
from yakulens.app.store.shared import history
from yakulens.app.store.trouble import MISSHAPEN

_MAX_READINGS: Final = 300
"""How many of the latest readings are used."""


def offer() -> None:
    """Offer to practise."""
    begin = practice.Practice(time.time_ns())
    tool("practice.begin", "practice", "school", state.set_view, practice=begin)


def show() -> bool:
    """Draw the current hand; return False if nobody is practising."""
    current = state.memory().practice
    if current is None:
        return False
    words.heading("practice.begin")
    # Above everything that grows with the answer, so it stays under the thumb.
    tool("practice.leave", "practice-leave", "arrow_back", state.set_view, practice=None)
    entry = _entry(current)
    if entry is None or entry.score is None:
        st.html(words.note("practice.none"))
        return True
    photo = history().photo(entry.number) if entry.has_photo else None
    if photo is None:
        column = st.container()
    else:
        left, column = st.columns([1, 1], gap="large")
        url = get_instance().media_file_mgr.add(photo.display, "image/jpeg", "yakulens-practice")
        left.html(f'<img class="yl-practice" alt="{words.say("history.photo")}" src="{html.escape(url)}">')
    with column:
        _hand(entry)
        _guess(current, entry.score)
    return True


def _entry(current: practice.Practice) -> Entry | None:
    """The win that is asked about; after the last one, the first again."""
    entries: list[Entry] = []
    for number in practice.order(history().numbers(Query(), 0, _MAX_READINGS), current.seed):
        with suppress(sqlite3.DatabaseError, *MISSHAPEN):
            entry = history().load(number)
            if entry is not None:
                at_table = bool(entry.place and Place.of_json(entry.place) != NO_TABLE)
                desk, situation = desk_from_json(entry.desk), situation_from_json(entry.situation)
                if practice.fits(desk, situation, entry.score, at_table=at_table):
                    entries.append(entry)
        if len(entries) > current.previous:
            return entries[-1]
    return entries[current.previous % len(entries)] if entries else None


def _hand(entry: Entry) -> None:
    desk, situation = desk_from_json(entry.desk), situation_from_json(entry.situation)
    how_won = situation_line(state.language(), situation, {})
    about = words.small(f"{how_won} · {words.title(entry.rules)}")
    rows = "".join(
        f'<span class="yl-note">{words.say(f"hand.{key}")}</span> '
        + "".join(map(laid.tile, desk.faces(uids)))
        for key, uids in (("indicators", desk.indicators), ("ura", desk.ura))
        if uids
    )
    indicators = f'<div class="yl-row yl-small">{rows}</div>' if rows else ""
    st.html(words.card(f'<div class="yl-entry-hand">{laid.hand(desk)}</div>{indicators}{about}'))


def _guess(current: practice.Practice, score: Json) -> None:
    """Draw han and fu to choose from, and the answer below once it is shown."""
    for field, numbers in (("han", range(1, practice.MAX_HAN + 1)), ("fu", practice.FU)):
        options = [(str(n), state.say(f"result.{field}", **{field: n})) for n in numbers]
        chosen, off = str(getattr(current, field)), [value for value, _ in options if current.is_shown]
        choose, title = partial(_choose, field), f"practice.{field}"
        choices(f"guess-{field}", options, [chosen], choose, title=title, off=off)
    key, following = ("next", current.next(score)) if current.is_shown else ("show", current.show())
    go = partial(state.set_view, practice=following)
    disabled = not current.is_answered()
    tool(f"practice.{key}", "practice-go", "", go, strong=True, wide=True, disabled=disabled)
    if current.is_shown:
        _answer(current, score)


def _choose(field: str, number: str) -> None:
    current = state.memory().practice
    if current is not None:
        guess: dict[str, Any] = {field: int(number)}
        state.set_view(practice=replace(current, **guess))


def _answer(current: practice.Practice, score: Json) -> None:
    right = current.is_right(score)
    verdict = words.say("practice.right" if right else "practice.wrong")
    css = "" if right else " yl-fails"

    def han(row: Json, name: str, cite: str = "") -> str:
        return words.row(name, state.say("result.han", han=row["han"]), cite)

    rows = [han(row, words.say(f"yaku.{row['id']}"), row["cite"]) for row in score["yaku"]]
    rows += [han(row, words.say(f"dora.{row['id']}")) for row in score["dora"] if row["han"]]
    fu = [words.row(words.say(f"fu.{row['id']}"), str(row["fu"]), row["cite"]) for row in score["fu_rows"]]
    st.html(
        words.card(
            f'<div class="yl-worth{css}" role="status">'
            f"<b>{verdict} {html.escape(words.worth(score))} · {score['value']:,}</b></div>"
            f"{words.table(rows, 'result.yaku')}{words.table(fu, 'result.fu_rows')}"
            f"{words.note('practice.so_far', right=current.right + right, n=current.previous + 1)}"
        )
    )
