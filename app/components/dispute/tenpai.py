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
            lambda which: _say(other=which == "other"),
        )
    if whole and not held.other:
        _this(desk, now)
    elif held.session is None:
        _begin(held)
    else:
        _other(held, held.session, now)


def _this(desk: Desk, now: Declared) -> None:
    """The hand of the score page, as it waited."""
    waiting = tenpai_check.before_win(desk)
    if waiting != desk:
        st.html(words.note("check.before_win"))
    st.html(laid.hand(waiting))
    discards = state.memory().discards
    _discards("discards", discards, _discard)
    waits.show(waiting, now, discards)


def _begin(held: Check) -> None:
    """The way in for another hand; what is there already stays until a file has been read."""
    if intake.under_way(held, state.begin_check):
        return
    uploaded = st.file_uploader(
        state.say("check.upload"), type=list(intake.KINDS), key=f"check-upload-{held.round}"
    )
    intake.take(held, uploaded)
    tool("check.tap", "check-tap", "touch_app", state.begin_check, Desk())
    with st.expander(state.say("check.type"), icon=":material/keyboard:"):
        intake.typing(
            held,
            f"check-typing-{held.round}",
            state.begin_check,
            intake.Prompt(state.say("start.type_label"), "2345678m234p555s"),
        )
    intake.trouble(held)


def _other(held: Check, session: Session, now: Declared) -> None:
    """Another hand of the same round: its photo, its tiles to correct, its discards, what it waits for."""
    desk = session.desk
    shown = view.hand_view(state.language(), session, held.own, photo=component.shown(held.photo))
    component.show(shown | {"heard": held.heard}, guard(_hear), key="check-desk")
    beside = frozenset(uid for uid in desk.others if desk.face(uid) in FACES)
    if beside:
        st.html(words.note("check.on_photo_note"))
        if not held.own >= beside:
            tool("check.all_own", "check-all-own", "done_all", _say, own=beside)
    tool("check.again", "check-again", "restart_alt", _again)
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
    _discards("check-discards", held.discards, lambda told: _say(discards=told))
    waits.show(desk, how, held.discards, held.own)


def _hear(message: object) -> None:
    taps.hear(message, state.memory().check, _carry_out)


def _carry_out(event: Event) -> None:
    held = state.memory().check
    if held.session is None:
        return
    if isinstance(event, SayOwnDiscard):
        _say(own=held.own | {event.uid} if event.own else held.own - {event.uid})
        return
    change = taps.edit_of(held.photo, held.session.desk, event)
    if change is not None:
        held.edit(change)
        state.keep("check")


def _say(**changes: Any) -> None:  # noqa: ANN401 - the fields' own types
    held = state.memory().check
    for key, value in changes.items():
        setattr(held, key, value)
    state.keep("check")


def _again() -> None:
    state.memory().check.leave()
    state.keep("check")


def _discard(told: str) -> None:
    """Tell the discards of who holds the hand of the score page."""
    state.memory().discards = told


def _discards(key: str, told: str, put: Callable[[str], None]) -> None:
    """A player's discards, each a tap."""
    choices.label(state.say("dispute.discards"))
    pad.show(key, told, put)
