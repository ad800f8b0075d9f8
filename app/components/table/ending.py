"""How a hand at the table ended: who won off whom, a draw, a chombo; what it pays shows before it counts."""

import html
from dataclasses import replace
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


def bring(won: Scored) -> None:
    """Take the hand of the score page to the table as its winner's, where it is of the hand played there."""
    table = state.table_of_hand()
    if won.hand is not None and table is not None:
        state.set_ending(state.memory().ending.brought(won.hand, Place.of(table)))


def show(table: Seated, whole: Desk | None, known: Json = NOTHING) -> Json | None:
    """Draw the form; the end once it can be settled.

    Args:
        table: the running game.
        whole: the hand of the score page, where it can be taken for a winner's.
        known: what the clock says of the hand, as ``settle`` takes it.
    """
    ending = state.memory().ending
    seats = [(seat, words.seated(seat, table.names())) for seat in table.names()]
    choices.row(
        "event",
        [(e, state.say(f"table.{e}")) for e in EVENTS],
        [ending.event or ""],
        lambda e: state.set_ending(state.memory().ending.ended(e)),
        {} if _abortive(table) else {"abortive_draw": no_abortive_draws(load_rules(table.game.rules))},
    )
    if ending.event is None:
        return None
    # First what stands where it stands whatever else is said: nothing comes down under a thumb.
    choices.label(state.say("table.riichi"))
    choices.row("bets", seats, ending.riichi, lambda seat: _toggle("riichi", seat))
    _details(ending, seats, table, whole)
    drawn = ending.event == "exhaustive_draw"
    unsaid = draw.unsaid(table) if drawn else ending.unsaid()
    if unsaid is not None:
        st.html(words.wanted(state.say(unsaid)))
        return None
    end = ending.to_json() | known
    settled = game.settle(table.game, table.stand, end)
    if settled["problems"]:
        for problem in words.problems(settled):
            st.html(words.wanted(problem))
        return None
    st.html(_paid(settled, table.names()))
    return end


def _abortive(table: Seated) -> Options:
    reasons = load_rules(table.game.rules).abortive_draws
    return [(reason, state.say(f"abort.{reason}")) for reason in reasons]


def _details(ending: Ending, seats: Options, table: Seated, whole: Desk | None) -> None:
    if ending.event in {"ron", "tsumo"}:
        choices.label(state.say("table.winners"))
        choices.row("winners", seats, ending.winners, _winner)
        if ending.event == "ron":
            choices.label(state.say("situation.discarder"))
            choices.row(
                "table-discarder",
                seats,
                [ending.discarder or ""],
                lambda s: _set("discarder", s),
                off=ending.winners,
            )
        for seat, name in seats:
            if seat in ending.winners:
                worth.show(table, seat, name, whole)
        if ending.event == "ron" and ending.winners:
            another.offer()
    elif ending.event == "exhaustive_draw":
        found = draw.proposed(table)
        seen = {each.seat for each in found}
        choices.label(state.say("table.tenpai"))
        unseen = [each for each in seats if each[0] not in seen]
        choices.row("tenpai", unseen, ending.tenpai, lambda seat: _toggle("tenpai", seat))
        draw.show(table, seats, found)
        choices.label(state.say("table.nagashi"))
        choices.row("nagashi", seats, ending.nagashi, lambda seat: _toggle("nagashi", seat))
        choices.label(state.say("table.dead_hands"))
        choices.row("dead", seats, ending.dead_hands, lambda seat: _toggle("dead_hands", seat))
    elif ending.event == "abortive_draw":
        choices.label(state.say("table.reason"))
        choices.row("reason", _abortive(table), [ending.reason or ""], lambda reason: _set("reason", reason))
    else:
        choices.label(state.say("table.offender"))
        choices.row("offender", seats, [ending.offender or ""], lambda seat: _set("offender", seat))
        choices.row(
            "tournament",
            [("tournament", state.say("table.tournament"))],
            ["tournament"] if ending.tournament else [],
            lambda _: _set("tournament", not ending.tournament),
        )


def changes(table: Seated, end: Json) -> str:
    """Whose score an end changes, and by how much, in a line: Ann +8,000 · Bo -8,000."""
    net, names = game.settle(table.game, table.stand, end)["net"], table.names()
    return " · ".join(f"{names[seat]} {words.signed(net[seat])}" for seat in names if net.get(seat))


def rows(hand: game.Played, table: Seated) -> str:
    """What a finished hand paid, as HTML."""
    names = dict(zip(hand.before.seats(), table.game.players, strict=True))
    return _paid(hand.settled, names)


def _paid(settled: Json, names: dict[str, str]) -> str:
    """What a hand paid in sum by player, then row by row with its section."""
    changes, chips = settled["net"], settled.get("chips", {})
    cells = [
        f'<div class="yl-seat"><div class="yl-name">{html.escape(name)}</div>'
        f'<div class="sum">{words.points(changes.get(seat, 0))}</div>'
        f"{words.small(words.chips(chips[seat])) if seat in chips else ''}</div>"
        for seat, name in names.items()
    ]
    columns = f"grid-template-columns:repeat({len(cells)},1fr)"
    told = words.table(words.settled(settled, names))
    return f'<div class="yl-pay" style="{columns}">{"".join(cells)}</div>{told}'


def _set(name: str, value: Any) -> None:  # noqa: ANN401 - the field's own type
    state.set_ending(replace(state.memory().ending, **{name: value}))


def _toggle(name: str, seat: str) -> None:
    state.set_ending(state.memory().ending.toggled(name, seat))


def _winner(seat: str) -> None:
    state.set_ending(state.memory().ending.won_by(seat))
