"""The page of all readings: find, reopen, export, delete."""

import base64
import logging
import sqlite3
from functools import partial
from typing import Final

import streamlit as st

from yakulens.app import Json
from yakulens.app.exports import history as export
from yakulens.app.hand import scoring, shown
from yakulens.app.hand.wire import desk_from_json, situation_from_json
from yakulens.app.page import frame, record, state
from yakulens.app.page.guard import download, guard, guard_tap
from yakulens.app.page.parts import consent, drawn, pad, practice, words
from yakulens.app.page.parts.buttons import in_turn, save, tool, tools
from yakulens.app.server import addresses, visitor
from yakulens.app.store import search
from yakulens.app.store.history import Entry, Query
from yakulens.app.store.shared import history as kept_history
from yakulens.app.store.trouble import MISSHAPEN
from yakulens.app.words import phrases
from yakulens.scorer.rules.load import is_offered
from yakulens.vision.desk import Desk

_LOG: Final = logging.getLogger(__name__)
PAGE: Final = 10  # readings shown at once


def page() -> None:
    """Draw the page."""
    frame.go_on()
    frame.heading()
    consent.ask()
    total = kept_history().count()
    if not total:
        words.heading("app.history")
        drawn.words("", "history.empty")
        consent.change()
        return
    if practice.show():
        return
    left, right = st.columns([2, 1], gap="large")
    with left:
        query = _search()
        with st.container(key="results"):
            _results(query)
    with right:
        practice.offer()
        _export()
        consent.change()
        _delete_all(total)


def _search() -> Query:
    text = st.text_input(
        state.say("history.search"),
        key="history-search",
        placeholder=state.say("history.search_help"),
        icon=":material/search:",
        on_change=guard(partial(state.list_history, 0)),
    )
    pad.search("search-tiles", "history.tiles", state.memory().listing.tiles, state.search_history)
    corrected = st.toggle(
        state.say("history.corrected_only"),
        key="history-corrected",
        on_change=guard(partial(state.list_history, 0)),
    )
    return search.query(f"{text} {state.memory().listing.tiles}", visitor.time_zone(), corrected=corrected)


def _results(query: Query) -> None:
    history = kept_history()
    count = history.count(query)
    if not count:
        drawn.words("", "history.nothing_found")
        return
    last = (count - 1) // PAGE
    page = min(state.memory().listing.page, last)
    numbers = history.numbers(query, page * PAGE, PAGE)
    thumbnails = history.thumbnails(numbers)
    key = "history.count_one" if count == 1 else "history.count"
    drawn.words("", key, key="found", live=True, n=f"{count:,}")
    for number in numbers:
        _entry(number, thumbnails.get(number))
    if last:
        _pager(page, last, count)


def _pager(page: int, last: int, count: int) -> None:
    begin = page * PAGE
    last_shown = min(begin + PAGE, count)
    drawn.words(
        "", "history.page", key="pages", first=f"{begin + 1:,}", last=f"{last_shown:,}", n=f"{count:,}"
    )
    with tools("pager"):
        tool("history.newer", "newer", "chevron_left", state.list_history, page - 1, disabled=page == 0)
        st.button(
            state.say("history.older"),
            key="older",
            icon=":material/chevron_right:",
            icon_position="right",
            disabled=page == last,
            on_click=guard_tap(state.list_history),
            args=(page + 1,),
        )


def _entry(number: int, thumbnail: bytes | None) -> None:
    try:
        entry = kept_history().load(number)
        card = None if entry is None else _card(entry, thumbnail)
    except (sqlite3.DatabaseError, *MISSHAPEN):
        # A damaged entry affects only itself: others are shown, and it can be deleted.
        _LOG.exception("a reading is damaged")
        entry, card = None, {"part": "words", "notes": [state.say("history.damaged")]}
    if card is None:
        return  # just deleted
    with st.container(key=f"panel-entry-{number}"):
        drawn.show(card, f"entry-{number}")
        with tools(f"entry-{number}"):
            if state.memory().listing.to_delete == number:
                drawn.words("", "history.delete_sure")
                acts = (partial(kept_history().delete, number), state.list_history)
                tool("history.delete_yes", f"delete-yes-{number}", "", in_turn, *acts, strong=True)
                tool("history.no", f"delete-no-{number}", "", state.list_history)
                return
            if entry is not None:
                tool("history.open", f"open-{number}", "edit", _open, number)
            if entry is None or entry.owner == visitor.current().owner:
                _own_tools(number, entry)


def _open(number: int) -> None:
    if record.reopen(number):
        state.set_view(next_page="score")
    else:
        state.warn("history.gone")


def _own_tools(number: int, entry: Entry | None) -> None:
    if entry is not None and not addresses.is_local():
        key, icon = ("history.unshare", "lock") if entry.shared else ("history.share", "group")
        tool(key, f"share-{number}", icon, kept_history().share, number, shared=not entry.shared)
    tool("history.delete", f"delete-{number}", "delete", state.list_history, to_delete=number)


def _card(entry: Entry, thumbnail: bytes | None) -> Json:
    """A reading with its hand, its photo, its worth and what it is, as `app/web/drawn.js` draws it."""
    language, desk = state.language(), desk_from_json(entry.desk)
    picture = "" if thumbnail is None else f"data:image/jpeg;base64,{base64.b64encode(thumbnail).decode()}"
    value, worth = _worth(entry, desk)
    return shown.given(
        part="entry",
        hand=shown.hand(language, desk) if any(desk.in_hand()) else [],
        picture=picture,
        says=state.say("history.photo"),
        title=phrases.titled(language, desk, entry.score),
        value=value,
        worth=worth,
        about=_about(entry),
    )


def _worth(entry: Entry, desk: Desk) -> tuple[str, str]:
    """The points of a win, else empty; and what the hand was worth and how it was won, or what it lacks."""
    score, situation = entry.score, situation_from_json(entry.situation)
    if score is None:
        lacking = scoring.lacking(desk, situation) if is_offered(situation.rules) else None
        return "", state.say(lacking or "result.waiting")
    if score["outcome"] != "win":
        return "", words.worth(score)
    points = state.say("history.worth", points=f"{score['value']:,}")
    return points, f"{words.worth(score)} · {state.say(f'history.won_{situation.by}')}"


def _about(entry: Entry) -> str:
    parts = [visitor.local_time(entry.read_at), words.title(entry.rules)]
    if entry.corrected:
        parts.append(state.say("history.corrected"))
    if entry.owner != visitor.current().owner:
        parts.append(state.say("history.from_other"))
    elif entry.shared:
        parts.append(state.say("history.shared"))
    return " · ".join(parts)


def _export() -> None:
    history = kept_history()
    count, size = history.photos()
    with st.expander(state.say("history.export"), icon=":material/download:"):
        as_json = download(lambda: export.as_text(export.write_json, history, "utf-8"))
        # Spreadsheet programs recognise UTF-8 only by this byte order mark.
        as_csv = download(lambda: export.as_text(export.write_csv, history, "utf-8-sig"))
        as_zip = download(partial(export.archive, history))
        save("history.export_json", as_json, "history.json", "application/json", "export-json")
        save("history.export_csv", as_csv, "history.csv", "text/csv", "export-csv")
        none = not count
        save("history.export_zip", as_zip, "photos.zip", "application/zip", "export-zip", disabled=none)
        key = "history.export_zip_note" if count else "history.export_no_photos"
        drawn.words("", key, key="export-note", n=f"{count:,}", mb=f"{size / 1e6:,.1f}")
        drawn.words("", "history.export_note")


def _delete_all(total: int) -> None:
    if state.memory().listing.to_delete != "all":
        tool("history.all", "delete-all", "delete_forever", state.list_history, to_delete="all")
        return
    with st.container(key="panel-delete-all"):
        photos = kept_history().photos()[0]
        drawn.words("", "history.all_sure", n=f"{total:,}", photos=f"{photos:,}")
        with tools("delete-all"):
            acts = (kept_history().delete_all, partial(state.list_history, 0))
            tool("history.all_yes", "delete-all-yes", "", in_turn, *acts, strong=True)
            tool("history.no", "delete-all-no", "", state.list_history)


frame.guarded(page)
