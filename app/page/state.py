"""What the page remembers between taps; only this module uses Streamlit's session.

The hand on the desk is in ``app.page.hand``, the running game in ``app.page.playing``.
"""

from typing import Any, Final, Literal

import streamlit as st

from yakulens.app.game.session import GameSession
from yakulens.app.hand.claim import Claim
from yakulens.app.page.inputs import Check
from yakulens.app.page.memory import Listing, Memory
from yakulens.app.page.set_adaptation import SetAdaptation, Teachings
from yakulens.app.readers.photos import photos
from yakulens.app.server import visitor
from yakulens.app.store import sets, shared
from yakulens.app.store.once import Once
from yakulens.app.store.trouble import Trouble
from yakulens.app.words import i18n
from yakulens.scorer.rules.offered import rule_sets

_KEY: Final = "yakulens"


def memory() -> Memory:
    """This visitor's memory."""
    if _KEY not in st.session_state:
        st.session_state[_KEY] = _restored(shared.recall())
    state: Memory = st.session_state[_KEY]
    return state


def _restored(settings: dict[str, Any]) -> Memory:
    """A memory with the settings of earlier visits that are still valid."""
    state = Memory()
    if settings.get("language") in i18n.LANGUAGES:
        state.language = settings["language"]
    if settings.get("rules") in rule_sets():
        state.session, _ = state.session.play_by(settings["rules"])
    state.session = state.session.having_used(str(settings.get("red_rules", "")))
    state.tile_set, state.not_shown = sets.from_settings(settings)
    state.adaptation = _teachings().of(visitor.current().browser)
    if isinstance(settings.get("game"), int):
        state.game = settings["game"]
        state.playing = GameSession.of_said(settings, state.game)
    state.check = Check.of_json(settings.get("check"))
    state.claim = Claim.of_json(settings.get("claim"))
    if state.check.hand is not None:
        state.check.photo = photos().of(state.check.hand)
    return state


@Once
def _teachings() -> Teachings:
    return Teachings()


def adapt(adaptation: SetAdaptation) -> None:
    """Set the progress of teaching a set; a reloaded page resumes there."""
    memory().adaptation = adaptation
    _teachings().hold(visitor.current().browser, adaptation)


def adopt_query_language() -> None:
    """Remember the language in the address: Streamlit drops it when the page changes."""
    state, code = memory(), st.query_params.get("lang")
    if code in i18n.LANGUAGES and code != state.language:
        state.language = code
        remember(language=code)


def language() -> str:
    """The language chosen by a tap or a link, or else the browser's."""
    chosen = memory().language
    return chosen if chosen in i18n.LANGUAGES else i18n.choose(st.context.locale)


def remember(**values: Any) -> None:  # noqa: ANN401 - any JSON value
    """Save some settings for the next visit; warn where that fails."""
    report(shared.remember(**values))


def report(failure: Trouble | None) -> None:
    """Warn why something could not be saved, if so."""
    if failure is not None:
        warn(f"disk.{failure}")


def keep(*parts: Literal["check", "claim"]) -> None:
    """Save some parts of the memory, so that a restart does not lose them."""
    remember(**{name: getattr(memory(), name).kept() for name in parts})


def change_part(part: Literal["check", "claim"], **fields: Any) -> None:  # noqa: ANN401 - the fields' own types
    """Set fields of a part of the memory, and save it."""
    for name, value in fields.items():
        setattr(getattr(memory(), part), name, value)
    keep(part)


def say(key: str, **values: object) -> str:
    """One sentence in the visitor's language."""
    return i18n.text(language(), key, **values)


def warn(key: str, **values: object) -> None:
    """Show one sentence above the page when it is drawn next, about something that went wrong."""
    memory().warnings.append((key, values))


def confirm(key: str, **values: object) -> None:
    """Show one sentence above the page when it is drawn next, about what was done."""
    memory().confirmations.append((key, values))


def take_notices() -> tuple[list[str], list[str]]:
    """The warnings and the confirmations to show now, each sentence once; both lists are then empty."""
    state = memory()
    warnings, confirmations = (
        list(dict.fromkeys(say(key, **values) for key, values in notices))
        for notices in (state.warnings, state.confirmations)
    )
    state.warnings.clear()
    state.confirmations.clear()
    return warnings, confirmations


def set_view(**fields: Any) -> None:  # noqa: ANN401 - the fields' own types
    """Open or close a panel: sets fields of the memory that only affect display."""
    for name, value in fields.items():
        setattr(memory(), name, value)


def list_history(page: int | None = None, to_delete: int | str | None = None) -> None:
    """Show a page of the history, by default the current one, and what is deleted once confirmed."""
    listing = memory().listing
    memory().listing = Listing(listing.page if page is None else page, to_delete, listing.tiles)


def search_history(tiles: str) -> None:
    """Search the history for hands with these tiles, in the usual notation."""
    memory().listing = Listing(tiles=tiles)
