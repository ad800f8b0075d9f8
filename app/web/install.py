"""What makes the page one that installs: a web app manifest and icons, drawn from our own Red dragon."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import cv2
import numpy as np

from yakulens.app import i18n
from yakulens.app.artwork.faces import draw as draw_face
from yakulens.app.artwork.pictures import png

if TYPE_CHECKING:
    from numpy.typing import NDArray

MANIFEST: Final = "manifest.webmanifest"
FELT: Final = "#0f6b52"
PAPER: Final = "#f7f5ef"
FACE: Final = "7z"


class Icon(NamedTuple):
    """An icon of the installed page.

    Attributes:
        file: its name.
        side: pixels.
        margin: how much of each side is left around the tile: a phone cuts a maskable icon's edge off.
        maskable: whether it is one.
    """

    file: str
    side: int
    margin: float
    maskable: bool = False


ICONS: Final = (
    Icon("icon-192.png", 192, 0.10),
    Icon("icon-512.png", 512, 0.10),
    Icon("icon-maskable-512.png", 512, 0.22, maskable=True),
    Icon("apple-touch-icon.png", 180, 0.12),
)

HEAD: Final = (
    f'<link rel="manifest" href="./{MANIFEST}">'
    '<link rel="apple-touch-icon" href="./apple-touch-icon.png">'
    f'<meta name="theme-color" content="{FELT}">'
    '<meta name="mobile-web-app-capable" content="yes">'
    '<meta name="apple-mobile-web-app-capable" content="yes">'
)
"""What the head of the page's frame says of all this."""


def manifest(spoken: str | None) -> dict[str, Any]:
    """The web app manifest (W3C) in the first language that a browser asks for.

    >>> manifest("ja,en;q=0.8")["lang"], manifest(None)["display"]
    ('ja', 'standalone')
    """
    language = i18n.choose((spoken or "").split(",")[0])
    icons = [
        {
            "src": f"./{icon.file}",
            "sizes": f"{icon.side}x{icon.side}",
            "type": "image/png",
            "purpose": "maskable" if icon.maskable else "any",
        }
        for icon in ICONS
    ]
    return {
        "id": "/",
        "name": i18n.text(language, "app.name"),
        "short_name": i18n.text(language, "app.name"),
        "description": i18n.text(language, "app.tagline"),
        "lang": i18n.tag(language),
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": FELT,
        "icons": icons,
    }


@cache
def draw(icon: Icon) -> bytes:
    """The icon as PNG: a tile on felt.

    >>> draw(ICONS[0])[1:4]
    b'PNG'
    """
    felt, paper = _bgr(FELT), _bgr(PAPER)
    picture = np.full((icon.side, icon.side, 3), felt, np.float32)
    high = round(icon.side * (1 - 2 * icon.margin))
    face = cv2.resize(png(draw_face(FACE)), (round(high * 0.75), high), interpolation=cv2.INTER_AREA)
    tile = np.zeros((high, face.shape[1]), np.uint8)
    _rounded(tile, round(high * 0.09))
    ink = face[..., 3:].astype(np.float32) / 255
    drawn = face[..., :3] * ink + np.array(paper, np.float32) * (1 - ink)
    body = tile[..., None].astype(np.float32) / 255
    top, left = (icon.side - high) // 2, (icon.side - face.shape[1]) // 2
    place = picture[top : top + high, left : left + face.shape[1]]
    place[:] = drawn * body + place * (1 - body)
    return cv2.imencode(".png", np.round(picture).astype(np.uint8))[1].tobytes()


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return blue, green, red


def _rounded(mask: NDArray[np.uint8], radius: int) -> None:
    """Fill a rectangle with round corners in (height, width) uint8."""
    high, wide = mask.shape
    cv2.rectangle(mask, (radius, 0), (wide - radius, high), 255, -1)
    cv2.rectangle(mask, (0, radius), (wide, high - radius), 255, -1)
    for x in (radius, wide - radius - 1):
        for y in (radius, high - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
