"""Tile sets learnt from a few photos: what they are learnt from, how, and the file that holds one."""
