"""Practice with wins from the history: guess han and fu before they are shown."""

import sqlite3
import time
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st
from streamlit.runtime import get_instance

from yakulens.app import Json
from yakulens.app.hand import practice, shown
from yakulens.app.hand.case import situation_line
from yakulens.app.hand.place import NO_TABLE, Place
from yakulens.app.hand.wire import desk_from_json, situation_from_json
from yakulens.app.page import state
from yakulens.app.page.parts import drawn, words
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
        drawn.words("", "practice.none")
        return True
    photo = history().photo(entry.number) if entry.has_photo else None
    if photo is None:
        column = st.container()
    else:
        left, column = st.columns([1, 1], gap="large")
        url = get_instance().media_file_mgr.add(photo.display, "image/jpeg", "yakulens-practice")
        drawn_photo = {"part": "photo", "picture": url, "says": state.say("history.photo")}
        with left:
            drawn.show(drawn_photo, "practice-photo")
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
    language = state.language()
    desk, situation = desk_from_json(entry.desk), situation_from_json(entry.situation)
    rows = [
        shown.row(shown.cell(state.say(f"hand.{key}"), tiles=shown.row_of_tiles(language, desk.faces(uids))))
        for key, uids in (("indicators", desk.indicators), ("ura", desk.ura))
        if uids
    ]
    about = f"{situation_line(language, situation, {})} · {words.title(entry.rules)}"
    told = {"hand": shown.hand(language, desk), "notes": [about], "tables": shown.some(shown.table(rows))}
    drawn.show({"part": "words"} | told, "practice-hand")


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
    right, language = current.is_right(score), state.language()
    verdict = state.say("practice.right" if right else "practice.wrong")

    def row(name: str, number: str, cite: str = "") -> Json:
        return shown.row(shown.cell(name), shown.cell(number, "num"), shown.cited(language, cite))

    def han(kind: str, each: Json) -> Json:
        said = state.say("result.han", han=each["han"])
        return row(state.say(f"{kind}.{each['id']}"), said, each.get("cite", ""))

    yaku = [han("yaku", each) for each in score["yaku"]]
    yaku += [han("dora", each) for each in score["dora"] if each["han"]]
    fu = [row(state.say(f"fu.{each['id']}"), str(each["fu"]), each["cite"]) for each in score["fu_rows"]]
    made = (shown.table(yaku, state.say("result.yaku")), shown.table(fu, state.say("result.fu_rows")))
    so_far = state.say("practice.so_far", right=current.right + right, n=current.previous + 1)
    answer = f"{verdict} {words.worth(score)} · {score['value']:,}"
    told = {"asked": answer, "notes": [so_far], "tables": shown.some(*made), "live": True}
    drawn.show({"part": "words"} | told, "practice-answer")
