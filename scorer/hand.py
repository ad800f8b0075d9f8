"""The input of scoring: the tiles of a hand, and the situation in which it was won."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Self

from yakulens.scorer import tile
from yakulens.scorer.decompose import Sums, sum_up
from yakulens.scorer.facts import Fact
from yakulens.scorer.meld import Meld
from yakulens.scorer.tile import Tile
from yakulens.scorer.vocabulary import By, Riichi, Seat

_NO_MELDS: Final = int(Fact.CLOSED)


@dataclass(frozen=True, slots=True)
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

    def __post_init__(self) -> None:
        """Compute `sums` and `facts`.

        Raises:
            KeyError: one of the tiles is not a tile.
        """
        object.__setattr__(self, "sums", sum_up(self.concealed, self.win, self.melds))
        object.__setattr__(self, "facts", _facts_of(self.melds) if self.melds else _NO_MELDS)

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
    facts = Fact.MELDED | Fact.CLOSED
    for meld in melds:
        if meld.is_quad:
            facts |= Fact.QUAD
        if meld.is_open:
            facts &= ~Fact.CLOSED
    return facts


@dataclass(frozen=True, slots=True)
class Liable:
    """The player who fed the last set of a yakuman, and the yakuman's identifier, such as `daisangen`."""

    seat: Seat
    yaku: str


@dataclass(frozen=True, slots=True)
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
        facts = (
            (Fact.TSUMO, self.by == "tsumo"),
            (Fact.RIICHI, self.riichi != "none"),
            (Fact.DOUBLE_RIICHI, self.riichi == "double"),
            (Fact.IPPATSU, self.ippatsu),
            (Fact.RINSHAN, self.rinshan),
            (Fact.CHANKAN, self.chankan),
            (Fact.LAST_TILE, self.last_tile),
            (Fact.FIRST_TURN, self.first_turn),
            (Fact.DEALER, self.seat == "east"),
            (Fact.NORTH_ASIDE, self.north_dora > 0),
        )
        object.__setattr__(self, "facts", sum(fact for fact, holds in facts if holds))
