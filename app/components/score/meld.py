"""One meld's editor: its kind, who discarded the called tile, back to the hand, away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from app import state
from app.components import choices
from app.components.tool import tool
from app.desk import SET_SIZE, Desk
from app.desk.edits import RemoveMeld, SetMeldKind, SetMeldOrigin, TakeMeldApart
from app.desk.melds import fits, meld_kind, meld_origin
from app.guard import guard
from scorer.vocabulary import FROMS, MELD_KINDS
from vision.labels import plain

if TYPE_CHECKING:
    from vision.reading import MeldKind


def show(desk: Desk, number: int) -> None:
    """Draw the editor of one meld."""
    meld = desk.melds[number]
    with st.container(key="panel-meld"):
        choices.label(state.say("meld.kind"))
        choices.row(
            "meld-kind",
            [(kind, state.say(f"meld.{kind}")) for kind in _kinds(desk, number)],
            [meld.kind],
            lambda kind: state.edit(SetMeldKind(number, meld_kind(kind))),
        )
        if meld.kind != "closed_kan":
            choices.label(state.say("meld.from"))
            origins = FROMS[:1] if meld.kind == "chi" else FROMS
            choices.row(
                "meld-from",
                [(origin, state.say(f"meld.{origin}")) for origin in origins],
                [meld.origin or ""],
                lambda origin: state.edit(SetMeldOrigin(number, meld_origin(origin))),
            )
        with st.container(key="choice-meld-tools", horizontal=True):
            st.button(
                state.say("meld.apart"),
                key="meld-apart",
                on_click=guard(state.edit),
                args=(TakeMeldApart(number),),
            )
            tool("meld.remove", "meld-remove", "delete", state.edit, RemoveMeld(number))


def kinds() -> None:
    """The kinds of a meld that is being added."""
    choices.row(
        "new-meld-kind",
        [(kind, state.say(f"meld.{kind}")) for kind in MELD_KINDS],
        [state.memory().adding_kind or "pon"],
        lambda kind: state.look(adding_kind=kind),
    )


def _kinds(desk: Desk, number: int) -> list[MeldKind]:
    """The kinds that the meld's tiles can be, or all where they can be none."""
    meld = desk.melds[number]
    faces = desk.faces(meld.tiles)
    if fits("chi", faces[:SET_SIZE]):
        return ["chi"]
    if len({plain(face) for face in faces}) == 1:
        return [kind for kind in MELD_KINDS if kind != "chi"]
    return list(MELD_KINDS)
