"""What lies on the table, the same for both claims: the round, and the tiles that show the dora."""

from dataclasses import replace
from functools import partial
from typing import Final

from yakulens.app import state
from yakulens.app.components import choices, pad
from yakulens.app.dock import dora
from yakulens.app.scoring import Scored
from yakulens.scorer.rules.load import load_rules
from yakulens.vision.desk.edits import AddTile, MoveTile, RemoveTile

_NONE: Final = "none"


def show(first: Scored, second: Scored) -> None:
    """Draw the part; what is said here is said of the first claim's hand, and the second one follows."""
    situation = first.situation
    rules = load_rules(situation.rules)
    if not state.names_by_wind():
        rounds = [(wind, state.say(f"fact.round_{wind}")) for wind in rules.rounds]
        chosen = situation.round if "round" in situation.said else ""
        choices.label(state.say("situation.round"))
        choices.row("claim-round", rounds, [chosen], partial(state.choose, "round"))
    if rules.dora:
        _row("dora", first, second)
    if rules.ura_dora:
        _row("ura", first, second)


def _row(row: dora.Row, first: Scored, second: Scored) -> None:
    """The tiles that show the dora or the ura, and that there are no more which do."""
    situation = first.situation
    # A claim with another kan has another indicator: what is said must be said of as many as there may be.
    desk = max(first.desk, second.desk, key=lambda each: dora.indicator_count(each, situation))
    faces = first.desk.faces(dora.known_indicators(row, first.desk))
    all_known = dora.is_known(row, desk, replace(situation, said=()))
    no_more = not all_known and dora.is_known(row, desk, situation)
    key = "fact.no_more_dora" if row == "dora" and faces else f"fact.no_{row}"
    choices.label(state.say(f"fact.{row}"))
    choices.row(
        f"claim-{row}",
        [(_NONE, state.say(key))],
        [_NONE if no_more else ""],
        lambda value: state.choose(row, value, desk),
        off=[_NONE] if all_known or (row == "ura" and faces) else (),
    )
    pad.show(f"claim-{row}-tiles", "".join(faces), partial(_change, row))


def _change(row: dora.Row, notation: str) -> None:
    """Take up the tiles of a row after a tap: one more, or the last one taken back."""
    desk = state.desk()
    uids, place = dora.known_indicators(row, desk), dora.PLACES[row]
    if len(notation) > 2 * len(uids):
        state.edit(AddTile(notation[-2:], place))
    elif uids:
        last = uids[-1]
        state.edit(RemoveTile(last) if desk.tiles[last].quad is None else MoveTile(last, "others"))
