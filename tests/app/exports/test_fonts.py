from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yakulens.app.exports import card_fonts as fonts
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.ImageFont import FreeTypeFont

NO_SIGN = "\uffff"
"""What no font has: it is drawn as the box that stands for any sign that is missing."""


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The fonts of a system, as a test fills them in."""
    there: set[str] = set()
    monkeypatch.setattr(fonts, "_opens", there.__contains__)
    fonts.letters_of.cache_clear()
    yield there
    fonts.letters_of.cache_clear()


def drawn(font: FreeTypeFont, sign: str) -> bytes:
    """A sign's picture."""
    return bytes(font.getmask(sign))


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_picture_has_every_sign_of_its_language(language: str) -> None:
    letters = fonts.letters_of(language)
    if fonts.written_in(language) != language or letters.reach != "all":
        pytest.skip("this machine has no font of this language")
    font = letters.font(40)
    signs = {sign for text in i18n.catalogue(language).values() for sign in letters.fitted(text)}
    box = drawn(font, NO_SIGN)
    assert [sign for sign in signs if drawn(font, sign) == box] == []


def test_a_font_without_latin_letters_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    class Boxes:
        @staticmethod
        def getmask(_: str) -> bytes:
            return b"a box"

    fonts.letters_of.cache_clear()
    monkeypatch.setattr(fonts, "_font", lambda *_: Boxes())
    assert fonts.letters_of("ja") == fonts.CardFont(None, "ascii")
    fonts.letters_of.cache_clear()


def test_a_font_of_one_language_is_not_taken_for_another_of_other_signs(system: set[str]) -> None:
    system |= {"ipaexg.ttf", "DejaVuSans.ttf"}
    assert fonts.letters_of("ja").name == "ipaexg.ttf"
    assert fonts.written_in("ja") == "ja"
    assert fonts.written_in("zh") == "en"


def test_a_language_of_latin_letters_takes_a_font_that_draws_all_names(system: set[str]) -> None:
    system |= {"msyh.ttc", "DejaVuSans.ttf"}
    assert fonts.letters_of("en").has("花子")


def test_without_any_font_of_the_system_pillows_own_writes_english(system: set[str]) -> None:
    assert not system
    assert fonts.letters_of("zh") == fonts.CardFont(None, "ascii")
    assert fonts.written_in("zh") == "en"


def test_of_a_collection_the_face_is_taken_that_is_named() -> None:
    font = fonts.letters_of("zh")
    if font.name != "NotoSansCJK-Regular.ttc#2":
        pytest.skip("this machine has another Chinese font")
    assert font.font(20).getname()[0] == "Noto Sans CJK SC"
