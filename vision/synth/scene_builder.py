"""A random scene being built: tiles as solids, each with a face drawn at random."""

from __future__ import annotations

from typing import Final

import numpy as np

from yakulens.vision.labels import BACK, LABELS, OTHER, RED_FIVES, plain
from yakulens.vision.synth.choice import one_of
from yakulens.vision.synth.tiles3d import Solid, TileShape, lying, standing

WHITE: Final = "5z"
_WHITES: Final = 0.11
"""Additional share of Whites, which finders miss most; in all one tile in eight."""
_FIVES: Final = tuple(plain(label) for label in RED_FIVES)
"""Plain fives; as some have a red centre and look like red ones, they are laid as often."""
_REPEATED: Final = 0.15
"""Share of tiles that show the same face as the tile before."""


class SceneBuilder:
    """Puts tiles on the table, one after the other, each with a random face.

    Attributes:
        rng: random generator.
        shape: the tiles' measures.
        variants: label → numbers of the textures that show it; other labels are not laid.
        solids: the tiles so far.
    """

    def __init__(self, rng: np.random.Generator, shape: TileShape, variants: dict[str, list[int]]) -> None:
        """Begin with an empty table; the arguments are the attributes."""
        self.rng, self.shape, self.variants = rng, shape, variants
        self.solids: list[Solid] = []
        self.last = BACK
        self.labels = [label for label in LABELS if label != BACK and label in variants]

    def face(self, back: float = 0.03) -> str:
        """A random label, ``back`` with that probability; now and then the last one again, as in a pair."""
        if self.rng.random() > _REPEATED:
            self.last = self._new_face(back)
        return self.last

    def _new_face(self, back: float) -> str:
        rng = self.rng
        draw = rng.random()
        if draw < back:
            return BACK
        if draw < back + 0.05 and OTHER in self.variants:
            return OTHER
        if draw < back + 0.05 + _WHITES and WHITE in self.variants:
            return WHITE
        if draw < back + 0.11 + _WHITES:
            return str(rng.choice([r for r in RED_FIVES if r in self.variants] or self.labels))
        if draw < back + 0.16 + _WHITES:
            return str(rng.choice([f for f in _FIVES if f in self.variants] or self.labels))
        return str(rng.choice(self.labels))

    def _texture(self, label: str) -> int:
        choices = self.variants[label]
        return one_of(self.rng, choices)

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
        """Lay a tile flat, its middle at ``x`` and ``y``, its underside at ``z`` tile widths.

        Without a label one is drawn, which is a back with the probability ``back``.
        """
        label = label or self.face(back)
        self.solids.append(lying(label, self._texture(label), x, y, angle, z))

    def stand(self, x: float, y: float, angle: float, lean: float, *, label: str | None = None) -> None:
        """Stand a tile up that leans back by so many degrees; without a label one is drawn."""
        label = label or self.face(0.01)
        self.solids.append(standing(label, self._texture(label), x, y, angle, self.shape, lean))


def without_overlaps(solids: list[Solid]) -> list[Solid]:
    """The tiles without those that stand in an earlier one: their middles are nearer than a tile's width.

    >>> row = [lying("1m", 0, x, 0.0, 0.0) for x in (0.0, 0.3, 1.0)]
    >>> [float(solid.position[0]) for solid in without_overlaps(row)]
    [0.0, 1.0]
    """
    kept: list[Solid] = []
    points = np.zeros((0, 3))
    for solid in solids:
        if kept and (np.linalg.norm(points - solid.position, axis=1) < 0.62).any():
            continue
        kept.append(solid)
        points = np.vstack([points, solid.position])
    return kept
