"""From the tiles detected on a photo to what lies on the table.

``read`` is the door: Detections in, Reading out; ``readings`` gives the first one as soon as it stands.
Before it, ``called_tiles`` says for which tiles it matters how high they lie.
"""

from __future__ import annotations

from yakulens.vision.laid_out import LaidOut
from yakulens.vision.layout.hand.called import called_tiles
from yakulens.vision.layout.report.reading import read, readings

__all__ = ["LaidOut", "called_tiles", "read", "readings"]
