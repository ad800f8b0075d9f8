"""Called tiles: those of which it matters whether they lie on another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.layout.hand.scene import scenes
from yakulens.vision.layout.priors import DEFAULT_PRIORS
from yakulens.vision.layout.rows.evidence import Evidence
from yakulens.vision.layout.tiles.false_positives import find_false_positives
from yakulens.vision.layout.tiles.observed import observe
from yakulens.vision.layout.tiles.table import lay_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulens.vision.detections import Detections
    from yakulens.vision.layout.priors import Priors
    from yakulens.vision.layout.tiles.table import Table

_ACROSS: Final = 0.6
"""Sine of the angle from which tiles lie across each other."""
_SET_REACH: Final = 3.2
"""Tiles of a set lie no farther from each other, tile widths."""


def called_tiles(detections: Detections, priors: Priors = DEFAULT_PRIORS) -> NDArray[np.intp]:
    """Indices of the detections that may be the called tile among equal ones, and so may lie on another.

    The direction of a tile is known only on the table, and its height only on the photo.

    >>> from yakulens.vision.example import detected
    >>> called_tiles(detected("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s _ 7z (7z) 7z")).tolist()
    [12]
    >>> called_tiles(detected("2m 3m 4m 6p 7p 8p 4s 5s 5s 5s _ 3s")).tolist()
    []
    """
    seen = observe(detections)
    if not len(seen):
        return np.zeros(0, np.intp)
    table = lay_out(seen)
    evidence = Evidence.of(seen.faces, seen.objectness, priors.faces.misread)
    if not _any_across(table, evidence):
        return np.zeros(0, np.intp)
    called = {
        meld.sideways[0]
        for pair in scenes(table, evidence, find_false_positives(table), priors, wanted=frozenset())
        for scene in pair
        for readings in scene.readings
        for reading in readings
        for meld in reading.melds
        if meld.raised is not None
    }
    return np.asarray(seen.source[sorted(called)], np.intp)


def _any_across(table: Table, evidence: Evidence) -> bool:
    """Whether any tile lies across two of its like: most hands have none, and need no leveller."""
    step = table.centre[:, None] - table.centre
    near = evidence.kin & (np.hypot(step[..., 0], step[..., 1]) < _SET_REACH)
    across = np.abs(np.sin(table.axis[:, None] - table.axis)) > _ACROSS
    return bool(((near & across).sum(axis=1) > 1).any())
