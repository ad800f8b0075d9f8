"""A reading of some detections, with what the search for tiles wants to know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yakulens.vision.reading import Reading


@dataclass(frozen=True, slots=True)
class LayoutResult:
    """A reading of some detections.

    Attributes:
        reading: what lies on the table.
        whole: whether the hand has as many tiles as a hand has.
        won: whether it has fourteen or more: somebody has won, and the others need not show theirs.
        incomplete: ids of the tiles of each open hand that has a wrong number of them. Hands of others do
            not count where the hand has won.
    """

    reading: Reading
    whole: bool = False
    won: bool = False
    incomplete: tuple[tuple[int, ...], ...] = ()

    @property
    def beyond_doubt(self) -> bool:
        """Whether the hand has all its tiles, the winning one told, and nothing is asked or lacking.

        With a called triplet it may be an added quad, whose fourth tile is easily missed.

        >>> from yakulens.vision.reading import Reading
        >>> LayoutResult(Reading(win=0), whole=True).beyond_doubt, LayoutResult(Reading(win=0)).beyond_doubt
        (True, False)
        """
        triplet = any(meld.kind == "pon" for meld in self.reading.melds)
        return self.whole and self.reading.asks_nothing and not triplet and not self.incomplete
