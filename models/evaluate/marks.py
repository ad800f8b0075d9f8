"""What is wrong with a reading, marked on its photo: wrong faces, missed tiles, and tiles that are none."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.datasets.truth import LabelledBoxes, LabelledHand, Truth
from yakulens.models.evaluate.matching import boxes_of, match_hand
from yakulens.models.evaluate.sheet import LegendEntry
from yakulens.vision import overlay
from yakulens.vision.geometry.quads import quads_of
from yakulens.vision.reading import Reading

_RIGHT: Final = LegendEntry((0, 130, 60), "right")
_WRONG: Final = LegendEntry((205, 30, 30), "wrong: read, not labelled")
_MISSED: Final = LegendEntry((30, 80, 215), "missed")
_EXTRA: Final = LegendEntry((220, 120, 0), "read where no tile is labelled")
_OUTSIDE: Final = LegendEntry((120, 120, 120), "not compared")
LEGEND: Final = (_RIGHT, _WRONG, _MISSED, _EXTRA, _OUTSIDE)


class _Marked(NamedTuple):
    """A key of the legend for each tile of a reading, its words, and the boxes that no tile has."""

    keys: list[LegendEntry]
    words: list[str]
    missed: NDArray[np.float32]
    missed_words: list[str]


def marked(pixels: NDArray[np.uint8], reading: Reading, truths: Sequence[Truth]) -> NDArray[np.uint8]:
    """The photo with every tile of its reading in the colours of `LEGEND`, ``(H, W, 3)`` uint8 RGB.

    A wrong one has what was read and what the label says. Of a hand's label, which has no positions, missed
    tiles cannot be drawn. Where a photo has both labels, that of the boxes is drawn.
    """
    boxes = next((truth for truth in truths if isinstance(truth, LabelledBoxes)), None)
    hand = next((truth for truth in truths if isinstance(truth, LabelledHand)), None)
    marks = _of_boxes(reading, boxes) if boxes else _of_hand(reading, hand) if hand else _none(reading)
    quads = [np.array(tile.quad, np.float32) for tile in reading.tiles]
    named = [
        overlay.Named(quad, words, key.colour)
        for quad, words, key in zip(quads, marks.words, marks.keys, strict=True)
    ]
    named += [
        overlay.Named(quad, words, _MISSED.colour)
        for quad, words in zip(quads_of(marks.missed), marks.missed_words, strict=True)
    ]
    return overlay.draw_named(pixels, named)


def _none(reading: Reading) -> _Marked:
    words = [tile.face for tile in reading.tiles]
    return _Marked([_OUTSIDE] * len(words), words, np.zeros((0, 4), np.float32), [])


def _of_boxes(reading: Reading, truth: LabelledBoxes) -> _Marked:
    marks = _none(reading)
    found = boxes_of(reading, truth)
    for tile, box in found.matched.items():
        face, name = reading.tiles[tile].face, truth.boxes[box].name
        marks.keys[tile] = _RIGHT if face == name else _WRONG
        marks.words[tile] = face if face == name else f"{face}, not {name}"
    for tile in found.extra:
        marks.keys[tile] = _EXTRA
    missed = [box for number, box in enumerate(truth.boxes) if number not in set(found.matched.values())]
    corners = np.array([(box.x1, box.y1, box.x2, box.y2) for box in missed], np.float32).reshape(-1, 4)
    return marks._replace(missed=corners, missed_words=[f"missed {box.name}" for box in missed])


def _of_hand(reading: Reading, truth: LabelledHand) -> _Marked:
    marks = _none(reading)
    found = match_hand(reading, truth)
    either = " or ".join(dict.fromkeys(found.missing))
    wrong = {tile.tile: f"{tile.face}, not {either}" for tile in found.misread}
    extra = {tile.tile for tile in found.extra}
    for each in found.read:
        if each.tile is None:
            continue
        is_wrong = each.tile in wrong
        marks.keys[each.tile] = _WRONG if is_wrong else _EXTRA if each.tile in extra else _RIGHT
        marks.words[each.tile] = wrong.get(each.tile, each.face)
    return marks
