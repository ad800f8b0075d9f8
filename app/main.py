"""The page's entry: `streamlit run app/main.py`, or better `yakulens app`."""

from pathlib import Path

import streamlit as st

from yakulens.app.page import frame, moments, state
from yakulens.app.page.guard import guard
from yakulens.app.page.parts import device
from yakulens.app.words import i18n

HERE = Path(__file__).resolve().parent


def main() -> None:
    """Set up the page and show the requested one."""
    guard(state.adopt_query_language)()
    st.set_page_config(
        page_icon=str(HERE.parent / "datasets" / "tiles" / "png" / "7z.png"),
        layout="wide",
        initial_sidebar_state="collapsed",
        menu_items={},
    )
    frame.dress()
    pages = HERE / "page" / "views"
    offered = [
        st.Page(pages / "score.py", title=state.say("app.score"), default=True, icon=":material/search:"),
        st.Page(pages / "dispute.py", title=state.say("app.dispute"), icon=":material/balance:"),
        st.Page(pages / "table.py", title=state.say("app.table"), icon=":material/groups:"),
        st.Page(pages / "history.py", title=state.say("app.history"), icon=":material/history:"),
        st.Page(pages / "sets.py", title=state.say("app.sets"), icon=":material/view_module:"),
    ]
    chosen = st.navigation(offered, position="hidden")
    guard(moments.synchronise)(on_hand_page=not chosen.url_path)
    # The title names the hand on the desk, so that people find the entry in the browser's history.
    st.set_page_config(page_title=frame.title(chosen))
    frame.navigation(offered)
    chosen.run()
    device.hears()
    device.by_ear()
    device.speaks(i18n.LANGUAGES[state.language()].tag)
    device.in_view("nav", str(state.memory().arrivals))


main()
