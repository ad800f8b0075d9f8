"""The words of the contract: seats, calls, ways to win and limits.

Every other module takes its words from here, so that each is spelt in one place. The identifiers of yaku are
in the catalogue (`scorer.yaku`).
"""

from typing import Final, Literal, get_args

Seat = Literal["east", "south", "west", "north"]
By = Literal["ron", "tsumo"]
Riichi = Literal["none", "riichi", "double"]
From = Literal["left", "across", "right"]
MeldKind = Literal["chi", "pon", "open_kan", "added_kan", "closed_kan"]
Wait = Literal["unknown", "ryanmen", "kanchan", "penchan", "shanpon", "tanki", "thirteen"]
Limit = Literal["mangan", "haneman", "baiman", "sanbaiman", "yakuman", "counted_yakuman"]
HandState = Literal["closed", "open", "riichi"]
"""What is known of a hand that others cannot see: closed, open, or in riichi and so closed."""
Outcome = Literal["win", "no_yaku", "not_complete", "invalid"]
Event = Literal["ron", "tsumo", "exhaustive_draw", "abortive_draw", "chombo"]

Substituted = Literal["before", "during"]
"""Whether a player was replaced before the game at the table began, or during it (EMA 7.3)."""

SEATS: Final[tuple[Seat, ...]] = get_args(Seat)
BYS: Final[tuple[By, ...]] = get_args(By)
RIICHIS: Final[tuple[Riichi, ...]] = get_args(Riichi)
FROMS: Final[tuple[From, ...]] = get_args(From)
EVENTS: Final[tuple[Event, ...]] = get_args(Event)
SUBSTITUTED: Final[tuple[Substituted, ...]] = get_args(Substituted)
MELD_KINDS: Final[tuple[MeldKind, ...]] = get_args(MeldKind)
QUAD_KINDS: Final[frozenset[MeldKind]] = frozenset({"open_kan", "added_kan", "closed_kan"})
