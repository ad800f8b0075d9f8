"""What an offence at the table costs under the rule set's book, each with its section."""

import streamlit as st

from yakulens.app.hand import penalty_list
from yakulens.app.page import state
from yakulens.app.page.parts import drawn
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.penalties import penalties_of


def show(name: str) -> None:
    """Draw the part, folded; ``name`` is the rule set's."""
    drawn.show(penalty_list.intro(state.language(), name), "penalties")
    if not penalties_of(load_rules(name)):
        return
    search = st.text_input(
        state.say("penalty.search"),
        key="penalty-search",
        placeholder=state.say("penalty.search_help"),
        icon=":material/search:",
    )
    drawn.show(penalty_list.to_json(state.language(), name, search), "penalty-list")
