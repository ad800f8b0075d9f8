"""Payments: who hands how many points to whom, and the section that says so.

The totals of a score or a settlement, such as the change of each seat and the sticks left on the table, are
sums of its payments.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, Self, TypeAlias, TypeVar

from yakulens.scorer.message import Message, Value
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.vocabulary import Seat

TABLE: Final = "table"
"""Where riichi sticks lie between two owners."""
DISCARDER: Final = "discarder"
"""Whoever discarded the winning tile, where nobody has said who."""
RIICHI_STICK: Final = 1_000
"""Points of one riichi stick."""
Party: TypeAlias = Seat | Literal["table", "discarder"]
NO_MESSAGE: Final = Message("")
_P = TypeVar("_P", bound=str)


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment.

    Attributes:
        payer: the seat that pays, `table` where a stick is taken from it, or `discarder`.
        payee: the seat that receives, or `table` where a stick is laid on it.
        points: how many, never negative; in a list of payments in chips so many chips.
        cite: the section it rests on.
        message: what is paid; the sentence has payer and payee among its values.
    """

    payer: Party
    payee: Party
    points: int
    cite: str = ""
    message: Message = NO_MESSAGE

    @classmethod
    def of(cls, row: str, payer: Party, payee: Party, points: int, cite: str, /, **values: Value) -> Self:
        """A payment with the sentence of this code, which says who pays whom and what the values add."""
        return cls(payer, payee, points, cite, Message.of(row, payer=payer, payee=payee, **values))


@dataclass(frozen=True, slots=True)
class Note:
    """Something that decided the outcome without moving points, and its section."""

    message: Message
    cite: str

    @classmethod
    def of(cls, code: str, rules: RuleSet, key: str, /, **values: Value) -> Self:
        """A sentence with its values, and the section of a rule set's value by its dotted key."""
        return cls(Message.of(code, **values), rules.cite_of(key))


def net_of(transfers: Iterable[Transfer], seats: Iterable[_P]) -> dict[_P, int]:
    """What each seat gains or loses, in points."""
    net: dict[Any, int] = dict.fromkeys(seats, 0)
    for each in transfers:
        for party, points in ((each.payee, each.points), (each.payer, -each.points)):
            if party != TABLE:
                net[party] = net.get(party, 0) + points
    return net


def laid_on_table(transfers: Iterable[Transfer]) -> int:
    """Points laid on the table, less those taken from it."""
    return sum(each.points * ((each.payee == TABLE) - (each.payer == TABLE)) for each in transfers)
