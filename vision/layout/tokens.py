"""Detections as the layout network's input: numbers for each tile, and for the placement of each pair.

The input knows no rule of the game. A pair's placement is measured in the first tile's own frame, with its
width and length as axes: a row seen at an angle is still a row, whichever way the photo is turned.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections
from yakulens.vision.geometry.quads import cross
from yakulens.vision.labels import BACK, INDEX, KIND, LABELS

MOST: Final = 140
"""The network takes at most this many tiles; the caller drops the weakest beyond it."""
OF_TILE: Final = len(LABELS) + 20
"""Numbers for each tile."""
OF_PAIR: Final = 14
"""Numbers for each pair."""
_SCALES: Final = (1.0, 4.0, 16.0)
"""Scales of the offsets, in tiles: touching, near and far."""
_LONG: Final = 1.35
"""Approximate length of a tile divided by its width: it makes angles in a tile's own frame true."""
_SHORT_EDGE: Final = 0.15
"""Preference for a short edge as the top if the reader does not know."""
_ALIKE: Final = 0.05
"""Preference for a top edge that faces the same way as other tiles' tops."""
_BITS: Final = 1e-3
"""A small weight of the photo's own up, for photos on which no top is known."""
_SMALLEST: Final = 1e-3
"""Least area of a tile, square pixels."""
_FAR: Final = 10.0
"""Unit of places among the tiles, tile widths."""
_EDGE: Final = 3.0
"""A photo's edge or a neighbour beyond this many tile widths is far."""
_BESIDE: Final = 0.6
"""Two tiles are in line if their middles are off by less than this share of a width or length."""
_THERE: Final = 0.4
"""A detection surer to be a tile is a neighbour."""
_KINDS: Final = np.eye(len(LABELS), dtype=np.float32)[list(KIND)]
_NUMBERED: Final = np.array([INDEX[f"{n}{suit}"] for suit in "mps" for n in range(1, 10)]).reshape(3, 9)


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """The network's input for N detections, in their order, float32.

    ``tiles`` are ``(N, OF_TILE)``; ``pairs`` are ``(N, N, OF_PAIR)``, at ``[i, j]`` j as seen from i.
    """

    tiles: NDArray[np.float32]
    pairs: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Frames:
    """Each tile's own frame on the photo: ``(N, 2)`` float64 each, pixels.

    Attributes:
        centres: the middles.
        across: from the left side's middle to the right side's.
        up: from the bottom's middle to the top's.
    """

    centres: NDArray[np.float64]
    across: NDArray[np.float64]
    up: NDArray[np.float64]

    def areas(self) -> NDArray[np.float32]:
        """``(N,)``, square pixels, never zero."""
        area = cross(self.across, self.up).astype(np.float32)
        return np.where(np.abs(area) < _SMALLEST, np.float32(_SMALLEST), area)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """Every tile as seen from each tile, in that tile's widths and lengths: ``(N, N, 2)`` float32 each.

    Attributes:
        offset: from the one's middle to the other's.
        across: the other's side from left to right.
        up: the other's side from bottom to top.
    """

    offset: NDArray[np.float32]
    across: NDArray[np.float32]
    up: NDArray[np.float32]


def tokens(detections: Detections) -> Tokens:
    """The network's input for detections."""
    if not len(detections):
        return Tokens(np.zeros((0, OF_TILE), np.float32), np.zeros((0, 0, OF_PAIR), np.float32))
    quads, ups = _upright(detections)
    frames = _Frames(
        quads.mean(axis=1),
        (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2,
        (quads[:, 0] - quads[:, 3] + quads[:, 1] - quads[:, 2]) / 2,
    )
    faces = detections.faces.astype(np.float32)
    seen = _seen(frames)
    there = detections.objectness * presence(faces) > _THERE
    tiles = np.concatenate([_of_tiles(detections, frames, faces, ups), _gaps(seen, there)], axis=1)
    return Tokens(tiles, _of_pairs(frames, seen, faces))


def presence(faces: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(N,)`` how sure the reader is that there is a tile, 0 to 1.

    If there is no tile, the reader gives all labels equal probability, so the least likely label shows it.
    """
    return np.asarray(np.clip(1 - len(LABELS) * faces.min(axis=1), 0, 1), np.float32)


def _upright(detections: Detections) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Quads that start at the face's top left corner, and the top's probabilities in that order."""
    quads, ups = detections.quads.astype(np.float64), detections.top_edge_probs.astype(np.float64)
    following = np.roll(quads, -1, axis=1)
    edges = following - quads
    out = (quads + following) / 2 - quads.mean(axis=1, keepdims=True)
    out /= np.maximum(np.linalg.norm(out, axis=2, keepdims=True), _SMALLEST)
    lengths = np.linalg.norm(edges, axis=2)
    short = lengths + np.roll(lengths, 2, axis=1) < np.roll(lengths, 1, axis=1) + np.roll(lengths, 3, axis=1)
    usual = (ups[..., None] * out).sum(axis=(0, 1)) + np.array([0.0, -_BITS * len(quads)])
    usual /= max(float(np.linalg.norm(usual)), _SMALLEST)
    first = (ups + _SHORT_EDGE * short + _ALIKE * (out @ usual)).argmax(axis=1)
    order = (first[:, None] + np.arange(4)) % 4
    return np.take_along_axis(quads, order[..., None], axis=1), np.take_along_axis(ups, order, axis=1)


def _of_tiles(
    detections: Detections, frames: _Frames, faces: NDArray[np.float32], ups: NDArray[np.float64]
) -> NDArray[np.float32]:
    """``(N, OF_TILE - 4)``; see `Tokens`."""
    wide, long = np.linalg.norm(frames.across, axis=1), np.linalg.norm(frames.up, axis=1)
    size = np.sqrt(np.maximum(cross(frames.across, -frames.up), _SMALLEST))
    usual = float(np.median(size))
    height, width = detections.size
    middle = np.array([width, height]) / 2
    place = (frames.centres - middle) / middle.max()
    among = np.tanh((frames.centres - np.median(frames.centres, axis=0)) / (_FAR * usual))
    edge = np.minimum(frames.centres, [width, height] - frames.centres).min(axis=1) / (_EDGE * size)
    n = len(detections)
    columns = [
        faces,
        presence(faces)[:, None],
        detections.objectness[:, None],
        ups,
        np.log(size / usual)[:, None],
        np.log(np.maximum(wide, _SMALLEST) / np.maximum(long, _SMALLEST))[:, None],
        place,
        among,
        frames.up / np.maximum(long, _SMALLEST)[:, None],
        np.clip(edge, 0, 1)[:, None],
        np.full((n, 1), np.log(n) / np.log(MOST)),
    ]
    return np.concatenate(columns, axis=1, dtype=np.float32)


def _seen(frames: _Frames) -> _Seen:
    """Every tile as seen from each tile."""
    a, b = frames.across.astype(np.float32), frames.up.astype(np.float32)
    # The transposed inverse of each tile's frame converts pixels to its widths and lengths.
    inverse = np.stack([b[:, 1], -a[:, 1], -b[:, 0], a[:, 0]], axis=1).reshape(-1, 2, 2)
    inverse = inverse / frames.areas()[:, None, None]
    apart = (frames.centres[None] - frames.centres[:, None]).astype(np.float32)
    return _Seen(apart @ inverse, a @ inverse, b @ inverse)


def _gaps(seen: _Seen, there: NDArray[np.bool_]) -> NDArray[np.float32]:
    """``(N, 4)`` distance to the next tile on the left, the right, above and below; 1 if it is far."""
    reach = (np.abs(seen.across) + np.abs(seen.up)) / 2
    rooms = []
    for along, beside, longer in ((0, 1, 1.0), (1, 0, _LONG)):
        off = seen.offset[..., along]
        room = longer * (np.abs(off) - reach[..., along] - 0.5)
        counts = there[None] & (np.abs(seen.offset[..., beside]) < _BESIDE)
        rooms += [
            np.where(counts & (side * off > 0.5), room, _EDGE).min(axis=1) / _EDGE  # noqa: PLR2004 - its half
            for side in (-1, 1)
        ]
    left, right, below, above = rooms
    return np.asarray(np.clip(np.stack([left, right, above, below], axis=1), -1, 1), np.float32)


def _of_pairs(frames: _Frames, seen: _Seen, faces: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(N, N, OF_PAIR)``; see `Tokens`."""
    offset = seen.offset
    sine, cosine = seen.up[..., 0], np.float32(_LONG) * seen.up[..., 1]
    length = np.maximum(np.hypot(sine, cosine), _SMALLEST)
    sine, cosine = sine / length, cosine / length
    size = np.log(np.abs(frames.areas())) / 2
    kinds = faces @ _KINDS
    out = np.empty((*offset.shape[:2], OF_PAIR), np.float32)
    for k, scale in enumerate(_SCALES):
        out[..., 2 * k : 2 * k + 2] = np.tanh(offset / np.float32(scale))
    out[..., 6] = np.log1p(np.hypot(offset[..., 0], np.float32(_LONG) * offset[..., 1])) / 3
    out[..., 7], out[..., 8], out[..., 9] = sine, cosine, cosine**2 - sine**2
    out[..., 10] = size[None] - size[:, None]
    printed = np.delete(kinds, INDEX[BACK], axis=1)
    out[..., 11] = printed @ printed.T
    out[..., 12], out[..., 13] = (_steps(kinds, apart) for apart in (1, 2))
    return out


def _steps(kinds: NDArray[np.float32], apart: int) -> NDArray[np.float32]:
    """``(N, N)`` probability that two tiles are of one suit and ``apart`` numbers apart."""
    low = kinds[:, _NUMBERED[:, : 9 - apart].ravel()]
    high = kinds[:, _NUMBERED[:, apart:].ravel()]
    rising = low @ high.T
    return np.asarray(rising + rising.T, np.float32)
