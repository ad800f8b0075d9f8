"""Hands that claim to be tenpai, from the score page, a photo or typed, and their waits."""

import html
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st

from yakulens.app import Json
from yakulens.app.hand import tenpai_check
from yakulens.app.hand.events import Event, SayOwnDiscard, SetFact
from yakulens.app.hand.situation import Declared
from yakulens.app.page import hand as on_desk
from yakulens.app.page import state
from yakulens.app.page.inputs import Check
from yakulens.app.page.parts import desk as component
from yakulens.app.page.parts import intake, laid, pad, words
from yakulens.app.page.parts.buttons import choices, in_turn, row_label, tool
from yakulens.app.words import phrases
from yakulens.app.words.markup import literal
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.vocabulary import SEATS
from yakulens.vision.desk import Desk
from yakulens.vision.labels import FACES

_set: Final = partial(state.change_part, "check")


def show(desk: Desk, situation: Declared) -> None:
    """Draw the part for the score page's hand, and how it was won."""
    words.heading("check.title")
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
        waiting, discards = tenpai_check.before_win(desk), state.memory().discards
        if waiting != desk:
            st.html(words.note("check.before_win"))
        st.html(laid.hand(waiting))
        _discards("discards", discards, lambda tapped: state.set_view(discards=tapped))
        _waits_of(waiting, situation, discards)
    elif check.hand is None:
        _ask_for_hand(check)
    else:
        _other_hand(check)


def _ask_for_hand(check: Check) -> None:
    """Draw the way in for another hand; the current one stays until a file has been read."""
    if intake.under_way(check, on_desk.begin_check):
        return
    key = f"check-upload-{check.round}"
    uploaded = st.file_uploader(state.say("check.upload"), type=list(intake.KINDS), key=key)
    intake.take(check, uploaded)
    tool("check.tap", "check-tap", "touch_app", on_desk.begin_check, Desk())
    with st.expander(state.say("check.type"), icon=":material/keyboard:"):
        intake.typing(check, f"check-typing-{check.round}", on_desk.begin_check, "2345678m234p555s")
    intake.trouble(check)


def _other_hand(check: Check) -> None:
    """Draw another hand of the same round: its photo, its tiles to correct, its discards, its waits."""
    session = check.beside(on_desk.session())
    desk, own, situation = session.desk, session.own_discards, session.situation
    shown = session.waiting_view(state.language(), photo=component.photo_json(check.photo))
    component.offer(shown, check, _carry_out, key="check-desk")
    others = frozenset(uid for uid in desk.others if desk.face(uid) in FACES)
    if others:
        st.html(words.note("check.on_photo_note"))
        if not own >= others:
            tool("check.all_own", "check-all-own", "done_all", _all_own, others)
    tool("check.again", "check-again", "restart_alt", in_turn, check.leave, partial(state.keep, "check"))
    winds = [(wind, words.wind(wind)) for wind in SEATS[: load_rules(situation.rules).players]]
    seat = situation.seat or SEATS[0]
    choices("check-seat", winds, [seat], lambda wind: _carry_out(SetFact("seat", wind)), title="check.seat")
    if not desk.is_open():
        choices(
            "check-riichi",
            [("no", state.say("situation.none")), ("yes", state.say("situation.riichi_riichi"))],
            ["no" if situation.riichi == "none" else "yes"],
            lambda answer: _carry_out(SetFact("riichi", "riichi" if answer == "yes" else "none")),
            title="situation.riichi",
        )
    _discards("check-discards", check.discards, lambda discards: _set(discards=discards))
    _waits_of(desk, replace(situation, seat=seat), check.discards, own)


def _all_own(uids: frozenset[int]) -> None:
    """Say that the owner discarded all these tiles beside the hand."""
    for uid in uids:
        _carry_out(SayOwnDiscard(uid, own=True))


def _carry_out(event: Event) -> None:
    check = state.memory().check
    if check.hand is not None:
        check.session, _ = on_desk.answered(check.session, event, check.photo)
        state.keep("check")


def _discards(key: str, discards: str, on_change: Callable[[str], None]) -> None:
    row_label(state.say("dispute.discards"))
    pad.show(key, discards, on_change)


def _waits_of(desk: Desk, situation: Declared, discards: str, own: frozenset[int] = frozenset()) -> None:
    """Draw a hand's waits, given the player's own discards (see ``tenpai_check.check``)."""
    lacking = tenpai_check.lacking(desk)
    if lacking is not None:
        st.html(words.card(words.note(lacking)))
        return
    answer = tenpai_check.check(desk, situation, discards, own=own)
    if answer["problems"]:
        for problem in words.problems(answer):
            st.warning(literal(problem))
        return
    st.html(words.card(_verdict(answer)))
    tables = _waits(answer) + _by_discard(answer)
    if tables:
        st.html(tables)
    if answer.get("quads"):
        st.html(_quads(answer["quads"]))
    elif situation.riichi != "none" and "by_discard" not in answer:
        st.html(words.note("check.no_quads"))


def _verdict(answer: Json) -> str:
    """Whether the hand is tenpai, what it waits for, and whether it is furiten."""
    cites, tenpai = answer.get("cites") or {}, answer["tenpai"]
    key = "check.tenpai" if tenpai else "check.noten"
    verdict = words.headline(f"<b>{words.say(key)}</b> {_cite(cites.get('tenpai'))}", wins=tenpai)
    if not answer["waits"]:
        return verdict
    furiten = "dispute.furiten" if answer["furiten"] else "dispute.not_furiten"
    return (
        f"{verdict}{laid.row(wait['tile'] for wait in answer['waits'])}"
        f'<div class="yl-note"><b>{words.say(furiten)}</b> {_cite(cites.get("furiten"))}</div>'
        f"{laid.row(answer['furiten_tiles'])}"
    )


def _cite(section: str | None) -> str:
    return f'<span class="cite">{words.cite(section or "")}</span>'


def _waits(answer: Json) -> str:
    """Each waiting tile: how many are left, its worth by discard and by self-draw."""
    rows = [
        f"<tr><td>{laid.tile(wait['tile'])}</td>"
        f'<td class="num">{words.say("check.left", n=wait["left"])}</td>'
        f"{_worth(wait['ron'], barred=answer['furiten'])}{_worth(wait['tsumo'])}</tr>"
        for wait in answer["waits"]
    ]
    columns = ("", "", state.say("situation.ron"), state.say("situation.tsumo"))
    return words.table(rows, "check.waits", columns)


def _worth(score: Json, *, barred: bool = False) -> str:
    """A cell: a wait's worth; a dash where furiten bars a win by discard."""
    value = phrases.MINUS if barred else f"<b>{words.value(score)}</b>"
    gloss = words.say("check.furiten") if barred else html.escape(words.worth(score))
    return f'<td class="num">{value}<span class="gloss">{gloss}</span></td>'


def _by_discard(answer: Json) -> str:
    """On the player's turn: each discard that keeps tenpai, with its waits."""
    rows = [
        f"<tr><td>{laid.tile(choice['discard'])}</td><td>{laid.row(choice['waits'])}</td>"
        f"<td>{words.say('check.furiten') if choice['furiten'] else ''}</td></tr>"
        for choice in answer.get("by_discard") or []
    ]
    return words.table(rows, "check.by_discard")


def _quads(quads: list[Json]) -> str:
    """Each closed quad after riichi: whether it is allowed, why, and the waits before and after it."""
    rows = []
    for quad in quads:
        key = "check.quad_yes" if quad["allowed"] else "check.quad_no"
        reason = words.gloss(phrases.say(state.language(), quad["message"]))
        change = ""
        if quad["after"] or quad["message"]["code"] in {"quad_changes_wait", "quad_ends_wait"}:
            before, after = ("".join(map(laid.tile, quad[when])) for when in ("waits", "after"))
            arrow = "\N{RIGHTWARDS ARROW}"
            change = f'<div class="yl-row">{before}<span>{arrow}</span>{after or phrases.MINUS}</div>'
        rows.append(
            f"<tr><td>{laid.tile(quad['tile'])}</td><td><b>{words.say(key)}</b>{reason}{change}</td>"
            f'<td class="cite">{words.cite(quad["cite"])}</td></tr>'
        )
    return words.table(rows, "check.quads") + words.note("check.quads_note")
