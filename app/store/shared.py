"""What is kept on this machine's disk, opened once for all visitors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from app import store as stores

if TYPE_CHECKING:
    from pathlib import Path

    from app.store import Store


@st.cache_resource(show_spinner=False)
def _opened(path: Path) -> Store:
    return stores.Store(path)


def store() -> Store:
    """The store in the platform's data folder.

    Raises:
        StoreError, OSError, sqlite3.Error: it cannot be opened.
    """
    return _opened(stores.place())
