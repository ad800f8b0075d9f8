"""An address as a QR code for a phone's camera."""

from functools import lru_cache

import segno


@lru_cache(maxsize=64)
def data_uri(url: str) -> str:
    """The code as a picture's data URI, dark on light in every theme.

    Many cameras cannot read a light code on a dark ground.
    """
    drawn: str = segno.make(url, error="m", micro=False).svg_data_uri(scale=6, border=3, light="#fff")
    return drawn
