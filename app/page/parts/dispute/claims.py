"""Two claims about one hand side by side: what each says, what it scores, and which one stands."""

from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st

from yakulens.app.exports import ruling_card
from yakulens.app.exports.card_of_claims import card
from yakulens.app.hand import dora, events
from yakulens.app.hand.claim import RULINGS, to_json, upheld
from yakulens.app.hand.facts import Facts
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.app.page import hand as on_desk
from yakulens.app.page import state
from yakulens.app.page.parts import desk as component
from yakulens.app.page.parts import drawn, pad
from yakulens.app.page.parts.buttons import choices, tool, tools
from yakulens.app.page.parts.score import result
from yakulens.scorer.rules.load import load_rules
from yakulens.vision.desk import Desk
from yakulens.vision.desk.edits import AddTile, MoveTile, RemoveTile

_NONE: Final = "none"


def show(hand: Scored) -> None:
    """Draw the part; ``hand``, from the score page, is claim A."""
    claim = state.memory().claim
    drawn.words("claim.title", *([] if begun() else ["claim.note"]), key="claim-title")
    if not begun():
        with tools("claim"):
            tool("claim.begin", "claim-begin", "content_copy", _begin, hand.desk, hand.situation)
            tool("claim.tap", "claim-tap", "touch_app", _begin, Desk(), hand.situation)
        return
    claims = _, second = _claims()
    # The controls come first: they stay under the thumb however the claims below change.
    with st.expander(state.say("claim.change"), expanded=True):
        _desk()
    with st.expander(state.say("claim.table"), expanded=True):
        _table(hand, second.scored)
    ruling = claim.ruling(hand.hand)
    options = [(each, state.say(f"claim.{each}")) for each in RULINGS]
    choices("ruled", options, ruling, _rule, title="claim.ruling")
    drawn.show(to_json(claims, ruling) | {"anchor": result.ANCHOR}, "claims")


def begun() -> bool:
    """Whether there is a second claim beside the score page's hand."""
    of = state.memory().claim.of
    return of is not None and of == state.memory().hand


def _claims() -> tuple[Facts, Facts]:
    """The hand of the score page, and the other player's claim.

    The rules and what lies on the table are not disputed: those of the first claim hold.
    """
    language, first = state.language(), on_desk.session()
    return first.won(language), state.memory().claim.beside(first).won(language)


def _begin(desk: Desk, facts: WinFacts) -> None:
    state.memory().claim.begin(state.memory().hand, desk, facts)
    state.keep("claim")


def _rule(ruling: str) -> None:
    state.memory().claim.rule(ruling, on_desk.scored().hand)
    state.set_view(card=None)
    state.keep("claim")


def _desk() -> None:
    """Draw the second claim: its tiles to correct, its doubts, and how it was won."""
    claim, photo = state.memory().claim, component.photo_json(state.memory().photo)
    shown = claim.session.claim_view(state.language(), photo=photo)
    component.offer(shown, claim, _carry_out, key="claim-desk")
    tool("claim.leave", "claim-leave", "undo", state.change_part, "claim", of=None)


def _carry_out(event: events.Event) -> None:
    claim = state.memory().claim
    after, _ = on_desk.answered(claim.session, event, state.memory().photo)
    claim.becomes(after)
    state.set_view(card=None)
    state.keep("claim")


def _table(first: Scored, second: Scored) -> None:
    """Draw what lies on the table: it is set on the first claim's hand, and the second follows."""
    situation = first.situation
    rules = load_rules(situation.rules)
    if not on_desk.names_by_wind():
        rounds = [(wind, state.say(f"fact.round_{wind}")) for wind in rules.rounds]
        chosen = situation.round if "round" in situation.said else ""
        choose = partial(on_desk.choose, "round")
        choices("claim-round", rounds, [chosen], choose, title="situation.round")
    if rules.dora:
        _indicators("dora", first, second)
    if rules.ura_dora:
        _indicators("ura", first, second)


def _indicators(row: dora.Row, first: Scored, second: Scored) -> None:
    """Draw the dora or ura indicators, and the option to say that there are no more."""
    situation = first.situation
    # A claim with one more kan has one more indicator: the answer must cover the larger number.
    desk = max(first.desk, second.desk, key=lambda each: dora.indicator_count(each, situation))
    faces = first.desk.faces(dora.known_indicators(row, first.desk))
    all_known = dora.is_known(row, desk, replace(situation, said=()))
    no_more = not all_known and dora.is_known(row, desk, situation)
    key = "fact.no_more_dora" if row == "dora" and faces else f"fact.no_{row}"
    choices(
        f"claim-{row}",
        [(_NONE, state.say(key))],
        [_NONE if no_more else ""],
        lambda value: on_desk.choose(row, value, desk),
        title=f"fact.{row}",
        off=[_NONE] if all_known or (row == "ura" and faces) else (),
    )
    pad.show(f"claim-{row}-tiles", "".join(faces), partial(_change_indicators, row))


def _change_indicators(row: dora.Row, notation: str) -> None:
    """Set a row's tiles after a tap: one more, or the last one taken back."""
    desk = on_desk.desk()
    uids, place = dora.known_indicators(row, desk), dora.PLACES[row]
    if len(notation) > 2 * len(uids):
        on_desk.edit(AddTile(notation[-2:], place))
    elif uids:
        last = uids[-1]
        on_desk.edit(RemoveTile(last) if desk.tiles[last].quad is None else MoveTile(last, "others"))


def ruled(hand: Scored) -> tuple[Scored, ruling_card.RulingCard | None]:
    """The hand that a ruling is about; after a ruling on two claims, also its card."""
    claim = state.memory().claim
    ruling = claim.ruling(hand.hand)
    if ruling is None or not begun():
        return hand, None
    claims = _claims()
    standing = upheld(claims, ruling)
    if standing.score is None:
        return hand, None
    return standing, card(claims, ruling, made=state.memory().card or "")
