"""Detections as tiles on the table's plane: place, direction and size from above, in tile widths."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.arrays import ParallelArrays
from yakulens.vision.detections import Detections
from yakulens.vision.geometry.overlap import non_maximum_suppression, separations
from yakulens.vision.geometry.plane import Plane, fit_plane
from yakulens.vision.geometry.quads import areas, diagonal_crossings, mean_edges, short_sides
from yakulens.vision.labels import BACK, INDEX
from yakulens.vision.layout.answers import rows
from yakulens.vision.layout.decode.frame import FLOOR, Tiles

DEEP: Final = 3.0
"""Tiles that extend farther ahead, in tile widths on the photo, are more than one row."""
THICKNESS: Final = 0.75
"""A tile's thickness in tile widths."""
_ASPECT_SPREAD: Final = 0.08
"""Standard deviation of the log of the aspect that a tile's sides show."""
SAME_TILE: Final = 0.45
"""Two detections whose centres are closer than this share of the smaller one's short side are one tile."""
SLIVER: Final = 1.0
"""A quad with a shorter short side, in pixels, shows no face."""
EDGE: Final = 0.04
"""A quad closer to the photo's edge than this share of its diagonal reaches it."""
_WHITE: Final = "5z"
_BLANK: Final = 0.5
"""How often a White is blank; otherwise it has a frame, whose long sides show its direction."""
_FOURFOLD: Final = ("1p", "4p", "5p", "0p", "9p")
_SYMMETRIC: Final = 0.5
"""How far a symmetric face counts as blank: turned by a quarter and foreshortened it looks the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Observed(ParallelArrays):
    """N tiles as detected, duplicates removed.

    Attributes:
        quads: ``(N, 4, 2)`` float64, pixels, y **up** (image y negated): the table as seen from above.
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

    @property
    def back(self) -> NDArray[np.float64]:
        """``(N,)`` probability that the tile lies face-down."""
        return np.asarray(self.faces[:, INDEX[BACK]])


def observe(detections: Detections) -> Observed:
    """The tiles of ``detections`` without duplicates, in their order, as float64 with image y up."""
    keep = _without_duplicates(detections)
    quads = detections.quads[keep].astype(np.float64)
    quads[:, :, 1] *= -1.0
    faces = _normalised(detections.faces[keep])
    # A back has no top: the reader's answer about it reflects foreshortening. Nor has a blank White.
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
    """Whether a quad is closer to an edge of the photo than a small share of the tile's own size."""
    near = EDGE * np.linalg.norm(quads[:, 2] - quads[:, 0], axis=1)[:, None, None]
    height, width = size
    return np.asarray(((quads < near) | (quads > np.array([width, height]) - near)).any(axis=(1, 2)))


def _normalised(rows: NDArray[np.float32]) -> NDArray[np.float64]:
    """Rows as float64 that sum to one, without zeros, so that logarithms stay finite."""
    safe = np.maximum(rows.astype(np.float64), 1e-9)
    return np.asarray(safe / safe.sum(axis=1, keepdims=True))


def _without_duplicates(detections: Detections) -> NDArray[np.int64]:
    """Indices of the detections to keep: the likelier of two at the same place, and no slivers."""
    whole = np.flatnonzero(short_sides(detections.quads) >= SLIVER)
    quads = detections.quads[whole]
    certainty = (detections.objectness * detections.faces.max(axis=1, initial=0.0))[whole]
    return np.sort(whole[non_maximum_suppression(~(separations(quads, quads) > SAME_TILE), certainty)])


def on_table(
    observed: Observed, plane_mask: NDArray[np.bool_], stray: NDArray[np.float64] | None = None
) -> Tiles:
    """At least one observed tile on the table's plane, as plain numbers.

    The plane is fitted to those of ``plane_mask``, at least one; for ``stray`` see `Tiles`.
    """
    on_plane = observed[plane_mask]
    plane = fit_plane(on_plane.quads, on_plane.ups, on_plane.objectness, on_plane.back)
    first, second = mean_edges(plane.to_table(observed.quads))
    a, b = np.linalg.norm(first, axis=1), np.linalg.norm(second, axis=1)
    # Clockwise corners: edge 0 is the top where ``second`` points down the face.
    vertical, horizontal = observed.ups[:, 0] + observed.ups[:, 2], observed.ups[:, 1] + observed.ups[:, 3]
    shape = (np.log(b) - np.log(a)) * np.log(plane.aspect) / _ASPECT_SPREAD**2
    odds = np.clip(np.log(vertical) - np.log(horizontal), -3.0, 3.0) + np.clip(shape, -6.0, 6.0)
    upright = odds > 0
    down = np.where(upright[:, None], second, first)
    axis = np.arctan2(-down[:, 1], -down[:, 0])
    # Edge 0 is opposite ``second``; edge 3 (left) is opposite ``first``, edge 1 lies along it.
    top = np.where(upright, observed.ups[:, 0], observed.ups[:, 3])
    ahead = top / (top + np.where(upright, observed.ups[:, 2], observed.ups[:, 1]))
    turned = (axis < 0) | (axis >= np.pi)
    centre = plane.to_table(diagonal_crossings(observed.quads))
    return Tiles(
        faces=rows(np.maximum(np.log(np.maximum(observed.faces, 1e-9)), FLOOR)),
        places=_points(centre),
        axes=tuple(np.mod(axis, np.pi).tolist()),
        ahead=tuple(np.where(turned, 1 - ahead, ahead).tolist()),
        lengthwise=tuple(np.abs(odds).tolist()),
        stacked=(0.0,) * len(observed),
        shifts=_points(parallax(plane, centre, _scale(plane, observed))),
        sizes=tuple((np.log(np.maximum(a * b, 1e-6)) / 2).tolist()),
        at_edge=tuple(observed.at_edge.tolist()),
        stray=(0.0,) * len(observed) if stray is None else tuple(stray.tolist()),
        heading=heading(plane, on_plane),
        length=float(plane.aspect),
    )


def heading(plane: Plane, observed: Observed) -> float:
    """The direction in which the camera looks on the table, radians.

    It is taken at the middle tile: on a wide photo the lines towards tiles at its edges fan out. If only one
    row lies or stands there, perspective does not show the direction, and the photo's upper edge is ahead.

    >>> from yakulens.vision.example import detected
    >>> round(np.degrees(heading(Plane(np.eye(3), 1.35), observe(detected("1m 2m 3m 4m")))))
    90
    """
    places, scale = diagonal_crossings(observed.quads), float(np.median(_scale(plane, observed)))
    photo = np.median(places, axis=0)
    step = plane.ahead(photo[None], np.array([scale]))[0]
    low, high = np.percentile((places - photo) @ step, [10.0, 90.0])
    step = (step if high - low > DEEP * scale else np.array([0.0, 1.0])) * scale / 4
    here, ahead = plane.to_table(np.stack([photo, photo + step]))
    return float(np.arctan2(ahead[1] - here[1], ahead[0] - here[0]))


def parallax(plane: Plane, centre: NDArray[np.float64], scale: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each tile's apparent shift on the table if it lay one tile higher: ``(N, 2)``, tile widths.

    ``centre`` are the tiles' middles on the table, ``scale`` the photo's pixels per tile width there.

    >>> from_above = Plane(np.diag([0.02, 0.02, 1.0]), 1.35)
    >>> bool(np.abs(parallax(from_above, np.array([[3.0, 4.0]]), np.array([50.0]))).max() < 0.05)
    True
    """
    around = 1e-3 * np.array([[1.0, 0], [-1, 0], [0, 1], [0, -1]])
    image = plane.to_photo(centre[:, None, :] + around)
    jacobian = np.stack([image[:, 0] - image[:, 1], image[:, 2] - image[:, 3]], axis=2)
    _, stretch, directions = np.linalg.svd(jacobian)
    ratio = np.clip(stretch[:, 1] / stretch[:, 0], 0.05, 1.0)
    away = directions[:, 1]
    forward = plane.ahead(image.mean(axis=1), scale)
    along = (np.einsum("nij,nj->ni", jacobian, away) * forward).sum(axis=1)
    away = away * np.where(along < 0, -1.0, 1.0)[:, None]
    return np.asarray(THICKNESS * away * (np.sqrt(1 - ratio**2) / ratio)[:, None])


def _scale(plane: Plane, observed: Observed) -> NDArray[np.float64]:
    """``(N,)`` pixels of the photo per tile width at each tile."""
    return np.asarray(np.sqrt(np.abs(areas(observed.quads)) / plane.aspect))


def _points(array: NDArray[np.float64]) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in array.tolist())
