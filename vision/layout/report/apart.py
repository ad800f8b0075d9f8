"""Concealed tiles that lie apart as a whole set: some players call sets without turning a tile."""

from collections.abc import Sequence
from typing import Final

from yakulens.vision.layout.decode.frame import Tiles, gap_beside
from yakulens.vision.layout.decode.hands import DecodedHand
from yakulens.vision.layout.decode.sets import NUMBERED, QUAD, SET
from yakulens.vision.layout.report.order import lines_of

_TOUCHING: Final = 0.45
"""Tiles with a narrower gap lie in one piece, tile widths."""
_ROW: Final = 4
"""A concealed hand beside called sets has at least this many tiles; shorter pieces are sorted groups."""


def sets_apart(tiles: Tiles, hand: DecodedHand, direction: float) -> list[tuple[int, ...]]:
    """The concealed tiles of a hand that lie as a set of their own, wherever around the row; often none.

    Called, the set would open the hand, which changes its han and fu. A player who lays the whole hand in
    groups has no row that such a set lies apart from.
    """
    faces = dict(zip(hand.closed_tiles, hand.faces, strict=True))
    pieces = [piece for piece in _pieces(tiles, hand.closed_tiles, direction) if piece != (hand.win,)]
    sets = [piece for piece in pieces if hand.win not in piece and _is_set([faces[t] for t in piece])]
    rest = [piece for piece in pieces if piece not in sets]
    return sets if len(rest) == 1 and len(rest[0]) >= _ROW else []


def _pieces(tiles: Tiles, chosen: Sequence[int], direction: float) -> list[tuple[int, ...]]:
    """The tiles in pieces, each of one line, whose neighbours touch."""
    pieces: list[list[int]] = []
    for line in lines_of(tiles, chosen, direction):
        pieces.append(line[:1])
        for tile in line[1:]:
            if gap_beside(tiles, tile, pieces[-1][-1:], direction) < _TOUCHING:
                pieces[-1].append(tile)
            else:
                pieces.append([tile])
    return [tuple(sorted(piece)) for piece in pieces]


def _is_set(faces: Sequence[int]) -> bool:
    """Whether three or four plain faces, as indices, are all equal, or three a run.

    >>> _is_set([30, 30, 30]), _is_set([8, 6, 7]), _is_set([8, 9, 10]), _is_set([0, 0]), _is_set([0] * 4)
    (True, True, False, False, True)
    """
    low, *others = sorted(faces)
    if len(faces) not in (SET, QUAD):
        return False
    run = low < NUMBERED and low // 9 == others[-1] // 9 and [face - low for face in others] == [1, 2]
    return run or others == [low] * len(others)
