"""A log of another program as a game among the visitor's earlier ones."""

from typing import Final

import streamlit as st

from yakulens.app.page import state
from yakulens.app.page.parts import drawn
from yakulens.app.page.parts.buttons import tool
from yakulens.app.records.reading import read_records
from yakulens.app.records.record import Record, RecordError, Remark
from yakulens.app.records.table import game_of
from yakulens.app.store.shared import games
from yakulens.app.words.markup import literal

MOST_BYTES: Final = 2_000_000
"""Size of an unpacked log that the page takes; a game takes some ten thousand bytes."""
MOST_GAMES: Final = 20
_MOST_REMARKS: Final = 8
_SUFFIXES: Final = ("json", "jsonl", "txt", "xml", "mjlog", "gz")


def offer() -> None:
    """Draw the field for a log, and keep its games once a person says so."""
    with st.expander(state.say("records.bring"), icon=":material/upload_file:"):
        drawn.words("", "records.bring_note")
        file = st.file_uploader(
            state.say("records.bring"),
            type=list(_SUFFIXES),
            key=f"log-{state.memory().logs_brought}",
            label_visibility="collapsed",
        )
        if file is None:
            return
        try:
            records = list(read_records(file.getvalue(), MOST_BYTES))[:MOST_GAMES]
        except RecordError:
            st.error(literal(state.say("records.no_log", name=file.name)), icon=":material/error:")
            return
        tool("records.keep", "log-keep", "", _keep, records, strong=True)


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
