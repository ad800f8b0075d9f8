"""Read a user's TOML file (rules, a model's card, a run's settings), or refuse it in one line; or our own."""

import json
import re
import stat
import tomllib
from pathlib import Path
from typing import Any, Final

from yakulens.scorer.errors import InputError

MOST_BYTES: Final = 256_000
"""Size limit of a file in bytes; our longest, a rule set with all its notes, has a twentieth of it."""

MOST_PARTS: Final = 32
"""Maximum number of dotted parts of a key: the time to read a key grows with its square."""
_NO_KEY: Final = re.compile(r"[^\w\-\"'. \t]+")
"""The text between two keys, or between a key and its value."""


class TomlError(InputError):
    """A file is not usable TOML; the one-line message says which file, and why."""


def read_toml(name: str | Path) -> dict[str, Any]:
    """Read a TOML file.

    Raises:
        TomlError: the file is missing, no regular file, larger than ``MOST_BYTES``, not UTF-8, not TOML, or
            has a key with more than ``MOST_PARTS`` parts.
    """
    try:
        text = _text(name)
        _refuse_endless_keys(text, name)
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TomlError(name, f"not TOML ({error})") from error
    except RecursionError as error:
        raise TomlError(name, "lists lie too deep in one another") from error
    except TomlError:
        raise
    except ValueError as error:
        raise TomlError(name, "not usable TOML (a number has too many digits)") from error


def own_document(path: Path) -> dict[str, Any]:
    """Read a TOML file that comes with Yakulens.

    For the page in a browser the build writes them as JSON, which that Python reads many times as fast. No
    TOML begins with a brace.
    """
    text = path.read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text) if text.startswith("{") else tomllib.loads(text)
    return document


def _refuse_endless_keys(text: str, name: str | Path) -> None:
    parts = 1 + max(piece.count(".") for piece in _NO_KEY.split(text))
    if parts > MOST_PARTS:
        raise TomlError(name, f"a key of {parts:,} parts between dots, at most {MOST_PARTS} are read")


def _text(name: str | Path) -> str:
    try:
        about = Path(name).stat()
        if not stat.S_ISREG(about.st_mode):
            reason = "it is not a regular file"
        elif about.st_size > MOST_BYTES:
            reason = f"{about.st_size:,} bytes are too many, at most {MOST_BYTES:,} are read"
        else:
            return Path(name).read_text(encoding="utf-8-sig")  # Windows editors put a byte order mark first
    except OSError as error:
        reason = error.strerror or str(error)
    except ValueError as error:  # not UTF-8, or not a path
        reason = str(error)
    raise TomlError(name, f"cannot be read ({reason})")
