"""A person's own TOML file - rules, a model's card, a run's settings - read whole, or refused in one line."""

import re
import stat
import tomllib
from pathlib import Path
from typing import Any, Final

from yakulens.scorer.errors import InputError

MOST_BYTES: Final = 256_000
"""The most bytes of a file: the longest of ours, a rule set with all its notes, has a twentieth of them."""

MOST_PARTS: Final = 32
"""The most parts of a key, between its dots: reading a key takes time that grows with the square of them."""
_NO_KEY: Final = re.compile(r"[^\w\-\"'. \t]+")
"""What stands between two keys, or between a key and its value."""


class TomlError(InputError):
    """A file is no TOML that can be used; the message is one line: which file, and why."""


def read_toml(name: str | Path) -> dict[str, Any]:
    """What a TOML file says.

    Raises:
        TomlError: it is not there, no ordinary file, larger than ``MOST_BYTES``, no UTF-8, no TOML, or holds
            a key of more than ``MOST_PARTS`` parts.
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


def _refuse_endless_keys(text: str, name: str | Path) -> None:
    parts = 1 + max(piece.count(".") for piece in _NO_KEY.split(text))
    if parts > MOST_PARTS:
        raise TomlError(name, f"a key of {parts:,} parts between dots, at most {MOST_PARTS} are read")


def _text(name: str | Path) -> str:
    try:
        about = Path(name).stat()
        if not stat.S_ISREG(about.st_mode):
            reason = "it is no ordinary file"
        elif about.st_size > MOST_BYTES:
            reason = f"{about.st_size:,} bytes are too many, at most {MOST_BYTES:,} are read"
        else:
            return Path(name).read_text(encoding="utf-8-sig")  # Windows' editor puts a mark before the text
    except OSError as error:
        reason = error.strerror or str(error)
    except ValueError as error:  # no UTF-8, or no path
        reason = str(error)
    raise TomlError(name, f"cannot be read ({reason})")
