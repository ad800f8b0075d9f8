"""Random scenes: which tiles lie or stand where, under which light, seen from where.

``random_photo`` makes one picture for training from a stock of designs. What lies on the table is drawn from
the ways in which tiles meet a lens: a row lying or standing, a hand with melds, a tray, a heap, a table in
mid-game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.labels import BACK, LABELS, OTHER, RED_FIVES
from vision.synth.arrange import SCENES, arrange
from vision.synth.arrange_plan import ASPECT
from vision.synth.camera import Camera, develop, look_at
from vision.synth.clutter import clutter
from vision.synth.render import Light, Truth, overhead, render
from vision.synth.table import ground
from vision.synth.tiles3d import Solid, TileShape, front_corners, lying, standing
from vision.synth.wardrobe import Stock, choose_wardrobe, random_paint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

_WHITE: Final = "5z"
_ALIKE: Final = 0.15
"""How often a tile shows what the one before it shows."""
_GROUND: Final = 640
"""Side of the table's picture in pixels."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A rendered training picture.

    Attributes:
        image: ``(H, W, 3)`` uint8 RGB.
        truth: where each tile is.
        upright_known: False where the textures came from real crops whose top is not known.
    """

    image: NDArray[np.uint8]
    truth: Truth
    upright_known: bool


class _Builder:
    """Collects solids and hands out faces."""

    def __init__(self, rng: np.random.Generator, shape: TileShape, variants: dict[str, list[int]]) -> None:
        self.rng, self.shape, self.variants = rng, shape, variants
        self.solids: list[Solid] = []
        self.last = BACK
        self.labels = [label for label in LABELS if label != BACK and label in variants]

    def face(self, back: float = 0.03) -> str:
        """A label by chance: hands hold pairs and triplets, so that one often follows its like."""
        if self.rng.random() > _ALIKE:
            self.last = self._other_face(back)
        return self.last

    def _other_face(self, back: float) -> str:
        rng = self.rng
        p = rng.random()
        if p < back:
            return BACK
        if p < back + 0.05 and OTHER in self.variants:
            return OTHER
        if p < back + 0.09 and _WHITE in self.variants:
            return _WHITE
        if p < back + 0.15:
            return str(rng.choice([r for r in RED_FIVES if r in self.variants] or self.labels))
        return str(rng.choice(self.labels))

    def _texture(self, label: str) -> int:
        choices = self.variants[label]
        return choices[int(self.rng.integers(len(choices)))]

    def lay(
        self,
        x: float,
        y: float,
        angle: float,
        *,
        z: float = 0.0,
        label: str | None = None,
        back: float = 0.03,
    ) -> None:
        label = label or self.face(back)
        self.solids.append(lying(label, self._texture(label), x, y, angle, z))

    def stand(self, x: float, y: float, angle: float, lean: float, *, label: str | None = None) -> None:
        label = label or self.face(0.01)
        self.solids.append(standing(label, self._texture(label), x, y, angle, self.shape, lean))


def _row(
    b: _Builder, n: int, at: tuple[float, float], angle: float, *, upright: bool, back: float = 0.03
) -> None:
    """A row of ``n`` tiles whose middle is ``at``, running along ``angle``."""
    rng = b.rng
    gap = abs(rng.normal(0, 0.02)) + (rng.uniform(0, 0.3) if rng.random() < 0.12 else 0)
    wobble = abs(rng.normal(0, 1.2)) * (4 if rng.random() < 0.1 else 1)
    crooked = abs(rng.normal(0, 0.02)) * (5 if rng.random() < 0.1 else 1)
    lean = rng.uniform(0, 22) if upright and rng.random() < 0.6 else 0.0
    flipped = rng.random() < 0.15
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    width = n * (1 + gap)
    t = -width / 2
    # The drawn tile lies apart: bare table about as wide as a tile, which is no tile.
    apart = n - 1 if rng.random() < 0.3 else n
    for k in range(n):
        if k == apart:
            t += rng.uniform(0.2, 2.0)
        elif rng.random() < 0.03:
            t += rng.uniform(0.1, 1.6)
        across = not upright and rng.random() < 0.04
        step = b.shape.length if across else 1.0
        off = rng.normal(0, crooked)
        x, y = at[0] + (t + step / 2) * c - off * s, at[1] + (t + step / 2) * s + off * c
        tilt = angle + rng.normal(0, wobble) + (90 * rng.choice([-1, 1]) if across else 0)
        tilt += 180 if (flipped or rng.random() < 0.06) else 0
        if upright:
            b.stand(x, y, angle + rng.normal(0, wobble * 0.5), lean)
        else:
            b.lay(x, y, tilt, back=back)
        t += step + gap + rng.normal(0, 0.004)


def _hand(b: _Builder) -> None:
    """A hand row and melds to its right or in front of it."""
    rng = b.rng
    melds = int(rng.integers(0, 5))
    n = 13 - 3 * melds + int(rng.random() < 0.5)
    upright = bool(rng.random() < 0.3)
    _row(b, max(n, 1), (0.0, 0.0), 0.0, upright=upright)
    x, y = max(n, 1) / 2 + rng.uniform(0.3, 2.5), rng.normal(0, 0.3)
    if rng.random() < 0.3:
        b.lay(x + 0.2, rng.normal(0, 0.3), rng.choice([0, 0, 90]) + rng.normal(0, 6))
        x += 1.8
    start = x
    for _ in range(melds):
        size = int(rng.choice([3, 3, 3, 4]))
        turned = int(rng.integers(-1, size))
        closed = size == 4 and rng.random() < 0.5
        hidden = (0, 3) if rng.random() < 0.5 else (1, 2)
        label = b.face(0.0)
        for k in range(size):
            across = k == turned and not closed
            step = b.shape.length if across else 1.0
            name = BACK if closed and k in hidden else (label if rng.random() < 0.6 else None)
            b.lay(
                x + step / 2,
                y - ((b.shape.length - 1) / 2 if across else 0),
                (90 if across else 0) + rng.normal(0, 2),
                label=name,
            )
            if across and rng.random() < 0.2:
                b.lay(x + step / 2, y - (b.shape.length - 1) / 2 + 1.02, 90 + rng.normal(0, 2), label=name)
            x += step + abs(rng.normal(0, 0.02))
        x += rng.uniform(0.0, 1.0)
        if x > start + 8 and rng.random() < 0.7:
            x, y = start + rng.normal(0, 0.4), y + 1.6


def _tray(b: _Builder) -> None:
    rng = b.rng
    rows, columns = int(rng.integers(2, 7)), int(rng.integers(2, 12))
    gx, gy = 1 + rng.uniform(0, 0.25), b.shape.length + rng.uniform(0, 0.4)
    turned = 180 * int(rng.random() < 0.2)
    for r in range(rows):
        for c in range(columns):
            if rng.random() < 0.96:
                b.lay(
                    (c - columns / 2) * gx + rng.normal(0, 0.02),
                    (r - rows / 2) * gy + rng.normal(0, 0.02),
                    turned + rng.normal(0, 1.0),
                )


def _heap(b: _Builder) -> None:
    rng = b.rng
    n = int(rng.integers(5, 60))
    spread = math.sqrt(n) * rng.uniform(0.75, 1.4)
    placed: list[tuple[float, float]] = []
    for _ in range(n * 4):
        x, y = rng.uniform(-spread, spread), rng.uniform(-spread, spread)
        if all((x - u) ** 2 + (y - v) ** 2 > 1.5 for u, v in placed):
            placed.append((x, y))
            if rng.random() < 0.07:
                b.stand(x, y, rng.uniform(0, 360), 0.0)
            else:
                b.lay(x, y, rng.uniform(0, 360), back=0.2)
        if len(placed) == n:
            break


def _distractors(b: _Builder, around: float) -> None:
    """Walls, discards, heaps and other players' tiles behind the main group."""
    rng = b.rng
    kinds = (_wall, _discards, _loose, _rack)
    for _ in range(int(rng.integers(0, 4))):
        at = rng.uniform(-12, 12), around + rng.uniform(2.0, 14.0)
        kinds[int(rng.integers(len(kinds)))](b, at, float(rng.choice([0, 0, 90, 270]) + rng.normal(0, 8)))


def _along(at: tuple[float, float], angle: float, u: float, v: float = 0.0) -> tuple[float, float]:
    """The table point ``u`` along and ``v`` across a line from ``at``."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return at[0] + u * c - v * s, at[1] + u * s + v * c


def _wall(b: _Builder, at: tuple[float, float], angle: float) -> None:
    for k in range(int(b.rng.integers(3, 18))):
        for z in (0.0, b.shape.thickness)[: int(b.rng.integers(1, 3))]:
            b.lay(*_along(at, angle, k), angle, z=z, label=BACK if b.rng.random() < 0.96 else None)


def _discards(b: _Builder, at: tuple[float, float], angle: float) -> None:
    for r in range(int(b.rng.integers(1, 4))):
        for k in range(6):
            b.lay(*_along(at, angle, k * 1.02, -r * (b.shape.length + 0.03)), angle + b.rng.normal(0, 2))


def _loose(b: _Builder, at: tuple[float, float], _angle: float) -> None:
    for _ in range(int(b.rng.integers(3, 14))):
        x, y = at[0] + b.rng.normal(0, 2.6), at[1] + b.rng.normal(0, 2.2)
        b.lay(x, y, b.rng.uniform(0, 360), back=0.3)


def _rack(b: _Builder, at: tuple[float, float], angle: float) -> None:
    for k in range(int(b.rng.integers(3, 14))):
        b.stand(*_along(at, angle, k), angle + 180, 0.0)


def _separate(solids: list[Solid]) -> list[Solid]:
    """Drop tiles that would stand in one another (their middles nearer than a tile's width)."""
    kept: list[Solid] = []
    points = np.zeros((0, 3))
    for solid in solids:
        if kept and (np.linalg.norm(points - solid.position, axis=1) < 0.62).any():
            continue
        kept.append(solid)
        points = np.vstack([points, solid.position])
    return kept


_HARD: Final = 0.6
"""How often an arranged hand is one with called sets, which finders miss tiles of."""
_CALLED: Final = (
    *(kind for kind in SCENES if "meld" in kind or "quad" in kind or "table" in kind),
    *("added quad on top",) * 2,
)


def _arranged(b: _Builder) -> None:
    """A legal hand as a player lays it, alone or amid walls, discards and other hands."""
    rng = b.rng
    kind = _CALLED[int(rng.integers(len(_CALLED)))] if rng.random() < _HARD else None
    for p in arrange(rng, kind).placements:
        label = p.face if p.face in b.variants else None
        if p.stands:
            b.stand(p.x, p.y, p.angle, 0.0, label=label)
        else:
            b.lay(p.x, p.y, p.angle, z=p.level * b.shape.thickness, label=label)


_SCENES: Final[tuple[tuple[str, float], ...]] = (
    ("lying_row", 0.11), ("standing_row", 0.13), ("hand", 0.08),
    ("tray", 0.04), ("heap", 0.1), ("rows", 0.04), ("arranged", 0.5),
)  # fmt: skip


def _fill(b: _Builder, kind: str) -> tuple[float, float]:
    """Put the main group on the table; returns the range of elevations it is seen from, in degrees."""
    rng = b.rng
    if kind == "lying_row":
        _row(b, int(rng.integers(1, 19)), (0.0, 0.0), 0.0, upright=False)
    elif kind == "standing_row":
        _row(b, int(rng.integers(3, 19)), (0.0, 0.0), 0.0, upright=True)
        return 8.0, 62.0
    elif kind == "hand":
        _hand(b)
    elif kind == "tray":
        _tray(b)
    elif kind == "heap":
        _heap(b)
    elif kind == "arranged":
        _arranged(b)
    else:
        for k in range(int(rng.integers(2, 5))):
            _row(
                b,
                int(rng.integers(2, 13)),
                (rng.normal(0, 1.5), k * rng.uniform(1.45, 3.0)),
                0.0,
                upright=False,
            )
    return 25.0, 90.0


def _frame(
    b: _Builder,
    main: int,
    elevation: tuple[float, float],
    aside: float,
    size: tuple[int, int],
    scale_range: tuple[float, float],
    rng: np.random.Generator,
) -> Camera:
    """A camera that has the main group in view, ``aside`` = how often from any side of the table."""
    points = np.array([s.position for s in b.solids[:main]])
    middle = (points.min(0) + points.max(0)) / 2
    azimuth = rng.normal(0, 14)
    if rng.random() < aside and elevation[0] > 20:
        azimuth = rng.uniform(0, 360)
    elif rng.random() < 0.14:
        azimuth = rng.uniform(-40, 40)
    el = rng.uniform(*elevation)
    roll = rng.normal(0, 4) if rng.random() < 0.75 else rng.uniform(-180, 180)
    extent = float(np.ptp(points[:, :2], axis=0).max()) + 1.6
    fit = min(size) * rng.uniform(0.7, 1.25) / extent
    scale = (
        float(np.clip(fit, *scale_range))
        if rng.random() < 0.6
        else math.exp(rng.uniform(*np.log(scale_range)))
    )
    distance = rng.uniform(9, 40) if rng.random() < 0.8 else rng.uniform(5, 12)
    distance = max(distance, extent * 0.75)
    shift = (rng.normal(0, 0.12) * size[1], rng.normal(0, 0.14) * size[0])
    return look_at(
        middle,
        azimuth=azimuth,
        elevation=el,
        roll=roll,
        distance=distance,
        scale=scale,
        size=size,
        offset=shift,
    )


def random_photo(
    stock: Stock,
    rng: np.random.Generator,
    size: tuple[int, int] = (480, 640),
    scale: tuple[float, float] = (10.0, 95.0),
    develop_with: Callable[..., NDArray[np.uint8]] = develop,
) -> Photo:
    """One random training picture.

    Args:
        stock: designs to draw from.
        rng: source of chance; the same state gives the same picture.
        size: ``(height, width)`` in pixels.
        scale: least and greatest width of a tile in pixels.
        develop_with: what the phone makes of the light.
    """
    names, shares = zip(*_SCENES, strict=True)
    kind = str(rng.choice(names, p=np.array(shares) / sum(shares)))
    shape = TileShape(
        # Arranged hands leave room for tiles of their own measure.
        length=ASPECT if kind == "arranged" else 1 / rng.uniform(0.69, 0.81),
        thickness=rng.uniform(0.55, 0.95),
        split=rng.uniform(0.2, 0.6),
        radius=rng.uniform(0.03, 0.12),
    )
    paint = random_paint(rng)
    wardrobe = choose_wardrobe(stock, rng, paint)
    b = _Builder(rng, shape, wardrobe.variants)
    elevation = _fill(b, kind)
    main = len(b.solids)
    if kind not in {"tray", "arranged"} and rng.random() < 0.6:
        top = max(float(s.position[1]) for s in b.solids)
        _distractors(b, top)
    if kind != "arranged":  # there a tile may lie upon another
        b.solids = _separate(b.solids)
    main = min(main, len(b.solids))
    # Arranged hands are photographed by all four players, so half of them from the side.
    aside = 0.7 if kind == "arranged" else 0.3
    camera = _frame(b, main, elevation, aside, size, scale, rng)
    span = rng.uniform(25, 60)
    top_view = ground(_GROUND, _GROUND, rng)
    clutter(top_view, rng, _GROUND / span)
    light = Light(
        overhead(rng.uniform(0, 360), rng.uniform(25, 88)),
        rng.uniform(0.45, 0.85),
        rng.uniform(0.1, 0.65),
        rng.uniform(0.02, 0.3),
    )
    glare = rng.uniform(0.15, 0.8) if rng.random() < 0.25 else 0.0
    longest = max(
        (float(np.ptp(camera.project(front_corners(shape, t)), axis=0).max()) for t in b.solids), default=0.0
    )
    textures = wardrobe.make({t.texture for t in b.solids}, longest)
    image, truth = render(
        camera, b.solids, textures, shape, paint, light, top_view, span=span, glare=glare, rng=rng
    )
    return Photo(develop_with(image, rng), truth, wardrobe.upright_known)


def seen(truth: Truth, least: float = 0.5) -> Sequence[int]:
    """Indices of the tiles that a finder is asked for: front in view, not too oblique, mostly uncovered."""
    area = np.array([cv2.contourArea(q) for q in truth.quads]) if len(truth.quads) else np.zeros(0)
    return [int(i) for i in np.flatnonzero((truth.visible >= least) & (truth.facing > 0.14) & (area > 36))]
