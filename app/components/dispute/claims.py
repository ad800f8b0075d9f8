"""Two claims about one hand side by side: what each says, what it scores, and which of them stands."""

from __future__ import annotations

import html
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from yakulens.app import phrases, ruling_card, scoring, state
from yakulens.app.components import choices, laid, words
from yakulens.app.components import desk as component
from yakulens.app.components.desk import taps
from yakulens.app.components.dispute import compare
from yakulens.app.components.tool import tool
from yakulens.app.dispute import comparison
from yakulens.app.dispute.claim import RULINGS
from yakulens.app.dock import view
from yakulens.app.guard import guard
from yakulens.app.journal import Say
from yakulens.app.scoring import Scored
from yakulens.app.situation import effective
from yakulens.scorer.judge.possible import FLAGS
from yakulens.scorer.vocabulary import SEATS
from yakulens.vision.desk import Desk

if TYPE_CHECKING:
    from yakulens.app.dispute.claim import Claim
    from yakulens.app.dock.events import Event
    from yakulens.app.ruling_card import RulingCard
    from yakulens.app.situation import Declared, Impossible

_CLAIMS = ("a", "b")


def show(first: Scored) -> None:
    """Draw the part; ``first`` is the hand of the score page, claim A."""
    words.heading("claim.title")
    held = state.memory().claim
    if held.of is None or held.of != state.memory().hand:
        st.html(words.note("claim.note"))
        with st.container(key="choice-do-claim", horizontal=True):
            tool("claim.begin", "claim-begin", "content_copy", _begin, first.desk, first.situation)
            tool("claim.tap", "claim-tap", "touch_app", _begin, Desk(), first.situation)
        return
    other, banned = second(held, first)
    # What is tapped comes first: however the claims change below it, it stays under the thumb.
    with st.expander(state.say("claim.change"), expanded=True):
        _change(held, other, banned)
    choices.label(state.say("claim.ruling"))
    choices.row("ruled", [(each, state.say(f"claim.{each}")) for each in RULINGS], [held.ruled or ""], _rule)
    st.html(_two(first, other))
    _lines(first, other)


def second(held: Claim, first: Scored) -> tuple[Scored, Impossible]:
    """The other player's claim with its score, and the choices that cannot be with its tiles.

    Of the rules and of what lies on the table nobody claims anything: those of the first hold.
    """
    desk, at = held.session.desk, first.situation
    said = replace(held.facts, rules=at.rules, round=at.round, honba=at.honba, deposits=at.deposits)
    facts, banned = effective(said, desk)
    return Scored.of(desk, facts), banned


def _begin(desk: Desk, facts: Declared) -> None:
    state.memory().claim.begin(state.memory().hand, desk, facts)
    state.keep_claim()


def _rule(ruled: str) -> None:
    state.memory().claim.ruled = ruled
    state.look(card=None)
    state.keep_claim()


def _two(first: Scored, other: Scored) -> str:
    ruled = state.memory().claim.ruled
    cells = []
    for name, each in zip(_CLAIMS, (first, other), strict=True):
        stands = ruled == name
        fallen = ruled is not None and not stands
        css = " wins" if stands else " yl-fallen" if fallen else ""
        mark = f" · {words.say('claim.stands' if stands else 'claim.falls')}" if ruled else ""
        cells.append(
            f'<div class="yl-card yl-claim{css}">'
            f'<div class="yl-note">{words.say(f"claim.{name}")}{mark}</div>{_worth(each)}'
            f'<div class="yl-small">{laid.whole(each.desk)}</div>'
            f"{words.small(_how(each))}</div>"
        )
    return f'<div class="yl-pair">{"".join(cells)}</div>'


def _worth(claimed: Scored) -> str:
    """What a claim scores, or what is still to be said of it."""
    score = claimed.score
    if score is None:
        return words.wanted(state.say(claimed.lacking or "result.waiting"))
    fails = "" if score["outcome"] == "win" else " yl-fails"
    return (
        f'<div class="yl-points">{compare.won(score)}</div>'
        f'<div class="yl-worth{fails}"><b>{html.escape(words.worth(score))}</b></div>'
    )


def _how(claimed: Scored) -> str:
    if claimed.situation.by is None:
        return ""
    return ruling_card.situation(state.language(), claimed.situation, state.sitting())


def _lines(first: Scored, other: Scored) -> None:
    """What counts in one and not in the other, line by line, each with its section."""
    if first.score is None or other.score is None:
        return
    found = compare.lines(comparison.lines(first.score, other.score))
    if found:
        st.html(found)


def _change(held: Claim, other: Scored, banned: Impossible) -> None:
    """The second claim's tiles to correct, and how it says that they won."""
    photo = state.memory().photo
    shown = view.claimed(
        state.language(),
        held.session,
        other.situation,
        photo=None if photo is None else component.shown(photo),
    )
    component.show(shown | {"heard": held.heard}, guard(_hear), key="claim-desk")
    _facts(other.situation, banned)
    tool("claim.leave", "claim-leave", "undo", _leave)


def _facts(now: Declared, banned: Impossible) -> None:
    def of(name: str) -> dict[str, Any]:
        return {key.partition(":")[2]: why for key, why in banned.items() if key.startswith(f"{name}:")}

    names = state.sitting()
    seats = [(seat, words.seated(seat, names)) for seat in SEATS[: scoring.players(now.rules)]]
    by = [(each, state.say(f"situation.{each}")) for each in ("ron", "tsumo")]
    choices.row("claim-by", by, [now.by or ""], lambda each: _say(by=each), of("by"))
    choices.label(state.say("table.winners"))
    choices.row("claim-seat", seats, [now.seat or ""], lambda each: _say(seat=each))
    choices.label(state.say("situation.discarder"))
    off = [seat for seat, _ in seats if now.by != "ron" or seat == now.seat]
    choices.row("claim-discarder", seats, [now.discarder or ""], lambda each: _say(discarder=each), off=off)
    choices.label(state.say("situation.riichi"))
    riichi = (("none", "none"), ("riichi", "riichi_riichi"), ("double", "double"))
    choices.row(
        "claim-riichi",
        [(value, state.say(f"situation.{key}")) for value, key in riichi],
        [now.riichi],
        lambda each: _say(riichi=each),
        of("riichi"),
    )
    choices.label(state.say("claim.rare"))
    choices.row(
        "claim-rare",
        [(flag, state.say(f"situation.{flag}")) for flag in FLAGS],
        [flag for flag in FLAGS if getattr(now, flag)],
        lambda flag: _say(**{flag: not getattr(now, flag)}),
        off=[flag for flag in FLAGS if flag in banned],
    )


def _say(**changes: Any) -> None:  # noqa: ANN401 - the fields' own types
    held = state.memory().claim
    held.step(Say(held.facts.saying(**changes)))
    state.look(card=None)
    state.keep_claim()


def _leave() -> None:
    state.memory().claim.of = None
    state.keep_claim()


def _hear(message: object) -> None:
    taps.hear(message, state.memory().claim, _carry_out)


def _carry_out(event: Event) -> None:
    held = state.memory().claim
    change = taps.edit_of(state.memory().photo, held.session.desk, event)
    if change is not None:
        held.step(change)
        state.look(card=None)
        state.keep_claim()


def ruled(first: Scored) -> tuple[Scored, RulingCard | None]:
    """The hand that a ruling is about, and where two claims were ruled on, its card.

    The claim that stands is on the card whole, and both in a line each.
    """
    held = state.memory().claim
    if held.ruled is None or held.of != state.memory().hand:
        return first, None
    other, _ = second(held, first)
    stands = other if held.ruled == "b" else first
    return (first, None) if stands.score is None else (stands, _card(first, other, stands, held.ruled))


def _card(first: Scored, other: Scored, stands: Scored, ruled_: str) -> RulingCard:
    language = state.language()
    lines = []
    for name, each in zip(_CLAIMS, (first, other), strict=True):
        told = _line(each)
        how = state.say("claim.stands" if ruled_ == name else "claim.falls")
        lines.append(ruling_card.RulingLine(f"{state.say(f'claim.{name}')}: {told}", how, "", strong=True))
    part = ruling_card.RulingPart(state.say("claim.title"), tuple(lines))
    card = ruling_card.compose(language, stands, names=state.sitting(), made=state.memory().card or "")
    if ruled_ != "neither":
        return replace(card, parts=(part, *card.parts))
    return replace(
        card,
        headline=state.say("claim.neither_stands"),
        worth="",
        situation="",
        pays="",
        seats=(),
        parts=(part,),
    )


def _line(claimed: Scored) -> str:
    score = claimed.score
    if score is None:
        return state.say(claimed.lacking or "result.waiting")
    worth = phrases.worth(state.language(), score)
    return f"{score['value']:,} · {worth}" if score["outcome"] == "win" else worth
