"""The headers of every answer: what a browser may do with the page, and what others may do with it."""

import base64
import hashlib
import re
from collections.abc import Iterable
from typing import Final

NOBODY: Final = "'none'"
_ORIGIN: Final = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?")
_INLINE: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)

OF_ALL: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # an address names a hand; a request to ourselves keeps its origin
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""Headers of the page and of the pocket alike."""


def policy(frame: str, embedders: Iterable[str] = ()) -> str:
    """The content security policy of the page whose frame this is (CSP Level 3).

    Only the page's own files are loaded. Streamlit runs components from ``blob:`` addresses and styles its
    elements inline; the frame's own short scripts are named by their hashes. Nobody may show the page in a
    frame of theirs but the ``embedders``, by their origins.
    """
    hashes = "".join(f" 'sha256-{_hash(script)}'" for script in _INLINE.findall(frame))
    parts = (
        "default-src 'self'",
        f"script-src 'self' blob:{hashes}",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "media-src 'self' blob:",
        "worker-src 'self' blob:",
        "frame-src 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        f"frame-ancestors {' '.join(embedders) or NOBODY}",
    )
    return "; ".join(parts)


def is_origin(text: str) -> bool:
    """Whether this is the origin of one site: a scheme, a host and perhaps a port.

    >>> is_origin("https://club.example:8443"), is_origin("https://*.example"), is_origin("*")
    (True, False, False)
    """
    return _ORIGIN.fullmatch(text) is not None


def of_page(frame: str, embedders: Iterable[str] = ()) -> dict[str, str]:
    """All headers of the page whose frame this is."""
    return {**OF_ALL, "Content-Security-Policy": policy(frame, embedders)}


def _hash(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
