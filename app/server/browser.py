"""A browser's name: a random token in a cookie, stored on disk only as its hash.

**What it protects.** Anyone who can open the page over a network may use it. They see only the stored data
that belongs to their own browser, that they joined by a code, or that somebody shared. Only the name tells
browsers apart:

- *Guessing*: 256 random bits. A code to join a game is shorter, so that a person can type it, and tries are
  counted (``app.game.invitation``).
- *Leaking*: no address, page, log or file contains the token. Scripts cannot read the cookie (``HttpOnly``),
  other sites cannot have it sent (``SameSite=Lax``), and https never sends it in the clear (``Secure``). The
  file on disk and its copies hold a SHA-256 of it, which does not reveal the cookie.
- *Addresses*: the number of a hand in an address is random too, and opens only on the browser that made the
  hand. The same holds for the address of a photo, picture or file that a page shows (`app.server.pictures`).

**What it does not.** Over plain http, anyone who can listen to the network can copy the cookie, like
everything else on the page; ``--cert`` prevents that. A cookie belongs to a host with all its ports, so
another program served by the same machine can see it. Deleting the cookie abandons what it named. The person
at the machine itself can read the file.

**The machine's owner.** Anyone who opens the page on the machine that serves it, by a loopback address and
without a proxy, counts as its owner, in any browser. Games and history are theirs without a code, as on a
page for one person.
"""

import hashlib
import re
import secrets
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final, TypeGuard
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import Scope

from yakulens.app.server.network import HERE

COOKIE: Final = "yakulens_browser"
SECURE_COOKIE: Final = f"__Host-{COOKIE}"
"""The cookie's name over https: browsers take it from this very host alone, not from its neighbours."""
KEPT_SECONDS: Final = 400 * 24 * 3600
"""How long a browser keeps its name after its last visit: the most that browsers allow."""

NOBODY: Final = ""
"""The key of the machine's owner."""

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_FORWARDED: Final = ("forwarded", "via", "x-forwarded-", "x-real-ip", "x-client-ip", "cf-", "true-client-ip")
"""How the headers begin that proxies add to a forwarded request."""


def new_token() -> str:
    """A new browser's name: 256 random bits as 43 letters."""
    return secrets.token_urlsafe(32)


def is_token(text: str | None) -> TypeGuard[str]:
    """Whether a cookie holds a name as made by ``new_token``."""
    return text is not None and _TOKEN.fullmatch(text) is not None


def key(token: str) -> str:
    """The key of a browser's stored data: the SHA-256 of its name, in hexadecimal digits."""
    return hashlib.sha256(token.encode()).hexdigest()


def of(scope: Scope) -> str | None:
    """The key of the browser that sends a request (ASGI); None if it has no name."""
    token = HTTPConnection(scope).cookies.get(COOKIE)
    return key(token) if is_token(token) else None


def address_of(scope: Scope) -> str:
    """Where a request comes from: an address, or the network of one household (IPv6).

    >>> address_of({"client": ("192.0.2.7", 1)}), address_of({"client": ("2001:db8::7", 1)})
    ('192.0.2.7', '2001:db8::/64')
    """
    return network_of((scope.get("client") or ("",))[0])


def network_of(host: str) -> str:
    """An address as one party's: itself, or a household's network (IPv6); "elsewhere" if it is none."""
    try:
        is_long = isinstance(ip_address(host), IPv6Address)
    except ValueError:
        return "elsewhere"
    return str(ip_network(f"{host}/64", strict=False)) if is_long else str(host)


def visitor_of(scope: Scope) -> str:
    """The key under which a request is counted: its browser's, or else its address."""
    return of(scope) or f"at {address_of(scope)}"


def under_one_name(scope: Scope) -> Scope:
    """The same request with the browser's name under `COOKIE`, whatever the scheme.

    Over https the name comes in `SECURE_COOKIE` alone. The plain cookie may be a neighbour's, or of somebody
    who answers for this host over http: whoever came first with it would be taken for the one who planted it.
    """
    if scope.get("scheme") not in {"https", "wss"}:
        return scope
    headers = []
    for header, value in scope["headers"]:
        if header == b"cookie":
            parts = [part.strip().partition("=") for part in value.decode("latin-1").split(";")]
            kept = [(name, text) for name, _, text in parts if name != COOKIE]
            line = "; ".join(f"{COOKIE if name == SECURE_COOKIE else name}={text}" for name, text in kept)
            headers.append((header, line.encode("latin-1")))
        else:
            headers.append((header, value))
    return {**scope, "headers": headers}


def is_at_home(headers: Mapping[str, str], address: str | None, served_as: str = "localhost") -> bool:
    """Whether a request comes directly from the machine that serves the page.

    Args:
        headers: of the request, names in lower case.
        address: the address that it came from; None if it did not come over a network.
        served_as: the server name that the owner configured; a name other than the machine's own may mean a
            proxy that hides where requests come from, and then nobody is at home.
    """
    if address is not None and address not in HERE:
        return False
    if any(header.startswith(_FORWARDED) for header in headers) or served_as not in HERE:
        return False
    hosts = [f"//{headers['host']}" if "host" in headers else None, headers.get("origin")]
    try:
        return all(urlsplit(host).hostname in HERE for host in hosts if host is not None)
    except ValueError:
        return False
