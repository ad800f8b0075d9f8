"""What every page shares: the name, the language, and a net that turns a failure into one plain sentence."""

import html
import logging
from collections.abc import Callable, Sequence

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from yakulens.app import i18n, phrases, state, visitor
from yakulens.app.guard import guard, why
from yakulens.app.markup import literal
from yakulens.app.web.sign_in import called, person

_LOG = logging.getLogger(__name__)


def heading(action: Callable[[], None] | None = None) -> None:
    """The name with what it does, or with the page's first action."""
    told = "" if action else f"<span>{html.escape(state.say('app.tagline'))}</span>"
    with st.container(key="heading", horizontal=True, vertical_alignment="center"):
        st.html(f'<div class="yl-brand"><b>{html.escape(state.say("app.name"))}</b>{told}</div>')
        if action is not None:
            action()


def title(page: StreamlitPage) -> str:
    """What the browser calls a page: the hand that lies there, or the page's own name."""
    held, here = state.memory(), not page.url_path
    if not here or held.session is None or held.starting:
        return state.say("app.name") if here else f"{page.title} · {state.say('app.name')}"
    try:
        score = state.scored().score
    except Exception:  # noqa: BLE001 - the page itself tells it, in a sentence
        return state.say("app.name")
    worth = [f"{score['value']:,}"] if score is not None and score["outcome"] == "win" else []
    named = phrases.titled(state.language(), state.desk(), score)
    return f"{' · '.join([*worth, named])} · {state.say('app.name')}"


def go_on() -> None:
    """Go to the page that a tap asked for: only a page that is drawn can lead to another.

    Streamlit leaves a page that is led to as far scrolled as the one before; ``main`` shows it from its top.
    """
    held = state.memory()
    if held.going is not None:
        going, held.going, held.arrivals = held.going, None, held.arrivals + 1
        st.switch_page(f"views/{going}.py")


def navigation(pages: Sequence[StreamlitPage]) -> None:
    """Every page, one tap each, and the languages: Streamlit's own bar hides behind a menu on a phone."""
    with st.container(key="nav", horizontal=True, vertical_alignment="center"):
        for page in pages:
            st.page_link(page)
        _languages()
        _door()


def _languages() -> None:
    """The other languages, folded: however many there are, the pages' names keep their room on a phone."""
    now = state.language()
    # A key of each language's own: the fold of another one is another fold, and so is closed again.
    fold = st.popover(
        state.say("app.language"), icon=":material/translate:", type="tertiary", key=f"languages-{now}"
    )
    for code, one in i18n.LANGUAGES.items():
        if code != now:
            fold.button(
                one.name, key=f"language-{code}", type="tertiary", on_click=guard(_speak), args=(code,)
            )


def _door() -> None:
    """Sign in or out, where visitors can."""
    if not visitor.may_sign_in():
        return
    if person(st.user) is None:
        st.button(state.say("app.sign_in"), key="sign-in", type="tertiary", on_click=guard(st.login))
        return
    words = literal(state.say("app.sign_out", name=called(st.user)))
    st.button(words, key="sign-out", type="tertiary", on_click=guard(st.logout))


def _speak(code: str) -> None:
    state.memory().language = code
    if "lang" in st.query_params:
        st.query_params["lang"] = code
    state.remember(language=code)


def guarded(page: Callable[[], None]) -> None:
    """Draw a page and say what is to be said, also what came up while it was drawn.

    A failure is logged and told in one sentence, the hand kept.
    """
    # Over the page: nothing on it moves when a sentence comes or goes.
    over = st.container(key="told")
    try:
        page()
    except Exception as error:  # noqa: BLE001 - the last net: no visitor sees a traceback
        _LOG.exception("the page failed")
        key, values = why(error)
        st.error(literal(state.say(key, **values)), icon=":material/error:")
    failed, done = state.told()
    for sentence in failed:
        over.warning(literal(sentence), icon=":material/warning:")
    for sentence in done:
        over.success(literal(sentence), icon=":material/check:")
