"""What a hand may draw and discard before it wins: which tiles advance it, what each discard leaves."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from yakulens.scorer.counts import number_of
from yakulens.scorer.efficiency.distance import Distances, advancing, counted, distances, limits_of
from yakulens.scorer.meld import Meld
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.tile import KIND, KINDS, TILES, Tile
from yakulens.scorer.waits import waiting_tiles


@dataclass(frozen=True, slots=True)
class Advance:
    """A tile that brings a hand one tile nearer, and how many of it may still come.

    Attributes:
        tile: the tile, a five as the plain one.
        left: four less those in the hand, in its melds and seen elsewhere; at least 1.
    """

    tile: Tile
    left: int


@dataclass(frozen=True, slots=True)
class Discard:
    """A discard, and the hand that it leaves.

    Attributes:
        tile: the tile; a red five is apart from a plain one.
        shanten: the distance of the hand that is left; 0 is tenpai.
        advances: the tiles that bring it down by one.
        waits: at tenpai the tiles that complete the hand, those too of which none is left to come.
    """

    tile: Tile
    shanten: int
    advances: tuple[Advance, ...]
    waits: tuple[Tile, ...] = ()

    @property
    def left(self) -> int:
        """The number of tiles left that advance the hand."""
        return sum(each.left for each in self.advances)


@dataclass(frozen=True, slots=True)
class TileEfficiency:
    """A hand before it wins.

    Attributes:
        distances: its distances from tenpai by form.
        advances: for a hand of 13 tiles (less 3 for each meld) the tiles that bring the least one down.
        waits: for such a hand at tenpai the tiles that complete it.
        discards: for one more tile each discard, the best first: least distance, then most tiles left.
    """

    distances: Distances
    advances: tuple[Advance, ...] = ()
    waits: tuple[Tile, ...] = ()
    discards: tuple[Discard, ...] = ()


def tile_efficiency(
    concealed: Sequence[Tile],
    melds: Sequence[Meld],
    rules: RuleSet,
    seen: Iterable[Tile] = (),
    barred: Iterable[Tile] = (),
) -> TileEfficiency:
    """What a hand without problems (`scorer.judge.check`) may draw and discard.

    Args:
        concealed: 13 tiles less 3 for each meld, or one more.
        melds: called sets and declared quads.
        rules: the rule set, for its set of tiles.
        seen: tiles that the player sees elsewhere.
        barred: tiles that may not be discarded now (`scorer.waits.swap_called`).

    >>> from yakulens.scorer.tile import parse
    >>> found = tile_efficiency(parse("123m456p789s1112z3z"), (), load_rules("ema-2025"), parse("2z"))
    >>> [(each.tile, each.shanten, each.waits, each.left) for each in found.discards[:2]]
    [('2z', 0, ('3z',), 3), ('3z', 0, ('2z',), 2)]
    """
    counts, limits = counted(concealed), limits_of(melds, rules)
    left = limits - counts
    seen_counts = counted(seen)

    def hand_left(tiles: Sequence[Tile]) -> tuple[Distances, tuple[Advance, ...], tuple[Tile, ...]]:
        after = counted(tiles)
        found = distances(after, len(melds), limits)
        kinds = advancing(after, len(melds), limits)
        numbers = ((kind, number_of(left, kind) - number_of(seen_counts, kind)) for kind in kinds)
        advances = tuple(Advance(KINDS[kind], number) for kind, number in numbers if number > 0)
        return found, advances, () if found.least else waiting_tiles(tiles, melds, rules)

    if len(concealed) % 3 == 1:
        return TileEfficiency(*hand_left(concealed))
    forbidden = {KIND[tile] for tile in barred}
    discards = []
    for tile in sorted(set(concealed), key=_in_order):
        if KIND[tile] not in forbidden:
            at = concealed.index(tile)
            found, advances, waits = hand_left((*concealed[:at], *concealed[at + 1 :]))
            discards.append(Discard(tile, found.least, advances, waits))
    discards.sort(key=lambda each: (each.shanten, -each.left))
    return TileEfficiency(distances(counts, len(melds), limits), discards=tuple(discards))


def _in_order(tile: Tile) -> tuple[int, int]:
    return KIND[tile], TILES.index(tile)
