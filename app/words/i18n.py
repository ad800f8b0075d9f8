"""The page's texts: each language is one file here, with its name, tag, fonts and every sentence.

``{name}`` in a sentence marks a value.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from yakulens.scorer.toml_file import own_document

FOLDER: Final = Path(__file__).parent
DEFAULT: Final = "en"


class Language(NamedTuple):
    """The ``[language]`` table of a catalogue, without the rules for joining words."""

    name: str  # its own name for itself
    tag: str  # its BCP 47 tag, by which browsers and screen readers choose voice and letters
    # Font files for pictures, the best first, ``#2`` for the third face of a collection; empty for a language
    # of Latin letters, which nearly every font has.
    fonts: tuple[str, ...] = ()
    families: tuple[str, ...] = ()  # CSS families of the page's fonts, the best first; empty likewise


def languages(folder: Path = FOLDER) -> dict[str, Language]:
    """Every language with a catalogue, the default first; its code is the name of its file."""
    found = {}
    for path in sorted(folder.glob("*.toml")):
        told = _read(path)["language"]
        fonts, families = (tuple(told.get(key, ())) for key in ("fonts", "families"))
        found[path.stem] = Language(told["name"], told.get("tag", path.stem), fonts, families)
    return {DEFAULT: found[DEFAULT]} | found


@cache
def _read(path: Path) -> dict[str, Any]:
    return own_document(path)


LANGUAGES: Final = languages()


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of a language by dotted key; an unknown language gives English."""
    name = language if language in LANGUAGES else DEFAULT
    return dict(_flat(_read(FOLDER / f"{name}.toml")))


def section(language: str, prefix: str) -> dict[str, str]:
    """The sentences of a language whose keys begin so, by the rest of their keys.

    >>> section("en", "wind.")["east"]
    'East'
    """
    return {
        key.removeprefix(prefix): sentence
        for key, sentence in catalogue(language).items()
        if key.startswith(prefix)
    }


def knows(language: str, key: str) -> bool:
    """Whether a key has a sentence."""
    return key in catalogue(language)


def text(language: str, key: str, **values: object) -> str:
    """One sentence with its values filled in; an unknown key is returned as it is.

    >>> text("en", "wind.east"), text("ja", "wind.east"), text("zh", "wind.east")
    ('East', '東', '东')
    """
    sentence = catalogue(language).get(key, catalogue(DEFAULT).get(key, key))
    if not values:
        return sentence
    return sentence.format_map(
        {name: isolated(each) if isinstance(each, str) else each for name, each in values.items()}
    )


def isolated(part: str) -> str:
    """A part of a line: beside a name in Arabic or Hebrew, every number keeps its place and its sign."""
    if any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in part):
        return f"\N{FIRST STRONG ISOLATE}{part}\N{POP DIRECTIONAL ISOLATE}"
    return part


def choose(locale: str | None) -> str:
    """The language whose code a browser's locale begins with, else the default.

    >>> choose("ja-JP"), choose("zh-CN"), choose("fr"), choose(None)
    ('ja', 'zh', 'en', 'en')
    """
    codes = {code.lower(): code for code in LANGUAGES}
    parts = (locale or "").replace("_", "-").lower().split("-")
    lookup = ("-".join(parts[:long]) for long in range(len(parts), 0, -1))
    return next((codes[each] for each in lookup if each in codes), DEFAULT)


def _flat(tree: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        elif isinstance(value, str):
            yield f"{before}{key}", value


def listed(language: str, phrases: Iterable[str]) -> str:
    """Several phrases, joined by the language's comma.

    >>> listed("en", ("no riichi", "no dora")), listed("ja", ("リーチなし", "ドラなし"))
    ('no riichi, no dora', 'リーチなし、ドラなし')
    """
    return text(language, "language.comma").join(phrases)
