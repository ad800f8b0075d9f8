"""Judges what is possible: facts of a situation, contradictions, and the choices that remain."""
