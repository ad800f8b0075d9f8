"""Where tiles lie: windows on the photo, the detector, and which detections are tiles."""
