"""What layout gives for a photo: the Reading, and what whoever searches the photo wants to know of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yakulens.vision.reading import Reading


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A reading of some detections.

    Attributes:
        reading: what lies on the table.
        settled: whether it is the last one: nothing is left to be tried.
        whole: whether the hand has as many tiles as a hand has.
        won: whether it has fourteen or more: somebody has won, and the others need not show theirs.
        lacking: ids of the tiles of each open hand that has a wrong size, and of what hints at another one;
            those of the first hand too where a called set of it may have been half seen. Others do not count
            where the hand has won.
        too_many: whether the first of these is the hand, which has more tiles than a hand has.
        begun: what all of this follows from, for the next look at the same photo; only whoever laid it out
            knows what that is.
    """

    reading: Reading
    settled: bool
    whole: bool = False
    won: bool = False
    lacking: tuple[tuple[int, ...], ...] = ()
    too_many: bool = False
    begun: object = field(default=None, repr=False, compare=False)

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """What is lacking tiles, which may be found by another look; ids as of ``lacking``.

        >>> LaidOut(Reading(), settled=False, lacking=((0, 1), (5,)), too_many=True).places
        ((5,),)
        """
        return self.lacking[1:] if self.too_many else self.lacking

    @property
    def beyond_doubt(self) -> bool:
        """Whether the hand has all its tiles, the winning one told, and nothing is asked or lacking.

        With a called triplet it may be an added quad, whose fourth tile is easily missed.

        >>> from yakulens.vision.example import detected
        >>> from yakulens.vision.layout import readings
        >>> held, called = "2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _", ("(1p) 2p 3p", "7z (7z) 7z")
        >>> [next(readings(detected(f"{held} 3s _ {meld}"))).beyond_doubt for meld in called]
        [True, False]
        """
        triplet = any(meld.kind == "pon" for meld in self.reading.melds)
        return self.whole and self.reading.asks_nothing and not triplet and not self.lacking
