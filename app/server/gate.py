"""Which requests the page's server answers: those that the page itself sends, under a known name.

Another site's page can point its own name at this machine once it is loaded (DNS rebinding), and a program on
another port of this machine can show pages too. Both would reach the history and the table through the
visitor's browser. Two headers tell them apart: the requested name (``Host``) and the requesting page
(``Origin``). Of Streamlit's own routes those are answered that its page needs; the server's figures are for
the person at the machine itself.
"""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final, Self
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from yakulens.app.server import browser
from yakulens.app.server.messages import MessageRate
from yakulens.app.server.network import EVERYWHERE, HERE

NAMELESS: Final = (
    "Not served under this name. Open the address that `yakulens app` printed, or name this one with --host"
)
FOREIGN: Final = "Asked by a page of another origin, which is refused."
TWICE: Final = "Two hosts, or two origins, at once: nobody can tell which is meant."
NOT_FOUND: Final = "Not here."
REFUSED: Final = 403
MISSING: Final = 404
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


_ONCE: Final = frozenset({b"host", b"origin"})
"""Headers of which there is one: what reads the first of two trusts another than what reads the last."""
PER_SECOND: Final = 300.0
BURST: Final = 4_000.0
"""Requests of one address; those beyond wait. A page takes about eighty when it is opened first."""
_CORE: Final = "/_stcore/"
_ASKED: Final = ("/_stcore/health", "/_stcore/host-config", "/_stcore/stream")
_UPLOADS: Final = "/_stcore/upload_file/"
_FIGURES: Final = "/_stcore/metrics"


@dataclass(frozen=True, slots=True)
class Gate:
    """The check that comes before all else on the server (ASGI).

    Behind it a browser's name stands under one cookie, over http and https alike.
    """

    app: ASGIApp
    hosts: Hosts
    served_as: str = ""  # the name of a proxy that its owner gave; empty for none
    _rates: dict[str, MessageRate] = field(default_factory=dict)  # by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        await asyncio.sleep(self._wait_s(browser.address_of(scope)))
        websocket = scope["type"] == "websocket"
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        said = [name for name, _ in scope["headers"] if name in _ONCE]
        reason = refusal(self.hosts, headers.get("host"), headers.get("origin"), websocket=websocket)
        if len(said) > len({*said}):
            reason = TWICE
        if reason is None and self._answers(scope["path"], headers, scope.get("client")):
            await self.app(browser.under_one_name(scope), receive, send)
        elif websocket:
            await send({"type": "websocket.close", "code": POLICY, "reason": reason or NOT_FOUND})
        else:
            status = MISSING if reason is None else REFUSED
            await PlainTextResponse(f"{reason or NOT_FOUND}\n", status)(scope, receive, send)

    def _wait_s(self, address: str) -> float:
        """Count a request of an address; the seconds for which it is to wait."""
        if address not in self._rates:
            for other in [each for each, rate in self._rates.items() if rate.is_full()]:
                del self._rates[other]
        return self._rates.setdefault(address, MessageRate(PER_SECOND, BURST)).wait_s()

    def _answers(self, path: str, headers: Mapping[str, str], client: tuple[str, int] | None) -> bool:
        """Whether there is an answer at a path for this request."""
        if not path.startswith(_CORE):
            return True
        if path == _FIGURES:
            return browser.is_at_home(headers, client[0] if client else None, self.served_as or "localhost")
        return path in _ASKED or path.startswith(_UPLOADS)
