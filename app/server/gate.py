"""Which requests the page's server answers: those that the page itself sends, under a known name.

Another site's page can point its own name at this machine once it is loaded (DNS rebinding), and a program on
another port of this machine can show pages too. Both would reach the history and the table through the
visitor's browser. Two headers tell them apart: the requested name (``Host``) and the requesting page
(``Origin``).
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final, Self
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from yakulens.app.server.network import EVERYWHERE, HERE

NAMELESS: Final = (
    "Not served under this name. Open the address that `yakulens app` printed, or name this one with --host"
)
FOREIGN: Final = "Asked by a page of another origin, which is refused."
REFUSED: Final = 403
POLICY: Final = 1008
"""The code that closes a WebSocket for a breach of policy (RFC 6455 7.4.1)."""


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names under which the page may be requested."""

    names: frozenset[str]  # in lower case
    addresses: bool = False  # whether any IP address is allowed: unlike a name, it cannot be rebound

    @classmethod
    def of(cls, listening: str, names: Iterable[str] = ()) -> Self:
        """The names of a server that listens at an address, and those that its owner gave it."""
        own = {name.lower().rstrip(".") for name in names}
        return cls(frozenset({*HERE, listening, *own}), addresses=listening in EVERYWHERE)

    def allows(self, host: str) -> bool:
        """Whether a host may be requested."""
        name = host.lower().rstrip(".")
        return name in self.names or (self.addresses and _is_address(name))


def refusal(hosts: Hosts, host: str | None, origin: str | None, *, websocket: bool) -> str | None:
    """Why a request with these headers ``Host`` and ``Origin`` is refused; None where it is not.

    Browsers omit ``Origin`` when a person opens an address, but never when they open a WebSocket.
    """
    name = None if host is None else _name(host)
    if name is None or not hosts.allows(name):
        return NAMELESS
    if origin is None:
        return FOREIGN if websocket else None
    # An exact comparison, as Streamlit's own: where the two differ, Streamlit looks them up in the network.
    return None if origin in {f"http://{host}", f"https://{host}"} else FOREIGN


def _name(host: str) -> str | None:
    """The name in a ``Host``; None if invalid."""
    try:
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname, parts.port
    except ValueError:
        return None
    return name if parts.netloc == host and "@" not in host else None


def _is_address(host: str) -> bool:
    with suppress(ValueError):
        return bool(ip_address(host))
    return False


@dataclass(frozen=True, slots=True)
class Gate:
    """The check that comes before all else on the server (ASGI)."""

    app: ASGIApp
    hosts: Hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        reason, websocket = None, scope["type"] == "websocket"
        if websocket or scope["type"] == "http":
            headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
            reason = refusal(self.hosts, headers.get(b"host"), headers.get(b"origin"), websocket=websocket)
        if reason is None:
            await self.app(scope, receive, send)
        elif websocket:
            await send({"type": "websocket.close", "code": POLICY, "reason": reason})
        else:
            await PlainTextResponse(f"{reason}\n", REFUSED)(scope, receive, send)
