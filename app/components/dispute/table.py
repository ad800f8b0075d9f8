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


def show(first: Scored, other: Scored) -> None:
    """Draw the part; what is said here is said of the first claim's hand, and the other one follows."""
    now = first.situation
    rules = load_rules(now.rules)
    if not state.sitting():
        rounds = [(wind, state.say(f"fact.round_{wind}")) for wind in rules.rounds]
        held = now.round if "round" in now.said else ""
        choices.label(state.say("situation.round"))
        choices.row("claim-round", rounds, [held], partial(state.choose, "round"))
    if rules.dora:
        _row("dora", first, other)
    if rules.ura_dora:
        _row("ura", first, other)


def _row(row: dora.Row, first: Scored, other: Scored) -> None:
    """The tiles that show the dora or the ura, and that there are no more which do."""
    # A claim with another kan has another indicator: what is said must be said of as many as there may be.
    desk = max(first.desk, other.desk, key=lambda each: dora.indicator_count(each, first.situation))
    faces = first.desk.faces(dora.known_indicators(row, first.desk))
    all_known = dora.is_known(row, desk, replace(first.situation, said=()))
    said = not all_known and dora.is_known(row, desk, first.situation)
    none = "fact.no_more_dora" if row == "dora" and faces else f"fact.no_{row}"
    choices.label(state.say(f"fact.{row}"))
    choices.row(
        f"claim-{row}",
        [(_NONE, state.say(none))],
        [_NONE if said else ""],
        lambda value: state.choose(row, value, desk),
        off=[_NONE] if all_known or (row == "ura" and faces) else (),
    )
    pad.show(f"claim-{row}-tiles", "".join(faces), partial(_put, row))


def _put(row: dora.Row, told: str) -> None:
    """Take up the tiles of a row after a tap: one more, or the last one taken back."""
    desk = state.desk()
    uids, place = dora.known_indicators(row, desk), dora.PLACES[row]
    faces = [told[at : at + 2] for at in range(0, len(told), 2)]
    if len(faces) > len(uids):
        state.edit(AddTile(faces[-1], place))
    elif uids:
        last = uids[-1]
        state.edit(RemoveTile(last) if desk.tiles[last].quad is None else MoveTile(last, "others"))
