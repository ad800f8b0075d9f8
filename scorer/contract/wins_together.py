"""What several hands that win on one discard must agree on."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.hand import Problem
from scorer.tile import KIND, KINDS, compact
from scorer.waits_shape import COPIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorer.contract.hand_json import Case

_SHARED: Final = ("round", "dora_indicators", "last_tile", "chankan")
"""Keys of a hand that describe the table or the discard, and so are the same for everybody."""

_UNSAID: Final[tuple[object, ...]] = (None, "", [])
"""Left out, or empty: no indicators are said to be none where another hand names some."""


class Given(NamedTuple):
    """A winner's hand: the JSON object that was given, and what was read from it and the table."""

    value: Mapping[str, Any]
    case: Case


def contradictions(won: Sequence[Given]) -> Iterator[Problem]:
    """What cannot be true of all the hands at once; a hand that leaves a key out says nothing of it."""
    tiles = sorted({case.hand.win for _, case in won})
    if len(tiles) > 1:
        yield Problem("winning_tiles_differ", f"wins: one discard cannot be {' and '.join(tiles)}")
    for key in _SHARED:
        told = {getattr(case.situation, key) for value, case in won if value.get(key) not in _UNSAID}
        if len(told) > 1:
            text = " and ".join(sorted(_shown(each) for each in told))
            yield Problem("hands_contradict", f"wins: {key} cannot be {text} at the same table")
    if len(won) > 1:
        yield from _fifth_copies([case for _, case in won])


def _fifth_copies(cases: Sequence[Case]) -> Iterator[Problem]:
    """Tiles of which the hands, the one discard and the indicators together hold more than there are."""
    indicators = max((case.situation.dora_indicators for case in cases), key=len)
    held = [tile for case in cases for tile in case.hand.concealed]
    held += [tile for case in cases for meld in case.hand.melds for tile in meld.tiles]
    numbers = Counter(KIND[tile] for tile in (*held, cases[0].hand.win, *indicators))
    for kind, number in sorted(numbers.items()):
        if number > COPIES:
            text = f"wins: {number} of {KINDS[kind]} over all hands: there are four of each tile"
            yield Problem("five_of_a_tile", text)


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return compact(value) or "none"
    return str(value).lower()
