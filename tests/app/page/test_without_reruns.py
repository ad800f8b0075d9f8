"""What a tap does is done in one piece, also when the next tap comes in meanwhile."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

# Three buttons do the same; while it is done another tap comes in.
PAGE = """
import streamlit as st
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx

from yakulens.app.page.guard import guard
from yakulens.app.page.without_reruns import without_reruns


def act():
    st.session_state["begun"] = True
    run = get_script_run_ctx()
    run.script_requests.request_rerun(RerunData(page_script_hash=run.page_script_hash))
    st.session_state["done"] = True


st.session_state["runs"] = st.session_state.get("runs", 0) + 1
st.button("bare", key="bare", on_click=act)
st.button("guarded", key="guarded", on_click=guard(act))
st.button("one in another", key="nested", on_click=guard(without_reruns()(act)))
"""


@pytest.mark.parametrize(("key", "whole"), [("bare", False), ("guarded", True), ("nested", True)])
def test_another_tap_waits_for_the_end_of_what_a_tap_does(key: str, *, whole: bool) -> None:
    page = AppTest.from_string(PAGE).run()
    before = page.session_state["runs"]
    page.button(key=key).click().run()
    assert not page.exception
    assert "begun" in page.session_state
    assert ("done" in page.session_state) == whole, "Streamlit breaks off what is bare"
    assert page.session_state["runs"] > before, "the page is drawn for the other tap"
