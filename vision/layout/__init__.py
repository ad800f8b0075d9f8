"""From the tiles found on a photo to what lies on the table.

``read`` is the door: Detections in, Reading out. Before it, ``overlooked`` says where to look again and
``called`` of which tiles it matters how high they lie; after it, ``in_doubt`` whether the photo is worth a
closer look, and ``surer`` which of two readings to take.
"""

from __future__ import annotations

from vision.layout.hand.candidates import called
from vision.layout.report.issues import REVIEW_BELOW
from vision.layout.report.reading import in_doubt, read, surer
from vision.layout.tiles.missed import overlooked

__all__ = ["REVIEW_BELOW", "called", "in_doubt", "overlooked", "read", "surer"]
