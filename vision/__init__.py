"""From a photo to a Reading: detections, rows, melds, winning tile, doubts as issues."""
