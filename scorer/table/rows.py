"""The lines of a settlement: who hands how many points to whom, and the section that says so.

A settlement is its rows: the change of each seat and the sticks left on the table are their sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from scorer.message import NOT_TOLD, Told
from scorer.vocabulary import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

TABLE: Final = "table"
"""Where riichi sticks lie between two owners."""
BET: Final = 1000
"""Points of one riichi stick."""
Place: TypeAlias = Seat | Literal["table"]


@dataclass(frozen=True, slots=True)
class Row:
    """One payment.

    Attributes:
        text: what is paid, in words.
        payer: the seat that pays, or `table` where a stick is taken from it.
        payee: the seat that receives, or `table` where a stick is laid on it.
        points: how many, never negative.
        cite: the section it rests on.
        told: what is paid, as data; payer and payee are not repeated there.
    """

    text: str
    payer: Place
    payee: Place
    points: int
    cite: str
    told: Told = NOT_TOLD


@dataclass(frozen=True, slots=True)
class Note:
    """Something that decided the settlement without moving points; its section, and itself as data."""

    text: str
    cite: str
    told: Told = NOT_TOLD


def net_of(rows: Iterable[Row], seats: Iterable[Seat]) -> dict[Seat, int]:
    """What each seat gains or loses by the rows.

    >>> net_of([Row("", "south", "east", 1500, ""), Row("", "east", "table", 1000, "")], ("east", "south"))
    {'east': 500, 'south': -1500}
    """
    net: dict[Seat, int] = dict.fromkeys(seats, 0)
    for row in rows:
        if row.payer != TABLE:
            net[row.payer] -= row.points
        if row.payee != TABLE:
            net[row.payee] += row.points
    return net


def laid_on_table(rows: Iterable[Row]) -> int:
    """Points that the rows lay on the table, less those they take from it.

    >>> laid_on_table([Row("", "east", "table", 1000, ""), Row("", "table", "west", 3000, "")])
    -2000
    """
    return sum(row.points * ((row.payee == TABLE) - (row.payer == TABLE)) for row in rows)
