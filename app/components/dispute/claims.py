"""Two claims about one hand side by side: what each says, what it scores, and which of them stands."""

import html
from dataclasses import replace
from typing import NamedTuple

import streamlit as st

from yakulens.app import phrases, ruling_card, state
from yakulens.app.components import choices, laid, words
from yakulens.app.components import desk as component
from yakulens.app.components.desk import taps
from yakulens.app.components.dispute import compare, table
from yakulens.app.components.score.result import ANCHOR
from yakulens.app.components.tool import tool
from yakulens.app.dispute import comparison
from yakulens.app.dispute.claim import ON_TABLE, RULINGS, Claim, apart, with_table, with_table_facts
from yakulens.app.dock import events, view
from yakulens.app.dock.facts import assumptions, declare, is_open
from yakulens.app.game.seated import at_table
from yakulens.app.guard import guard
from yakulens.app.journal import Say
from yakulens.app.scoring import Scored
from yakulens.app.situation import Declared, Impossible, effective
from yakulens.vision.desk import Desk

_CLAIMS = ("a", "b")


def show(first: Scored) -> None:
    """Draw the part; ``first`` is the hand of the score page, claim A."""
    words.heading("claim.title")
    held = state.memory().claim
    if not begun():
        st.html(words.note("claim.note"))
        with st.container(key="choice-do-claim", horizontal=True):
            tool("claim.begin", "claim-begin", "content_copy", _begin, first.desk, first.situation)
            tool("claim.tap", "claim-tap", "touch_app", _begin, Desk(), first.situation)
        return
    other, banned = second(held, first)
    # What is tapped comes first: however the claims change below it, it stays under the thumb.
    with st.expander(state.say("claim.change"), expanded=True):
        _change(held, other, banned)
    with st.expander(state.say("claim.table"), expanded=True):
        table.show(first, other)
    choices.label(state.say("claim.ruling"))
    ruling = held.ruling(first.hand)
    choices.row("ruled", [(each, state.say(f"claim.{each}")) for each in RULINGS], [ruling or ""], _rule)
    st.html(f'<div id="{ANCHOR}" class="yl-anchor"></div>')
    st.html(_two(_Claimed(first, state.possible().banned), _Claimed(other, banned), ruling))
    _lines(first, other)


def begun() -> bool:
    """Whether a second claim lies beside the hand of the score page."""
    of = state.memory().claim.of
    return of is not None and of == state.memory().hand


class _Claimed(NamedTuple):
    """A claim with its score, and the choices that cannot be with its tiles."""

    won: Scored
    banned: Impossible

    def is_open(self) -> bool:
        """Whether its score may still change."""
        return is_open(self.won, self.banned, at_table=bool(state.sitting()))


def second(held: Claim, first: Scored) -> _Claimed:
    """The other player's claim.

    Of the rules and of what lies on the table nobody claims anything: those of the first hold.
    """
    desk = with_table(held.session.desk, first.desk)
    said = at_table(with_table_facts(held.facts, first.situation), state.table_of_hand())
    facts, banned = effective(said, desk)
    return _Claimed(Scored.of(desk, facts), banned)


def _begin(desk: Desk, facts: Declared) -> None:
    state.memory().claim.begin(state.memory().hand, desk, facts)
    state.keep("claim")


def _rule(ruled: str) -> None:
    state.memory().claim.rule(ruled, state.scored().hand)
    state.look(card=None)
    state.keep("claim")


def _two(first: _Claimed, other: _Claimed, ruling: str | None) -> str:
    cells = []
    for name, each in zip(_CLAIMS, (first, other), strict=True):
        stands = ruling == name
        fallen = ruling is not None and not stands
        css = " wins" if stands else " yl-fallen" if fallen else ""
        mark = f" · {words.say('claim.stands' if stands else 'claim.falls')}" if ruling else ""
        cells.append(
            f'<div class="yl-card yl-claim{css}">'
            f'<div class="yl-note">{words.say(f"claim.{name}")}{mark}</div>{_worth(each)}'
            f'<div class="yl-small">{laid.whole(each.won.desk)}</div>'
            f"{words.small(_how(each.won))}</div>"
        )
    return f'<div class="yl-pair">{"".join(cells)}</div>'


def _worth(claimed: _Claimed) -> str:
    """What a claim scores, so far or for good, or what is still to be said of it."""
    score = claimed.won.score
    if score is None:
        return words.wanted(state.say(claimed.won.lacking or "result.waiting"))
    fails = "" if score["outcome"] == "win" else " yl-fails"
    open_ = claimed.is_open()
    so_far = words.small(_so_far(claimed)) if open_ and not fails else ""
    return (
        f'<div class="yl-points{" yl-open" if open_ else ""}">{compare.won(score)}</div>{so_far}'
        f'<div class="yl-worth{fails}"><b>{html.escape(words.worth(score))}</b></div>'
    )


def _so_far(claimed: _Claimed) -> str:
    """That a score is one so far, and what it presumes."""
    presumed = assumptions(state.language(), claimed.won, claimed.banned, at_table=bool(state.sitting()))
    return " · ".join(filter(None, (state.say("result.points_so_far"), presumed)))


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
    """The second claim's tiles to correct, its doubts, and how it says that they won."""
    names, session = state.sitting(), held.session
    shown = view.claim_view(
        state.language(),
        replace(session, desk=apart(session.desk)),
        other,
        banned,
        names=names,
        common=ON_TABLE,
        photo=component.shown(state.memory().photo),
    )
    component.show(shown | {"heard": held.heard, "picture": None}, guard(_hear), key="claim-desk")
    tool("claim.leave", "claim-leave", "undo", _leave)


def _leave() -> None:
    state.memory().claim.of = None
    state.keep("claim")


def _hear(message: object) -> None:
    taps.hear(message, state.memory().claim, _carry_out)


def _carry_out(event: events.Event) -> None:
    held = state.memory().claim
    desk = held.session.desk
    if isinstance(event, events.Say):
        held.step(Say(declare(held.facts, desk, event.field, event.value)))
    elif (change := taps.edit_of(state.memory().photo, desk, event)) is not None:
        held.step(change)
    else:
        return
    state.look(card=None)
    state.keep("claim")


def ruled(first: Scored) -> tuple[Scored, ruling_card.RulingCard | None]:
    """The hand that a ruling is about, and where two claims were ruled on, its card.

    The claim that stands is on the card whole, and both in a line each.
    """
    held = state.memory().claim
    ruling = held.ruling(first.hand)
    if ruling is None or not begun():
        return first, None
    one, other = _Claimed(first, state.possible().banned), second(held, first)
    stands = other.won if ruling == "b" else first
    return (first, None) if stands.score is None else (stands, _card(one, other, stands, ruling))


def _card(first: _Claimed, other: _Claimed, stands: Scored, ruled_: str) -> ruling_card.RulingCard:
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


def _line(claimed: _Claimed) -> str:
    score = claimed.won.score
    if score is None:
        return state.say(claimed.won.lacking or "result.waiting")
    worth = phrases.worth(state.language(), score)
    if score["outcome"] != "win":
        return worth
    told = f"{score['value']:,} · {worth}"
    return state.say("result.so_far", score=told) if claimed.is_open() else told
