"""The page's look, beyond what Streamlit's theme can say."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import streamlit as st

from app import tiles


@cache
def _sheet() -> str:
    own = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    return f"<style>{own}\n{tiles.stylesheet()}</style>"


def dress() -> None:
    """Put the stylesheet on the page; must run on every rerun."""
    st.html(_sheet())
