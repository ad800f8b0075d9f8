"""What a reader's answers about crops say of tiles. Plain arrays, no pixels: it runs in a browser too.

A quad is read at first as the finder gives it, and once more where that moved its corners or left its face in
doubt; a face that is still in doubt is the mean of what several crops of it say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from yakulens.vision.geometry import quads as geometry
from yakulens.vision.geometry.vectors import cross

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.models import ReaderSettings

HEIGHT: Final = 96
WIDTH: Final = 80
MARGIN: Final = 1.3
"""A crop shows so many times the face's width and height, the face in its middle."""

_LOW: Final = (1 - 1 / MARGIN) / 2
_HIGH: Final = 1 - _LOW
FACE_IN_CROP: Final = np.array([[_LOW, _LOW], [_HIGH, _LOW], [_HIGH, _HIGH], [_LOW, _HIGH]], np.float32)
"""Where the quad's corners 0..3 come to lie in the crop: top left, top right, bottom right, bottom left; as
shares of its width and height."""

_SETTLED: Final = 0.1
"""Short sides by which a first run may move the corners of a quad so that a second run would be shown the
same crop."""
_CLEAR: Final = 0.95
"""Probability from which a face on such a crop is final: a second run would say the same."""
_NOTHING: Final = 0.2
"""Probability below which a first run has read what is mostly no tile, so that it is not read again: of 157
such detections on photos of tables a second run read two surely."""
_KNOWN: Final = 0.97
"""Probability from which a face is in no doubt."""
UNREADABLE: Final = 0.3
"""Probability below which a detection is mostly no tile, unless closer crops say what it shows."""
_SIZES: Final = (0.93, 1.07)
"""How large the further crops of a doubtful tile are, relative to its quad."""
_CLOSER: Final = (0.78, 0.85, 0.92)
"""How large the further crops of an unreadable tile are, relative to its quad: its corners may lie beyond its
face."""
_LEAST_AREA: Final = 0.5
_MOST_AREA: Final = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class ReaderResult:
    """What the reader says about N quads.

    Attributes:
        faces: ``(N, 39)`` float32 probabilities of the labels.
        top_edge_probs: ``(N, 4)`` float32 probabilities that edge k to k + 1 is the top of the face.
        quads: ``(N, 4, 2)`` float32, the corners as the reader sees them, photo pixels, clockwise.
    """

    faces: NDArray[np.float32]
    top_edge_probs: NDArray[np.float32]
    quads: NDArray[np.float32]


class Logits(NamedTuple):
    """A reader's answers about N crops as its network gives them, float32.

    Attributes:
        faces: ``(N, 39)`` logits of the labels.
        ups: ``(N, 4)`` logits that edge k to k + 1 is the top of the face.
        corners: ``(N, 4, 2)`` the quad's corners, as shares of the crop's width and height.
        present: ``(N,)`` natural log odds that there is a tile.
    """

    faces: NDArray[np.float32]
    ups: NDArray[np.float32]
    corners: NDArray[np.float32]
    present: NDArray[np.float32]


def interpreted(logits: Logits, quads: NDArray[np.float32], settings: ReaderSettings) -> ReaderResult:
    """What the answers about the crops of some quads say of them.

    Args:
        logits: of the crops of N quads.
        quads: ``(N, 4, 2)`` float32, photo pixels, clockwise.
        settings: of the reader's card.
    """
    faces = if_present(softmax(logits.faces, settings.face_temperature), logits.present)
    top_edge_probs = softmax(logits.ups, settings.up_temperature)
    return ReaderResult(faces, top_edge_probs, from_crops(logits.corners, quads))


class SecondRun(NamedTuple):
    """Which quads are read once more after a first run.

    Attributes:
        first: the first run.
        quads: ``(N, 4, 2)`` float32 of all of them, corrected where the correction is plausible.
        again: ``(K,)`` indices of those that are read once more, as corrected.
    """

    first: ReaderResult
    quads: NDArray[np.float32]
    again: NDArray[np.intp]

    @classmethod
    def after(cls, first: ReaderResult, shown: NDArray[np.float32]) -> SecondRun:
        """What a first run leaves open.

        Args:
            first: what the reader said.
            shown: ``(N, 4, 2)`` float32, the quads of which it said that, photo pixels.
        """
        quads = sane(first.quads, shown)
        moved = np.linalg.norm(quads - shown, axis=2).max(axis=1, initial=0.0)
        settled = moved < _SETTLED * geometry.short_sides(shown)
        sureness = first.faces.max(axis=1, initial=0.0)
        again = np.flatnonzero((~settled | (sureness < _CLEAR)) & (sureness >= _NOTHING))
        return cls(first, quads, again)

    def joined(self, second: ReaderResult) -> ReaderResult:
        """Both runs together: of what was read twice, the second counts.

        Args:
            second: of the K quads that were read once more.
        """
        faces, top_edge_probs = self.first.faces.copy(), self.first.top_edge_probs.copy()
        quads = self.quads.copy()
        faces[self.again], top_edge_probs[self.again] = second.faces, second.top_edge_probs
        quads[self.again] = sane(second.quads, quads[self.again])
        return ReaderResult(faces, top_edge_probs, quads)


class FurtherCrops(NamedTuple):
    """Which further crops of doubtful faces are read, and what a face is by all of them.

    Attributes:
        faces: ``(N, 39)`` float32, as they were read.
        doubtful: ``(D,)`` indices of faces in doubt, which are read upside down, smaller and larger as well.
        unreadable: ``(U,)`` indices of those that are mostly no tile: closer crops may show a face.
        quads: ``(3 * (D + U), 4, 2)`` float32, the crops: the first ones of all doubtful faces, their second
            and their third ones, then those of the unreadable ones in the same order.
    """

    faces: NDArray[np.float32]
    doubtful: NDArray[np.intp]
    unreadable: NDArray[np.intp]
    quads: NDArray[np.float32]

    @classmethod
    def of(cls, quads: NDArray[np.float32], faces: NDArray[np.float32]) -> FurtherCrops:
        """The crops that faces in doubt are read from.

        Args:
            quads: ``(N, 4, 2)`` float32, the corners as the reader saw them, photo pixels.
            faces: ``(N, 39)`` float32, what it read there.

        >>> square = np.array([[[0, 0], [10, 0], [10, 10], [0, 10]]] * 3, np.float32)
        >>> faces = np.array([[1.0, 0, 0, 0], [0.6, 0.4, 0, 0], [0.25] * 4], np.float32)
        >>> crops = FurtherCrops.of(square, faces)
        >>> crops.doubtful.tolist(), crops.unreadable.tolist(), len(crops.quads)
        ([1], [2], 6)
        >>> said = np.tile(np.array([0.0, 1, 0, 0], np.float32), (6, 1))
        >>> [f"{face:.2f}" for face in crops.averaged(said)[:, 1]]
        ['0.00', '0.85', '1.00']
        """
        best = faces.max(axis=1, initial=0.0)
        doubtful = np.flatnonzero((best < _KNOWN) & (best >= UNREADABLE))
        unreadable = np.flatnonzero(best < UNREADABLE)
        crops = [np.roll(quads[doubtful], 2, axis=1), *_sized(quads[doubtful], _SIZES)]
        return cls(faces, doubtful, unreadable, np.concatenate([*crops, *_sized(quads[unreadable], _CLOSER)]))

    def averaged(self, said: NDArray[np.float32]) -> NDArray[np.float32]:
        """``(N, 39)`` float32 probabilities, doubtful ones as the mean of all their crops.

        Args:
            said: ``(3 * (D + U), 39)`` float32, what was read of the further crops.
        """
        means, split = self.faces.copy(), len(self.doubtful) * (1 + len(_SIZES))
        others = said[:split].reshape(1 + len(_SIZES), -1, said.shape[1])
        closer = said[split:].reshape(len(_CLOSER), -1, said.shape[1]).mean(axis=0)
        means[self.doubtful] = np.concatenate([self.faces[self.doubtful][None], others]).mean(axis=0)
        read = closer.max(axis=1, initial=0.0) >= UNREADABLE
        means[self.unreadable[read]] = closer[read]
        return means


def if_present(faces: NDArray[np.float32], log_odds: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities of the labels, mixed with even ones by how probable it is that there is no tile.

    Args:
        faces: ``(N, 39)`` float32 probabilities of the labels if there is a tile.
        log_odds: ``(N,)`` float32, natural log odds that there is one.

    >>> sure = np.array([[1.0, 0.0], [1.0, 0.0]], np.float32)
    >>> if_present(sure, np.array([9.0, -9.0], np.float32)).round(2).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    there = (1 / (1 + np.exp(-np.clip(log_odds, -30, 30))))[:, None]
    return np.asarray(faces * there + (1 - there) / faces.shape[1], np.float32)


def softmax(logits: NDArray[np.float32], temperature: float) -> NDArray[np.float32]:
    """``(N, K)`` probabilities of ``(N, K)`` logits, divided by the temperature.

    A row that holds an infinity or no number is spread evenly.

    >>> softmax(np.log(np.array([[1, 3], [0.5, 0.5]], np.float32)), 1.0).round(3).tolist()
    [[0.25, 0.75], [0.5, 0.5]]
    """
    values = logits.astype(np.float64) / temperature
    values = np.where(np.isfinite(values).all(axis=1, keepdims=True), values, 0.0)
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def log_softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """``(N, K)`` natural log probabilities of logits.

    >>> log_softmax(np.array([[0.0, 0.0]])).round(3).tolist()
    [[-0.693, -0.693]]
    """
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)), np.float64)


def from_crops(points: NDArray[np.float32], quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Points on the crops of some quads, back on the photo.

    Args:
        points: ``(N, K, 2)``, as shares of the crop's width and height.
        quads: ``(N, 4, 2)`` float32, the quads whose crops they are, photo pixels.

    Returns:
        ``(N, K, 2)`` float32, photo pixels; no numbers where a quad has no area.

    >>> quads = np.array([[[10, 10], [130, 20], [130, 160], [10, 150]]], np.float32)
    >>> from_crops(FACE_IN_CROP[None], quads).round(3).tolist() == quads.tolist()
    True
    """
    # With the face as the unit square the projective map onto its quad has a closed form (Heckbert 1989).
    a, b, c, d = np.moveaxis(quads.astype(np.float64), 1, 0)
    across, down, twist = b - c, d - c, a - b + c - d
    with np.errstate(divide="ignore", invalid="ignore"):
        area = cross(across, down)
        g, h = cross(twist, down) / area, cross(across, twist) / area
        u, v = np.moveaxis((points.astype(np.float64) - _LOW) * MARGIN, 2, 0)[..., None]
        g, h = g[:, None, None], h[:, None, None]
        a, b, d = a[:, None], b[:, None], d[:, None]
        mapped = ((b - a + g * b) * u + (d - a + h * d) * v + a) / (g * u + h * v + 1)
    return np.asarray(mapped, np.float32)


def sane(seen: NDArray[np.float32], before: NDArray[np.float32]) -> NDArray[np.float32]:
    """``seen`` where it is a plausible correction of ``before``, else ``before``; all ``(N, 4, 2)``.

    Plausible is what is convex and between half and twice as large.

    >>> square = np.array([[[0, 0], [10, 0], [10, 10], [0, 10]]], np.float32)
    >>> bool((sane(square + 1, square) == square + 1).all()), bool((sane(square * 3, square) == square).all())
    (True, True)
    """
    if not len(seen):
        return before
    finite = np.asarray(np.isfinite(seen).all(axis=(1, 2)))
    seen = np.where(finite.reshape(-1, 1, 1), seen, before)
    ratio = geometry.areas(seen) / np.maximum(geometry.areas(before), 1e-6)
    plausible = geometry.convex(seen) & (ratio >= _LEAST_AREA) & (ratio <= _MOST_AREA)
    return np.where(plausible.reshape(-1, 1, 1), seen, before).astype(np.float32)


def _sized(quads: NDArray[np.float32], sizes: tuple[float, ...]) -> list[NDArray[np.float32]]:
    """The quads made larger or smaller about their middles, once for each size."""
    middle = quads.mean(axis=1, keepdims=True)
    return [np.asarray(middle + (quads - middle) * size, np.float32) for size in sizes]
