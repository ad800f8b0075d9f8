"""The page's visitor: a browser with a name, or the machine's own person (see ``app.server.browser``).

A person who has signed in (``app.server.sign_in``) is the same in every browser.
"""

from datetime import UTC, datetime, tzinfo
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from yakulens.app.server import browser, sign_in

_TEMPORARY_TOKEN: Final = "yakulens-passing"  # noqa: S105 - a key of the session, no secret


class Visitor(NamedTuple):
    """The keys under which a visitor's data is kept."""

    browser: str  # for data of this one browser: language, rule set, names, the hands on its desk
    # For data of a person: games and the history. All browsers on the machine itself belong to one person, as
    # do those in which the same person has signed in.
    owner: str


def time_zone() -> tzinfo:
    """The time zone of the visitor's browser."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def local_time(moment: str | None = None) -> str:
    """Now, or a stored moment (ISO 8601, UTC), to the minute in the visitor's time zone."""
    at = datetime.now(UTC) if moment is None else datetime.fromisoformat(moment)
    return f"{(at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(time_zone()):%Y-%m-%d %H:%M}"


def address() -> str:
    """Where the visitor comes from (`browser.network_of`); "here" for this machine."""
    return "here" if st.context.ip_address is None else browser.network_of(st.context.ip_address)


def current() -> Visitor:
    """The visitor for whom the page is drawn.

    A browser without cookies keeps its name while its page stays open.
    """
    headers = {name.lower(): value for name, value in st.context.headers.items()}
    at_home = browser.is_at_home(headers, st.context.ip_address, st.get_option("browser.serverAddress"))
    token = st.context.cookies.get(browser.COOKIE)
    if browser.is_token(token):
        name = browser.key(token)
    elif at_home:
        name = browser.NOBODY
    else:
        name = browser.key(st.session_state.setdefault(_TEMPORARY_TOKEN, browser.new_token()))
    person = sign_in.person(st.user)
    return Visitor(name, person or (browser.NOBODY if at_home else name))
