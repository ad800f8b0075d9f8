"""Games that come from elsewhere: by a link in the address, as our own file, or as another program's log."""

import json
from typing import Final

import streamlit as st

from yakulens.app.game import Game
from yakulens.app.game.wire import LINKED, GameLinkError, from_link, game_from_json
from yakulens.app.page import playing, state
from yakulens.app.page.parts import drawn
from yakulens.app.page.parts.buttons import tool
from yakulens.app.page.without_reruns import without_reruns
from yakulens.app.records.reading import read_records
from yakulens.app.records.record import Record, RecordError, Remark
from yakulens.app.records.table import game_of
from yakulens.app.store.shared import games
from yakulens.app.words.markup import literal

MOST_BYTES: Final = 2_000_000
"""Size of an unpacked file that the page takes; a game takes some ten thousand bytes."""
MOST_GAMES: Final = 20
_MOST_REMARKS: Final = 8
_SUFFIXES: Final = ("json", "jsonl", "txt", "xml", "mjlog", "gz")


def follow_address() -> None:
    """Go on with the game that the address holds."""
    text = st.query_params.get(LINKED)
    if text is None:
        return
    del st.query_params[LINKED]
    try:
        _take(from_link(text))
    except GameLinkError:
        st.error(state.say("table.no_game"), icon=":material/error:")


def offer() -> None:
    """Draw the field for a file: our own game is played on, a log's games are kept once a person says so."""
    with st.expander(state.say("table.bring_game"), icon=":material/upload_file:"):
        drawn.words("", "records.bring_note")
        file = st.file_uploader(
            state.say("table.bring_game"),
            type=list(_SUFFIXES),
            key=f"game-file-{state.memory().logs_brought}",
            label_visibility="collapsed",
        )
        if file is None:
            return
        content = file.getvalue()
        own = _own_game(content)
        if own is not None:
            _take(own)
        try:
            records = list(read_records(content, MOST_BYTES))[:MOST_GAMES]
        except RecordError:
            st.error(literal(state.say("records.no_log", name=file.name)), icon=":material/error:")
            return
        tool("records.keep", "log-keep", "", _keep, records, strong=True)


def _own_game(content: bytes) -> Game | None:
    """The game of a file that Yakulens wrote; None for any other file."""
    try:
        return game_from_json(json.loads(content[:MOST_BYTES]))
    except (GameLinkError, ValueError, RecursionError):
        return None


def _take(game: Game) -> None:
    """Keep the game as a new one, and play it from now on."""
    with without_reruns():
        playing.select_game(games().begin(game))
        state.set_view(logs_brought=state.memory().logs_brought + 1)
    st.rerun()


def _keep(records: list[Record]) -> None:
    """Keep the games of a log, and warn of each part that is left out or comes out otherwise."""
    number, remarks = 0, list[Remark]()
    for record in records:
        game, said = game_of(record)
        remarks += said
        if game.ends:
            games().bring(game)
            number += 1
    for remark in remarks[:_MOST_REMARKS]:
        state.warn(f"records.{remark.key}", **dict(remark.values))
    if len(remarks) > _MOST_REMARKS:
        state.warn("records.more", n=len(remarks) - _MOST_REMARKS)
    state.set_view(logs_brought=state.memory().logs_brought + 1)
    state.confirm("records.kept_one" if number == 1 else "records.kept", n=number)
