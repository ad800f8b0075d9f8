"""What an offence at the table costs under the rule set's book, each with its section."""

import html

import streamlit as st

from yakulens.app.page import state
from yakulens.app.page.parts import words
from yakulens.app.words import phrases, rule_phrases
from yakulens.scorer.rules.load import BUILT_IN, editions_with_penalties, load_rules
from yakulens.scorer.rules.penalties import BOOKS, is_about, penalties_of
from yakulens.scorer.rules.ruleset import RuleSet


def show(name: str) -> None:
    """Draw the part, folded; ``name`` is the rule set's."""
    rules = load_rules(name)
    words.heading("penalty.title")
    penalties = penalties_of(rules)
    if not penalties:
        st.html(_no_book(name, rules))
        return
    st.html(words.note("penalty.note", rules=words.title(name)))
    search = st.text_input(
        state.say("penalty.search"),
        key="penalty-search",
        placeholder=state.say("penalty.search_help"),
        icon=":material/search:",
    )
    rows = []
    for penalty in penalties:
        language = state.language()
        messages = (penalty.offence, penalty.cost(rules))
        offence, cost = (phrases.say(language, each) for each in messages)
        names = phrases.say(language, penalty.names) if penalty.names else ""
        remark = rule_phrases.remark(language, penalty.source.remark)
        if is_about(search, penalty, rules, f"{offence} {cost} {names} {remark}"):
            rows.append(
                f"<tr><td>{html.escape(offence)}</td><td><b>{html.escape(cost)}</b>{words.gloss(remark)}</td>"
                f"<td class='cite'>{words.cite(penalty.source.cite)}</td></tr>"
            )
    if not rows:
        st.html(words.note("penalty.nothing"))
    elif search:
        st.html(words.table(rows))
    else:
        with st.expander(state.say("penalty.all", n=len(rows))):
            st.html(words.table(rows))


def _no_book(name: str, rules: RuleSet) -> str:
    """Say that there are no penalties here, and which rule sets have some."""
    editions = [words.title(each.name) for each in editions_with_penalties(rules)]
    books = editions or [words.title(each) for each in BUILT_IN if load_rules(each).penalties in BOOKS]
    key = "penalty.other_edition" if editions else "penalty.no_book"
    return words.note(key, rules=words.title(name), books=phrases.listed(state.language(), books))
