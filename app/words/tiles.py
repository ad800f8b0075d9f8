"""Pictures and words for a tile.

A picture is a CSS background from ``datasets/tiles``; the words are for screen readers. An element of the
class ``is-5m`` shows that face.
"""

from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import quote

from yakulens.app.words.i18n import text
from yakulens.vision.labels import LABELS, RED_FIVES

FOLDER: Final = Path(__file__).resolve().parents[2] / "datasets" / "tiles"
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
