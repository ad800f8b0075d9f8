"""Who is at the page: a browser with a name, or the machine's own person (see ``app.web.browser``)."""

from __future__ import annotations

from typing import Final, NamedTuple

import streamlit as st

from app.web import browser

_PASSING: Final = "yakulens-passing"


class Visitor(NamedTuple):
    """The keys under which a visitor's things are kept.

    Attributes:
        browser: of what belongs to this one browser: language, rule set, names, the hands on its desk.
        owner: of what belongs to a person: games and the history. All browsers on the machine itself are
        one person's.
    """

    browser: str
    owner: str


def current() -> Visitor:
    """Who the page is drawn for.

    A browser that takes no cookies has a name for as long as its page stays open.
    """
    headers = {name.lower(): value for name, value in st.context.headers.items()}
    at_home = browser.is_at_home(headers, st.context.ip_address, st.get_option("browser.serverAddress"))
    token = st.context.cookies.get(browser.COOKIE)
    if token is not None and browser.is_token(token):
        name = browser.key(token)
    elif at_home:
        name = browser.NOBODY
    else:
        name = browser.key(st.session_state.setdefault(_PASSING, browser.new_token()))
    return Visitor(name, browser.NOBODY if at_home else name)
