"""What an offence at the table costs, by the rule set's book, each with its section."""

import html

import streamlit as st

from yakulens.app import phrases, state
from yakulens.app.components import words
from yakulens.scorer.rules.load import BUILT_IN, editions_with_penalties, load_rules
from yakulens.scorer.rules.penalties import BOOKS, Penalty, is_about, penalties_of
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
    matching = [each for each in penalties if is_about(search, each, rules, " ".join(_in_words(each, rules)))]
    if not matching:
        st.html(words.note("penalty.nothing"))
        return
    rows = words.table([_row(each, rules) for each in matching])
    if search:
        st.html(rows)
    else:
        with st.expander(state.say("penalty.all", n=len(matching))):
            st.html(rows)


def _no_book(name: str, rules: RuleSet) -> str:
    """That there are no penalties here, and whose there are: at first another edition's."""
    editions = [words.title(each.name) for each in editions_with_penalties(rules)]
    books = editions or [words.title(each) for each in BUILT_IN if load_rules(each).penalties in BOOKS]
    key = "penalty.other_edition" if editions else "penalty.no_book"
    return words.note(key, rules=words.title(name), books=phrases.listed(state.language(), books))


def _in_words(penalty: Penalty, rules: RuleSet) -> tuple[str, str]:
    """An offence and what it costs, as the visitor reads them."""
    language = state.language()
    return phrases.say(language, penalty.offence), phrases.say(language, penalty.cost(rules))


def _row(penalty: Penalty, rules: RuleSet) -> str:
    offence, cost = map(html.escape, _in_words(penalty, rules))
    cite = words.cite(penalty.source.cite)
    return f"<tr><td>{offence}</td><td><b>{cost}</b></td><td class='cite'>{cite}</td></tr>"
