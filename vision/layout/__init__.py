"""From the tiles found on a photo to what lies on the table.

``read`` is the only door: Detections in, Reading out.
"""

from __future__ import annotations

from vision.layout.issues import REVIEW_BELOW
from vision.layout.read import read

__all__ = ["REVIEW_BELOW", "read"]
