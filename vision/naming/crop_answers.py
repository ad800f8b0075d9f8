"""Interprets a reader's outputs about crops. Plain arrays, no pixels: it runs in a browser too."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.geometry import quads as geometry
from yakulens.vision.model_card import ReaderSettings

HEIGHT: Final = 96
WIDTH: Final = 80
MARGIN: Final = 1.3
"""A crop's width and height as multiples of the face's; the face is in the middle."""
_LOW: Final = (1 - 1 / MARGIN) / 2
_HIGH: Final = 1 - _LOW
FACE_IN_CROP: Final = np.array([[_LOW, _LOW], [_HIGH, _LOW], [_HIGH, _HIGH], [_LOW, _HIGH]], np.float32)
"""Positions of the quad's corners in the crop, from the top left, as shares of its sides."""
_MAX_SETTLED_MOVE: Final = 0.1
"""If a first run moves corners by less, in short sides, a second run would see the same crop."""
_CLEAR: Final = 0.95
"""A face on such a crop with at least this probability is final: a second run would agree."""
_MIN_READ_AGAIN: Final = 0.2
"""Below this probability a first run has mostly read a false positive, which is not read again: of 157 such
detections on photos of tables, a second run read two with certainty."""
_NO_DOUBT: Final = 0.97
"""Least probability of a face beyond doubt."""
_UNREADABLE: Final = 0.3
"""A detection with a lower probability is mostly a false positive, unless closer crops show a face."""
_SCALES: Final = (0.93, 1.07)
"""Scales of a doubtful tile's further crops, relative to its quad."""
_CLOSER_SCALES: Final = (0.78, 0.85, 0.92)
"""Scales of an unreadable tile's further crops: its corners may lie beyond its face."""
_AREA_RATIOS: Final = (0.5, 2.0)
"""Least and greatest area of a plausible correction, relative to the original quad."""


@dataclass(frozen=True, slots=True, eq=False)
class ReaderResult:
    """The reader's answer about N quads.

    Attributes:
        faces: ``(N, 39)`` float32 probabilities of the labels.
        top_edge_probs: ``(N, 4)`` float32 probabilities that edge k to k + 1 is the top of the face.
        quads: ``(N, 4, 2)`` float32, the corners as the reader sees them, photo pixels, clockwise.
    """

    faces: NDArray[np.float32]
    top_edge_probs: NDArray[np.float32]
    quads: NDArray[np.float32]


def interpret(
    outputs: Mapping[str, NDArray[np.float32]], quads: NDArray[np.float32], settings: ReaderSettings
) -> ReaderResult:
    """Interpret the network's outputs about the crops of some quads."""
    faces = weight_by_presence(softmax(outputs["faces"], settings.face_temperature), outputs["present"])
    top_edge_probs = softmax(outputs["ups"], settings.up_temperature)
    return ReaderResult(faces, top_edge_probs, crops_to_photo(outputs["corners"], quads))


def needs_second_run(
    faces: NDArray[np.float32], shown: NDArray[np.float32], corrected: NDArray[np.float32]
) -> NDArray[np.intp]:
    """Indices of the quads that a first run moved far or whose faces it left in doubt."""
    moves = np.linalg.norm(corrected - shown, axis=2).max(axis=1, initial=0.0)
    settled = moves < _MAX_SETTLED_MOVE * geometry.short_sides(shown)
    probs = faces.max(axis=1, initial=0.0)
    return np.flatnonzero((~settled | (probs < _CLEAR)) & (probs >= _MIN_READ_AGAIN))


def doubtful_faces(faces: NDArray[np.float32]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Indices of the faces that need further crops: ``(D,)`` doubtful and ``(U,)`` unreadable ones.

    >>> faces = np.array([[1.0, 0, 0, 0], [0.6, 0.4, 0, 0], [0.25] * 4], np.float32)
    >>> [indices.tolist() for indices in doubtful_faces(faces)]
    [[1], [2]]
    """
    probs = faces.max(axis=1, initial=0.0)
    return np.flatnonzero((probs < _NO_DOUBT) & (probs >= _UNREADABLE)), np.flatnonzero(probs < _UNREADABLE)


def further_crops(doubtful: NDArray[np.float32], unreadable: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(3 * (D + U), 4, 2)`` float32 quads of further crops, for `average_crops`.

    Doubtful tiles are read upside down, slightly smaller and slightly larger, unreadable ones closer up.
    """
    upside_down = np.roll(doubtful, 2, axis=1)
    return np.concatenate([upside_down, *_scaled(doubtful, _SCALES), *_scaled(unreadable, _CLOSER_SCALES)])


def average_crops(faces: NDArray[np.float32], of_further: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(N, 39)`` float32 probabilities; a doubtful tile gets the mean of all its crops.

    An unreadable face gets the mean of its closer crops if they show a face.

    >>> faces = np.array([[1.0, 0, 0, 0], [0.6, 0.4, 0, 0], [0.25] * 4], np.float32)
    >>> of_further = np.tile(np.array([0.0, 1, 0, 0], np.float32), (6, 1))
    >>> [f"{prob:.2f}" for prob in average_crops(faces, of_further)[:, 1]]
    ['0.00', '0.85', '1.00']
    """
    doubtful, unreadable = doubtful_faces(faces)
    of_doubtful, of_unreadable = np.split(of_further, [len(doubtful) * (1 + len(_SCALES))])
    further = of_doubtful.reshape(1 + len(_SCALES), -1, faces.shape[1])
    closer = of_unreadable.reshape(len(_CLOSER_SCALES), -1, faces.shape[1]).mean(axis=0)
    means = faces.copy()
    means[doubtful] = np.concatenate([faces[doubtful][None], further]).mean(axis=0)
    readable = closer.max(axis=1, initial=0.0) >= _UNREADABLE
    means[unreadable[readable]] = closer[readable]
    return means


def weight_by_presence(faces: NDArray[np.float32], log_odds: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mix ``(N, 39)`` label probabilities with even ones, by ``(N,)`` natural log odds that there is a tile.

    >>> sure = np.array([[1.0, 0.0], [1.0, 0.0]], np.float32)
    >>> weight_by_presence(sure, np.array([9.0, -9.0], np.float32)).round(2).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    presence = (1 / (1 + np.exp(-np.clip(log_odds, -30, 30))))[:, None]
    return np.asarray(faces * presence + (1 - presence) / faces.shape[1], np.float32)


def softmax(logits: NDArray[np.float32], temperature: float) -> NDArray[np.float32]:
    """``(N, K)`` probabilities of ``(N, K)`` logits, divided by the temperature.

    A row with an infinity or NaN is spread evenly.

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


def crops_to_photo(points: NDArray[np.float32], quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Map ``(N, K, 2)`` points on the crops of N quads, as shares of the sides, to photo pixels.

    They are NaN if a quad has no area.
    """
    # With the face as the unit square the projective map onto its quad has a closed form (Heckbert 1989).
    a, b, c, d = np.moveaxis(quads.astype(np.float64), 1, 0)
    across, down, twist = b - c, d - c, a - b + c - d
    with np.errstate(divide="ignore", invalid="ignore"):
        area = geometry.cross(across, down)
        g, h = geometry.cross(twist, down) / area, geometry.cross(across, twist) / area
        u, v = np.moveaxis((points.astype(np.float64) - _LOW) * MARGIN, 2, 0)[..., None]
        g, h = g[:, None, None], h[:, None, None]
        a, b, d = a[:, None], b[:, None], d[:, None]
        mapped = ((b - a + g * b) * u + (d - a + h * d) * v + a) / (g * u + h * v + 1)
    return np.asarray(mapped, np.float32)


def plausible_corrections(corrected: NDArray[np.float32], quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """The corrected quads if plausible, else the original ones; all ``(N, 4, 2)`` float32.

    A plausible quad is convex and has between half and twice the area.
    """
    if not len(quads):
        return quads
    finite = np.asarray(np.isfinite(corrected).all(axis=(1, 2)))
    corrected = np.where(finite.reshape(-1, 1, 1), corrected, quads)
    ratios = geometry.areas(corrected) / np.maximum(geometry.areas(quads), 1e-6)
    min_ratio, max_ratio = _AREA_RATIOS
    plausible = geometry.convex(corrected) & (ratios >= min_ratio) & (ratios <= max_ratio)
    return np.where(plausible.reshape(-1, 1, 1), corrected, quads).astype(np.float32)


def _scaled(quads: NDArray[np.float32], scales: tuple[float, ...]) -> list[NDArray[np.float32]]:
    """The quads scaled about their centres, once for each scale."""
    centres = quads.mean(axis=1, keepdims=True)
    return [np.asarray(centres + (quads - centres) * scale, np.float32) for scale in scales]
