"""Tile efficiency: how far a hand is from complete, and what each discard leaves to draw."""
