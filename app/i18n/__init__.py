"""What the page says, in English and Japanese; one catalogue a language, ``{name}`` marks a value."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent
DEFAULT: Final = "en"


def languages(folder: Path = FOLDER) -> dict[str, str]:
    """Each language that there is a catalogue of, with its own name for itself; the usual one first.

    >>> languages()
    {'en': 'English', 'ja': '日本語'}
    """
    found = {
        path.stem: str(tomllib.loads(path.read_text(encoding="utf-8"))["language"]["name"])
        for path in sorted(folder.glob("*.toml"))
    }
    return {DEFAULT: found[DEFAULT]} | found


LANGUAGES: Final = languages()


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of one language by their dotted key; an unknown language is English."""
    name = language if language in LANGUAGES else DEFAULT
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    return dict(_flat(tomllib.loads(text)))


def knows(language: str, key: str) -> bool:
    """Whether there is a sentence for a key."""
    return key in catalogue(language)


def text(language: str, key: str, **values: object) -> str:
    """One sentence with its values filled in; a key that nobody wrote down is shown as it is.

    >>> text("en", "wind.east"), text("ja", "wind.east")
    ('East', '東')
    """
    sentence = catalogue(language).get(key, catalogue(DEFAULT).get(key, key))
    return sentence.format_map(values) if values else sentence


def choose(locale: str | None) -> str:
    """The language for a browser's locale, such as ``ja-JP``."""
    short = (locale or "").split("-")[0].lower()
    return short if short in LANGUAGES else DEFAULT


def _flat(tree: dict[str, Any], before: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in tree.items():
        if isinstance(value, dict):
            found += _flat(value, f"{before}{key}.")
        else:
            found.append((f"{before}{key}", str(value)))
    return found
