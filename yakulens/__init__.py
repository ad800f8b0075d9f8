"""Yakulens, as it is installed: `app`, `vision`, `scorer`, models and samples lie in this one package.

In the repository they lie beside it, under their short names; `hatch_build.py` maps the one to the other.
"""
