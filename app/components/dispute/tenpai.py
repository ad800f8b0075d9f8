"""A hand that claims to be tenpai: that of the score page, or another one from a photo or typed."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from yakulens.app import scoring, state
from yakulens.app.components import choices, intake, laid, pad, words
from yakulens.app.components import desk as component
from yakulens.app.components.desk import taps
from yakulens.app.components.dispute import waits
from yakulens.app.components.tool import tool
from yakulens.app.dispute import tenpai_check
from yakulens.app.dispute.checked import Check
from yakulens.app.dock import view
from yakulens.app.dock.events import Event, SayOwnDiscard
from yakulens.app.guard import guard
from yakulens.app.situation import Declared
from yakulens.scorer.vocabulary import SEATS, Riichi
from yakulens.vision.desk import Desk
from yakulens.vision.desk.session import Session
from yakulens.vision.labels import FACES


def show(desk: Desk, situation: Declared) -> None:
    """Draw the whole part, with the hand of the score page and how it was won."""
    words.heading("check.title")
    check = state.memory().check
    can_wait = state.memory().session is not None and tenpai_check.lacking(desk) is None
    if can_wait:
        choices.row(
            "check-of",
            [("this", state.say("check.this")), ("other", state.say("check.other"))],
            ["other" if check.other else "this"],
            lambda which: _set(other=which == "other"),
        )
    if can_wait and not check.other:
        _score_page_hand(desk, situation)
    elif check.session is None:
        _ask_for_hand(check)
    else:
        _other_hand(check, check.session, situation)


def _score_page_hand(desk: Desk, situation: Declared) -> None:
    """The hand of the score page, as it waited."""
    waiting = tenpai_check.before_win(desk)
    if waiting != desk:
        st.html(words.note("check.before_win"))
    st.html(laid.hand(waiting))
    discards = state.memory().discards
    _discards("discards", discards, _set_discards)
    waits.show(waiting, situation, discards)


def _ask_for_hand(check: Check) -> None:
    """The way in for another hand; what is there already stays until a file has been read."""
    if intake.under_way(check, state.begin_check):
        return
    key = f"check-upload-{check.round}"
    uploaded = st.file_uploader(state.say("check.upload"), type=list(intake.KINDS), key=key)
    intake.take(check, uploaded)
    tool("check.tap", "check-tap", "touch_app", state.begin_check, Desk())
    with st.expander(state.say("check.type"), icon=":material/keyboard:"):
        prompt = intake.Prompt(state.say("start.type_label"), "2345678m234p555s")
        intake.typing(check, f"check-typing-{check.round}", state.begin_check, prompt)
    intake.trouble(check)


def _other_hand(check: Check, session: Session, situation: Declared) -> None:
    """Another hand of the same round: its photo, its tiles to correct, its discards, what it waits for."""
    desk = session.desk
    shown = view.hand_view(state.language(), session, check.own, photo=component.photo_json(check.photo))
    component.show(shown | {"heard": check.heard}, guard(_hear), key="check-desk")
    beside = frozenset(uid for uid in desk.others if desk.face(uid) in FACES)
    if beside:
        st.html(words.note("check.on_photo_note"))
        if not check.own >= beside:
            tool("check.all_own", "check-all-own", "done_all", _set, own=beside)
    tool("check.again", "check-again", "restart_alt", _again)
    choices.label(state.say("check.seat"))
    winds = [(wind, words.wind(wind)) for wind in SEATS[: scoring.players(situation.rules)]]
    choices.row("check-seat", winds, [check.seat], lambda seat: _set(seat=seat))
    if not desk.is_open():
        choices.label(state.say("situation.riichi"))
        choices.row(
            "check-riichi",
            [("no", state.say("situation.none")), ("yes", state.say("situation.riichi_riichi"))],
            ["yes" if check.riichi else "no"],
            lambda answer: _set(riichi=answer == "yes"),
        )
    riichi: Riichi = "riichi" if check.riichi and not desk.is_open() else "none"
    declared = Declared(seat=check.seat, round=situation.round, riichi=riichi, rules=situation.rules)
    _discards("check-discards", check.discards, lambda discards: _set(discards=discards))
    waits.show(desk, declared, check.discards, check.own)


def _hear(message: object) -> None:
    taps.hear(message, state.memory().check, _carry_out)


def _carry_out(event: Event) -> None:
    check = state.memory().check
    if check.session is None:
        return
    if isinstance(event, SayOwnDiscard):
        _set(own=check.own | {event.uid} if event.own else check.own - {event.uid})
    elif (edit := taps.edit_of(check.photo, check.session.desk, event)) is not None:
        check.edit(edit)
        state.keep("check")


def _set(**changes: Any) -> None:  # noqa: ANN401 - the fields' own types
    for field, value in changes.items():
        setattr(state.memory().check, field, value)
    state.keep("check")


def _again() -> None:
    state.memory().check.leave()
    state.keep("check")


def _set_discards(discards: str) -> None:
    """Keep the discards of whoever holds the hand of the score page."""
    state.memory().discards = discards


def _discards(key: str, discards: str, on_change: Callable[[str], None]) -> None:
    """A player's discards, each a tap."""
    choices.label(state.say("dispute.discards"))
    pad.show(key, discards, on_change)
