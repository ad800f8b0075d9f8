"""From a photo to a Reading: detections, rows, melds, winning tile, doubts as issues."""

import os

# The inference engine's official builds report every session to their maker unless this is set before they
# are loaded. Nothing leaves this machine.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
