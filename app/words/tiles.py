"""Pictures and words for a tile.

A picture is a CSS background from ``datasets/tiles``; the words are for screen readers. An element of the
class ``is-5m`` shows that face.
"""

import html
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import quote

from yakulens.app.words.i18n import text
from yakulens.vision.desk.melds import Orientation
from yakulens.vision.labels import BACK, LABELS, RED_FIVES

FOLDER: Final = Path(__file__).resolve().parents[2] / "datasets" / "tiles"
_LIE_CLASSES: Final = {"rotated": "yl-rot", "stacked": "yl-stack"}
_UNQUOTED: Final = "/:=,.()'; "


def name(language: str, face: str) -> str:
    """A face in words, for screen readers and labels.

    >>> name("en", "0p"), name("en", "5z")
    ('red 5 of circles', 'White dragon')
    """
    if face in RED_FIVES:
        return text(language, f"suit.{face[1]}", n=text(language, "tile.red"))
    if face[1] in "mps" and face[0].isdecimal():
        return text(language, f"suit.{face[1]}", n=face[0])
    return text(language, f"tile.{face}")


@cache
def picture(face: str) -> str:
    """A face's picture as a CSS ``url(...)``."""
    svg = (FOLDER / f"{face}.svg").read_text(encoding="utf-8").replace("\n", "").replace('"', "'")
    return f'url("data:image/svg+xml,{quote(svg, safe=_UNQUOTED)}")'


@cache
def stylesheet() -> str:
    """A CSS rule for each face's picture, on tiles and keyboard keys (``app.page.parts.pad``)."""
    return "\n".join(
        f'.is-{face},[class*="st-key-pad-"][class*="-{face}"] button'
        f"{{background-image:{picture(face)}!important}}"
        for face in LABELS
    )


def tag(language: str, face: str, *, css: str = "", words: str | None = None) -> str:
    """A tile as HTML; ``css`` adds classes, ``words`` replaces its name for screen readers.

    >>> tag("en", "5z")
    '<span class="yl-tile is-5z " role="img" aria-label="White dragon" title="White dragon"></span>'
    """
    label = html.escape(words or name(language, face), quote=True)
    return f'<span class="yl-tile is-{face} {css}" role="img" aria-label="{label}" title="{label}"></span>'


def lying(language: str, face: str, lie: Orientation) -> str:
    """A tile of a meld as HTML, as it lies."""
    if lie == "upright":
        return tag(language, face)
    words = text(language, f"tile.{lie}", tile=name(language, face))
    return tag(language, BACK if lie == "face_down" else face, css=_LIE_CLASSES.get(lie, ""), words=words)
