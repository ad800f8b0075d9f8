"""The machine: the data folder, the disk, the address and the certificate."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import ssl
import stat
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from yakulens.app import store
from yakulens.app.doctor.finding import Finding, State
from yakulens.app.network import EVERYWHERE, phone_url
from yakulens.app.store.connection import connect
from yakulens.app.store.schema import STEPS, other_program

_LITTLE: Final = 1_000_000_000
_TOO_LITTLE: Final = 50_000_000
"""Bytes free on the disk below which a photo may not fit any more."""
_SOON: Final = 14 * 86400
"""Seconds before its end at which a certificate should be renewed."""


def data() -> Iterator[Finding]:
    """The data folder: whose it is, who may read it, whether the database is whole."""
    place = store.place()
    folder = place.parent
    above = next(each for each in (folder, *folder.parents) if each.exists())
    if not os.access(above, os.W_OK | os.X_OK):
        yield Finding("data folder", "wrong", f"{above}: cannot be written; nothing can be kept")
    elif not folder.exists():
        yield Finding("data folder", "well", f"{folder}: nothing is kept yet")
    else:
        yield from _folder(folder, place)
    free = shutil.disk_usage(above).free
    state: State = "wrong" if free < _TOO_LITTLE else "doubtful" if free < _LITTLE else "well"
    advice = "" if state == "well" else "; delete something, for instance old photos in the history"
    yield Finding("disk", state, f"{free / 1e9:.1f} GB free{advice}")


def _folder(folder: Path, place: Path) -> Iterator[Finding]:
    size = sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())
    yield Finding("data folder", "well", f"{folder}: {size / 1e6:.1f} MB")
    if os.name == "posix":
        open_ones = [
            each for each in (folder, place) if each.exists() and stat.S_IMODE(each.stat().st_mode) & 0o077
        ]
        for each in open_ones:
            yield Finding("permissions", "doubtful", f"{each}: others may read it; chmod go= '{each}'")
        if not open_ones:
            yield Finding("permissions", "well", "nobody else may read what is kept")
    if place.exists():
        yield _database(place)


def _database(place: Path) -> Finding:
    try:
        with closing(connect(place, timeout=10, uri_query="mode=ro")) as database:
            (said,) = database.execute("PRAGMA quick_check(1)").fetchone()
            (taken,) = database.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as error:
        said, taken = str(error), 0
    if said != "ok":
        advice = f"yakulens restore a backup, or move {place} away"
        return Finding("database", "wrong", f"{place}: damaged ({said}); {advice}")
    if other := other_program(taken):
        return Finding("database", "wrong", f"{place}: {other} wrote it; use that one")
    return Finding("database", "well", f"whole, step {taken} of {len(STEPS)}")


def address(listening: str, port: int) -> Iterator[Finding]:
    """Whether the page can be served there, and what a phone would open."""
    if why := taken(listening, port):
        detail = f"port {port} at {listening}: {why}; a server may be running there"
        yield Finding("address", "doubtful", detail)
    else:
        yield Finding("address", "well", f"port {port} at {listening} is free")
    if listening in EVERYWHERE:
        phone = phone_url(listening, port)
        state: State = "doubtful" if phone is None else "well"
        yield Finding("phones", state, phone or "this machine is in no network that a phone could be in")


def taken(listening: str, port: int) -> str:
    """Why nothing can listen at an address; empty where it can."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((listening, port))
        except OSError as error:
            return str(error.strerror)
    return ""


def no_pair(cert: str, key: str) -> str:
    """Why a certificate and a key cannot be served with; empty where they can."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key)
    except OSError as error:
        return error.strerror or "no such pair"
    return ""


def certificate(cert: str, key: str) -> Iterator[Finding]:
    """Whether certificate and key go together, and until when."""
    if why := no_pair(cert, key):
        yield Finding("certificate", "wrong", f"{cert} with {key}: {why}")
        return
    left = ssl.cert_time_to_seconds(_read(cert)["notAfter"]) - time.time()
    state: State = "wrong" if left < 0 else "doubtful" if left < _SOON else "well"
    detail = "has ended; renew it" if left < 0 else f"ends in {left / 86400:.0f} days"
    yield Finding("certificate", state, f"{cert}: {detail}")


def _read(cert: str) -> dict[str, Any]:
    """What the certificate says; the standard library offers this under no public name."""
    decoded: dict[str, Any] = ssl._ssl._test_decode_cert(cert)  # type: ignore[attr-defined]  # noqa: SLF001
    return decoded
