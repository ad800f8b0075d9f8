"""The layout of the bundled model, loaded once."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from yakulens.vision.layout.network import LayoutNetwork, load_layout
from yakulens.vision.models import choose

if TYPE_CHECKING:
    from yakulens.vision.detections import Detections
    from yakulens.vision.reading import Reading


@cache
def layout() -> LayoutNetwork:
    return load_layout(choose(), 1)


def read(detections: Detections, unfiltered: Detections | None) -> Reading:
    return layout().read(detections, unfiltered).reading
