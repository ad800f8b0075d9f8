from __future__ import annotations

import re

import pytest

from app import i18n
from scorer.ruleset import FU_KEYS
from scorer.vocabulary import MELD_KINDS, YAKU_IDS

TRANSLATED_ONLY = ("scorer.", "question.code.")
"""English has these sentences from the scorer and the reading themselves."""


def own(language: str) -> dict[str, str]:
    return {
        key: text for key, text in i18n.catalogue(language).items() if not key.startswith(TRANSLATED_ONLY)
    }


def test_both_catalogues_say_the_same_things() -> None:
    assert set(own("en")) == set(own("ja"))


@pytest.mark.parametrize("key", sorted(own("en")))
def test_both_sentences_hold_the_same_values(key: str) -> None:
    english, japanese = (set(re.findall(r"{(\w+)}", own(language)[key])) for language in ("en", "ja"))
    assert english == japanese


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    "key",
    [
        *(f"yaku.{name}" for name in YAKU_IDS),
        *(f"gloss.{name}" for name in YAKU_IDS),
        *(f"fu.{name}" for name in FU_KEYS),
        *(f"meld.{kind}" for kind in MELD_KINDS),
    ],
)
def test_every_word_of_the_scorer_has_a_name(language: str, key: str) -> None:
    assert i18n.knows(language, key)


def test_a_browsers_locale_chooses_the_language() -> None:
    assert i18n.choose("ja-JP") == "ja"
    assert i18n.choose("de-DE") == "en"
    assert i18n.choose(None) == "en"


def test_an_unknown_key_is_shown_rather_than_lost() -> None:
    assert i18n.text("ja", "no.such.key") == "no.such.key"
