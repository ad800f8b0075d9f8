"""The ruling card's font: one that its language names and the system has, else a Latin one."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from PIL import ImageFont

from yakulens.app.words import i18n

LATIN: Final = (
    "DejaVuSans.ttf",
    "LiberationSans-Regular.ttf",
    "Roboto-Regular.ttf",
    "segoeui.ttf",
    "Arial.ttf",
)
"""File names of fonts that have every European letter, the best first."""
_LAST_CODE_POINT: Final = {"all": 0x10FFFF, "latin": 0x24F, "ascii": 0x7E}
_SUBSTITUTES: Final = {"·": "·", "…": "…", "\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\u00d7": "x"}
"""Signs that a font may lack, each with its replacement."""
_MISSING: Final = "\uffff"
"""What no font has: it is drawn as the box that stands for any missing sign."""
_BLANKS: Final = re.compile(r"\s")
"""White space, line breaks included: each line of the card is drawn by itself."""
_UNPRINTABLE: Final = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
"""Signs that change a text's direction, are invisible, or are half a letter."""


@dataclass(frozen=True, slots=True)
class CardFont:
    """A font by its name for Pillow (None for Pillow's own), and the letters that it covers."""

    name: str | None
    reach: Literal["all", "latin", "ascii"]

    def has(self, text: str) -> bool:
        """Whether the font has every letter of a text."""
        return all(ord(sign) <= _LAST_CODE_POINT[self.reach] or sign in _SUBSTITUTES for sign in text)

    def fitted(self, text: str) -> str:
        r"""The text with a plain sign for each missing one.

        >>> CardFont(None, "ascii").fitted("\N{MINUS SIGN}1,000 花")
        '-1,000 ?'
        """
        last_code_point = _LAST_CODE_POINT[self.reach]
        plain = _BLANKS.sub(" ", _UNPRINTABLE.sub("", text))
        return "".join(
            sign if ord(sign) <= last_code_point else _SUBSTITUTES.get(sign, "?") for sign in plain
        )

    def font(self, size: int) -> ImageFont.FreeTypeFont:
        """The font at a size in pixels."""
        return _font(self.name, size)


@cache
def letters_of(language: str) -> CardFont:
    """This system's best letters for a language.

    A language without fonts is Latin: any other language's font draws it too, and players' names as well.
    """
    all_fonts = (name for other in i18n.LANGUAGES.values() for name in other.fonts)
    for name in i18n.LANGUAGES[language].fonts or dict.fromkeys(all_fonts):
        if _opens(name):
            return CardFont(name, "all")
    return next((CardFont(name, "latin") for name in LATIN if _opens(name)), CardFont(None, "ascii"))


def written_in(language: str) -> str:
    """The language for a picture: this one, or English where this system has no letters for it."""
    return language if letters_of(language).has(i18n.text(language, "card.title")) else i18n.DEFAULT


def _opens(name: str) -> bool:
    """Whether the system has the font, and it draws Latin letters: some leave them to other fonts."""
    try:
        font = _font(name, 12)
    except OSError:
        return False
    return bytes(font.getmask("A")) != bytes(font.getmask(_MISSING))


@cache
def _font(name: str | None, size: int) -> ImageFont.FreeTypeFont:
    """A font of the system, ``name#2`` for the third face of a collection; Pillow's own for None."""
    if name is not None:
        file, _, face = name.partition("#")
        return ImageFont.truetype(file, size, int(face or 0))
    builtin = ImageFont.load_default(size)
    if not isinstance(builtin, ImageFont.FreeTypeFont):
        message = "Pillow was built without FreeType"
        raise OSError(message)
    return builtin
