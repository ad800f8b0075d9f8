"""Learns tile sets from a few photos: their examples, the fit, and the file of a set."""
