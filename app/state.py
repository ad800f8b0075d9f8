"""What the page remembers between two taps; the only module that knows Streamlit's session."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from app import i18n, scoring
from app.desk import Desk
from app.desk.edits import Edit, Undo
from app.desk.session import Session, apply
from app.game.ending import Ending
from app.game.seated import Seated, at_table
from app.memory import Listing, Memory, Possible, Shown
from app.scoring import Scored
from app.situation import Declared, effective
from app.store import remembered
from app.store.shared import store
from app.store.trouble import FAILURES, trouble

if TYPE_CHECKING:
    from app.recognition import ShownPhoto

_KEY: Final = "yakulens"
_LOG = logging.getLogger(__name__)


def memory() -> Memory:
    """This visitor's memory."""
    if _KEY not in st.session_state:
        st.session_state[_KEY] = _returning(remembered.recall())
    found: Memory = st.session_state[_KEY]
    return found


def _returning(kept: dict[str, Any]) -> Memory:
    """The memory of somebody who comes back: what earlier visits chose, where it still means something."""
    held = Memory()
    if kept.get("language") in i18n.LANGUAGES:
        held.language = kept["language"]
    if kept.get("rules") in scoring.rule_sets():
        held.situation = Declared(rules=kept["rules"])
    if isinstance(kept.get("game"), int):
        held.game = kept["game"]
        held.ending = Ending.of_json(kept.get("ending"))
    return held


def shown() -> Shown:
    """What the page shows of the hand as things stand."""
    held = memory()
    opened = (held.picking, held.adding_kind, held.meld, held.starting)
    return Shown(held.session, held.selected, held.adding, opened)


def arrive() -> None:
    """See what the link asks for and how the running game stands: somebody else may have gone on with it."""
    held = memory()
    held.table = None
    asked = st.query_params.get("lang")
    if asked in i18n.LANGUAGES:
        # Streamlit drops what a link asked for when the page changes.
        held.language = asked
    if held.game is None:
        return
    try:
        found = store().games.load(held.game)
    except FAILURES as error:
        _LOG.exception("the running game cannot be read")
        tell(f"disk.{trouble(error)}")
        return
    if found is None:
        held.game = None
        remember(game=None)
        tell("table.gone")
    else:
        held.table = Seated.at(found.number, found.version, found.game)


def remember(**values: Any) -> None:  # noqa: ANN401 - any JSON value
    """Keep some settings for the next visit; where they cannot be kept, that is said."""
    failed = remembered.remember(**values)
    if failed is not None:
        tell(f"disk.{failed}")


def sit_down(number: int | None) -> None:
    """Take up a game, or with None leave the one that runs; the next visit begins there too."""
    held = memory()
    held.game = number
    held.ending = Ending()
    remember(game=number, ending=None)


def keep_ending() -> None:
    """Keep what has been said about the hand that just ended: a restart loses none of it."""
    remember(ending=memory().ending.kept())


def language() -> str:
    """The visitor's language: chosen, the link's, or the browser's."""
    chosen = st.query_params.get("lang") or memory().language
    return chosen if chosen in i18n.LANGUAGES else i18n.choose(st.context.locale)


def say(key: str, **values: object) -> str:
    """One sentence in the visitor's language."""
    return i18n.text(language(), key, **values)


def tell(key: str, **values: object) -> None:
    """Have one sentence said at the head of what is drawn next."""
    memory().notices.append((key, values))


def told() -> list[str]:
    """What is to be said now, each sentence once."""
    held = memory()
    sentences = [say(key, **values) for key, values in held.notices]
    held.notices.clear()
    return list(dict.fromkeys(sentences))


def desk() -> Desk:
    """The hand as it stands; empty before there is one."""
    session = memory().session
    return Desk() if session is None else session.desk


def possible() -> Possible:
    """What of the chosen situation is possible; worked out once for each hand and choice."""
    held, on_desk = memory(), desk()
    # A running game says nothing about a hand of another day.
    table = None if held.mark is not None and held.mark.reopened else held.table
    said = at_table(held.situation, table)
    if held.possible is None or held.possible[:2] != (said, on_desk):
        held.possible = Possible(said, on_desk, *effective(said, on_desk))
    return held.possible


def situation() -> Declared:
    """How the hand was won, with what the table knows and without what is impossible."""
    return possible().situation


def scored() -> Scored:
    """The hand with its score; worked out once for each hand and situation."""
    held, on_desk, now = memory(), desk(), situation()
    if held.scored is None or (held.scored.desk, held.scored.situation) != (on_desk, now):
        held.scored = Scored.of(on_desk, now)
    return held.scored


def choose(**changes: Any) -> None:  # noqa: ANN401 - the fields' own types
    """Say something about how the hand was won."""
    held = memory()
    held.situation = replace(situation(), **changes)


def edit(change: Edit) -> None:
    """Apply one edit; it closes the tile's panel, except where tiles are being added."""
    held = memory()
    held.session = apply(held.session or Session(), change)
    held.selected = None
    held.picking = False
    if held.meld is not None and held.meld >= len(held.session.desk.melds):
        held.meld = None
    if isinstance(change, Undo):
        held.adding = None


def begin(new: Desk, photo: ShownPhoto | None = None) -> None:
    """Begin anew with a hand that was read or typed."""
    held = memory()
    held.session = Session.begin(new)
    held.photo = photo
    held.mark = None
    held.starting = False
    held.trouble = None
    held.selected = held.meld = held.adding = None
    held.picking = False
    if held.situation.by is not None:
        held.situation = held.situation.for_next_hand()


def start_over() -> None:
    """Show the way in again; the hand stays until there is a new one."""
    held = memory()
    held.starting = True
    held.trouble = None
    held.round += 1


def resume() -> None:
    """Back from the way in to the hand."""
    memory().starting = False


def select(uid: int | None) -> None:
    """Choose a tile for correction; choosing it again closes its panel."""
    held = memory()
    held.selected = None if held.selected == uid else uid
    held.picking = False
    held.adding = None
    held.meld = None
    place = None if held.selected is None else desk().place_of(held.selected)
    if isinstance(place, int):
        held.meld = place


def look(**changes: Any) -> None:  # noqa: ANN401 - the fields' own types
    """Open or close a panel: changes fields of the memory that only say what is shown."""
    held = memory()
    for key, value in changes.items():
        setattr(held, key, value)


def list_history(page: int | None = None, asked: int | str | None = None) -> None:
    """Show a page of the history, or the one that is shown, with what is asked there (nothing by default)."""
    held = memory()
    held.listing = Listing(held.listing.page if page is None else page, asked)
