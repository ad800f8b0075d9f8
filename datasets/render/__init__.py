"""Renders photos of tiles with their full truth, for training, tests and samples."""
