"""Who has signed in, if ``yakulens app --sign-in`` has an OpenID Connect provider say so.

Streamlit speaks with the provider and keeps its answer in a signed cookie. A person is identified by the
provider's own name for them (``iss`` and ``sub``), which is unique and never changes; the disk holds only its
hash. Names and mail addresses are shown and never stored.
"""

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from yakulens.app.server import browser
from yakulens.scorer.errors import InputError
from yakulens.scorer.toml_file import read_toml

NEEDED: Final = ("redirect_uri", "cookie_secret", "client_id", "client_secret", "server_metadata_url")
"""What the file must contain under ``[auth]``, in Streamlit's names."""

CALLBACK: Final = "/oauth2callback"
"""Where the provider returns browsers."""

_MIN_SECRET_LETTERS: Final = 32
_LIBRARIES: Final = ("authlib", "httpx")


class SignInError(InputError):
    """This file allows nobody to sign in; the text says why."""


def checked(file: str) -> str:
    """The path of a valid sign-in file.

    Raises:
        TomlError: it cannot be read.
        SignInError: an entry is missing, or the extra is not installed.
    """
    table = read_toml(file).get("auth")
    auth: dict[str, Any] = table if isinstance(table, dict) else {}
    missing = [name for name in NEEDED if not isinstance(auth.get(name), str) or not auth[name]]
    if missing:
        message = f"{file} says no {', '.join(missing)} under [auth]"
        raise SignInError(message)
    if not auth["redirect_uri"].endswith(CALLBACK):
        raise SignInError(file, f"redirect_uri is the page's own address and {CALLBACK}")
    if len(auth["cookie_secret"]) < _MIN_SECRET_LETTERS:
        problem = f"cookie_secret needs {_MIN_SECRET_LETTERS} random letters: openssl rand -hex 32"
        raise SignInError(file, problem)
    if any(importlib.util.find_spec(name) is None for name in _LIBRARIES):
        message = 'install what signing in needs: pip install "yakulens[sign-in]"'
        raise SignInError(message)
    return str(Path(file).resolve())


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
