"""What the page remembers between two taps; the only module that knows Streamlit's session."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal

import streamlit as st

from app import i18n, scoring
from app.desk import Desk
from app.edits import Edit, Session, Undo, apply
from app.ending import Ending
from app.history.mark import Listing, Mark
from app.situation import Situation, effective

if TYPE_CHECKING:
    from app.recognition import ShownPhoto

_KEY: Final = "yakulens"
Adding = Literal["concealed", "indicators", "ura", "meld"]


@dataclass
class Memory:
    """Everything of one visitor.

    Attributes:
        session: the hand with its history; None before there is one.
        situation: how it was won, as chosen (see ``situation()`` for what of it is possible).
        photo: the photo that the hand was read from.
        mark: what the history holds of it.
        listing: what of the history is shown.
        selected: the tile that is being corrected.
        picking: whether all tiles are offered for it.
        adding: where tapped tiles are being added.
        adding_kind: which kind of meld is being added.
        meld: the meld that is being edited.
        starting: whether the way in is shown although there is a hand.
        language: chosen by the visitor.
        other_rules: the rule set that the chosen one is compared with.
        game: the number of the running game.
        ending: what has been said about how its hand ended.
        upload: which upload was read last; the uploader keeps its file over reruns.
        round: counts new beginnings, so that the uploader is empty after each.
        trouble: a sentence about the last photo or text: its key and value.
    """

    session: Session | None = None
    situation: Situation = field(default_factory=Situation)
    photo: ShownPhoto | None = None
    mark: Mark | None = None
    listing: Listing = field(default_factory=Listing)
    selected: int | None = None
    picking: bool = False
    adding: Adding | None = None
    adding_kind: str | None = None
    meld: int | None = None
    starting: bool = True
    language: str | None = None
    other_rules: str | None = None
    game: int | None = None
    ending: Ending = field(default_factory=Ending)
    upload: str | None = None
    round: int = 0
    trouble: tuple[str, str] | None = None


def memory() -> Memory:
    """This visitor's memory."""
    if _KEY not in st.session_state:
        st.session_state[_KEY] = Memory()
    found: Memory = st.session_state[_KEY]
    return found


def language() -> str:
    """The visitor's language: chosen, or the browser's."""
    chosen = memory().language or st.query_params.get("lang")
    return chosen if chosen in i18n.LANGUAGES else i18n.choose(st.context.locale)


def say(key: str, **values: object) -> str:
    """One sentence in the visitor's language."""
    return i18n.text(language(), key, **values)


def desk() -> Desk:
    """The hand as it stands; empty before there is one."""
    session = memory().session
    return Desk() if session is None else session.desk


def situation() -> Situation:
    """How the hand was won, without what is impossible."""
    chosen = memory().situation
    return effective(chosen, desk(), scoring.players(chosen.rules))


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
