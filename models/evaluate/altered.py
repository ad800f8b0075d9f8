"""Photos as a worse camera, a hasty hand or poor light would have taken them: altered copies by kind.

A reader that is right on clear photos may be surely wrong on others. Each kind alters a photo in one way, at
a weak and a strong degree; the same photo gives the same copies each time. Lengths are in short sides of the
hand's tiles, since photos have any size.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.models.evaluate.compare import Outcome
from yakulens.models.evaluate.stability import taken_again
from yakulens.vision.geometry.quads import short_sides
from yakulens.vision.reading import Reading

Pixels = NDArray[np.uint8]
"""``(H, W, 3)`` uint8 RGB."""
Quads = NDArray[np.float32]
"""``(N, 4, 2)`` float32, the tiles of the hand on the photo; may be empty."""
DEGREES: Final = ("weak", "strong")
_COUNTED: Final = ("of", "exact", "asked", "silent")
Verdict = Literal["exact", "asked", "silent"]
_USUAL_TILE: Final = 0.05
"""Short side of a tile where none is known, in shares of the long side."""


@dataclass(frozen=True, slots=True)
class Copy:
    """An altered copy: its kind, its degree (``weak`` or ``strong``) and how it is made of a photo."""

    kind: str
    degree: str
    make: Callable[[Pixels, Quads], Pixels]


@dataclass(frozen=True, slots=True)
class CopyResult:
    """What came of one copy of a photo.

    Attributes:
        file: the photo's name.
        kind: how it was altered.
        degree: ``weak`` or ``strong``.
        verdict: ``exact``; if wrong, ``asked`` where the reading asks something other than which tile won, or
            that alone is wrong; else ``silent``.
    """

    file: str
    kind: str
    degree: str
    verdict: Verdict


def copies() -> tuple[Copy, ...]:
    """Every kind at both degrees.

    >>> [copy.degree for copy in copies() if copy.kind == "tilt"]
    ['weak', 'strong']
    """
    return tuple(
        Copy(kind, degree, _bound(alter, strength))
        for kind, (alter, strengths) in KINDS.items()
        for degree, strength in zip(DEGREES, strengths, strict=True)
    )


def read_copies(
    file: str, photo: Pixels, read: Callable[[Pixels], Reading], compare: Callable[[Reading], Outcome]
) -> Iterator[CopyResult]:
    """Read every copy of one photo and compare it with the label.

    Glare and fingers go over tiles of the hand that the photo itself shows.
    """
    clear = read(photo)
    ids = (*clear.concealed, *(() if clear.win is None else (clear.win,)))
    quads = np.array([clear.tiles[tile].quad for tile in ids], np.float32).reshape(-1, 4, 2)
    for copy in copies():
        outcome = compare(read(copy.make(photo, quads)))
        silent = any(failure.kind == "silent_wrong_hand" for failure in outcome.failures)
        verdict: Verdict = "exact" if outcome.exact else "silent" if silent else "asked"
        yield CopyResult(file, copy.kind, copy.degree, verdict)


def counts(results: Iterable[CopyResult]) -> dict[str, dict[str, dict[str, int]]]:
    """By kind and degree how many copies had each verdict, and how many there were (``of``).

    >>> counts([CopyResult("a.jpg", "dark", "weak", "exact"), CopyResult("b.jpg", "dark", "weak", "asked")])
    {'dark': {'weak': {'of': 2, 'exact': 1, 'asked': 1, 'silent': 0}}}
    """
    table: dict[str, dict[str, dict[str, int]]] = {}
    for result in results:
        row = table.setdefault(result.kind, {}).setdefault(result.degree, dict.fromkeys(_COUNTED, 0))
        row["of"] += 1
        row[result.verdict] += 1
    return table


_Alter = Callable[[Pixels, Quads, float], Pixels]


def _bound(alter: _Alter, strength: float) -> Callable[[Pixels, Quads], Pixels]:
    return lambda pixels, quads: alter(pixels, quads, strength)


def _side(pixels: Pixels, quads: Quads) -> float:
    """The usual short side of a tile, pixels."""
    return float(np.median(short_sides(quads))) if len(quads) else _USUAL_TILE * max(pixels.shape[:2])


def _as_bytes(values: NDArray[np.floating]) -> Pixels:
    return np.asarray(np.clip(np.rint(values), 0, 255), np.uint8)


def _defocus(pixels: Pixels, quads: Quads, radius: float) -> Pixels:
    """Blur by a disc of this radius, in shares of a tile's short side: the lens is focused elsewhere."""
    size = max(1, round(radius * _side(pixels, quads)))
    y, x = np.mgrid[-size : size + 1, -size : size + 1]
    disc = (x**2 + y**2 <= size**2).astype(np.float32)
    return np.asarray(cv2.filter2D(pixels, -1, disc / disc.sum()), np.uint8)


def _motion(pixels: Pixels, quads: Quads, length: float) -> Pixels:
    """Blur along a line of this length, in shares of a tile's short side: the hand moved."""
    size = max(3, 2 * round(length * _side(pixels, quads) / 2) + 1)
    line = np.zeros((size, size), np.float32)
    cv2.line(line, (0, size // 4), (size - 1, size - 1 - size // 4), 1.0)
    return np.asarray(cv2.filter2D(pixels, -1, line / line.sum()), np.uint8)


def _moire(pixels: Pixels, quads: Quads, depth: float) -> Pixels:
    """Photograph a screen: its grid of dots beats with the sensor's, by this depth of brightness."""
    side = _side(pixels, quads)
    height, width = pixels.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    waves = []
    for turn, length in ((0.3, 0.16), (1.2, 0.21), (2.2, 0.13)):
        phase = (x * np.cos(turn) + y * np.sin(turn)) * (2 * np.pi / max(2.5, length * side))
        waves.append(np.sin(phase + 0.02 * np.sin(y / side)))
    factor = 1 + depth * np.stack(waves, axis=2)
    return _as_bytes(pixels * factor)


def _tilt(pixels: Pixels, quads: Quads, degrees: float) -> Pixels:
    """Hold the phone lower by this angle: what is far becomes small, and lengths away from it shorter."""
    del quads
    height, width = pixels.shape[:2]
    focal, angle = 1.2 * max(height, width), np.radians(degrees)
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2.0
    depth = focal - corners[:, 1] * np.sin(angle)
    seen = np.stack([corners[:, 0], corners[:, 1] * np.cos(angle)], axis=1) * (focal / depth)[:, None]
    low, high = seen.min(axis=0), seen.max(axis=0)
    scale = float((np.array([width, height]) / (high - low)).min())
    target = (seen - (low + high) / 2) * scale + np.array([width, height]) / 2
    matrix = cv2.getPerspectiveTransform(
        (corners + np.array([width, height]) / 2).astype(np.float32), target.astype(np.float32)
    )
    ground = tuple(float(c) for c in np.median(pixels[::8, ::8].reshape(-1, 3), axis=0))
    out = cv2.warpPerspective(pixels, matrix, (width, height), flags=cv2.INTER_AREA, borderValue=ground)
    return np.asarray(out, np.uint8)


def _glare(pixels: Pixels, quads: Quads, strength: float) -> Pixels:
    """A lamp mirrored on the tiles: a bright spot that bleaches some two tiles of the hand."""
    middle = _middle_tile(pixels, quads, 0.37)
    height, width = pixels.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    reach = 1.3 * _side(pixels, quads)
    spot = np.exp(-((x - middle[0]) ** 2 + (0.6 * (y - middle[1])) ** 2) / (2 * reach**2))[..., None]
    return _as_bytes(pixels + strength * spot * (255.0 - pixels + 40.0))


def _middle_tile(pixels: Pixels, quads: Quads, share: float) -> NDArray[np.float64]:
    """The middle of one of the hand's tiles, the same for the same photo."""
    if not len(quads):
        return np.array(pixels.shape[1::-1]) / 2
    order = np.lexsort((quads.mean(axis=1)[:, 1], quads.mean(axis=1)[:, 0]))
    return np.asarray(quads[order[int(share * len(quads))]].mean(axis=0), np.float64)


def _dark(pixels: Pixels, quads: Quads, light: float) -> Pixels:
    """Take it by little light: dark, with the noise of a sensor at its limit."""
    del quads
    noise = np.random.default_rng(7).normal(0.0, 6.0, pixels.shape)
    return _as_bytes(pixels.astype(np.float64) * light + noise)


def _tint(colour: tuple[float, float, float]) -> _Alter:
    """A cast of this colour, each channel's factor at full strength."""

    def alter(pixels: Pixels, quads: Quads, strength: float) -> Pixels:
        del quads
        return _as_bytes(pixels * (1 + strength * (np.array(colour) - 1)))

    return alter


def _shadow(pixels: Pixels, quads: Quads, depth: float) -> Pixels:
    """The shadow of an arm over half of the hand, with a soft edge."""
    middle, side = _middle_tile(pixels, quads, 0.5), _side(pixels, quads)
    height, width = pixels.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    across = ((x - middle[0]) + 0.5 * (y - middle[1])) / side
    return _as_bytes(pixels * (1 - depth / (1 + np.exp(-3 * across)))[..., None])


def _jpeg(pixels: Pixels, quads: Quads, quality: float) -> Pixels:
    """Send it through a messenger: JPEG of this quality, twice."""
    del quads
    out = pixels
    for _ in range(2):
        coded = cv2.imencode(".jpg", out[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(quality)])[1]
        decoded: Any = cv2.imdecode(coded, cv2.IMREAD_COLOR)
        out = np.asarray(decoded[..., ::-1], np.uint8)
    return np.ascontiguousarray(out)


def _covered(pixels: Pixels, quads: Quads, share: float) -> Pixels:
    """A finger over this share of one of the hand's tiles, from the side next to the photographer."""
    side, middle = _side(pixels, quads), _middle_tile(pixels, quads, 0.71)
    top = middle[1] + (0.7 - 1.4 * share) * side
    out = pixels.copy()
    skin = (214, 160, 130)
    left, right = round(middle[0] - 0.35 * side), round(middle[0] + 0.35 * side)
    below = min(pixels.shape[0] - 1, round(top + 6 * side))
    cv2.rectangle(out, (left, round(top + 0.35 * side)), (right, below), skin, -1)
    cv2.circle(out, (round(middle[0]), round(top + 0.35 * side)), round(0.35 * side), skin, -1)
    return out


def _small(pixels: Pixels, quads: Quads, factor: float) -> Pixels:
    """From farther away: this factor smaller, on a ground of the photo's usual colour."""
    del quads
    height, width = pixels.shape[:2]
    small = cv2.resize(pixels, (round(width * factor), round(height * factor)), interpolation=cv2.INTER_AREA)
    out = np.empty_like(pixels)
    out[:] = np.median(pixels[::8, ::8].reshape(-1, 3), axis=0)
    y, x = (height - small.shape[0]) // 2, (width - small.shape[1]) // 2
    out[y : y + small.shape[0], x : x + small.shape[1]] = small
    return out


def _again(pixels: Pixels, quads: Quads, version: float) -> Pixels:
    """Another shot: moved, turned, resized, lit and compressed a little differently."""
    del quads
    return taken_again(pixels, "again", int(version))


KINDS: Final[Mapping[str, tuple[_Alter, tuple[float, float]]]] = {
    "defocus": (_defocus, (0.05, 0.11)),
    "moire": (_moire, (0.08, 0.2)),
    "tilt": (_tilt, (30.0, 45.0)),
    "glare": (_glare, (0.7, 1.2)),
    "motion": (_motion, (0.12, 0.25)),
    "dark": (_dark, (0.35, 0.15)),
    "warm": (_tint((1.15, 0.95, 0.55)), (0.6, 1.0)),
    "blue": (_tint((0.6, 0.9, 1.2)), (0.6, 1.0)),
    "shadow": (_shadow, (0.45, 0.7)),
    "jpeg": (_jpeg, (30.0, 12.0)),
    "covered": (_covered, (0.35, 0.55)),
    "small": (_small, (0.6, 0.4)),
    "again": (_again, (1, 2)),
}
"""Each kind: how a photo is altered, and the strengths of the weak and the strong degree."""
