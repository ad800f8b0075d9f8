"""Payments: who pays how many points to whom, with the section.

The totals of a score or settlement, such as the change of each seat and the sticks left on the table, are
sums of its payments.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, Self, TypeAlias, TypeVar

from yakulens.scorer.message import Message, Value
from yakulens.scorer.rules.ruleset import RuleSet, Source
from yakulens.scorer.vocabulary import Seat

TABLE: Final = "table"
"""Payer or payee of riichi sticks on the table."""
DISCARDER: Final = "discarder"
"""The unknown player who discarded the winning tile."""
RIICHI_STICK: Final = 1_000
"""Points of one riichi stick."""
SMALLEST_STICK: Final = 100
"""Points of the smallest stick: shares are whole hundreds."""
Party: TypeAlias = Seat | Literal["table", "discarder"]
NO_MESSAGE: Final = Message("")
_P = TypeVar("_P", bound=str)


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment.

    Attributes:
        payer: the seat that pays, `table` for a stick taken from it, or `discarder`.
        payee: the seat that receives, or `table` for a stick laid on it.
        points: how many, never negative; in a list of payments in chips, the number of chips.
        cite: the section for it.
        message: what is paid; its values include payer and payee.
        remark: what has to be said beside the section, such as that the text is silent; often empty.
    """

    payer: Party
    payee: Party
    points: int
    cite: str = ""
    message: Message = NO_MESSAGE
    remark: str = ""

    @classmethod
    def of(
        cls, row: str, payer: Party, payee: Party, points: int, source: Source, /, **values: Value
    ) -> Self:
        """A payment with the sentence of this code, filled with payer, payee and the values."""
        message = Message.of(row, payer=payer, payee=payee, **values)
        return cls(payer, payee, points, source.cite, message, source.remark)


@dataclass(frozen=True, slots=True)
class Note:
    """Something that decided the outcome without moving points, its section, and a remark beside that."""

    message: Message
    cite: str
    remark: str = ""

    @classmethod
    def of(cls, code: str, rules: RuleSet, key: str, case: str = "", /, **values: Value) -> Self:
        """A note with the sentence of this code, and the source of a rule (`RuleSet.source_of`)."""
        source = rules.source_of(key, case)
        return cls(Message.of(code, **values), source.cite, source.remark)


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
