"""Geometry of quads and of the plane of the table."""
