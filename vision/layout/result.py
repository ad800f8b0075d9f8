"""A reading, with what decides whether the photo is searched further."""

from dataclasses import dataclass

from yakulens.vision.reading import Reading


@dataclass(frozen=True, slots=True)
class LayoutResult:
    """A reading of some detections.

    Attributes:
        reading: what lies on the table.
        whole: whether the hand that is meant has as many tiles as a hand must have.
        won: whether it has fourteen tiles or more: then it has won, and the others need not show theirs.
        incomplete: for each open hand with a wrong number of tiles, their ids. Where ``won``, the hands of
            the other players are left out.
    """

    reading: Reading
    whole: bool = False
    won: bool = False
    incomplete: tuple[tuple[int, ...], ...] = ()

    @property
    def beyond_doubt(self) -> bool:
        """Whether nothing is left to look for: every hand is whole and no question is open.

        A hand with a called triplet is never beyond doubt: the triplet may be an added quad whose fourth tile
        was missed.

        >>> from yakulens.vision.reading import Reading
        >>> LayoutResult(Reading(win=0), whole=True).beyond_doubt, LayoutResult(Reading(win=0)).beyond_doubt
        (True, False)
        """
        triplet = any(meld.kind == "pon" for meld in self.reading.melds)
        return self.whole and self.reading.asks_nothing and not triplet and not self.incomplete
