"""Labelled photos of others, as the usual tools export them, made into labelled photos of ours."""
