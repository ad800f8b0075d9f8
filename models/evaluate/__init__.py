"""Measures how well a model reads labelled photos: metrics with intervals by source and set; failures."""
