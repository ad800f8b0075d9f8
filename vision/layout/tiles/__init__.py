"""Tiles on the table: detections laid out on one plane, in rows, one on another, and those missing."""
