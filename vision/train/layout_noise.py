"""What a recogniser finds of tiles in view, with the faults that real ones have: geometry, no pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.detections import Detections
from yakulens.vision.labels import BACK, INDEX, LABELS, OTHER
from yakulens.vision.synth.ideal import LOOKALIKES, SAME_UPSIDE_DOWN
from yakulens.vision.synth.viewpoint import fronts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.synth.camera import Camera
    from yakulens.vision.synth.scene import Arrangement
    from yakulens.vision.train.layout_seen import SeenBank

_LABELS: Final = len(LABELS)
_SYMMETRIC: Final = np.array([label in SAME_UPSIDE_DOWN or label == OTHER for label in LABELS])
_UNPRINTED: Final = (INDEX["5z"], INDEX[BACK])
_LIKE: Final = [[INDEX[face] for face in LOOKALIKES.get(label, ())] for label in LABELS]
_TOLD: Final = (INDEX["5z"], INDEX[BACK], INDEX[OTHER], INDEX["1p"], INDEX["2p"], INDEX["8p"], INDEX["1s"])
"""What things that are no tile are taken for when they are taken for one surely."""
_LYING: Final = 0.75
"""Height of a lying tile's face, tile widths."""


_PARTS: Final = 0.4
"""Share of tiles found twice of which the second find is a part of the tile alone."""
_SHEETS: Final = 0.1
"""Share of photos with a sheet on which tiles are printed."""
_IN_REACH: Final = 40.0
"""What is to be out of sight lies farther away than that, tile widths."""
_ASKED: Final = 0.9
"""So often it is judged of a tile that lies across its set whether it lies on another."""
_JUDGED: Final = 0.02
"""So often it is judged of any other tile."""
_ACROSS: Final = 0.6
"""Sine of the angle from which a tile lies across others."""
_SIDES: Final = 0.35
"""Share of strays that are the side of a tile."""
_OF_HAND: Final = 0.6
"""So often such a side is of a tile of the hand that is meant."""
_LONE: Final = 6
"""It is so much rather of the tile that was won, which may stand, than of another one."""
_LONG_SIDE: Final = 0.3
"""So often it is the upper or lower side."""
_TAKEN: Final = 0.45
"""No tile lies where such a side is seen: the square of how near its middle may come, tile widths."""


@dataclass(frozen=True, slots=True)
class Faults:
    """How far from perfect a recogniser is on one photo; shares are 0..1.

    Attributes:
        missed: share of tiles not found; Whites and backs are missed more often.
        gone: so many further tiles of the hand that is meant are not found.
        doubled: share of tiles found twice.
        strays: how many detections are no tile.
        mistaken: share of faces read as a look-alike.
        doubtful: share of faces read with a probability between 0.35 and 0.95.
        turned: share of faces whose top is read wrong.
        corner: standard deviation of a corner, parts of the tile's width.
        faint: share of tiles that the finder or the reader is not sure of.
        levelled: whether it was judged which tile lies on another.
    """

    missed: float = 0.0
    gone: int = 0
    doubled: float = 0.0
    strays: int = 0
    mistaken: float = 0.0
    doubtful: float = 0.0
    turned: float = 0.0
    corner: float = 0.02
    faint: float = 0.0
    levelled: bool = True


def faults(rng: np.random.Generator, *, crowded: bool) -> Faults:
    """The faults of one photo, drawn; most photos of a hand alone miss nothing.

    Args:
        rng: random generator.
        crowded: whether a whole table is in view.
    """
    misses = rng.random() < (0.6 if crowded else 0.12)
    doubled = (0.0, 0.0, 0.0, 0.06, 0.35)[int(rng.integers(5))]
    return Faults(
        missed=float(rng.uniform(0.005, 0.06)) if misses else 0.0,
        gone=int(rng.random() < 0.1),
        doubled=doubled * float(rng.random()),
        strays=int(rng.poisson(float(rng.uniform(0.0, 5.0 if crowded else 2.2)))),
        mistaken=float(rng.uniform(0.0, 0.03)) * float(rng.random()),
        doubtful=float(rng.uniform(0.01, 0.15)),
        turned=float(rng.uniform(0.0, 0.05)),
        corner=float(rng.uniform(0.015, 0.09)) * float(rng.uniform(0.5, 1.0)),
        faint=float(rng.uniform(0.0, 0.15)),
        levelled=bool(rng.random() < 0.8),
    )


def in_view(scene: Arrangement, camera: Camera) -> NDArray[np.intp]:
    """The placements whose face a camera sees: in the picture, from before, under or behind no other tile.

    Args:
        scene: what lies there.
        camera: where it is seen from.
    """
    tiles = scene.placements
    if not tiles:
        return np.zeros(0, np.intp)
    x, y, angle, level, stands = np.array([(p.x, p.y, p.angle, p.level, p.stands) for p in tiles], float).T
    corners = camera.project(fronts(scene))
    height, width = camera.size
    centre = corners.mean(axis=1)
    # A finder takes a tile that is cut by the photo's edge by a little.
    slack = 0.15 * np.ptp(corners, axis=1)
    seen = ((corners >= -slack[:, None]) & (corners <= [width, height] + slack[:, None])).all(axis=(1, 2))
    seen &= (centre >= 0).all(axis=1) & (centre <= [width, height]).all(axis=1)
    sight = camera.centre - np.column_stack([x, y, np.full(len(x), _LYING)])
    sight /= np.linalg.norm(sight, axis=1, keepdims=True)
    faces_us = np.where(
        stands > 0,
        sight[:, 0] * np.sin(np.radians(angle)) - sight[:, 1] * np.cos(np.radians(angle)),
        sight[:, 2],
    )
    seen &= faces_us > 0.2
    return np.flatnonzero(seen & ~_hidden(scene, (x, y, level, stands), sight))


def _hidden(
    scene: Arrangement, lies: tuple[NDArray[np.float64], ...], sight: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Which tiles lie under another, or behind what stands or lies higher."""
    x, y, level, stands = lies
    top = np.where(stands > 0, scene.aspect, _LYING * (level + 1))
    high = np.flatnonzero((level > 0) | (stands > 0))
    if not len(high):
        return np.zeros(len(x), bool)
    flat = np.maximum(np.linalg.norm(sight[:, :2], axis=1), 1e-6)
    slope = sight[:, 2] / flat
    toward = sight[:, :2] / flat[:, None]
    dx, dy = x[high][None] - x[:, None], y[high][None] - y[:, None]
    along = dx * toward[:, :1] + dy * toward[:, 1:]
    beside = np.abs(dx * toward[:, 1:] - dy * toward[:, :1])
    over = top[high][None] - np.where(stands > 0, scene.aspect / 2, top)[:, None]
    under = (np.hypot(dx, dy) < 0.5) & (level[:, None] < level[high][None])
    reach = over / np.maximum(slope, 0.05)[:, None]
    behind = (over > 0.2) & (along > 0.3) & (along < reach + 0.2) & (beside < 0.6)
    return np.asarray((under | behind).any(axis=1))


def found(
    rng: np.random.Generator,
    scene: Arrangement,
    camera: Camera,
    has: Faults,
    meant: NDArray[np.bool_],
    bank: SeenBank | None = None,
) -> tuple[Detections, NDArray[np.intp]]:
    """What a recogniser with faults finds.

    Args:
        rng: random generator.
        scene: what lies there.
        camera: where it is seen from.
        has: the faults.
        meant: ``(placements + 1,)``, which are of the hand that is meant.
        bank: what a recogniser really said of tiles; None makes up what it says, after ``has``.

    Returns:
        The detections, and ``(N,)``: for each the placement that it shows, -1 where it shows none or is the
        weaker of two of one tile.
    """
    kept = _kept(rng, scene, in_view(scene, camera), has, meant, bank)
    truth = np.array([INDEX[scene.placements[k].face] for k in kept], np.intp)
    quads = camera.project(fronts(scene, kept.tolist())) if len(kept) else np.zeros((0, 4, 2))
    widths = np.sqrt(np.maximum(_areas(quads), 1.0) / scene.aspect)
    again = np.flatnonzero(rng.random(len(kept)) < has.doubled)
    order = np.concatenate([np.arange(len(kept)), again])
    shift = np.zeros((len(order), 1, 2))
    shift[len(kept) :] = rng.normal(0, 0.08, (len(again), 1, 2))
    out = quads[order] + (shift + rng.normal(0, has.corner, (len(order), 4, 2))) * widths[order, None, None]
    faces, ups, sure = _read(rng, truth[order], has, bank)
    sure[len(kept) :] = np.minimum(sure[len(kept) :], sure[again]) * rng.uniform(0.4, 0.99, len(again))
    parts = len(kept) + np.flatnonzero(rng.random(len(again)) < _PARTS)
    out[parts] = _parts_of(rng, out[parts])
    faces[parts], ups[parts], _ = (_taken_for_tiles if bank is None else bank.taken_for_tiles)(
        rng, len(parts)
    )
    levels = np.array([scene.placements[k].level for k in kept], float)[order] if len(kept) else np.zeros(0)
    raised = np.where(levels > 0, rng.normal(3.0, 2.0, len(order)), rng.normal(-5.0, 1.6, len(order)))
    raised *= _levelled(rng, scene, kept)[order]
    shown = np.concatenate([kept, np.full(len(again), -1, np.intp)])
    wide = float(np.median(widths)) if len(widths) else 40.0
    stray = strays(rng, scene, camera, has.strays, wide, bank)
    if rng.random() < _SHEETS:
        printed = _printed(rng, scene, camera, has, bank)
        stray = tuple(np.concatenate(pair) for pair in zip(stray, printed, strict=True))
    return _mixed(rng, (out, sure, faces, ups, raised * has.levelled), shown, stray, camera.size)


def _kept(
    rng: np.random.Generator,
    scene: Arrangement,
    seen: NDArray[np.intp],
    has: Faults,
    meant: NDArray[np.bool_],
    bank: SeenBank | None,
) -> NDArray[np.intp]:
    """The placements that are found."""
    shows = np.array([INDEX[scene.placements[k].face] for k in seen], np.intp)
    often = np.where(np.isin(shows, _UNPRINTED), 2.5, 1.0) if bank is None else bank.missed[shows]
    kept = rng.random(len(seen)) >= has.missed * often
    own = np.flatnonzero(meant[seen])
    if has.gone and len(own):
        kept[rng.choice(own, min(has.gone, len(own)), replace=False)] = False
    return seen[kept]


def _read(
    rng: np.random.Generator, truth: NDArray[np.intp], has: Faults, bank: SeenBank | None
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """What is said of tiles: as a recogniser really did, else made up."""
    return _said(rng, truth, has) if bank is None else bank.said(rng, truth, has.mistaken)


def _said(
    rng: np.random.Generator, truth: NDArray[np.intp], has: Faults
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """What is made up to be said of tiles: of faces, of tops, and how sure the finder is."""
    n = len(truth)
    sure = np.where(rng.random(n) < has.faint, rng.uniform(0.2, 0.85, n), _firm(rng, n))
    faces, ups = read_faces(rng, truth, has), read_tops(rng, truth, has)
    there = np.where(rng.random(n) < has.faint / 2, rng.uniform(0.3, 1.0, n), 1.0)
    there = np.where(there == 1.0, 1 - rng.exponential(0.004, n), there).clip(0, 1)[:, None]
    return faces * there + (1 - there) / _LABELS, ups, sure


def _firm(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    """Objectness of what the finder is sure of."""
    return np.asarray(0.97 - 0.1 * rng.beta(1.5, 3.0, count) * rng.uniform(0.5, 2.0))


def _areas(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    a, b = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2)


def read_faces(rng: np.random.Generator, truth: NDArray[np.intp], has: Faults) -> NDArray[np.float64]:
    """``(N, 39)`` probabilities as a reader gives them of faces, by their indices."""
    n = len(truth)
    draw = rng.random(n)
    mistaken = draw < has.mistaken
    doubtful = ~mistaken & (draw < has.mistaken + has.doubtful)
    sure = 1 - rng.exponential(0.006, n)
    sure = np.where(doubtful, rng.uniform(0.35, 0.95, n), np.where(mistaken, rng.uniform(0.4, 0.98, n), sure))
    pick = rng.integers(1 << 20, size=n).tolist()
    other = np.array(
        [
            like[k % len(like)] if (like := _LIKE[t]) else k % _LABELS
            for t, k in zip(truth.tolist(), pick, strict=True)
        ],
        np.intp,
    )
    likely, unlikely = np.where(mistaken, other, truth), np.where(mistaken, truth, other)
    out = np.repeat((1 - sure.clip(0.3, 1))[:, None] * 0.25 / _LABELS, _LABELS, axis=1)
    rows = np.arange(n)
    np.add.at(out, (rows, likely), sure)
    np.add.at(out, (rows, unlikely), (1 - sure).clip(0) * 0.75)
    return np.asarray(out / out.sum(axis=1, keepdims=True))


def read_tops(rng: np.random.Generator, truth: NDArray[np.intp], has: Faults) -> NDArray[np.float64]:
    """``(N, 4)`` probability of each edge being the top of faces whose top is edge 0."""
    n = len(truth)
    ups = rng.exponential(0.004, (n, 4))
    rows = np.arange(n)
    wrong = rng.random(n) < has.turned
    top = np.where(wrong, rng.integers(1, 4, n), 0)
    np.add.at(ups, (rows, top), 1.0)
    doubt = np.where(rng.random(n) < has.doubtful, rng.uniform(0, 0.8, n), 0.0)
    np.add.at(ups, (rows, (top + 2) % 4), doubt)
    halves = np.array([1.0, 0.0, 1.0, 0.0]) + rng.uniform(0.0, 0.05, (n, 4))
    ups = np.where(_SYMMETRIC[truth][:, None], halves, ups)
    flat = 1 + rng.uniform(0, 0.4, (n, 4)) * rng.random((n, 1))
    ups = np.where((truth == INDEX[BACK])[:, None], flat, ups)
    return np.asarray(ups / ups.sum(axis=1, keepdims=True))


def strays(
    rng: np.random.Generator,
    scene: Arrangement,
    camera: Camera,
    count: int,
    width: float,
    bank: SeenBank | None = None,
) -> tuple[NDArray[np.float64], ...]:
    """Detections that are no tile: quads, objectness, faces, tops, log odds of lying on another.

    Args:
        rng: random generator.
        scene: what lies there; things that are no tile, and the sides of walls, are taken for some.
        camera: where it is seen from.
        count: how many.
        width: of a tile, pixels.
        bank: what a recogniser really took for tiles; None makes it up.
    """
    half = np.array([[-0.5, -0.67], [0.5, -0.67], [0.5, 0.67], [-0.5, 0.67]]) * width
    size = np.exp(rng.normal(0, 0.3, (count, 1, 2)))
    turn = np.where(
        rng.random(count) < 0.5, rng.integers(4, size=count) * np.pi / 2, rng.uniform(0, 6.3, count)
    )
    turn += rng.normal(0, 0.1, count)
    rotation = np.stack([np.cos(turn), np.sin(turn), -np.sin(turn), np.cos(turn)], axis=1).reshape(-1, 2, 2)
    middle = np.array([_stray_place(rng, scene, camera) for _ in range(count)]).reshape(-1, 1, 2)
    quads = (half * size) @ rotation + middle
    for k in np.flatnonzero(rng.random(count) < _SIDES):
        quads[k] = _side_of_tile(rng, scene, camera, quads[k])
    quads += rng.normal(0, 0.06, (count, 4, 2)) * width
    faces, ups, sure = (_taken_for_tiles if bank is None else bank.taken_for_tiles)(rng, count)
    judged = rng.random(count) < _JUDGED
    return quads, sure, faces, ups, np.where(judged, rng.normal(-3.0, 3.0, count), 0.0)


def _taken_for_tiles(
    rng: np.random.Generator, count: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """What is made up to be said of what is no tile: of faces, of tops, and how sure the finder is."""
    faces = rng.dirichlet(np.full(_LABELS, 0.15), count).reshape(-1, _LABELS)
    plain = rng.random(count) < 0.5
    surely = np.eye(_LABELS)[[_TOLD[k] for k in rng.integers(len(_TOLD), size=count)]].reshape(-1, _LABELS)
    faces = np.where(plain[:, None], 0.15 * faces + 0.85 * surely, faces)
    there = rng.beta(0.5, 0.9, (count, 1))
    faces = faces * there + (1 - there) / _LABELS
    ups = rng.dirichlet(np.full(4, 0.7), count).reshape(-1, 4)
    return faces, ups, rng.beta(1.6, 2.2, count).clip(0.15, 0.9)


def _levelled(rng: np.random.Generator, scene: Arrangement, kept: NDArray[np.intp]) -> NDArray[np.bool_]:
    """``(N,)`` of which it is judged whether they lie on another: of those that lie across their set."""
    asked: set[int] = set()
    for meld in (*scene.melds, *(meld for hand in scene.shown for meld in hand.melds)):
        turns = np.radians([scene.placements[k].angle for k in meld.ids])
        usual = np.median(np.abs(np.sin(turns - turns[0])))
        across = np.abs(np.abs(np.sin(turns - turns[0])) - usual) > _ACROSS
        asked |= {k for k, is_across in zip(meld.ids, across, strict=True) if is_across}
    chosen = np.isin(kept, list(asked)) & (rng.random(len(kept)) < _ASKED)
    return np.asarray(chosen | (rng.random(len(kept)) < _JUDGED))


def _parts_of(rng: np.random.Generator, quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """A part of each tile, cut off along one of its sides: a finder may find that too."""
    out = quads.copy()
    for k in range(len(quads)):
        cut, turn = float(rng.uniform(0.35, 0.75)), int(rng.integers(4))
        a, b, c, d = (quads[k][(turn + n) % 4] for n in range(4))
        part = np.stack([a, b, b + cut * (c - b), a + cut * (d - a)])
        out[k] = np.roll(part, turn, axis=0)
    return out


def _printed(
    rng: np.random.Generator, scene: Arrangement, camera: Camera, has: Faults, bank: SeenBank | None
) -> tuple[NDArray[np.float64], ...]:
    """Tiles printed on a sheet, as `strays` gives what is no tile: rows of small ones that are read well."""
    x = np.array([p.x for p in scene.placements if abs(p.y) < _IN_REACH] or [0.0])
    y = np.array([p.y for p in scene.placements if abs(p.y) < _IN_REACH] or [0.0])
    wide, gap = float(rng.uniform(0.3, 0.8)), float(rng.uniform(1.0, 1.25))
    before = y.min() - float(rng.uniform(2.2, 7.0)), y.max() + float(rng.uniform(2.2, 7.0))
    corner = np.array([float(rng.uniform(x.min() - 4, x.max())), before[int(rng.random() < 0.25)]])
    turn = np.radians(float(rng.choice([0, 0, 0, 90, 180])) + float(rng.normal(0, 10)))
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    half = np.array([[-0.5, 0.67], [0.5, 0.67], [0.5, -0.67], [-0.5, -0.67]])
    spots = [
        half + np.array([k * gap, -line * float(rng.uniform(1.5, 2.5))])
        for line in range(int(rng.integers(1, 4)))
        for k in range(int(rng.integers(3, 15)))
    ]
    flat = np.array(spots).reshape(-1, 2) * wide @ axes + corner
    quads = camera.project(np.column_stack([flat, np.zeros(len(flat))])).reshape(-1, 4, 2)
    height, width = camera.size
    quads = quads[((quads >= 0) & (quads <= [width, height])).all(axis=(1, 2))]
    shows = rng.integers(len(LABELS) - 2, size=len(quads)).astype(np.intp)
    faces, ups, sure = _read(rng, shows, has, bank)
    return quads, sure * rng.uniform(0.4, 1.0, len(quads)), faces, ups, np.zeros(len(quads))


def _side_of_tile(
    rng: np.random.Generator, scene: Arrangement, camera: Camera, instead: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The side of a tile, which stands or is seen aslant, taken for a tile; ``instead`` where there is none.

    A row is as wide as its tiles, so such a side looks like one more of them where the row ends or has a gap.
    """
    own = [*scene.concealed, *([] if scene.win is None else [scene.win] * _LONE)]
    of = own if own and rng.random() < _OF_HAND else list(range(len(scene.placements)))
    if not of:
        return instead
    tile = scene.placements[of[int(rng.integers(len(of)))]]
    deep, long = float(rng.uniform(0.35, 1.0)), scene.aspect / 2
    side = float(rng.choice([-1.0, 1.0]))
    near, far = side * 0.5, side * (0.5 + deep)
    local = np.array([[near, long], [far, long], [far, -long], [near, -long]])
    if rng.random() < _LONG_SIDE:
        near, far = side * long, side * (long + deep)
        local = np.array([[-0.5, far], [0.5, far], [0.5, near], [-0.5, near]])
    turn = np.radians(tile.angle)
    c, s = np.cos(turn), np.sin(turn)
    if side < 0:
        local = local[::-1]
    spots = local @ np.array([[c, s], [-s, c]]) + [tile.x, tile.y]
    middle = spots.mean(axis=0)
    if any((p.x - middle[0]) ** 2 + (p.y - middle[1]) ** 2 < _TAKEN for p in scene.placements):
        return instead
    shown = camera.project(np.column_stack([spots, np.full(4, _LYING)]))
    height, width = camera.size
    inside = (shown >= 0).all() and (shown <= [width, height]).all()
    return np.asarray(shown if inside else instead)


def _stray_place(rng: np.random.Generator, scene: Arrangement, camera: Camera) -> NDArray[np.float64]:
    """Where a stray lies, pixels: on a thing, at a tile's side, between two tiles, or anywhere."""
    height, width = camera.size
    draw = float(rng.random())
    if draw < 0.4 and scene.things:
        thing = scene.things[int(rng.integers(len(scene.things)))]
        along = float(rng.uniform(-4, 4))
        turn = np.radians(thing.angle)
        spot = np.array([thing.x + along * np.cos(turn), thing.y + along * np.sin(turn), 0.0])
    elif draw < 0.75 and scene.placements:
        tile = scene.placements[int(rng.integers(len(scene.placements)))]
        off = rng.normal(0, 0.7, 2)
        spot = np.array([tile.x + off[0], tile.y + off[1], 0.3])
    else:
        return np.asarray(rng.uniform(0, 1, 2) * [width, height])
    at = camera.project(spot)
    if (at < 0).any() or (at > [width, height]).any():
        return np.asarray(rng.uniform(0, 1, 2) * [width, height])
    return at


def _mixed(
    rng: np.random.Generator,
    tiles: tuple[NDArray[np.float64], ...],
    shown: NDArray[np.intp],
    stray: tuple[NDArray[np.float64], ...],
    size: tuple[int, int],
) -> tuple[Detections, NDArray[np.intp]]:
    """Tiles and strays in any order, their corners beginning anywhere."""
    quads, sure, faces, ups, raised = (np.concatenate(pair) for pair in zip(tiles, stray, strict=True))
    who = np.concatenate([shown, np.full(len(stray[0]), -1, np.intp)])
    order = rng.permutation(len(who))
    start = (rng.integers(4, size=len(who))[:, None] + np.arange(4)) % 4
    quads, ups = quads[order], ups[order]
    detections = Detections(
        quads=np.take_along_axis(quads, start[..., None], axis=1).astype(np.float32),
        objectness=sure[order].astype(np.float32),
        faces=faces[order].astype(np.float32),
        ups=np.take_along_axis(ups, start, axis=1).astype(np.float32),
        size=size,
        raised=raised[order].astype(np.float32),
    )
    return detections, who[order]
