"""Practice from one's own hands: a win of the history, told in han and fu before they are shown."""

import html
import sqlite3
import time
from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st
from streamlit.runtime import get_instance

from yakulens.app import ruling_card, state, tiles
from yakulens.app.components import choices, laid, words
from yakulens.app.components.tool import tool
from yakulens.app.contract import Json
from yakulens.app.game.place import NO_TABLE, Place
from yakulens.app.history import practice
from yakulens.app.history.wire import desk_from_json, situation_from_json
from yakulens.app.store.history import Entry, Query
from yakulens.app.store.shared import history
from yakulens.app.store.trouble import MISSHAPEN
from yakulens.vision.desk import Desk

_MOST: Final = 300
"""So many of the latest readings are asked about."""


def offer() -> None:
    """Offer to practise."""
    tool("practice.begin", "practice", "school", _begin)


def show() -> bool:
    """Draw the hand that is asked about; False where nothing is practised."""
    held = state.memory().practice
    if held is None:
        return False
    words.heading("practice.begin")
    # Above all that grows when an answer is shown: it stays under the thumb.
    tool("practice.leave", "practice-leave", "arrow_back", state.set_view, practice=None)
    entry = _asked(held)
    if entry is None or entry.score is None:
        st.html(words.note("practice.none"))
    else:
        photo = history().photo(entry.number) if entry.has_photo else None
        left, right = st.columns([1, 1], gap="large") if photo else (None, st.container())
        if left is not None and photo is not None:
            url = get_instance().media_file_mgr.add(photo.display, "image/jpeg", "yakulens-practice")
            left.html(
                f'<img class="yl-practice" alt="{words.say("history.photo")}" src="{html.escape(url)}">'
            )
        with right:
            _hand(entry)
            _guess(held, entry)
    return True


def _begin() -> None:
    state.set_view(practice=practice.Practice(time.time_ns()))


def _asked(held: practice.Practice) -> Entry | None:
    """The win that is asked about; after the last comes the first again."""
    numbers = practice.order(history().numbers(Query(), 0, _MOST), held.seed)
    found = []
    for number in numbers:
        try:
            entry = history().load(number)
            asked = entry is not None and _fits(entry)
        except (sqlite3.DatabaseError, *MISSHAPEN):
            continue
        if entry is not None and asked:
            found.append(entry)
            if len(found) > held.previous:
                return entry
    return found[held.previous % len(found)] if found else None


def _fits(entry: Entry) -> bool:
    at_table = bool(entry.place and Place.of_json(entry.place) != NO_TABLE)
    return practice.fits(
        desk_from_json(entry.desk), situation_from_json(entry.situation), entry.score, at_table=at_table
    )


def _hand(entry: Entry) -> None:
    desk, now = desk_from_json(entry.desk), situation_from_json(entry.situation)
    how = ruling_card.situation(state.language(), now, {})
    about = html.escape(f"{how} · {words.title(entry.rules)}")
    st.html(
        f'<div class="yl-card"><div class="yl-entry-hand">{laid.whole(desk)}</div>'
        f'{_indicators(desk)}<div class="yl-note">{about}</div></div>'
    )


def _indicators(desk: Desk) -> str:
    shown = "".join(
        f'<span class="yl-note">{words.say(f"hand.{key}")}</span> '
        + "".join(tiles.tag(state.language(), face) for face in desk.faces(uids))
        for key, uids in (("indicators", desk.indicators), ("ura", desk.ura))
        if uids
    )
    return f'<div class="yl-row yl-small">{shown}</div>' if shown else ""


def _guess(held: practice.Practice, entry: Entry) -> None:
    score = entry.score or {}
    choices.label(state.say("practice.han"))
    han = [(str(n), state.say("result.han", han=n)) for n in range(1, practice.MAX_HAN + 1)]
    choices.row("guess-han", han, [str(held.han)], lambda n: _told(han=int(n)), off=_shown(held, han))
    fu = [(str(n), state.say("result.fu", fu=n)) for n in practice.FU]
    choices.label(state.say("practice.fu"))
    choices.row("guess-fu", fu, [str(held.fu)], lambda n: _told(fu=int(n)), off=_shown(held, fu))
    said, then = ("next", held.next(score)) if held.is_shown else ("show", held.show())
    untold = not held.is_answered()
    go = partial(state.set_view, practice=then)
    tool(f"practice.{said}", "practice-go", "", go, strong=True, wide=True, disabled=untold)
    if held.is_shown:
        _answer(held, entry)


def _shown(held: practice.Practice, options: list[tuple[str, str]]) -> list[str]:
    """What cannot be told any more, once the answer is shown."""
    return [value for value, _ in options] if held.is_shown else []


def _told(**said: Any) -> None:  # noqa: ANN401 - the fields' own types
    held = state.memory().practice
    if held is not None:
        state.set_view(practice=replace(held, **said))


def _answer(held: practice.Practice, entry: Entry) -> None:
    score = entry.score or {}
    right = held.is_right(score)
    key = "practice.right" if right else "practice.wrong"
    worth = f"{words.say(key)} {html.escape(words.worth(score))} · {score['value']:,}"
    css = "" if right else " yl-fails"

    def han(row: Json, name: str, cite: str = "") -> str:
        return words.row(name, state.say("result.han", han=row["han"]), cite)

    rows = [han(row, words.yaku_name(row["id"]), row["cite"]) for row in score["yaku"]]
    rows += [han(row, words.say(f"dora.{row['id']}")) for row in score["dora"] if row["han"]]
    fu = [words.row(words.fu_name(row["id"]), str(row["fu"]), row["cite"]) for row in score["fu_rows"]]
    st.html(
        f'<div class="yl-card"><div class="yl-worth{css}" role="status"><b>{worth}</b></div>'
        f"{words.table(rows, 'result.yaku')}{words.table(fu, 'result.fu_rows')}"
        f"{words.note('practice.so_far', right=held.right + right, n=held.previous + 1)}</div>"
    )
