"""Who has signed in, if ``yakulens app --sign-in`` has an OpenID Connect provider say so.

Streamlit speaks with the provider and keeps its answer in a signed cookie. A person is identified by the
provider's own name for them (``iss`` and ``sub``), which is unique and never changes; the disk holds only its
hash. Names and mail addresses are shown and never stored.
"""

import importlib.util
import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from yakulens.app.server import browser
from yakulens.app.server.network import HERE
from yakulens.scorer.errors import InputError
from yakulens.scorer.toml_file import read_toml

NEEDED: Final = ("redirect_uri", "cookie_secret", "client_id", "client_secret", "server_metadata_url")
"""What the file must contain under ``[auth]``, in Streamlit's names."""

CALLBACK: Final = "/oauth2callback"
"""Where the provider returns browsers."""

_MIN_SECRET_LETTERS: Final = 32
_MIN_DISTINCT: Final = 10
"""Of 32 random hexadecimal digits fewer than ten kinds come once in a thousand times."""
_PLACEHOLDER: Final = re.compile(
    r"\.\.\.|xxx|<|>|\*|change.?me|your[-_ ]|^secret$|^client[-_]?id$|example", re.IGNORECASE
)
_HOST: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|[0-9A-Fa-f:]+")
_KWARGS: Final = "client_kwargs"
_KWARGS_KEYS: Final = frozenset({"scope", "prompt"})
"""What may be said to the provider's client; other keys switch its checks off, such as ``verify``."""
_OTHERS: Final = stat.S_IRWXO | stat.S_IWGRP
_LIBRARIES: Final = ("authlib", "httpx")


class SignInError(InputError):
    """This file allows nobody to sign in; the text says why."""


def checked(file: str) -> str:
    """The path of a valid sign-in file.

    Raises:
        TomlError: it cannot be read.
        SignInError: an entry is missing or unsafe, others can read the file, or the extra is not installed.
    """
    table = read_toml(file).get("auth")
    auth: dict[str, Any] = table if isinstance(table, dict) else {}
    missing = [name for name in NEEDED if not isinstance(auth.get(name), str) or not auth[name]]
    if missing:
        message = f"{file} says no {', '.join(missing)} under [auth]"
        raise SignInError(message)
    for name, problem in _problems(auth):
        raise SignInError(_line(file, name), problem)
    if os.name == "posix" and Path(file).stat().st_mode & _OTHERS:
        raise SignInError(file, f"others on this machine can read its secrets; run: chmod 600 {file}")
    if os.name == "posix" and _is_open_to_others(Path(file).resolve().parent):
        raise SignInError(file, "others on this machine can replace it; move it into a folder of your own")
    if any(importlib.util.find_spec(name) is None for name in _LIBRARIES):
        message = 'install what signing in needs: pip install "yakulens[sign-in]"'
        raise SignInError(message)
    return str(Path(file).resolve())


def asked_under(file: str) -> str:
    """The host name to which the provider returns browsers, by a valid sign-in file."""
    return urlsplit(read_toml(file)["auth"]["redirect_uri"]).hostname or ""


def _problems(auth: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each entry that is unsafe or cannot work, and the line to write instead."""
    if urlsplit(auth["redirect_uri"]).path != CALLBACK:
        yield "redirect_uri", f"redirect_uri is the page's own address and {CALLBACK}"
    for name, example in (
        ("redirect_uri", f"https://club.example{CALLBACK}"),
        ("server_metadata_url", "https://accounts.google.com/.well-known/openid-configuration"),
    ):
        if not _is_safe(auth[name]):
            problem = "is no full address over https (http is safe to this machine alone)"
            yield name, f'{problem}; write {name} = "{example}"'
    if problem := _weakness(auth["cookie_secret"], auth["client_secret"]):
        write = 'write cookie_secret = "..." with what `openssl rand -hex 32` prints'
        yield "cookie_secret", f"{problem}; {write}"
    for name in ("client_id", "client_secret", "cookie_secret"):
        if _PLACEHOLDER.search(auth[name]):
            yield name, f"{name} is that of an example; write the one that the provider gave you"
    for name, table in auth.items():
        if isinstance(table, dict) and not (name == _KWARGS and table.keys() <= _KWARGS_KEYS):
            need = f"only {', '.join(sorted(_KWARGS_KEYS))} of [auth.{_KWARGS}], and no second provider"
            yield name, f"[auth.{name}] has what is not checked here; keep {need}"
    if "expose_tokens" in auth:
        yield "expose_tokens", "expose_tokens gives the page what it does not need; delete this line"


def _weakness(secret: str, other: str) -> str:
    """Why others may know or guess a secret; empty if they cannot."""
    if len(secret) < _MIN_SECRET_LETTERS or len({*secret}) < _MIN_DISTINCT or secret in (secret * 2)[1:-1]:
        return f"cookie_secret needs {_MIN_SECRET_LETTERS} random letters"
    return "cookie_secret is the client_secret, which the provider knows" if secret == other else ""


def _is_open_to_others(folder: Path) -> bool:
    """Whether anybody may replace what lies in a folder, or the folder: one where all may write is sticky."""
    modes = [place.stat().st_mode for place in (folder, *folder.parents)]
    return any(mode & stat.S_IWOTH and not mode & stat.S_ISVTX for mode in modes)


def _is_safe(address: str) -> bool:
    """Whether an address is complete and says who is asked, over a line that nobody can listen to."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return False
    is_whole = _HOST.fullmatch(host) is not None and not (
        parts.query or parts.fragment or "@" in parts.netloc
    )
    return is_whole and (parts.scheme == "https" or (parts.scheme == "http" and host in HERE))


def _line(file: str, name: str) -> str:
    """The place of an entry in a file."""
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    at = [number for number, line in enumerate(lines, 1) if line.partition("=")[0].strip() == name]
    return f"{file}, line {at[0]}" if at else file


def person(user: Mapping[str, Any]) -> str | None:
    """A person's key from the provider's claims (``st.user``); None if nobody is signed in."""
    issuer, subject = user.get("iss"), user.get("sub")
    if user.get("is_logged_in") is not True or not isinstance(issuer, str) or not isinstance(subject, str):
        return None
    return browser.key(f"person {len(issuer)} {issuer} {subject}")


def display_name(user: Mapping[str, Any]) -> str:
    """The name or mail address of a signed-in person; it may be any text.

    >>> ann = {"name": "Ann", "email": "ann@id.example"}
    >>> display_name(ann), display_name({"email": "ann@id.example"}), display_name({})
    ('Ann', 'ann@id.example', '')
    """
    return next((str(user[name]) for name in ("name", "email") if user.get(name)), "")
