"""What two claims about one hand share: the table's rules, round, counters and dora indicators. Pure."""

from dataclasses import replace
from typing import Final

from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import Desk, DeskPlace
from yakulens.vision.desk.edits import AddTile, MoveTile, RemoveTile

_TABLE_FIELDS: Final = ("rules", "round", "honba", "deposits", "dora_of", "ura_of")
"""The fields of `WinFacts` that both claims share."""
ON_TABLE: Final = ("round", "rules", "dora", "ura")
"""Facts about the table, which both claims share."""
_INDICATOR_ROWS: Final[tuple[DeskPlace, ...]] = ("indicators", "ura")


def without_indicators(desk: Desk) -> Desk:
    """A hand without the dora indicators, which are the table's and no claim's."""
    for uid in (*desk.indicators, *desk.ura):
        edit = RemoveTile(uid) if desk.tiles[uid].quad is None else MoveTile(uid, "others")
        desk = edit.applied_to(desk)
    return desk


def with_table(claimed: Desk, first: Desk) -> Desk:
    """A claimed hand with the dora indicators of the first claim's hand."""
    desk = without_indicators(claimed)
    for row in _INDICATOR_ROWS:
        for face in first.faces(getattr(first, row)):
            desk = AddTile(face, row).applied_to(desk)
    return desk


def with_table_facts(claimed: WinFacts, first: WinFacts) -> WinFacts:
    """The claimed facts of a win, with the first claim's facts about the table."""
    said = {fact for fact in claimed.said if fact not in ON_TABLE}
    said.update(fact for fact in first.said if fact in ON_TABLE)
    table = {field: getattr(first, field) for field in _TABLE_FIELDS}
    return replace(claimed, **table, said=tuple(sorted(said)))
