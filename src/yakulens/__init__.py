"""Yakulens: a riichi hand from a photo to its score.

The folders `app`, `scorer`, `vision`, `models` and `datasets` lie in this one package, wherever it is
installed. In a checkout they lie beside it, and links lead there.
"""

from __future__ import annotations

from pathlib import Path

if not Path(__file__).with_name("scorer").is_dir():  # a checkout on a system that knows no links
    __path__.append(str(Path(__file__).resolve().parents[2]))
