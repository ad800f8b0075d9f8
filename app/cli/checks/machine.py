"""The machine: the data folder, the disk, the address and the certificate."""

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
from typing import Final

from yakulens.app import store
from yakulens.app.cli.checks import Finding, State
from yakulens.app.server.network import EVERYWHERE, phone_url
from yakulens.app.store.file import connect
from yakulens.app.store.schema import STEPS, other_program

_LOW_SPACE: Final = 1_000_000_000
_NO_SPACE: Final = 50_000_000
"""Free bytes on the disk below which a photo may no longer fit."""
_RENEW_BEFORE: Final = 14 * 86400
"""Seconds before its end at which a certificate should be renewed."""


def data() -> Iterator[Finding]:
    """The data folder: its owner, who may read it, whether the database is intact."""
    database = store.place()
    folder = database.parent
    existing = next(each for each in (folder, *folder.parents) if each.exists())
    if not os.access(existing, os.W_OK | os.X_OK):
        yield Finding("data folder", "wrong", f"{existing}: cannot be written; nothing can be kept")
    elif not folder.exists():
        yield Finding("data folder", "well", f"{folder}: nothing is kept yet")
    else:
        yield from _folder(folder, database)
    free = shutil.disk_usage(existing).free
    state: State = "wrong" if free < _NO_SPACE else "doubtful" if free < _LOW_SPACE else "well"
    advice = "" if state == "well" else "; delete something, for instance old photos in the history"
    yield Finding("disk", state, f"{free / 1e9:.1f} GB free{advice}")


def _folder(folder: Path, database: Path) -> Iterator[Finding]:
    size = sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())
    yield Finding("data folder", "well", f"{folder}: {size / 1e6:.1f} MB")
    existing = [each for each in (folder, database) if each.exists()]
    if os.name == "posix":
        readable = [each for each in existing if stat.S_IMODE(each.stat().st_mode) & 0o077]
        for each in readable:
            yield Finding("permissions", "doubtful", f"{each}: others may read it; chmod go= '{each}'")
        if not readable:
            yield Finding("permissions", "well", "nobody else may read what is kept")
    if database in existing:
        yield _database(database)


def _database(file: Path) -> Finding:
    try:
        with closing(connect(file, timeout=10, uri_query="mode=ro")) as database:
            (check,) = database.execute("PRAGMA quick_check(1)").fetchone()
            (step,) = database.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as error:
        check, step = str(error), 0
    if check != "ok":
        advice = f"yakulens restore a backup, or move {file} away"
        return Finding("database", "wrong", f"{file}: damaged ({check}); {advice}")
    if other := other_program(step):
        return Finding("database", "wrong", f"{file}: {other} wrote it; use that one")
    return Finding("database", "well", f"whole, step {step} of {len(STEPS)}")


def address(listening: str, port: int) -> Iterator[Finding]:
    """Whether the page can be served at an address, and the address for phones."""
    if problem := bind_problem(listening, port):
        detail = f"port {port} at {listening}: {problem}; a server may be running there"
        yield Finding("address", "doubtful", detail)
    else:
        yield Finding("address", "well", f"port {port} at {listening} is free")
    if listening in EVERYWHERE:
        phone = phone_url(listening, port)
        state: State = "doubtful" if phone is None else "well"
        yield Finding("phones", state, phone or "this machine is in no network that a phone could be in")


def bind_problem(listening: str, port: int) -> str:
    """Why no server can listen at an address; empty if one can."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((listening, port))
        except OSError as error:
            return str(error.strerror)
    return ""


def pair_problem(cert: str, key: str) -> str:
    """Why a server cannot use a certificate and key; empty if it can."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key)
    except OSError as error:
        return error.strerror or "no such pair"
    return ""


def certificate(cert: str, key: str) -> Iterator[Finding]:
    """Whether certificate and key match, and their expiry."""
    if problem := pair_problem(cert, key):
        yield Finding("certificate", "wrong", f"{cert} with {key}: {problem}")
        return
    # The standard library has no public name for this.
    decoded = ssl._ssl._test_decode_cert(cert)  # type: ignore[attr-defined]  # noqa: SLF001
    seconds = ssl.cert_time_to_seconds(decoded["notAfter"]) - time.time()
    state: State = "wrong" if seconds < 0 else "doubtful" if seconds < _RENEW_BEFORE else "well"
    detail = "has ended; renew it" if seconds < 0 else f"ends in {seconds / 86400:.0f} days"
    yield Finding("certificate", state, f"{cert}: {detail}")
