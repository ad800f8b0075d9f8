"""The store, opened once for all visitors."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from yakulens.app import store as stores
from yakulens.app import visitor
from yakulens.app.game.invitation import Tries
from yakulens.app.store import Store
from yakulens.app.store.games import Games
from yakulens.app.store.history import History


@st.cache_resource(show_spinner=False)
def _open(path: Path) -> Store:
    return stores.Store(path)


@st.cache_resource(show_spinner=False)
def tries() -> Tries:
    """The wrong codes of all visitors."""
    return Tries()


def games() -> Games:
    """The games that the visitor began or joined.

    Raises:
        StoreError, OSError, sqlite3.Error: the store cannot be opened.
    """
    return store().games.of(visitor.current().owner)


def history() -> History:
    """The readings that the visitor may see.

    Raises:
        StoreError, OSError, sqlite3.Error: the store cannot be opened.
    """
    return store().history.of(visitor.current().owner)


def store() -> Store:
    """The store in the platform's data folder.

    Raises:
        StoreError, OSError, sqlite3.Error: it cannot be opened.
    """
    return _open(stores.place())
