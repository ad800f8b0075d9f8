"""From the tiles detected on a photo to what lies on the table.

``read`` is the door: Detections in, Reading out. Before it, ``missed_places`` says where tiles may have been
missed, and ``called_tiles`` for which tiles it matters how high they lie.
"""

from __future__ import annotations

from vision.layout.hand.called import called_tiles
from vision.layout.report.issues import REVIEW_BELOW
from vision.layout.report.reading import read
from vision.layout.tiles.missed import missed_places

__all__ = ["REVIEW_BELOW", "called_tiles", "missed_places", "read"]
