"""What every page shares: name, language, and an error handler that shows one plain sentence.

The styles that depend on the language are here; the others are in ``app/web/page.css``.
"""

import html
import logging
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from yakulens.app.page import hand, state
from yakulens.app.page.guard import guard_tap, sentence
from yakulens.app.server.sign_in import display_name, person
from yakulens.app.words import i18n, phrases
from yakulens.app.words.markup import literal

_LOG = logging.getLogger(__name__)
_WORDS: Final = {
    '[data-testid="stFileUploaderDropzone"] button p': "start.choose",
    '[data-testid="stFileUploaderDropzoneInstructions"] span': "start.kinds",
    '.stFileUploader button[kind="borderlessIcon"] > div': "start.choose",
    '[data-testid="stFileChip"] > [role="alert"]': "start.not_arrived",
    '[data-testid="stCameraInputButton"] p': "start.take",
}
"""By CSS selector of a text of Streamlit's (English only), the key of its replacement."""

_LOST: Final = (
    '.stApp:is(.yl-unheard *,[data-test-connection-state="PINGING_SERVER"],'
    '[data-test-connection-state^="DISCONNECTED"])'
)
"""The page that no longer reaches its server, by its connection or as ``device.hears`` found."""
_CHOICE: Final = '[class*="st-key-choice-"]:not([class*="st-key-choice-do-"])'
"""A choice that stays chosen, unlike one whose tap acts at once."""


def heading(action: Callable[[], None] | None = None) -> None:
    """The name with its tagline, or with the page's first action."""
    tagline = "" if action else f"<span>{html.escape(state.say('app.tagline'))}</span>"
    with st.container(key="heading", horizontal=True, vertical_alignment="center"):
        st.html(f'<div class="yl-brand"><b>{html.escape(state.say("app.name"))}</b>{tagline}</div>')
        if action is not None:
            action()


def title(page: StreamlitPage) -> str:
    """The browser's title for a page: the hand on the desk, or the page's own name."""
    memory, name = state.memory(), state.say("app.name")
    if page.url_path:
        return f"{page.title} · {name}"
    if memory.hand is None or memory.at_start:
        return name
    try:
        score = hand.scored().score
    except Exception:  # noqa: BLE001 - the page itself tells it, in a sentence
        return name
    value = f"{score['value']:,} · " if score is not None and score["outcome"] == "win" else ""
    return f"{value}{phrases.titled(state.language(), hand.desk(), score)} · {name}"


def go_on() -> None:
    """Switch to the page that a tap asked for: Streamlit can do so only while it draws a page.

    Streamlit keeps the scroll position across the switch; ``main`` scrolls the new page to its top.
    """
    memory = state.memory()
    if memory.next_page is not None:
        page, memory.next_page, memory.arrivals = memory.next_page, None, memory.arrivals + 1
        st.switch_page(f"page/views/{page}.py")


def navigation(pages: Sequence[StreamlitPage]) -> None:
    """Links to every page, and the languages: on a phone Streamlit's own bar hides behind a menu."""
    with st.container(key="nav", horizontal=True, vertical_alignment="center"):
        for page in pages:
            st.page_link(page)
        _languages()
        _sign_in_or_out()


def _languages() -> None:
    """The other languages, in a popover, so that they take no room from the pages' names on a phone."""
    current = state.language()
    # The key names the language: after a change Streamlit sees a new popover and draws it closed.
    popover = st.popover(
        state.say("app.language"), icon=":material/translate:", type="tertiary", key=f"languages-{current}"
    )
    for code, language in i18n.LANGUAGES.items():
        if code != current:
            key = f"language-{code}"
            popover.button(
                language.name, key=key, type="tertiary", on_click=guard_tap(_set_language), args=(code,)
            )


def _sign_in_or_out() -> None:
    """The button to sign in or out, where visitors can."""
    if "is_logged_in" not in st.user:  # the key exists only where the server's owner set up sign-in
        return
    if person(st.user) is None:
        st.button(state.say("app.sign_in"), key="sign-in", type="tertiary", on_click=guard_tap(st.login))
        return
    label = literal(state.say("app.sign_out", name=display_name(st.user)))
    st.button(label, key="sign-out", type="tertiary", on_click=guard_tap(st.logout))


def _set_language(code: str) -> None:
    state.memory().language = code
    if "lang" in st.query_params:
        st.query_params["lang"] = code
    state.remember(language=code)


def guarded(page: Callable[[], None]) -> None:
    """Draw a page, and above it the notices, including those that drawing it raised.

    A failure is logged and shown as one sentence; the hand stays.
    """
    # This lies over the page, so that nothing moves when a sentence appears or disappears.
    notices = st.container(key="told")
    try:
        page()
    except Exception as error:  # noqa: BLE001 - the last net: no visitor sees a traceback
        _LOG.exception("the page failed")
        key, values = sentence(error)
        st.error(literal(state.say(key, **values)), icon=":material/error:")
    warnings, confirmations = state.take_notices()
    for text in warnings:
        notices.warning(literal(text), icon=":material/warning:")
    for text in confirmations:
        notices.success(literal(text), icon=":material/check:")


@cache
def _style(language: str) -> str:
    rules = [
        f"{place}{{font-size:0!important;visibility:hidden}}"
        f"{place}::after{{visibility:visible;font-size:var(--yl-type-text);"
        f'content:"{i18n.text(language, key)}"}}'
        for place, key in _WORDS.items()
    ]
    button = next(iter(_WORDS))
    drop, lost, chosen = (i18n.text(language, key) for key in ("start.drop", "app.lost", "app.chosen"))
    rules += [
        f'@media (pointer:fine){{.st-key-hero {button}::after{{content:"{drop}"}}}}',
        f'{_LOST}::after{{content:"{lost}"}}',
        f'{_CHOICE} button[kind="primary"]::after{{content:"✓" / "{chosen}"}}',
        '[data-testid="InputInstructions"]{display:none}',
    ]
    return f"<style>{''.join(rules)}</style>"


def dress() -> None:
    """Show Streamlit's own texts in the visitor's language; must run on every rerun."""
    st.html(_style(state.language()))
