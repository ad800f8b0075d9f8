"""The input of scoring: the tiles of a hand, and the situation in which it was won."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Self

from yakulens.scorer import tile
from yakulens.scorer.decompose import Sums, sum_up
from yakulens.scorer.facts import Fact
from yakulens.scorer.meld import Meld
from yakulens.scorer.tile import Tile
from yakulens.scorer.vocabulary import QUAD_KINDS, By, Riichi, Seat

_NO_MELDS: Final = int(Fact.CLOSED)
_WITH_MELDS: Final = int(Fact.MELDED | Fact.CLOSED)
_QUAD: Final = int(Fact.QUAD)
_TSUMO: Final = int(Fact.TSUMO)
_DEALER: Final = int(Fact.DEALER)
_RIICHI: Final = int(Fact.RIICHI)
_DOUBLE_RIICHI: Final = int(Fact.RIICHI | Fact.DOUBLE_RIICHI)
_FLAGS: Final = {
    name: int(Fact[name.upper()]) for name in ("ippatsu", "rinshan", "chankan", "last_tile", "first_turn")
}
_NORTH_ASIDE: Final = int(Fact.NORTH_ASIDE)


@dataclass(frozen=True, init=False)
class Hand:
    """The tiles of a hand.

    Attributes:
        concealed: the tiles in the hand without the winning tile: 13, less 3 for each meld.
        win: the winning tile, by draw or by discard.
        melds: called sets and declared quads.
        calls_in_order: whether `melds` are in the order in which they were called, which tells who may be
            liable for a yakuman (EMA 3.3.7). A photo does not show that order.
        sums: the sums of its tiles (`scorer.decompose`).
        facts: the facts that the melds alone make true (`scorer.facts`).
    """

    concealed: tuple[Tile, ...]
    win: Tile
    melds: tuple[Meld, ...] = ()
    calls_in_order: bool = True
    sums: Sums = field(init=False, repr=False, compare=False)
    facts: int = field(init=False, repr=False, compare=False)

    def __init__(
        self,
        concealed: tuple[Tile, ...],
        win: Tile,
        melds: tuple[Meld, ...] = (),
        calls_in_order: bool = True,  # noqa: FBT001, FBT002 - a field
    ) -> None:
        """Take the tiles, and compute `sums` and `facts`.

        Hands are made by the million, so this does without the `__setattr__` of a frozen dataclass.

        Raises:
            KeyError: one of the tiles is not a tile.
        """
        values = self.__dict__
        values["concealed"] = concealed
        values["win"] = win
        values["melds"] = melds
        values["calls_in_order"] = calls_in_order
        values["sums"] = sum_up(concealed, win, melds)
        values["facts"] = _facts_of(melds) if melds else _NO_MELDS

    def __hash__(self) -> int:
        """Equal hands have equal counts."""
        return hash(self.sums.all_counts)

    @classmethod
    def of(cls, concealed: str | Iterable[str], win: str, melds: Iterable[Meld] = ()) -> Self:
        """Build a hand from tile notation (`scorer.tile`).

        Raises:
            TileError: the text is not tile notation.

        >>> Hand.of("345678m44p67s", "5s", [Meld.of("chi", "234p", "left")]).win
        '5s'
        """
        return cls(tile.parse(concealed), tile.parse_one(win), tuple(melds))

    @property
    def is_open(self) -> bool:
        """Whether a set was claimed from another player; a closed quad leaves the hand closed."""
        return any(meld.is_open for meld in self.melds)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand: concealed, winning tile, melds."""
        return (*self.concealed, self.win, *(each for meld in self.melds for each in meld.tiles))


def _facts_of(melds: tuple[Meld, ...]) -> int:
    facts = _WITH_MELDS
    for meld in melds:
        kind = meld.kind
        if kind in QUAD_KINDS:
            facts |= _QUAD
        if kind != "closed_kan":
            facts &= ~_NO_MELDS
    return facts


@dataclass(frozen=True, slots=True)
class Liable:
    """The player who fed the last set of a yakuman, and the yakuman's identifier, such as `daisangen`."""

    seat: Seat
    yaku: str


@dataclass(frozen=True)
class Situation:
    """How, where and when the hand was won; the fields are those of the contract's Hand.

    Attributes:
        by: won on a discard (`ron`) or by self-draw (`tsumo`).
        seat: the winner's wind; east deals.
        round: the round wind.
        riichi: whether riichi was declared, and whether as a double riichi.
        ippatsu: won within a turn after riichi without a call in between.
        rinshan: won on the replacement tile after a quad or a north set aside.
        chankan: won by robbing a quad.
        last_tile: haitei by tsumo, houtei by ron.
        first_turn: tenhou, chiihou or renhou by seat and `by`.
        dora_indicators: the indicators turned over.
        ura_indicators: count only for a winner who declared riichi.
        north_dora: number of norths set aside (three players).
        honba: counters on the table.
        deposits: riichi sticks on the table.
        bonus_hand: the dealer's bonus hand number (paarenchan).
        discarder: who discarded the winning tile, if known.
        liable: who is stated to be liable for a yakuman by feeding its last set, if anybody.
        win_apart: False if the self-drawn tile was not kept apart from the hand.
        facts: the facts of the win that follow (`scorer.facts`).
    """

    by: By
    seat: Seat = "south"
    round: Seat = "east"
    riichi: Riichi = "none"
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    last_tile: bool = False
    first_turn: bool = False
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    north_dora: int = 0
    honba: int = 0
    deposits: int = 0
    bonus_hand: int = 0
    discarder: Seat | None = None
    liable: Liable | None = None
    win_apart: bool = True
    facts: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compute `facts`."""
        self.__dict__["facts"] = _facts_of_win(self)

    @classmethod
    def stated(cls, values: Mapping[str, Any]) -> Self:
        """The situation with these values of its fields, which have the right types.

        It is for hands read by the million: four times as fast as naming the values one by one.

        >>> Situation.stated({"by": "ron", "honba": 2}) == Situation("ron", honba=2)
        True
        """
        situation = cls.__new__(cls)
        situation.__dict__.update(_DEFAULTS)
        situation.__dict__.update(values)
        situation.__dict__["facts"] = _facts_of_win(situation)
        return situation

    def __hash__(self) -> int:
        """A hash of what differs most from hand to hand; equal situations have equal ones."""
        return hash((self.facts, self.honba, self.dora_indicators))


def _facts_of_win(how: Situation) -> int:
    facts = 0 if how.riichi == "none" else _DOUBLE_RIICHI if how.riichi == "double" else _RIICHI
    if how.by == "tsumo":
        facts |= _TSUMO
    if how.seat == "east":
        facts |= _DEALER
    if how.ippatsu or how.rinshan or how.chankan or how.last_tile or how.first_turn:
        facts |= sum(fact for name, fact in _FLAGS.items() if getattr(how, name))
    return facts | _NORTH_ASIDE if how.north_dora > 0 else facts


_DEFAULTS: Final = {
    field.name: field.default for field in fields(Situation) if field.init and field.name != "by"
}
