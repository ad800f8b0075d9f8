"""Show arranged scenes to a layout, and get its readings."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.layout.compare import owners
from tests.benchmarks.layout.pixels import Seen
from tests.vision.ideal import Noise, find, kind_number
from yakulens.datasets.render.arrange import arrange
from yakulens.datasets.render.scene import Arrangement
from yakulens.datasets.render.viewpoint import seat, view
from yakulens.vision.detections import Detections
from yakulens.vision.reading import Reading

Way = Callable[[Detections, Detections | None], Reading]
"""Maps the detections that count as tiles, and all detections, to a reading."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A scene as an ideal or noisy recogniser finds it, without pixels.

    Attributes:
        kind, seed: of the scene.
        scene: the arrangement.
        side: direction that it is seen from, degrees.
        detections: what was found.
        found: the placement that each detection shows, -1 for none.
    """

    kind: str
    seed: int
    scene: Arrangement
    side: float
    detections: Detections
    found: NDArray[np.int64]

    @property
    def unfiltered(self) -> None:
        """None: all detections count as tiles."""

    def owners(self, reading: Reading) -> list[int]:
        """The placement that each tile of a reading shows, -1 for none."""
        return owners(reading, self.detections, self.found) if reading.tiles else []

    @property
    def missed(self) -> list[int]:
        """Visible tiles of the hand that were not found."""
        scene, seen = self.scene, set(self.found.tolist())
        win = [] if scene.win is None else [scene.win]
        own = [*scene.concealed, *win, *(k for meld in scene.melds for k in meld.ids)]
        return [k for k in own if k not in seen]


def shot(kind: str, seed: int, noise: Noise, side: float | None = None) -> Shot:
    """The scene of a kind and a seed, found with noise; ``side`` in degrees is random if None."""
    rng = np.random.default_rng([seed, kind_number(kind)])
    scene = arrange(rng, kind)
    turn = seat(rng, scene) if side is None else side
    return Shot(kind, seed, scene, turn, *find(rng, scene, view(rng, scene, side=turn), noise))


def timed(shown: Shot | Seen, way: Way) -> tuple[Reading, float]:
    """The reading by a way, and its processor time in milliseconds."""
    start = time.thread_time()
    reading = way(shown.detections, shown.unfiltered)
    return reading, (time.thread_time() - start) * 1000
