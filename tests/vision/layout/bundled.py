"""The layout of the bundled model, loaded once."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from yakulens.vision.layout.network import LayoutNetwork, load_layout
from yakulens.vision.layout.read import layout_by
from yakulens.vision.models import choose

if TYPE_CHECKING:
    from yakulens.vision.detections import Detections
    from yakulens.vision.layout.report.reading import LayoutResult
    from yakulens.vision.reading import Reading


@cache
def layout() -> LayoutNetwork:
    return load_layout(choose(), 1)


def result_of(detections: Detections, unfiltered: Detections | None = None) -> LayoutResult:
    """What lies on the table, place alone saying which tiles lie on others."""
    return layout_by(layout().opinion, detections, unfiltered)


def read(detections: Detections, unfiltered: Detections | None) -> Reading:
    return result_of(detections, unfiltered).reading
