"""What two claims about one hand share: the table's rules, round, counters and dora indicators. Pure."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from yakulens.app.hand.situation import WinFacts
from yakulens.vision.desk import Desk, DeskPlace
from yakulens.vision.desk.edits import AddTile, MoveTile, RemoveTile

_TABLE_FIELDS: Final = ("rules", "round", "honba", "deposits", "dora_of")
"""The fields of `WinFacts` that both claims share, besides that of the ura dora."""
_ALWAYS: Final = ("round", "rules", "dora")
"""Facts about the table that both claims always share."""
ON_TABLE: Final = (*_ALWAYS, "ura")
"""All facts about the table."""
_INDICATOR_ROWS: Final[dict[str, DeskPlace]] = {"dora": "indicators", "ura": "ura"}


def on_table(first: Desk, facts: WinFacts) -> tuple[str, ...]:
    """The facts about the table that both claims share, by the first one's hand and facts.

    Where the first claim is in no riichi, and nothing was said of ura dora there, the second one says it.

    >>> from yakulens.vision.desk import typed
    >>> on_table(typed.hand("23m55p +4m"), WinFacts(riichi="none"))
    ('round', 'rules', 'dora')
    """
    ura = facts.riichi != "none" or first.ura or "ura" in facts.said
    return ON_TABLE if ura else _ALWAYS


def without_indicators(desk: Desk, shared: Collection[str] = ON_TABLE) -> Desk:
    """A hand without the indicators that are the table's and no claim's: those of the ``shared`` facts."""
    rows = [getattr(desk, place) for fact, place in _INDICATOR_ROWS.items() if fact in shared]
    for uid in sum(rows, ()):
        edit = RemoveTile(uid) if desk.tiles[uid].quad is None else MoveTile(uid, "others")
        desk = edit.applied_to(desk)
    return desk


def with_table(claimed: Desk, first: Desk, shared: Collection[str] = ON_TABLE) -> Desk:
    """A claimed hand with the indicators of the first claim's hand, as far as these facts are ``shared``."""
    desk = without_indicators(claimed, shared)
    for row in [place for fact, place in _INDICATOR_ROWS.items() if fact in shared]:
        for face in first.faces(getattr(first, row)):
            desk = AddTile(face, row).applied_to(desk)
    return desk


def with_table_facts(claimed: WinFacts, first: WinFacts, shared: Collection[str] = ON_TABLE) -> WinFacts:
    """The claimed facts of a win, with the first claim's ``shared`` facts about the table."""
    said = {fact for fact in claimed.said if fact not in shared}
    said.update(fact for fact in first.said if fact in shared)
    fields = (*_TABLE_FIELDS, "ura_of") if "ura" in shared else _TABLE_FIELDS
    table = {field: getattr(first, field) for field in fields}
    return replace(claimed, **table, said=tuple(sorted(said)))
