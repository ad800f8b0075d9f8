"""The hands that lie open, as the Reading tells them: side, faces, doubts, and how likely each is meant."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from yakulens.vision.layout.hand.open_hands import own_direction
from yakulens.vision.layout.hand.sides import heading
from yakulens.vision.layout.report.issues import count_issues, face_issues, meld_issues
from yakulens.vision.reading import OpenHand, ReadMeld
from yakulens.vision.sides import SIDES, side_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulens.vision.layout.hand.open_hands import Open
    from yakulens.vision.layout.report.faces import Solution
    from yakulens.vision.layout.rows.melds import MeldReading
    from yakulens.vision.layout.tiles.table import Table
    from yakulens.vision.reading import Issue, ReadTile, Side


def joined(lying: Sequence[Open], solutions: Sequence[Solution]) -> Solution:
    """The faces of all tiles: those of each hand as that hand was solved, the others as the reader has them.

    Args:
        lying: the hands that lie open, one at least.
        solutions: of each of them.

    >>> from yakulens.vision.layout.hand.hand import HandCandidate
    >>> from yakulens.vision.layout.hand.open_hands import Open
    >>> from yakulens.vision.layout.report.faces import Solution
    >>> mine, hers = Open(HandCandidate(0.0, (0,)), 0.0), Open(HandCandidate(3.1, (1,)), -2.0)
    >>> as_mine = Solution(("5m", "6m"), (0.9, 0.6), (), ())
    >>> as_hers = Solution(("4m", "8m"), (0.4, 0.8), (), ())
    >>> joined([mine, hers], [as_mine, as_hers]).faces
    ('5m', '8m')
    """
    faces, scores = list(solutions[0].faces), list(solutions[0].scores)
    for lies, solution in zip(lying[1:], solutions[1:], strict=True):
        for tile in lies.hand.tiles:
            faces[tile], scores[tile] = solution.faces[tile], solution.scores[tile]
    return replace(solutions[0], faces=tuple(faces), scores=tuple(scores))


def told(
    lying: Sequence[Open],
    solutions: Sequence[Solution],
    tiles: Sequence[ReadTile],
    table: Table,
    doubts: Sequence[Sequence[Issue]] = (),
) -> tuple[OpenHand, ...]:
    """Every hand with all that a player wants to know of it.

    Args:
        lying: the hands that lie open, the one that is meant first.
        solutions: the faces taken for each.
        tiles: all tiles in view.
        table: the same on the table.
        doubts: further ones about each hand.

    >>> from yakulens.vision.layout.hand.example import candidates_of
    >>> from yakulens.vision.layout.hand.open_hands import open_hands
    >>> from yakulens.vision.layout.report.faces import solve
    >>> candidates = candidates_of("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z")
    >>> lying = open_hands(candidates, candidates.hands[0]).lying
    >>> from yakulens.vision.reading import ReadTile
    >>> solved = solve(candidates.hands[0], candidates.seen.faces)
    >>> quad = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
    >>> tiles = [ReadTile(k, face, 0.99, quad) for k, face in enumerate(solved.faces)]
    >>> [(hand.side, hand.win, hand.probability) for hand in told(lying, [solved], tiles, candidates.table)]
    [('self', 10, 1.0)]
    """
    odds = np.exp([lies.meant - lying[0].meant for lies in lying])
    hands = []
    more = [*doubts, *([()] * (len(lying) - len(doubts)))]
    for lies, solution, share, further in zip(lying, solutions, odds / odds.sum(), more, strict=True):
        hand = lies.hand
        melds = tuple(_meld(m, solution) for m in hand.melds)
        issues = (
            *count_issues(hand, solution.faces),
            *face_issues(hand, tiles, solution),
            *meld_issues(hand, melds),
        )
        scores = [tiles[t].score for t in hand.tiles]
        sure = float(np.prod(scores)) if scores else 0.0
        hands.append(
            OpenHand(
                _side(lies, lying[0], table),
                hand.concealed,
                hand.win,
                melds,
                float(share),
                (*issues, *_not_asked(issues, further)),
                sure,
            )
        )
    return tuple(hands)


def _not_asked(issues: Sequence[Issue], further: Sequence[Issue]) -> list[Issue]:
    """Those of the further doubts about a hand that are no doubts any more once ``issues`` are answered."""
    # What looks like another tile of the hand is a tile: whoever says what both show has said so.
    faces = {
        tile for issue in issues if issue.code == "doubtful_face" and len(issue.ids) > 1 for tile in issue.ids
    }
    left = [d for d in further if d.code != "maybe_not_in_hand" or not faces.issuperset(d.ids)]
    asked = {(issue.code, tile) for issue in issues for tile in issue.ids}
    return [d for d in left if any((d.code, tile) not in asked for tile in d.ids)]


def _side(lies: Open, first: Open, table: Table) -> Side:
    """Where the hand's owner sits: that of the first hand is judged, the others sit square to it."""
    own = SIDES.index(side_of(own_direction(table, first.hand), heading(table)))
    return SIDES[(own + lies.quarters) % 4]


def _meld(called: MeldReading, solution: Solution) -> ReadMeld:
    """The meld with the faces as solved, red fives included."""
    faces = list(called.faces)
    for tile, k in zip(called.tiles, called.shown, strict=True):
        if k not in called.backs:
            faces[k] = solution.faces[tile]
    return ReadMeld(called.kind, called.tiles, tuple(faces), called.rotated, called.backs, called.origin)
