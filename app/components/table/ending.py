"""How a hand at the table ended: who won off whom, a draw, a chombo; what it pays shows before it counts."""

import html
from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st

from yakulens.app import game, state
from yakulens.app.components import choices, words
from yakulens.app.components.table import another, draw, worth
from yakulens.app.contract import Json
from yakulens.app.game.ending import Ending
from yakulens.app.game.place import Place
from yakulens.app.game.seated import Seated
from yakulens.app.scoring import Scored
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.table.check import no_abortive_draws
from yakulens.vision.desk import Desk

EVENTS: Final = ("ron", "tsumo", "exhaustive_draw", "abortive_draw", "chombo")
Options = list[tuple[str, str]]
NOTHING: Final[Json] = {}


def bring(scored: Scored) -> None:
    """Take the hand of the score page to the table as its winner's, where it is of the hand played there."""
    table = state.table_of_hand()
    if scored.hand is not None and table is not None:
        state.set_ending(state.memory().ending.with_scored(scored.hand, Place.of(table)))


def show(table: Seated, score_page_hand: Desk | None, end_keys: Json = NOTHING) -> Json | None:
    """Draw the form.

    Args:
        table: the running game.
        score_page_hand: the hand of the score page, where it can be taken for a winner's.
        end_keys: what the clock says of the hand, as ``settle`` takes it.

    Returns:
        How the hand ended, as ``settle`` takes it; None before that can be settled.
    """
    ending = state.memory().ending
    seats = [(seat, words.seated(seat, table.names())) for seat in table.names()]
    choices.row(
        "event",
        [(event, state.say(f"table.{event}")) for event in EVENTS],
        [ending.event or ""],
        lambda event: state.set_ending(state.memory().ending.ended(event)),
        {} if _abortive(table) else {"abortive_draw": no_abortive_draws(load_rules(table.game.rules))},
    )
    if ending.event is None:
        return None
    # First what stands where it stands whatever else is said: nothing comes down under a thumb.
    _toggles("bets", "riichi", seats)
    _details(ending, seats, table, score_page_hand)
    lacking = draw.lacking(table) if ending.event == "exhaustive_draw" else ending.lacking()
    if lacking is not None:
        st.html(words.prompt(state.say(lacking)))
        return None
    end = ending.to_json() | end_keys
    settlement = game.settle(table.game, table.stand, end)
    if settlement["problems"]:
        for problem in words.problems(settlement):
            st.html(words.prompt(problem))
        return None
    st.html(_payments(settlement, table.names()))
    return end


def _abortive(table: Seated) -> Options:
    reasons = load_rules(table.game.rules).abortive_draws
    return [(reason, state.say(f"abort.{reason}")) for reason in reasons]


def _details(ending: Ending, seats: Options, table: Seated, score_page_hand: Desk | None) -> None:
    """What is asked of each kind of end."""
    if ending.event in {"ron", "tsumo"}:
        choices.label(state.say("table.winners"))
        choices.row("winners", seats, ending.winners, _toggle_winner)
        if ending.event == "ron":
            choices.label(state.say("situation.discarder"))
            discarder, set_discarder = [ending.discarder or ""], partial(_set, "discarder")
            choices.row("table-discarder", seats, discarder, set_discarder, off=ending.winners)
        for seat, name in seats:
            if seat in ending.winners:
                worth.show(table, seat, name, score_page_hand)
        if ending.event == "ron" and ending.winners:
            another.offer()
    elif ending.event == "exhaustive_draw":
        proposed = draw.proposed(table)
        in_view = {proposal.seat for proposal in proposed}
        _toggles("tenpai", "tenpai", [option for option in seats if option[0] not in in_view])
        draw.show(table, seats, proposed)
        _toggles("nagashi", "nagashi", seats)
        _toggles("dead", "dead_hands", seats)
    elif ending.event == "abortive_draw":
        choices.label(state.say("table.reason"))
        choices.row("reason", _abortive(table), [ending.reason or ""], partial(_set, "reason"))
    else:
        choices.label(state.say("table.offender"))
        choices.row("offender", seats, [ending.offender or ""], partial(_set, "offender"))
        choices.row(
            "tournament",
            [("tournament", state.say("table.tournament"))],
            ["tournament"] if ending.tournament else [],
            lambda _: _set("tournament", not ending.tournament),
        )


def _toggles(key: str, field: str, seats: Options) -> None:
    """A row of players, of whom each tap adds one to a list of the ending or takes them off it."""
    chosen: list[str] = getattr(state.memory().ending, field)
    choices.label(state.say(f"table.{field}"))
    choices.row(key, seats, chosen, lambda seat: state.set_ending(state.memory().ending.toggled(field, seat)))


def changes(table: Seated, end: Json) -> str:
    """Whose score an end changes, and by how much, in a line: Ann +8,000 · Bo -8,000."""
    net, names = game.settle(table.game, table.stand, end)["net"], table.names()
    return " · ".join(f"{names[seat]} {words.signed(net[seat])}" for seat in names if net.get(seat))


def payments(hand: game.Played, table: Seated) -> str:
    """What a finished hand paid, as HTML."""
    names = dict(zip(hand.before.seats(), table.game.players, strict=True))
    return _payments(hand.settled, names)


def _payments(settlement: Json, names: dict[str, str]) -> str:
    """What a hand paid in sum by player, then row by row with its section."""
    net, chips = settlement["net"], settlement.get("chips", {})
    cells = [
        f'<div class="yl-seat"><div class="yl-name">{html.escape(name)}</div>'
        f'<div class="sum">{words.points(net.get(seat, 0))}</div>'
        f"{words.small(words.chips(chips[seat])) if seat in chips else ''}</div>"
        for seat, name in names.items()
    ]
    return words.seats(cells) + words.table(words.settlement_rows(settlement, names))


def _set(field: str, value: Any) -> None:  # noqa: ANN401 - the field's own type
    state.set_ending(replace(state.memory().ending, **{field: value}))


def _toggle_winner(seat: str) -> None:
    state.set_ending(state.memory().ending.won_by(seat))
