"""Every page in each language that is not written in Latin letters, read for words left in English."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

import pytest
from streamlit import config

from tests.app.page.told import drawn, said
from yakulens.app.words import i18n, rule_phrases
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.offered import BUILT_IN
from yakulens.vision.labels import LABELS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from streamlit.testing.v1 import AppTest

    from yakulens.vision.reading import Reading

    Desk = Any  # tests/app/conftest.py: DeskProbe, which cannot be imported
    Drawing = Any  # DrawnProbe there

LANGUAGES = [code for code, one in i18n.LANGUAGES.items() if ord(max(one.name)) > 0x24F]
NAMES = {
    *("Yakulens", "http", "https", "localhost"),
    *("JSON", "CSV", "YOLO", "JPG", "JPEG", "PNG", "WebP", "HEIC", "AVIF", "TIFF", "BMP", "GIF", "MB"),
    *("EMA", "WRC", "WDMC", "RCR"),
    *("tenhou", "net", "mjlog"),
}
"""Proper names: the page, kinds of files, rule books, where logs come from."""
CODES = re.compile(r"\b(?:" + "|".join([*LABELS, *"mpsz"]) + r"|[0-9]+[mpsz]+(?:[0-9]+[mpsz])*)\b")
CITES = sorted(
    {
        rule_phrases.cite(language, source.cite)
        for language in LANGUAGES
        for name in BUILT_IN
        for source in load_rules(name).sources.values()
    },
    key=len,
    reverse=True,
)
"""Sections, which are named as their books name them."""


BY_HAND = "by hand"
"""The name that the tests' reading gives as its model's."""


@pytest.fixture(autouse=True)
def served() -> Iterator[None]:
    """As ``yakulens app`` serves the page: at an address, and a module's bare strings are not printed."""
    ours: dict[str, object] = {"runner.magicEnabled": False, "server.address": "127.0.0.1"}
    held = {key: config.get_option(key) for key in ours}
    for key, value in ours.items():
        config.set_option(key, value)
    yield
    for key, value in held.items():
        config.set_option(key, value)


def spoken(page: AppTest) -> Iterator[str]:
    """Everything that the page says: text, labels of what can be tapped, placeholders aside."""
    for element in page.get("html"):
        if "<style" not in element.proto.body:
            yield html.unescape(re.sub(r"<[^>]+>", " ", element.proto.body))
            yield from re.findall(r'aria-label="([^"]+)"', element.proto.body)
    for part in drawn(page).values():
        yield from said(part)
        yield from (option["label"] for option in options(part))
    for kind in ("markdown", "caption", "info", "warning", "error"):
        yield from (re.sub(r":material/\w+:", "", str(getattr(each, "value", ""))) for each in page.get(kind))
    for kind in ("button", "text_input", "number_input", "selectbox", "toggle", "expander"):
        yield from (str(getattr(each, "label", "")) for each in page.get(kind))
    for box in page.selectbox:
        yield from box.options


def options(part: dict[str, Any]) -> list[dict[str, str]]:
    """What there is to choose from in a part that the browser draws."""
    fields = (part.get("against"), (part.get("settings") or {}).get("rules"))
    return [option for field in fields if field for option in field["options"]]


def of_desk(told: dict[str, Any]) -> Iterator[str]:
    """Everything that the desk's component says."""
    for text in said({name: value for name, value in told.items() if name != "asked"}):
        yield re.sub(r"{\w+}", " ", text)


SIGNS = re.compile("[,;:.?!] ?(?=[\u3040-\u9fff])|(?<=[\u3040-\u9fff])[,;:.?!]")
"""Latin punctuation beside letters that have their own."""


def english(page: AppTest, desk: Desk | None = None) -> set[str]:
    """The words in Latin letters that are no names, and Latin punctuation."""
    text = "\n".join([*spoken(page), *(of_desk(desk.data) if desk else ())])
    for name in (BY_HAND, *CITES, *(one.name for one in i18n.LANGUAGES.values())):
        text = text.replace(name, " ")
    words = re.findall(r"[A-Za-z][A-Za-z_]+", CODES.sub(" ", re.sub(r"`[^`]*`", " ", text)))
    return {word for word in words if word not in NAMES} | set(SIGNS.findall(text))


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """One of the languages, by its code."""
    code: str = request.param
    return code


@pytest.fixture
def translated(page: AppTest, language: str) -> AppTest:
    return next(b for b in page.button if b.key == f"language-{language}").click().run()


def tap(page: AppTest, *keys: str) -> AppTest:
    for key in keys:
        next(b for b in page.button if b.key == key).click().run()
        assert not page.exception
    return page


def switch(page: AppTest, name: str) -> AppTest:
    return page.switch_page(f"page/views/{name}.py").run()


def typed(page: AppTest, language: str, hand: str) -> AppTest:
    page.text_input[0].set_value(hand)
    page.button[[b.label for b in page.button].index(i18n.text(language, "start.type_go"))].click().run()
    return page


def test_the_scan_finds_english(page: AppTest) -> None:
    assert english(page) >= {"Photograph", "winning"}


def test_a_language_is_named_as_it_names_itself(monkeypatch: pytest.MonkeyPatch, page: AppTest) -> None:
    own = "Fran\N{LATIN SMALL LETTER C WITH CEDILLA}ais"
    monkeypatch.setitem(i18n.LANGUAGES, "fr", i18n.Language(own, "fr"))
    assert any(own in each for each in spoken(page.run()))
    assert "Fran" not in english(page)


def test_the_way_in(translated: AppTest) -> None:
    assert english(translated) == set()


@pytest.mark.parametrize("name", ["dispute", "table", "history"])
def test_pages_without_a_hand(translated: AppTest, name: str) -> None:
    assert english(switch(translated, name)) == set()


@pytest.mark.parametrize(
    "won",
    [
        ("234m567p345s11z67s +8s", {"by": "ron", "riichi": "riichi", "ippatsu": True}),
        ("22334455667p8s8s +7p", {"by": "tsumo"}),
        ("234m456p7s +7s [777z] (1111z)", {"by": "ron", "seat": "south"}),
        ("555666777z22p33p +3p", {"by": "ron"}),
        ("234m567p789s11z67p +8p", {"by": "ron"}),
        ("147m258p369s1234z +5z", {"by": "ron"}),
        ("11111m234p567s99p +9p", {"by": "ron"}),
    ],
)
def test_a_hand_scored_and_disputed(
    translated: AppTest, language: str, desk: Desk, drawing: Drawing, won: tuple[str, dict[str, object]]
) -> None:
    hand, facts = won
    typed(translated, language, hand)
    assert english(translated, desk) == set()
    desk.say(translated, **{"seat": "east"} | facts)
    assert english(translated, desk) == set()
    assert english(switch(translated, "dispute")) == set()
    for option in options(drawn(translated).get("comparison", {})):
        drawing.compare(translated, option["value"])
        assert english(translated) == set(), option


def test_a_photo_with_a_question(
    translated: AppTest, photographed: Callable[..., AppTest], reading: Reading, desk: Desk
) -> None:
    assert english(photographed(translated, reading), desk) == set()


def test_a_broken_file(translated: AppTest, uploading: Callable[..., AppTest]) -> None:
    page = uploading(translated, b"no photo at all")
    assert page.error
    assert english(page) == set()


@pytest.mark.parametrize("hand", ["2223p456m789s111z", "2345678m234p555s", "147m258p369s1234z"])
def test_a_hand_that_claims_to_be_tenpai(
    translated: AppTest, drawing: Drawing, language: str, hand: str
) -> None:
    page = tap(typed(switch(translated, "dispute"), language, hand), "check-riichi-yes")
    assert english(page) == set()
    assert english(drawing.tap(page, "tenpai", {"do": "add_discard", "face": "9p"})) == set()
