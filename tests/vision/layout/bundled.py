"""The layout of the bundled model, loaded once."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from yakulens.vision.layout.network import load_layout
from yakulens.vision.models import choose

if TYPE_CHECKING:
    from yakulens.vision.detections import Detections
    from yakulens.vision.layout.read import Layout
    from yakulens.vision.reading import Reading


@cache
def layout() -> Layout:
    return load_layout(choose(), 1)


def read(detections: Detections, unfiltered: Detections | None) -> Reading:
    return layout().read(detections, unfiltered).reading
