"""From the tiles found on a photo to what lies on the table.

``read`` is the door: Detections in, Reading out. Before it, ``overlooked`` says where to look again.
"""

from __future__ import annotations

from vision.layout.issues import REVIEW_BELOW
from vision.layout.overlooked import overlooked
from vision.layout.read import read

__all__ = ["REVIEW_BELOW", "overlooked", "read"]
