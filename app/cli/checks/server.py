"""A server that others reach: its limits here, and how the page answers at its address."""

import http.client
import ssl
import sys
import time
from collections.abc import Iterator, Mapping
from email.utils import parsedate_to_datetime
from typing import Final
from urllib.parse import SplitResult, urlsplit

from yakulens.app.cli.checks import Finding, State
from yakulens.app.server.browser import COOKIE, SECURE_COOKIE
from yakulens.app.server.crowd import MOST, most_pages
from yakulens.app.server.headers import OF_ALL
from yakulens.app.server.network import HERE, camera_allowed

_PATIENCE_S: Final = 10.0
_CLOCK_S: Final = 60.0
"""Seconds by which clocks may differ: a certificate or a sign-in that is valid for minutes still is."""
_OK: Final = 200
_FOREIGN: Final = "rebound.example"
"""A name under which no page is served (RFC 6761)."""
_POLICY: Final = "Content-Security-Policy"

Answer = tuple[int, Mapping[str, str]]
"""A status and the headers, their names in lower case."""


def limits() -> Iterator[Finding]:
    """How many pages the limit of open files allows."""
    if sys.platform == "win32":
        yield Finding("descriptors", "well", "this system sets no limit")
        return
    import resource  # noqa: PLC0415 - not on Windows

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = sys.maxsize if hard == resource.RLIM_INFINITY else hard
    pages = most_pages(files)
    number = "any number of" if files == sys.maxsize else f"{files:,}"
    detail = f"{number} open files allow {pages:,} open pages"
    state: State = "well" if pages == MOST else "doubtful"
    advice = "" if state == "well" else "; set LimitNOFILE=65536 in the unit, or ulimit -Hn 65536"
    yield Finding("descriptors", state, detail + advice)


def page(url: str) -> Iterator[Finding]:
    """How the page at an address answers: over https, with its headers, under its own name, in time."""
    address = urlsplit(url)
    try:
        status, headers = _asked(address, "/")
        foreign, _ = _asked(address, "/", Host=_FOREIGN)
        figures, _ = _asked(address, "/_stcore/metrics")
    except ssl.SSLError as error:
        yield Finding("https", "wrong", f"{url}: {error.reason or error}; renew the proxy's certificate")
        return
    except (OSError, http.client.HTTPException) as error:
        detail = f"{url} does not answer ({error}); start the server, or mend the proxy"
        yield Finding("page", "wrong", detail)
        return
    if status != _OK:
        yield Finding(
            "page", "wrong", f"{url} answers {status}; add --host {address.hostname} to yakulens app"
        )
        return
    yield Finding("page", "well", f"{url} answers")
    yield _https(url, headers)
    yield _headers(headers)
    is_closed = foreign != _OK
    detail = (
        "refused" if is_closed else "answered; have the proxy pass the name on (proxy_set_header Host $host)"
    )
    yield Finding("other names", "well" if is_closed else "doubtful", detail)
    yield _figures(address, figures)
    yield _clock(headers)


def _https(url: str, headers: Mapping[str, str]) -> Finding:
    if not camera_allowed(url):
        return Finding(
            "camera", "doubtful", "phones give the camera to a page over https only; use a proxy or --cert"
        )
    name, cookie = SECURE_COOKIE if url.startswith("https:") else COOKIE, headers.get("set-cookie", "")
    if not cookie.startswith(f"{name}="):
        detail = "the page does not know that it is asked over https; have the proxy send X-Forwarded-Proto"
        return Finding("https", "wrong", detail)
    if "camera=(self)" not in headers.get("permissions-policy", ""):
        return Finding("camera", "wrong", "the Permissions-Policy of the proxy forbids the camera; remove it")
    return Finding("camera", "well", "allowed at this address")


def _headers(headers: Mapping[str, str]) -> Finding:
    wrong = [name for name, value in OF_ALL.items() if headers.get(name.lower()) != value]
    if "frame-ancestors" not in headers.get(_POLICY.lower(), ""):
        wrong.append(_POLICY)
    detail = (
        f"the proxy changes {', '.join(wrong)}; have it pass them on" if wrong else "as the page sends them"
    )
    return Finding("headers", "wrong" if wrong else "well", detail)


def _figures(address: SplitResult, status: int) -> Finding:
    if status == _OK and address.hostname not in HERE:
        detail = "anybody sees the server's figures; have the proxy send X-Forwarded-For"
        return Finding("figures", "wrong", detail)
    return Finding("figures", "well", "for this machine alone")


def _clock(headers: Mapping[str, str]) -> Finding:
    try:
        off = abs(parsedate_to_datetime(headers["date"]).timestamp() - time.time())
    except (KeyError, ValueError):
        return Finding("time", "doubtful", "the page does not say its time")
    if off > _CLOCK_S:
        return Finding("time", "wrong", f"the clocks differ by {off:.0f} s; set both by a time server")
    return Finding("time", "well", "as on this machine")


def _asked(address: SplitResult, path: str, **headers: str) -> Answer:
    """What the page answers to one request."""
    kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
    line = kind(address.hostname or "", address.port, timeout=_PATIENCE_S)
    try:
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}
    finally:
        line.close()
