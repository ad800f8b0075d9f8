"""How well a model reads labelled photos: metrics with intervals, by source and tile set, every failure."""
