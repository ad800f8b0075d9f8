"""A called set or declared quad beside the hand."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

from yakulens.scorer import tile
from yakulens.scorer.tile import KIND, Tile
from yakulens.scorer.vocabulary import FROMS, QUAD_KINDS, From, MeldKind

ORIGINS: Final[dict[MeldKind, frozenset[From | None]]] = {
    "chi": frozenset({None, "left"}),
    "closed_kan": frozenset({None}),
}
"""Whom a meld can be claimed from, if not from anybody; None if that is not told, or it is not claimed."""
_ANYBODY: Final = frozenset({None, *FROMS})


@dataclass(frozen=True, slots=True)
class Meld:
    """One meld.

    Attributes:
        kind: chi, pon, open_kan (claimed quad), added_kan (extended quad) or closed_kan.
        tiles: its 3 or 4 tiles, in any order; red fives keep their colour.
        claimed_from: whom the tile was claimed from, as seen by the owner; None if unknown or closed.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    claimed_from: From | None = None

    @classmethod
    def of(cls, kind: MeldKind, tiles: str | Iterable[str], claimed_from: From | None = None) -> Self:
        """Build a meld from tile notation.

        Raises:
            TileError: the text is not tile notation.

        >>> Meld.of("chi", "406p", "left").tiles
        ('4p', '0p', '6p')
        """
        return cls(kind, tile.parse(tiles), claimed_from)

    @property
    def is_open(self) -> bool:
        """Whether the meld opens the hand: every kind except the closed quad."""
        return self.kind != "closed_kan"

    @property
    def is_quad(self) -> bool:
        """Whether the meld is a quad of any kind."""
        return self.kind in QUAD_KINDS

    @property
    def first(self) -> int:
        """The lowest kind 0..33 in the meld."""
        return min(KIND[each] for each in self.tiles)


def can_be(kind: MeldKind, tiles: Iterable[Tile]) -> bool:
    """Whether these tiles, in any order, can be a meld of this kind.

    >>> can_be("chi", ["3p", "4p", "0p"]), can_be("pon", ["3p", "4p", "0p"])
    (True, False)
    """
    kinds = sorted(KIND[each] for each in tiles)
    if len(kinds) != size_of(kind):
        return False
    first = kinds[0]
    if kind == "chi":
        return kinds == [first, first + 1, first + 2] and first // 9 == kinds[-1] // 9 < KIND["1z"] // 9
    return len(set(kinds)) == 1


def is_sound(kind: MeldKind, tiles: Iterable[Tile], claimed_from: From | None) -> bool:
    """Whether a meld of this kind can be made of these tiles, and be claimed from there.

    >>> is_sound("chi", ["3p", "4p", "0p"], "left"), is_sound("chi", ["3p", "4p", "0p"], "across")
    (True, False)
    """
    return can_be(kind, tiles) and claimed_from in ORIGINS.get(kind, _ANYBODY)


def size_of(kind: MeldKind) -> int:
    """The number of tiles of a meld of this kind."""
    return 4 if kind in QUAD_KINDS else 3
