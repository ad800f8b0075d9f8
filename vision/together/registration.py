"""Where the tiles of one photo lie on another: two photos of the same table, taken from different places.

All faces lie nearly in one plane, and that plane as seen from above is known for each photo
(`vision.geometry.plane`). There the two photos differ by a turn and a shift alone. Each pair of tiles that
may show the same face proposes one; the proposal under which most tiles meet tiles of the same face is
refined to a homography between the photos.
"""

from dataclasses import dataclass
from heapq import nlargest
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.detections import Detections
from yakulens.vision.geometry.plane import fit_plane
from yakulens.vision.geometry.quads import areas, diagonal_crossings, short_sides
from yakulens.vision.geometry.robust import geman_mcclure
from yakulens.vision.labels import BACK, INDEX, LABELS
from yakulens.vision.layout.on_table import observe, parallax

ALIKE: Final = 1.0
"""Least log likelihood ratio of showing the same face for two tiles to propose a turn and shift."""
_BOUND: Final = 3.5
"""Bound on that ratio: a face that is read wrongly twice must not outweigh the places of all other tiles."""
_NEAR: Final = 0.6
"""Tiles whose middles meet within this many tile widths may be one."""
_ROUGH: Final = 0.8
"""The same for a proposal, whose turn is that of a single tile, beside that tile."""
_DRIFT: Final = 0.12
"""By how much more for each tile width away from it: a plane seen from low down is fitted less well."""
_REFINED: Final = 16
"""How many proposals are refined: those under which most tiles meet."""
_ROUNDS: Final = ((1.0, 0.6), (0.3, 0.4), (0.1, 0.25), (0.05, 0.15))
"""Rounds of the fit: how strongly it keeps the proposal's shape, per matched tile, and the residual in tile
widths from which a tile counts little. At first nearly rigid: else a tile on another one would bend it."""
_PAIRS: Final = 600
"""At most this many pairs of tiles propose a turn and shift: the likeliest ones."""
_FLOOR: Final = 1e-9
_LEAST: Final = 4
"""A homography needs four points."""
_ENOUGH: Final = 12.0
"""Least evidence that two photos show the same tiles: as much as four tiles of certain and equal faces."""
_SHARE: Final = 0.6
"""Least share of the face-up tiles in view of both photos that must meet one of the same face."""
_OF_ALL: Final = 0.35
"""The same of all face-up tiles of the photo that shows fewer: two hands may have an end in common."""
_CONTRADICTS: Final = -2.5
"""Log likelihood ratio from which a tile's face contradicts that of the tile it meets."""
_CONTRADICTED: Final = 0.1
"""Most tiles that may contradict, as a share of those that agree; one always may: a face may be misread."""
_FACE_UP: Final = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One photo's tiles, and the map from that photo to the table.

    Attributes:
        tiles: what was detected; places in pixels of the upright photo, y down.
        matrix: ``(3, 3)`` float64 homography, photo pixels with y down to tile widths on the table, y up.
        places: ``(N, 2)`` float64 middles of the tiles on the table.
        up: ``(N, 2)`` float64 unit vectors on the table, from the face's middle to its likeliest top.
        shifts: ``(N, 2)`` float64 by how much each place would be wrong if the tile lay on another one.
    """

    tiles: Detections
    matrix: NDArray[np.float64]
    places: NDArray[np.float64]
    up: NDArray[np.float64]
    shifts: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """How one photo lies on another.

    Attributes:
        matrix: ``(3, 3)`` float64 homography from its pixels to those of the other, both with y down.
        matches: ``(N,)`` int64, for each of its tiles the other photo's tile that it is; -1 for none.
        evidence: summed log likelihood ratios of the matched tiles' faces.
        agreeing, contradicting: how many matched tiles show the same face, and how many surely another.
        in_both: how many face-up tiles both photos should show.
        in_fewer: how many face-up tiles the photo with fewer of them shows.
        turn: ``(2, 2)`` float64 rotation of its table to the other's.
        places: ``(N, 2)`` float64 of its tiles on the other's table, each matched one by the others alone.
    """

    matrix: NDArray[np.float64]
    matches: NDArray[np.int64]
    evidence: float
    agreeing: int
    contradicting: int
    in_both: int
    in_fewer: int
    turn: NDArray[np.float64]
    places: NDArray[np.float64]

    @property
    def is_same_hand(self) -> bool:
        """Whether the two photos show the same tiles beyond doubt."""
        return (
            self.evidence >= _ENOUGH
            and self.agreeing >= _SHARE * self.in_both
            and self.agreeing >= _OF_ALL * self.in_fewer
            and self.contradicting <= max(1.0, _CONTRADICTED * self.agreeing)
        )


def view_of(tiles: Detections) -> View | None:
    """The view of a photo's detected tiles; None without any."""
    observed = observe(tiles)
    if not len(observed):
        return None
    plane = fit_plane(observed.quads, observed.ups, observed.objectness, observed.back)
    matrix = plane.matrix @ np.diag([1.0, -1.0, 1.0])
    quads = tiles.quads.astype(np.float64)
    top = tiles.top_edge_probs.argmax(axis=1)
    rows = np.arange(len(tiles))
    edge = (quads[rows, top] + quads[rows, (top + 1) % 4]) / 2
    places = map_points(diagonal_crossings(quads), matrix)
    up = map_points(edge, matrix) - places
    up /= np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-9)
    scale = np.sqrt(np.abs(areas(quads)) / plane.aspect)
    return View(tiles, matrix, places, up, parallax(plane, places, scale))


def register(view: View, other: View) -> Registration | None:
    """The best way to lay one photo on another; None if no two of their tiles show the same face.

    >>> from yakulens.vision.example import detected
    >>> from dataclasses import replace
    >>> photo = detected("1m 2m 3m 5p 5p 7z 7z 7z")
    >>> farther = replace(photo, quads=photo.quads * 0.5 + np.float32(20))
    >>> laid = register(view_of(farther), view_of(photo))
    >>> laid.matches.tolist(), laid.is_same_hand
    ([0, 1, 2, 3, 4, 5, 6, 7], True)
    >>> map_points(np.array([[70.0, 70.0]]), laid.matrix).round().tolist()
    [[100.0, 100.0]]
    """
    alike = same_face(view.tiles.faces, other.tiles.faces)
    proposals = _proposals(view, other, alike)
    if not proposals:
        return None
    best = nlargest(_REFINED, proposals, key=lambda each: _agreement(each, view, other, alike))
    fits = [_refined(each.matrix() @ view.matrix, view, other, alike) for each in best]
    matrix, matches = max(fits, key=lambda fit: _evidence(alike, fit[1]))
    on_other = np.linalg.inv(other.matrix) @ matrix
    turn = _turn(matrix @ np.linalg.inv(view.matrix), view.places)
    found = np.flatnonzero(matches >= 0)
    ratios = alike[found, matches[found]]
    here, there = _face_up(view.tiles), _face_up(other.tiles)
    onto = in_frame(map_points(view.tiles.quads, on_other), other.tiles.size)
    back = in_frame(
        map_points(other.tiles.quads, np.linalg.inv(on_other).astype(np.float64)), view.tiles.size
    )
    return Registration(
        on_other,
        matches,
        evidence=float(ratios.sum()),
        agreeing=int((ratios > 0).sum()),
        contradicting=int((ratios <= _CONTRADICTS).sum()),
        in_both=min(int((here & onto).sum()), int((there & back).sum())),
        in_fewer=min(int(here.sum()), int(there.sum())),
        turn=turn,
        places=_places(view, other, matches, matrix),
    )


def _face_up(tiles: Detections) -> NDArray[np.bool_]:
    return np.asarray(tiles.faces[:, INDEX[BACK]] < _FACE_UP)


def _places(
    view: View, other: View, matches: NDArray[np.int64], matrix: NDArray[np.float64]
) -> NDArray[np.float64]:
    """``(N, 2)`` where the tiles lie on the other photo's table, each matched one by the others alone."""
    middles = _middles(view.tiles)
    places = map_points(middles, matrix)
    if (matches >= 0).sum() <= _LEAST:
        return places
    for tile in np.flatnonzero(matches >= 0).tolist():
        others = matches.copy()
        others[tile] = -1
        places[tile] = map_points(middles[tile], _fitted(view, other, others, matrix, _ROUNDS[-1]))
    return places


def _turn(on_table: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """The rotation ``(2, 2)`` nearest to a homography between tables, at the middle of some places."""
    middle = places.mean(axis=0)
    step = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    here, right, away = map_points(middle + step, on_table)
    left, _, onto = np.linalg.svd(np.stack([right - here, away - here], axis=1))
    return np.asarray(left @ onto)


def _refined(
    matrix: NDArray[np.float64], view: View, other: View, alike: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """A proposed homography to the other's table, fitted to the tiles that meet, and those tiles."""
    for fit in _ROUNDS:
        matches = _matched(map_points(_middles(view.tiles), matrix), other.places, alike, _NEAR)
        if (matches >= 0).sum() < _LEAST:
            break
        matrix = _fitted(view, other, matches, matrix, fit)
    return matrix, _matched(map_points(_middles(view.tiles), matrix), other.places, alike, _NEAR)


def _evidence(alike: NDArray[np.float64], matches: NDArray[np.int64]) -> float:
    """The summed log likelihood ratios of the faces of matched tiles."""
    found = np.flatnonzero(matches >= 0)
    return float(alike[found, matches[found]].sum())


def same_face(faces: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float64]:
    """``(N, M)`` log likelihood ratios that tiles show the same face, bounded; ``(N, 39)`` and ``(M, 39)``.

    Backs look alike wherever they lie: two of them say nothing.

    >>> from yakulens.vision.example import detected
    >>> same_face(detected("1m 2m").faces, detected("2m").faces).round(1).tolist()
    [[-3.5], [3.5]]
    """
    shown = np.delete(faces.astype(np.float64), INDEX[BACK], axis=1)
    other = np.delete(others.astype(np.float64), INDEX[BACK], axis=1)
    chance = (len(LABELS) - 1) * (shown @ other.T)
    face_up = shown.sum(axis=1)[:, None] * other.sum(axis=1)
    ratio = np.log(np.maximum(chance + (1 - face_up), 1e-9))
    return np.asarray(np.clip(ratio, -_BOUND, _BOUND))


def map_points(points: NDArray[np.floating[Any]], matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points ``(..., 2)`` under a ``(3, 3)`` homography, ``(..., 2)`` float64."""
    flat = points.reshape(-1, 2).astype(np.float64)
    mapped = flat @ matrix[:, :2].T + matrix[:, 2]
    depth = np.where(np.abs(mapped[:, 2:]) < 1e-9, np.inf, mapped[:, 2:])  # noqa: PLR2004 - as good as none
    return np.asarray((mapped[:, :2] / depth).reshape(points.shape))


def _middles(tiles: Detections) -> NDArray[np.float64]:
    return diagonal_crossings(tiles.quads.astype(np.float64))


@dataclass(frozen=True, slots=True, eq=False)
class _Proposal:
    """A turn ``(2, 2)`` and shift ``(2,)`` between two tables that bring one tile to ``pivot``."""

    turn: NDArray[np.float64]
    shift: NDArray[np.float64]
    pivot: NDArray[np.float64]

    def matrix(self) -> NDArray[np.float64]:
        """As a ``(3, 3)`` homography."""
        return np.vstack([np.column_stack([self.turn, self.shift]), [0.0, 0.0, 1.0]])


def _proposals(view: View, other: View, alike: NDArray[np.float64]) -> list[_Proposal]:
    """Turns and shifts of the table, each from a pair of tiles that may be one; the likeliest pairs only."""
    pairs = np.argwhere(alike >= ALIKE)
    likeliest = np.argsort(-alike[pairs[:, 0], pairs[:, 1]], kind="stable")[:_PAIRS]
    proposals = []
    for a, b in pairs[likeliest].tolist():
        (x, y), (u, v) = view.up[a], other.up[b]
        # The turn that brings one tile's up to the other's, or to its reverse: some faces have no clear top.
        c, s = x * u + y * v, x * v - y * u
        for sign in (1.0, -1.0):
            turn = sign * np.array([[c, -s], [s, c]])
            proposals.append(_Proposal(turn, other.places[b] - turn @ view.places[a], other.places[b]))
    return proposals


def _agreement(proposal: _Proposal, view: View, other: View, alike: NDArray[np.float64]) -> float:
    """How well the tiles meet under a turn and shift: the evidence of the nearest tile for each."""
    places = view.places @ proposal.turn.T + proposal.shift
    apart = np.linalg.norm(places[:, None] - other.places, axis=2)
    nearest, rows = apart.argmin(axis=1), np.arange(len(places))
    reach = _ROUGH + _DRIFT * np.linalg.norm(places - proposal.pivot, axis=1)
    closeness = np.maximum(1 - apart[rows, nearest] / reach, 0.0)
    return float((alike[rows, nearest] * closeness).sum())


def _matched(
    places: NDArray[np.float64], others: NDArray[np.float64], alike: NDArray[np.float64], near: float
) -> NDArray[np.int64]:
    """``(N,)`` the other tile that each tile meets, each at most once and the closest first; -1 for none."""
    apart = np.linalg.norm(places[:, None] - others, axis=2)
    # A face that contradicts makes two tiles as far apart as half the limit would.
    cost = apart - near * alike / (4 * _BOUND)
    matches = np.full(len(places), -1, np.int64)
    free = np.ones(len(others), np.bool_)
    for index in np.argsort(cost, axis=None, kind="stable").tolist():
        row, column = divmod(index, len(others))
        if apart[row, column] < near and matches[row] < 0 and free[column]:
            matches[row], free[column] = column, False
    return matches


def _fitted(
    view: View,
    other: View,
    matches: NDArray[np.int64],
    matrix: NDArray[np.float64],
    fit: tuple[float, float],
) -> NDArray[np.float64]:
    """The homography from the photo to the other's table that brings the matched tiles together.

    Linear in the entries of a correction on the table, kept small: few tiles do not show a perspective.
    ``fit`` is one of the `_ROUNDS`.
    """
    stiffness, scale = fit
    found = np.flatnonzero(matches >= 0)
    source, target = map_points(_middles(view.tiles)[found], matrix), other.places[matches[found]]
    middle = target.mean(axis=0)
    (x, y), (u, v) = (source - middle).T, (target - middle).T
    zero, one = np.zeros_like(x), np.ones_like(x)
    first = np.stack([x, y, one, zero, zero, zero, -x * u, -y * u], axis=1)
    second = np.stack([zero, zero, zero, x, y, one, -x * v, -y * v], axis=1)
    weights = np.repeat(geman_mcclure(np.linalg.norm(source - target, axis=1), scale), 2)
    design = np.stack([first, second], axis=1).reshape(-1, 8)
    missing = np.stack([u - x, v - y], axis=1).ravel()
    extent = max(float(np.abs(target - middle).max()), 1.0)
    lengths = np.array([extent, extent, 0, extent, extent, 0, extent**2, extent**2])
    ridge = np.diag(stiffness * len(found) * lengths + _FLOOR)
    weighted = design * weights[:, None]
    change = np.linalg.solve(weighted.T @ design + ridge, weighted.T @ missing)
    correction = np.append(change, 0.0).reshape(3, 3) + np.eye(3)
    there = np.array([[1, 0, middle[0]], [0, 1, middle[1]], [0, 0, 1]])
    return np.asarray(there @ correction @ np.linalg.inv(there) @ matrix)


def in_frame(quads: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.bool_]:
    """``(N,)`` whether quads ``(N, 4, 2)`` lie wholly on a photo of this ``(height, width)``."""
    height, width = size
    margin = 0.1 * short_sides(quads)[:, None, None]
    inside = (quads >= margin) & (quads <= np.array([width, height]) - margin)
    return np.asarray(inside.all(axis=(1, 2)))
