"""Finds tiles: windows on the photo, the detector, and the selection of detections."""
