"""Hands that claim to be tenpai, from the score page, a photo or typed, and their waits."""

from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st

from yakulens.app.hand import tenpai_check, waits_shown
from yakulens.app.hand.events import Event, SetFact
from yakulens.app.hand.shown import hand as hand_json
from yakulens.app.hand.situation import WinFacts
from yakulens.app.page import hand as on_desk
from yakulens.app.page import state
from yakulens.app.page.inputs import Check
from yakulens.app.page.parts import desk as component
from yakulens.app.page.parts import device, drawn, intake, words
from yakulens.app.page.parts.buttons import choices, in_turn, tool
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import SEATS
from yakulens.vision.desk import Desk

_set: Final = partial(state.change_part, "check")
_OUTBOX: Final = "check-desk"
"""The name of the outbox for taps on the other hand, on its desk and beside its waits."""


def show(desk: Desk, situation: WinFacts) -> None:
    """Draw the part for the score page's hand, and how it was won."""
    drawn.words("check.title", key="check-title")
    check = state.memory().check
    can_wait = state.memory().hand is not None and tenpai_check.lacking(desk) is None
    if can_wait:
        choices(
            "check-of",
            [("this", state.say("check.this")), ("other", state.say("check.other"))],
            ["other" if check.other else "this"],
            lambda which: _set(other=which == "other"),
        )
    if can_wait and not check.other:
        waiting = tenpai_check.before_win(desk)
        if waiting != desk:
            drawn.words("", "check.before_win")
        drawn.tiles(hand_json(state.language(), waiting), "waiting-hand")
        drawn.offer(waits_shown.checked(state.language(), waiting, situation), "tenpai", on_desk.hear)
    elif check.hand is None:
        _ask_for_hand(check)
    else:
        _other_hand(check)


def _ask_for_hand(check: Check) -> None:
    """Draw the way in for another hand; the current one stays until a file has been read."""
    if intake.under_way(check, on_desk.begin_check):
        return
    key = f"check-upload-{check.round}"
    device.camera(key)
    uploaded = intake.uploader(state.say("check.upload"), key)
    intake.take(check, uploaded)
    tool("check.tap", "check-tap", "touch_app", on_desk.begin_check, Desk())
    with st.expander(state.say("check.type"), icon=":material/keyboard:"):
        intake.typing(check, f"check-typing-{check.round}", on_desk.begin_check, "2345678m234p555s")
    intake.trouble(check)


def _other_hand(check: Check) -> None:
    """Draw another hand of the same round: its waits and discards, its photo, its tiles to correct."""
    session = check.beside(on_desk.session())
    desk, situation = session.desk, session.situation
    seat = situation.seat or SEATS[0]
    checked = waits_shown.checked(state.language(), desk, replace(situation, seat=seat))
    drawn.offer(checked, "tenpai", _carry_out, of=check, outbox=_OUTBOX)  # the verdict comes first
    told = session.waiting_view(state.language(), photo=component.photo_json(check.photo))
    component.offer(told, check, _carry_out, key=_OUTBOX)
    tool("check.again", "check-again", "restart_alt", in_turn, check.leave, partial(state.keep, "check"))
    winds = [(wind, words.wind(wind)) for wind in SEATS[: load_rules(situation.rules).players]]
    choices("check-seat", winds, [seat], lambda wind: _carry_out(SetFact("seat", wind)), title="check.seat")
    if not desk.is_open():
        choices(
            "check-riichi",
            [("no", state.say("situation.none")), ("yes", state.say("situation.riichi_riichi"))],
            ["no" if situation.riichi == "none" else "yes"],
            lambda answer: _carry_out(SetFact("riichi", "riichi" if answer == "yes" else "none")),
            title="situation.riichi",
        )


def _carry_out(event: Event) -> None:
    check = state.memory().check
    if check.hand is not None:
        check.session, _ = on_desk.answered(check.session, event, check.photo)
        state.keep("check")
