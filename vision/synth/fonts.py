"""Fonts that faces are drawn with: which of those on this machine can draw what a tile set needs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from PIL import ImageFont

NUMERALS: Final = "一二三四五六七八九"
WINDS: Final = "東南西北"
FLOWERS: Final = "春夏秋冬梅蘭竹菊財貓鼠漁樵耕讀琴棋書畫喜福"
PICTURES: Final = "🌸🌷🌹🌺🌻🌼🌾🌿🍀🍁🎋🎍🐈🐀🐟🐌🏯🎎🐉🐍🌴🌵🍄🍃🍂🌱🌲🌳"
BIRDS: Final = "🐓🐔🐦🐧🐤🐥🦃🕊🦅🦆🦉🐣"
NEEDED: Final = NUMERALS + WINDS + "萬中發"
"""What a font must draw to be used for a design's characters."""


@cache
def font_of(path: str, size: int) -> ImageFont.FreeTypeFont:
    """A font file at a size in pixels, read once."""
    return ImageFont.truetype(path, size)


def has_glyphs(path: str, text: str) -> bool:
    """Whether a font file draws every character of a text; one that cannot be read draws none.

    >>> has_glyphs("no-such-font.ttf", "東")
    False
    """
    try:
        font = font_of(path, 40)
        missing = bytes(font.getmask("\uffff"))
        masks = [bytes(font.getmask(c)) for c in text]
    except OSError:
        return False
    return all(mask and mask != missing for mask in masks)


def find_fonts(folders: Sequence[Path]) -> tuple[list[str], list[str]]:
    """The fonts in some folders, and in all folders in them, that a design can be drawn with.

    Returns:
        Paths of the fonts that draw all characters of a tile set, of one folder at most eight, and of those
        that draw birds and flowers.

    >>> find_fonts([])
    ([], [])
    """
    files = sorted(
        str(p)
        for folder in folders
        for p in folder.rglob("*")
        if p.suffix.lower() in {".ttf", ".otf", ".ttc"}
    )
    kin: dict[str, list[str]] = {}
    for f in files:
        if has_glyphs(f, NEEDED):
            kin.setdefault(f.rpartition("/")[0], []).append(f)
    # A family of a hundred weights would drown the rest: at most eight files of one folder, evenly spread.
    characters = [group[i] for group in kin.values() for i in _spread(len(group), 8)]
    pictures = [f for f in files if has_glyphs(f, BIRDS[:2] + PICTURES[:4])]
    return characters, pictures


def _spread(n: int, most: int) -> list[int]:
    """At most ``most`` indices below ``n``, evenly spread."""
    return sorted({round(i) for i in np.linspace(0, n - 1, min(n, most))})
