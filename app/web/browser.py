"""The name that a browser has here: a random token in a cookie, known on disk by its hash alone.

**What it protects.** Whoever can open the page over a network may use it, and sees of what is kept only
what belongs to their own browser, what they joined by a code, and what somebody shared. The name is all
that tells browsers apart:

- *Guessing*: 256 random bits. A code to join a game is shorter, so that a person can type it, and tries are
  counted (``app.game.invitation``).
- *Leaking*: the token is in no address, no page, no log and no file. Scripts cannot read the cookie
  (``HttpOnly``), other sites cannot have it sent along (``SameSite=Lax``), over https it is never sent in
  the clear (``Secure``). The file on disk and its copies hold a SHA-256 of it, from which nobody can make
  the cookie.
- *Addresses*: the number of a hand in an address is random too, and opens on the browser that made the hand
  and on no other. So does the address of a photo, a picture or a file that a page shows
  (``app.web.pictures``).

**What it does not.** Over plain http whoever can listen to the network can copy the cookie, as everything
else on the page: ``--cert`` is for that. A cookie belongs to a host with all its ports, so another program
served by the same machine can see it. Who deletes the cookie leaves what it named behind. The person at the
machine itself can read the file.

**The machine's own.** Whoever opens the page on the machine that serves it, by a loopback address and
through no proxy, is the machine's own person, in whatever browser: games and history are theirs without any
code, as on a page for one person.
"""

import hashlib
import re
import secrets
from collections.abc import Mapping
from typing import Final, TypeGuard
from urllib.parse import urlsplit

from yakulens.app.network import HERE

COOKIE: Final = "yakulens_browser"
KEPT_SECONDS: Final = 400 * 24 * 3600
"""How long a browser keeps its name after its last visit: the longest that browsers allow."""

NOBODY: Final = ""
"""The key of the machine's own person."""

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""What proxies add to a request that they pass on."""


def new_token() -> str:
    """A name for a browser that has none: 256 random bits as 43 letters."""
    return secrets.token_urlsafe(32)


def is_token(text: str | None) -> TypeGuard[str]:
    """Whether a cookie holds a name as ``new_token`` makes them."""
    return text is not None and _TOKEN.fullmatch(text) is not None


def key(token: str) -> str:
    """The key under which a browser's things are kept: a SHA-256 of its name, in hexadecimal digits."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_at_home(headers: Mapping[str, str], address: str | None, served_as: str = "localhost") -> bool:
    """Whether a request comes from the machine that serves the page, and straight from there.

    Args:
        headers: of the request, names in lower case.
        address: the address that it came from; None where it did not come over a network.
        served_as: the name that the server's owner gave it; with one beside the machine's own it may be
            behind a proxy that hides where requests come from, and then nobody is at home.
    """
    if address is not None and address not in HERE:
        return False
    if any(header in headers for header in _FORWARDED) or served_as not in HERE:
        return False
    hosts = [f"//{headers['host']}" if "host" in headers else None, headers.get("origin")]
    try:
        return all(urlsplit(host).hostname in HERE for host in hosts if host is not None)
    except ValueError:
        return False
