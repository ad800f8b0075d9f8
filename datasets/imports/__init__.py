"""Imports labelled photos from the exports of common labelling tools."""
