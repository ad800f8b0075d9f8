"""What makes the page installable: a web app manifest, and icons of the project's Red dragon."""

import io
from functools import cache
from typing import Any, Final, NamedTuple

from PIL import Image, ImageDraw

from yakulens.app.words import i18n
from yakulens.app.words.tiles import FOLDER

MANIFEST: Final = "manifest.webmanifest"
FELT: Final = "#0f6b52"
PAPER: Final = "#f7f5ef"
FACE: Final = "7z"


class Icon(NamedTuple):
    """An icon of the installed page, ``side`` pixels wide and high.

    A phone may crop the edge of a maskable icon; ``margin`` is the fraction of the side around the tile.
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
"""The links to these files in the head of the page's frame."""


def manifest(accept_language: str | None) -> dict[str, Any]:
    """The web app manifest (W3C) in the browser's first preferred language."""
    language = i18n.choose((accept_language or "").split(",")[0])
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
        "lang": i18n.LANGUAGES[language].tag,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": FELT,
        "icons": icons,
    }


@cache
def draw(icon: Icon) -> bytes:
    """The icon as PNG: a tile on felt."""
    height = round(icon.side * (1 - 2 * icon.margin))
    with Image.open(FOLDER / "png" / f"{FACE}.png") as file:
        face = file.convert("RGBA")
    tile = Image.new("RGBA", face.size, PAPER)
    tile.alpha_composite(face)
    mask = Image.new("L", face.size)
    box = (0, 0, face.width - 1, face.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, face.height * 0.09, fill=255)
    tile.putalpha(mask)
    tile = tile.resize((round(height * face.width / face.height), height), Image.Resampling.LANCZOS)
    picture = Image.new("RGBA", (icon.side, icon.side), FELT)
    picture.alpha_composite(tile, ((icon.side - tile.width) // 2, (icon.side - height) // 2))
    png = io.BytesIO()
    picture.convert("RGB").save(png, "PNG")
    return png.getvalue()
