"""Detections made by hand, for tests that need one particular layout."""

from dataclasses import dataclass, replace

import numpy as np

from yakulens.vision.detections import Detections
from yakulens.vision.labels import INDEX, LABELS

WIDTH, LENGTH = 40.0, 54.0


@dataclass(frozen=True)
class Laid:
    """One tile on a photo taken from straight above, in tile widths, y away from the owner.

    ``turn`` is how far it lies askew, degrees against the clock.
    """

    face: str
    x: float
    y: float = 0.0
    sideways: bool = False
    sure: float = 0.99
    other: str | None = None
    found: float = 0.95
    turn: float = 0.0


def row(faces: str, x: float = 0.0, y: float = 0.0) -> list[Laid]:
    """Upright tiles side by side; ``faces`` are labels parted by blanks."""
    return [Laid(face, x + k, y) for k, face in enumerate(faces.split())]


def askew(tiles: list[Laid], degrees: float) -> list[Laid]:
    """The tiles turned together about their middle, against the clock."""
    x, y = float(np.mean([t.x for t in tiles])), float(np.mean([t.y for t in tiles]))
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    return [
        replace(
            t, x=x + c * (t.x - x) - s * (t.y - y), y=y + s * (t.x - x) + c * (t.y - y), turn=t.turn + degrees
        )
        for t in tiles
    ]


def detections(tiles: list[Laid]) -> Detections:
    """What a recogniser would find."""
    quads, faces, ups = [], [], []
    for tile in tiles:
        half = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * [WIDTH, LENGTH]
        if tile.sideways:
            half = half @ np.array([[0.0, 1.0], [-1.0, 0.0]])
        # On a photo y points towards the owner, so against the clock is a negative angle.
        c, s = np.cos(np.deg2rad(tile.turn)), np.sin(np.deg2rad(tile.turn))
        half = half @ np.array([[c, -s], [s, c]])
        quads.append(half + np.array([400 + WIDTH * tile.x, 500 - WIDTH * tile.y]))
        chances = np.full(len(LABELS), 1e-5)
        chances[INDEX[tile.face]] = tile.sure
        chances[INDEX[tile.other or "9m" if tile.face != "9m" else "8m"]] += 1 - tile.sure
        faces.append(chances / chances.sum())
        ups.append([0.97, 0.01, 0.01, 0.01])
    return Detections(
        quads=np.array(quads, np.float32).reshape(-1, 4, 2),
        objectness=np.array([t.found for t in tiles], np.float32),
        faces=np.array(faces, np.float32).reshape(-1, len(LABELS)),
        top_edge_probs=np.array(ups, np.float32).reshape(-1, 4),
        size=(1000, 1600),
    )
