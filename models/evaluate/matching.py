"""Match a reading with its label: which tile is in which box, and which tiles of a hand are right."""

from collections import Counter
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.truth import LabelledBoxes, LabelledHand
from yakulens.vision.geometry.overlap import box_overlaps
from yakulens.vision.labels import BACK, OTHER
from yakulens.vision.reading import Reading

_MIN_OVERLAP: Final = 0.3


def match_boxes(quads: NDArray[np.floating[Any]], boxes: NDArray[np.floating[Any]]) -> dict[int, int]:
    """Match tiles ``(N, 4, 2)`` and boxes ``(M, 4)`` one to one; returns a map from tile index to box index.

    A pair is possible if the quad's centre lies in the box and the quad's bounding box overlaps it with an
    IoU of at least 0.3, since labels may include a tile's side or be loose. Pairs are taken by IoU, highest
    first.
    """
    overlaps = box_overlaps(quads, boxes)
    possible = np.argwhere(_inside(quads, boxes) & (overlaps >= _MIN_OVERLAP)).tolist()
    matched: dict[int, int] = {}
    used_boxes: set[int] = set()
    for box, tile in sorted(possible, key=lambda pair: (-overlaps[pair[0], pair[1]], pair[1], pair[0])):
        if tile not in matched and box not in used_boxes:
            matched[tile] = box
            used_boxes.add(box)
    return matched


class BoxMatch(NamedTuple):
    """Which tile of a reading is in which box, and the false detections; all by their numbers."""

    matched: dict[int, int]
    extra: list[int]


def boxes_of(reading: Reading, truth: LabelledBoxes) -> BoxMatch:
    """Match a reading's tiles with boxed ones.

    Face-down tiles are never boxed, so an unmatched ``back`` is no false detection. Where not every visible
    tile is boxed, only a second detection within a box is a false one.
    """
    corners = truth.corners()
    quads = np.array([tile.quad for tile in reading.tiles], np.float64).reshape(-1, 4, 2)
    matched = match_boxes(quads, corners)
    in_box = np.asarray(_inside(quads, corners).any(axis=0))
    extra = [
        number
        for number, tile in enumerate(reading.tiles)
        if number not in matched and tile.face != BACK and (truth.complete or in_box[number])
    ]
    return BoxMatch(matched, extra)


def _inside(quads: NDArray[np.floating[Any]], boxes: NDArray[np.floating[Any]]) -> NDArray[np.bool_]:
    """``(M, N)`` whether the middles of N quads lie in M boxes."""
    middles = quads.mean(axis=1)
    return np.asarray(((boxes[:, None, :2] <= middles) & (middles <= boxes[:, None, 2:])).all(axis=2))


class HandTile(NamedTuple):
    """A tile of a reading's hand: its face, score and number in the reading; None for a hidden one."""

    face: str
    score: float
    tile: int | None


class HandMatch(NamedTuple):
    """The tiles of a reading's hand beside those of its label.

    Attributes:
        read: all but flowers, the most confident first.
        answers: the score of each of them, and whether its face is right.
        misread: those of a wrong face, the least confident first.
        extra: those that the hand does not have.
        missing: the labelled faces that no tile has, sorted.
        flowers: labelled tiles that riichi does not use.
        extra_flowers: number of such tiles beyond the labelled ones.
    """

    read: list[HandTile]
    answers: list[tuple[float, bool]]
    misread: list[HandTile]
    extra: list[HandTile]
    missing: list[str]
    flowers: int
    extra_flowers: int


def match_hand(reading: Reading, truth: LabelledHand) -> HandMatch:
    """Match the tiles of a reading's hand with the labelled ones.

    A hand's label has no positions, so tiles are matched as multisets: tiles in both are right, further pairs
    are wrong faces, and the rest are missed or extra. Among equal faces those with the lowest scores count as
    wrong. Labelled flower tiles may be among the concealed tiles of the reading, or missing.
    """
    unmatched = Counter(truth.tiles)
    flowers = unmatched.pop(OTHER, 0)
    hand = _hand(reading)
    read = sorted((tile for tile in hand if tile.face != OTHER), key=lambda tile: -tile.score)
    answers: list[tuple[float, bool]] = []
    wrong: list[HandTile] = []
    for tile in read:
        right = unmatched[tile.face] > 0
        unmatched[tile.face] -= right
        answers.append((tile.score, right))
        if not right:
            wrong.append(tile)
    missing = sorted((+unmatched).elements())
    # The least confident wrong tiles pair with the missing ones; the others are extra.
    wrong.reverse()
    count = len(missing)
    extra_flowers = max(0, len(hand) - len(read) - flowers)
    return HandMatch(read, answers, wrong[:count], wrong[count:], missing, flowers, extra_flowers)


def _hand(reading: Reading) -> list[HandTile]:
    """Every tile of the hand.

    Face-down tiles of a meld have the meld's face. If a tile of a meld is hidden and has no score, all tiles
    of the meld get the lowest score of the meld.
    """
    single = [*reading.concealed, *(() if reading.win is None else (reading.win,))]
    hand = [HandTile(reading.face(i), reading.tiles[i].score, i) for i in single]
    for meld in reading.melds:
        scores = [reading.tiles[i].score for i in meld.ids]
        tiles: list[int | None] = [*meld.ids]
        if len(scores) != len(meld.faces):
            scores = [min(scores, default=0.0)] * len(meld.faces)
            tiles = [None] * len(meld.faces)
        hand += map(HandTile, meld.faces, scores, tiles)
    return hand
