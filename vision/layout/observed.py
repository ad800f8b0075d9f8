"""Detections → the tiles worth laying out: duplicates dropped, probabilities of the labels normalised."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections
from yakulens.vision.geometry.overlap import separations
from yakulens.vision.geometry.quads import short_sides
from yakulens.vision.labels import BACK, INDEX

SAME_TILE: Final = 0.45
"""Two detections whose centres are nearer than this part of the smaller one's short side are one tile."""
SLIVER: Final = 1.0
"""A quad with a shorter short side, in pixels, holds no face."""
EDGE: Final = 0.04
"""A quad nearer to the photo's edge than this part of its diagonal reaches it."""
_WHITE: Final = "5z"
_BLANK: Final = 0.5
"""How often a White has nothing on it; else a frame, whose longer sides show its direction."""
_FOURFOLD: Final = ("1p", "4p", "5p", "0p", "9p")
_SYMMETRIC: Final = 0.5
"""How little these show of the direction: turned by a quarter and foreshortened they look the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Observed:
    """N tiles as detected, duplicates removed.

    Attributes:
        quads: ``(N, 4, 2)`` float64, pixels, y **up** (image y negated), so that turns are counter-clockwise
            and the table is seen from above.
        objectness: ``(N,)`` float64, 0..1.
        faces: ``(N, 39)`` float64, rows sum to 1.
        ups: ``(N, 4)`` float64, rows sum to 1.
        source: ``(N,)`` int, the tile's index in the detections.
        at_edge: ``(N,)`` bool, whether the quad reaches the photo's edge.
    """

    quads: NDArray[np.float64]
    objectness: NDArray[np.float64]
    faces: NDArray[np.float64]
    ups: NDArray[np.float64]
    source: NDArray[np.int64]
    at_edge: NDArray[np.bool_]

    def __len__(self) -> int:
        """How many tiles."""
        return len(self.quads)

    def __getitem__(self, chosen: NDArray[np.bool_]) -> Observed:
        """The tiles chosen by a mask."""
        return Observed(**{field.name: getattr(self, field.name)[chosen] for field in fields(self)})

    @property
    def back(self) -> NDArray[np.float64]:
        """``(N,)`` probability that the tile lies face-down."""
        return np.asarray(self.faces[:, INDEX[BACK]])


def observe(detections: Detections) -> Observed:
    """The tiles of ``detections`` without duplicates, in their order, as float64 with image y pointing up.

    >>> from yakulens.vision.detections import Detections
    >>> from yakulens.vision.example import detected
    >>> row = detected("1m 2m back")
    >>> twice = Detections.merge(row, row)
    >>> observed = observe(twice)
    >>> observed.source.tolist(), observed.back.round(2).tolist()
    ([0, 1, 2], [0.0, 0.0, 0.99])
    """
    keep = _without_duplicates(detections)
    quads = detections.quads[keep].astype(np.float64)
    quads[:, :, 1] *= -1.0
    faces = _normalised(detections.faces[keep])
    # A back has no top: what the reader says of it is the foreshortening. A blank White has none either.
    blank = faces[:, INDEX[BACK]] + _BLANK * faces[:, INDEX[_WHITE]]
    blank = (blank + _SYMMETRIC * faces[:, [INDEX[f] for f in _FOURFOLD]].sum(axis=1))[:, None]
    return Observed(
        quads=quads,
        objectness=detections.objectness[keep].astype(np.float64),
        faces=faces,
        ups=_normalised(detections.top_edge_probs[keep]) * (1 - blank) + blank / 4,
        source=keep,
        at_edge=_at_edge(detections.quads[keep].astype(np.float64), detections.size),
    )


def _at_edge(quads: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.bool_]:
    """Whether a quad comes nearer to an edge of the photo than a small part of the tile's own size."""
    near = EDGE * np.linalg.norm(quads[:, 2] - quads[:, 0], axis=1)[:, None, None]
    height, width = size
    return np.asarray(((quads < near) | (quads > np.array([width, height]) - near)).any(axis=(1, 2)))


def _normalised(rows: NDArray[np.float32]) -> NDArray[np.float64]:
    """Rows as float64 that sum to one, none exactly zero, so that logarithms stay finite."""
    safe = np.maximum(rows.astype(np.float64), 1e-9)
    return np.asarray(safe / safe.sum(axis=1, keepdims=True))


def _without_duplicates(detections: Detections) -> NDArray[np.int64]:
    """Indices of the detections to keep: of two at the same place the likelier one, and no slivers."""
    whole = short_sides(detections.quads) >= SLIVER
    apart = separations(detections.quads, detections.quads)
    certainty = detections.objectness * detections.faces.max(axis=1, initial=0.0)
    kept: list[int] = []
    for i in np.argsort(-certainty, kind="stable"):
        if whole[i] and (apart[i, kept] > SAME_TILE).all():
            kept.append(int(i))
    return np.array(sorted(kept), dtype=np.int64)
