"""Where tiles lie: windows on the photo, the detector, augmentation, and which detections are tiles."""
