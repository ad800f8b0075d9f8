"""A hand that claims to be tenpai: that of the score page, or another one from a photo or typed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from app import scoring, state, tiles
from app.components import choices, intake, laid, photo, tile_button, words
from app.components.dispute import waits
from app.components.intake import Prompt
from app.components.tool import tool
from app.desk.edits import AddTile, MoveTile, RemoveTile, SetFace, Undo
from app.desk.session import apply
from app.desk.tile_changes import likely_faces
from app.dispute import tenpai_check
from app.guard import guard
from app.situation import Declared
from scorer.vocabulary import SEATS
from vision.labels import FACES
from vision.layout import REVIEW_BELOW

if TYPE_CHECKING:
    from app.desk import Desk, DeskPlace
    from app.desk.edits import Edit
    from app.dispute.tenpai_check import Check
    from scorer.vocabulary import Riichi


def show(desk: Desk, now: Declared) -> None:
    """Draw the whole part, with the hand of the score page and how it was won."""
    words.heading("check.title")
    held = state.memory().check
    whole = state.memory().session is not None and tenpai_check.lacking(desk) is None
    if whole:
        choices.row(
            "check-of",
            [("this", state.say("check.this")), ("other", state.say("check.other"))],
            ["other" if held.other else "this"],
            _choose,
        )
    if whole and not held.other:
        _this(desk, now)
    elif held.session is None:
        _begin(held)
    else:
        _other(held, held.session.desk, now)


def _choose(which: str) -> None:
    state.memory().check.other = which == "other"


def _this(desk: Desk, now: Declared) -> None:
    """The hand of the score page, as it waited."""
    waiting = tenpai_check.before_win(desk)
    if waiting != desk:
        st.html(words.note("check.before_win"))
    st.html(laid.whole(waiting))
    waits.show(waiting, now, _discards("discards"))


def _begin(held: Check) -> None:
    """The way in for another hand; what is there already stays until a file has been read."""
    if intake.under_way(held, held.begin):
        return
    uploaded = st.file_uploader(
        state.say("check.upload"), type=list(intake.KINDS), key=f"check-upload-{held.round}"
    )
    intake.take(held, uploaded)
    intake.typing(
        held,
        f"check-typing-{held.round}",
        held.begin,
        Prompt(state.say("check.type"), "2345678m234p555s"),
    )
    intake.trouble(held)


def _other(held: Check, desk: Desk, now: Declared) -> None:
    """Another hand of the same round: its photo, its tiles to correct, its discards, what it waits for."""
    if held.photo is not None:
        photo.draw(desk, held.photo, held.selected, _select)
    _strip("check.hand", [*desk.concealed, *([] if desk.win is None else [desk.win])], desk, held)
    if desk.melds:
        st.html(laid.melds(desk))
    beside = [uid for uid in desk.others if desk.face(uid) in FACES]
    if beside:
        _strip("check.on_photo", beside, desk, held)
        st.html(words.note("check.on_photo_note"))
        if not held.own.issuperset(beside):
            st.button(
                state.say("check.all_own"),
                key="check-all-own",
                on_click=guard(_say),
                kwargs={"own": frozenset(beside)},
            )
    _tools(held)
    players = scoring.players(now.rules)
    choices.label(state.say("check.seat"))
    choices.row(
        "check-seat",
        [(wind, words.wind(wind)) for wind in SEATS[:players]],
        [held.seat],
        lambda seat: _say(seat=seat),
    )
    if not desk.is_open():
        choices.label(state.say("situation.riichi"))
        choices.row(
            "check-riichi",
            [("no", state.say("situation.none")), ("yes", state.say("situation.riichi_riichi"))],
            ["yes" if held.riichi else "no"],
            lambda said: _say(riichi=said == "yes"),
        )
    riichi: Riichi = "riichi" if held.riichi and not desk.is_open() else "none"
    how = Declared(seat=held.seat, round=now.round, riichi=riichi, rules=now.rules)
    waits.show(desk, how, _discards("check-discards"), held.own)


def _say(**changes: Any) -> None:  # noqa: ANN401 - the fields' own types
    held = state.memory().check
    for key, value in changes.items():
        setattr(held, key, value)


def _select(uid: int) -> None:
    held = state.memory().check
    held.selected = None if held.selected == uid else uid
    held.picking = False


def _strip(heading: str, uids: list[int], desk: Desk, held: Check) -> None:
    choices.label(state.say(heading))
    with st.container(key=f"strip-{heading.replace('.', '-')}", horizontal=True):
        for uid in uids:
            marks = _marks(held, desk, uid)
            words_of = tiles.name(state.language(), desk.face(uid))
            tile_button.show(f"c{uid}", desk.face(uid), partial(_select, uid), marks=marks, words=words_of)
    if held.selected in uids:
        _panel(desk, held.selected, held)


def _marks(held: Check, desk: Desk, uid: int) -> str:
    if uid == held.selected:
        return "-chosen-"
    if uid in desk.others and uid not in held.own:
        return "-not-"
    return "-doubt-" if desk.tiles[uid].score < REVIEW_BELOW else ""


def _panel(desk: Desk, uid: int | None, held: Check) -> None:
    """What can be done with the selected tile."""
    if uid is None:
        return
    with st.container(key="panel-check-tile"):
        st.markdown(f"**{tiles.name(state.language(), desk.face(uid))}**")
        with st.container(key="strip-check-alternatives", horizontal=True):
            for face in likely_faces(desk.tiles[uid]):
                tile_button.show(f"calt-{uid}", face, partial(_edit, SetFace(uid, face)))
            tool("hand.all_tiles", "check-all-tiles", "apps", _say, picking=not held.picking)
        if held.picking:
            tile_button.picker("check", lambda face: _edit(SetFace(uid, face)))
        with st.container(key="choice-check-moves", horizontal=True):
            if uid in desk.others:
                key = "check.not_own" if uid in held.own else "check.is_own"
                st.button(state.say(key), key="check-own", on_click=guard(_own), args=(uid,))
            place: DeskPlace = "concealed" if uid in desk.others else "others"
            key = "hand.to_concealed" if uid in desk.others else "check.to_discards"
            st.button(state.say(key), key="check-move", on_click=guard(_edit), args=(MoveTile(uid, place),))
            tool("hand.remove", "check-remove", "delete", _edit, RemoveTile(uid))


def _own(uid: int) -> None:
    held = state.memory().check
    held.own ^= {uid}
    held.selected = None


def _edit(change: Edit) -> None:
    held = state.memory().check
    if held.session is not None:
        held.session = apply(held.session, change)
    held.selected, held.picking = None, False


def _tools(held: Check) -> None:
    with st.container(key="choice-check-tools", horizontal=True):
        tool(
            "hand.undo",
            "check-undo",
            "undo",
            _edit,
            Undo(),
            disabled=held.session is None or not held.session.past,
        )
        tool("hand.add", "check-add", "add", _say, picking=not held.picking, selected=None)
        tool("check.again", "check-again", "restart_alt", _again)
    if held.picking and held.selected is None:
        tile_button.picker("check-add", lambda face: _edit(AddTile(face)))


def _again() -> None:
    held = state.memory().check
    held.session, held.photo, held.trouble = None, None, None
    held.round += 1


def _discards(key: str) -> str:
    choices.label(state.say("dispute.discards"))
    return st.text_input(
        state.say("dispute.discards"), key=key, placeholder="9s1z5m", label_visibility="collapsed"
    )
