"""Whether a tile of a hand was probably not seen, and where it would lie.

Thirteen tiles may be a hand that waits, or one that won and lost a tile to a finger, glare or a low
angle. Each sign of a lost tile adds to the log odds of the latter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from yakulens.vision.labels import BACK, INDEX
from yakulens.vision.layout.decode.faces import COMPLETE, face_counts, joint_odds
from yakulens.vision.layout.decode.frame import Tiles, gap_beside, in_frame, sideways_odds
from yakulens.vision.layout.decode.hands import DecodedHand
from yakulens.vision.layout.decode.open_hands import PlayerHand
from yakulens.vision.layout.priors import LayoutPriors
from yakulens.vision.layout.report.order import lines_of

_ROOM: Final = (0.75, 1.35)
"""A gap between these widths is room for an unseen tile, tile widths."""
_TOUCHING: Final = 0.3
"""Tiles with narrower gaps touch, tile widths."""
_FEWEST_GAPS: Final = 3
"""Of fewer gaps it cannot be told which is unusual."""
_ROW: Final = 4
"""The fewest tiles of a row that has ends."""
_OFF: Final = 0.35
"""How far a faint tile may lie from its row's line, and into its neighbours, tile widths."""
_ALIKE: Final = 0.25
"""The most that the logs of the sizes of a row's tiles differ."""
_FACE_DOWN: Final = -0.7
"""A tile with a higher log probability of a back lies face-down."""
_APART: Final = 0.6
"""A tile with a wider gap stands apart, tile widths."""

Case: TypeAlias = Literal["gap", "faint", "apart"]
"""What shows that a tile was lost: room between two tiles of a row, a detection in the row that did not count
as a tile, one of too few tiles apart from the others."""
WHERE: Final[frozenset[str]] = frozenset(get_args(Case))
"""The cases, which say where a tile was lost."""


class LostSign(NamedTuple):
    """A sign that a tile was lost.

    Attributes:
        case: what shows it.
        at: the tiles beside which it would lie; for ``faint`` the faint tile itself, then its neighbour.
        odds: the natural log odds that it adds.
    """

    case: Case
    at: tuple[int, ...]
    odds: float


def lost_tile(tiles: Tiles, hand: DecodedHand, direction: float, priors: LayoutPriors) -> LostSign | None:
    """The strongest sign that a hand of thirteen lacks a tile, if all signs together make that likely.

    ``direction`` is where the hand's owner looks, radians.
    """
    signs = sorted(_signs(tiles, hand, direction, priors), key=lambda sign: -sign.odds)
    odds = priors.counts.missed - priors.counts.waiting + sum(sign.odds for sign in signs)
    return signs[0] if signs and odds > priors.lost.asked else None


def stray_tile(tiles: Tiles, player: PlayerHand, priors: LayoutPriors) -> int | None:
    """The tile apart that is probably none of a hand of fourteen, which then lost another one.

    The odds that it is of the hand, and that the fourteen are complete, are weighed against those of the
    thirteen and the signs that they lack one.
    """
    hand, counts = player.hand, priors.counts
    if hand.size != COMPLETE or hand.win is None:
        return None
    rest = replace(hand, win=None, faces=hand.faces[:-1])
    signs = sum(sign.odds for sign in _signs(tiles, rest, player.direction, priors))
    gain = min(player.odds.won[hand.win], priors.lost.alike)
    whole, part = (
        joint_odds(face_counts(one.faces), len(hand.sets), one.size, hand.called, counts)[0]
        for one in (hand, rest)
    )
    lost = counts.missed - counts.complete - gain + part - whole + signs
    return hand.win if signs and lost > priors.lost.asked else None


def _signs(tiles: Tiles, hand: DecodedHand, direction: float, priors: LayoutPriors) -> Iterator[LostSign]:
    """The first sign of each kind."""
    lines = lines_of(tiles, hand.closed_tiles, direction)
    lost = priors.lost
    if room := room_in_row(tiles, lines, direction):
        yield LostSign("gap", room, lost.gap)
    if faint := _faint(tiles, hand, lines, direction):
        yield LostSign("faint", faint, lost.faint)
    if (alone := _alone(tiles, hand.closed_tiles, direction)) is not None:
        yield LostSign("apart", (alone,), lost.apart)


def room_in_row(tiles: Tiles, lines: Sequence[Sequence[int]], direction: float) -> tuple[int, int] | None:
    """The two tiles with room for just one unseen tile between them, if the others touch or lie far apart."""
    gaps = []
    for line in lines:
        places = in_frame(tiles, line, direction)
        wide = [tiles.length if sideways_odds(tiles, t, direction) > 0 else 1.0 for t in line]
        for k, (a, b) in enumerate(pairwise(line)):
            gaps.append((places[k + 1][0] - places[k][0] - (wide[k] + wide[k + 1]) / 2, a, b))
    unusual = [(a, b, gap) for gap, a, b in gaps if _TOUCHING < gap < _ROOM[1]]
    if len(gaps) < _FEWEST_GAPS or len(unusual) != 1 or unusual[0][2] < _ROOM[0]:
        return None
    return unusual[0][:2]


def _faint(
    tiles: Tiles, hand: DecodedHand, lines: Sequence[Sequence[int]], direction: float
) -> tuple[int, int] | None:
    """A detection that did not count as a tile, in a row of the hand, and the tile beside it."""
    usual = sorted(tiles.sizes[t] for t in hand.closed_tiles)[len(hand.closed_tiles) // 2]
    for t in range(len(tiles)):
        if tiles.stray[t] <= 0 or t in hand.tiles or abs(tiles.sizes[t] - usual) > _ALIKE:
            continue
        if tiles.faces[t][INDEX[BACK]] > _FACE_DOWN or sideways_odds(tiles, t, direction) > 0:
            continue
        for line in lines:
            (x, y), *rest = in_frame(tiles, (t, *line), direction)
            beside = min(range(len(line)), key=lambda k: abs(rest[k][0] - x))
            in_line = len(line) >= _ROW and abs(rest[beside][1] - y) < _OFF
            if in_line and -_OFF < gap_beside(tiles, t, line, direction) < _TOUCHING:
                return t, line[beside]
    return None


def _alone(tiles: Tiles, chosen: Sequence[int], direction: float) -> int | None:
    """The one tile that stands apart from all others."""
    alone = [t for t in chosen if gap_beside(tiles, t, [k for k in chosen if k != t], direction) > _APART]
    return alone[0] if len(alone) == 1 and len(chosen) > _ROW else None
