from __future__ import annotations

import ast
import re
import shutil
from typing import TYPE_CHECKING, get_args

import pytest

from yakulens.app.exports import card_fonts as fonts
from yakulens.app.pocket.build import words
from yakulens.app.server import install
from yakulens.app.words import i18n, rule_phrases
from yakulens.scorer.facts import Fact
from yakulens.scorer.message import english
from yakulens.scorer.rules.compare import values_of
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.offered import BUILT_IN
from yakulens.scorer.rules.penalties import penalties_of
from yakulens.scorer.rules.ruleset import ALL_KEYS, FU_KEYS
from yakulens.scorer.vocabulary import MELD_KINDS
from yakulens.scorer.yaku import CATALOGUE, YAKU_IDS
from yakulens.vision.picture.opening import MAX_PIXELS, Fault
from yakulens.vision.stages import Stage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

TRANSLATIONS = [code for code in i18n.LANGUAGES if code != i18n.DEFAULT]
"""Every language but English, whose words are the measure of the others."""
OTHER_LETTERS = [code for code in TRANSLATIONS if ord(max(i18n.LANGUAGES[code].name)) > 0x24F]
"""Those that are not written in Latin letters, so that a word left in English stands out."""

TRANSLATED_ONLY = ("message.", "remark.")
"""English has these sentences from the scorer and the rule sets themselves."""
MANNERS = "language."
"""How a language joins words and calls a seat: each in its own way."""


def own(language: str) -> dict[str, str]:
    return {
        key: text for key, text in i18n.catalogue(language).items() if not key.startswith(TRANSLATED_ONLY)
    }


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_catalogue_says_what_the_english_one_says(language: str) -> None:
    assert set(own(language)) ^ set(own("en")) == set()


def test_all_translations_have_the_same_sentences_of_the_scorer() -> None:
    first, *others = ({*i18n.catalogue(code)} for code in TRANSLATIONS)
    assert [first ^ other for other in others] == [set()] * len(others)


def values(text: str) -> set[str]:
    """The names of the values that a sentence asks for."""
    return set(re.findall(r"{(\w+)[:}]", text))


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_sentence_holds_the_same_values_in_every_language(language: str) -> None:
    said, translated = own("en"), own(language)
    unlike = {key for key in said.keys() & translated.keys() if values(said[key]) != values(translated[key])}
    assert {key for key in unlike if not key.startswith(MANNERS)} == set()


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_word_of_the_scorer_has_a_name(language: str) -> None:
    keys = [
        *(f"yaku.{name}" for name in YAKU_IDS),
        *(f"gloss.{name}" for name in YAKU_IDS),
        *(f"fu.{name}" for name in FU_KEYS),
        *(f"meld.{kind}" for kind in MELD_KINDS),
        *(f"rules.{name}" for name in BUILT_IN),
        *(f"rules_short.{name}" for name in BUILT_IN),
    ]
    assert [key for key in keys if not i18n.knows(language, key)] == []


def test_a_browsers_locale_chooses_the_language() -> None:
    assert [i18n.choose(f"{code}-XX") for code in i18n.LANGUAGES] == list(i18n.LANGUAGES)
    assert {i18n.choose(locale) for locale in ("zh", "zh-CN", "zh-Hans-SG", "ZH_cn")} == {"zh"}
    assert i18n.choose("de-DE") == "en"
    assert i18n.choose(None) == "en"


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_what_a_browser_accepts_chooses_the_language_of_the_installed_page(language: str) -> None:
    manifest = install.manifest(f"{i18n.LANGUAGES[language].tag}-XX,en;q=0.5")
    assert manifest["lang"] == i18n.LANGUAGES[language].tag
    assert manifest["description"] == i18n.text(language, "app.tagline")


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_rule_sets_that_a_language_begins_with_are_there(language: str) -> None:
    first = i18n.text(language, "start.rules_first").split()
    assert len(first) > 1
    assert set(first) <= set(BUILT_IN)


def test_chinese_begins_with_the_rules_that_most_play() -> None:
    assert i18n.text("zh", "start.rules_first").split()[0] == "mahjong-soul"


def test_an_unknown_key_is_shown_rather_than_lost() -> None:
    assert i18n.text("ja", "no.such.key") == "no.such.key"


OWN = re.compile("[^\\W\\d_A-Za-z]")
"""Letters that are not English."""


def written(folder: Path) -> set[str]:
    """Every code of a message that is written down: in the scorer, and for a photo on the command line."""
    found: set[str] = set()
    for path in (*folder.joinpath("scorer").rglob("*.py"), folder / "vision/desk/to_hand.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            found |= _codes(node)
    return found


def _codes(node: ast.AST) -> set[str]:
    """The codes of a ``Message("code")`` or ``Message.of("code")``, whichever of two is chosen."""
    if not isinstance(node, ast.Call) or not node.args or isinstance(node.args[0], ast.JoinedStr):
        return set()
    name = node.func.value if isinstance(node.func, ast.Attribute) else node.func
    if not (isinstance(name, ast.Name) and name.id in {"Message", "_Contradiction"}):
        return set()
    chosen = node.args[0]
    parts = [chosen.body, chosen.orelse] if isinstance(chosen, ast.IfExp) else [chosen]
    constants = (each.value for each in parts if isinstance(each, ast.Constant))
    return {code for code in constants if isinstance(code, str) and code}


def messages(language: str) -> dict[str, str]:
    """A translation's sentence of each message."""
    start = "message."
    said = i18n.catalogue(language)
    return {key.removeprefix(start): text for key, text in said.items() if key.startswith(start)}


def test_every_message_of_the_scorer_has_its_words(root: Path) -> None:
    codes = written(root)
    assert len(codes) > 140
    assert sorted(codes - set(english().sentences)) == []


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_message_of_the_scorer_is_translated(language: str) -> None:
    assert set(messages(language)) == set(english().sentences)


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_asks_for_no_value_that_the_message_does_not_have(language: str) -> None:
    said, translated = english().sentences, messages(language)
    both = said.keys() & translated.keys()
    assert {code for code in both if not values(translated[code]) <= values(said[code])} == set()


def test_the_page_repeats_no_english_sentence_of_the_scorer() -> None:
    said = {text for text in i18n.catalogue("en").values() if len(text.split()) > 2}
    assert said & set(english().sentences.values()) == set()


def test_every_fact_that_can_miss_or_bar_a_yaku_has_its_sentence() -> None:
    """Facts needed beyond those that bring a yaku near, and facts that bar it without keeping it far."""
    needed = {f"missing_{fact.name.lower()}" for fact in Fact if _can_miss(fact)}
    barring = {f"present_{fact.name.lower()}" for fact in Fact if _can_bar(fact)}
    assert sorted((needed | barring) - set(english().sentences)) == []


def _can_miss(fact: Fact) -> bool:
    conditions = [
        (entry.needs | Fact.CLOSED | sum(rule.needs for rule in entry.by_rule), entry.near, entry.needs)
        for entry in CATALOGUE
    ]
    return any(
        needs & ~(needed & ~Fact.CLOSED if near is None else near) & fact
        for needs, near, needed in conditions
    )


def _can_bar(fact: Fact) -> bool:
    return any(
        (entry.bars | sum(rule.bars for rule in entry.by_rule)) & ~entry.far & fact for entry in CATALOGUE
    )


@pytest.mark.parametrize("rules", BUILT_IN)
def test_every_rule_and_every_value_of_it_is_said_in_every_language(rules: str) -> None:
    for key, value, source in values_of(load_rules(rules)):
        for language in i18n.LANGUAGES:
            said = rule_phrases.rule(language, key)
            assert "." not in said, said
            assert "_" not in rule_phrases.rule_value(language, value)
        for language in OTHER_LETTERS:
            assert OWN.search(rule_phrases.rule(language, key)), key
            assert not re.search("[a-z]", rule_phrases.rule_value(language, value)) or key == "removed_tiles"
            assert not re.search("common|replayed|recorded|house", rule_phrases.cite(language, source.cite))


@pytest.mark.parametrize("language", OTHER_LETTERS)
def test_every_remark_beside_a_section_is_translated(language: str) -> None:
    books = [load_rules(name) for name in BUILT_IN]
    remarks = {source.remark for book in books for _, _, source in values_of(book)}
    remarks |= {each.source.remark for book in books for each in penalties_of(book)}
    assert len(remarks) > 230
    told = ((each, rule_phrases.remark(language, each)) for each in remarks - {""})
    assert sorted(each for each, said in told if not OWN.search(said)) == []


def test_no_rule_is_without_a_name() -> None:
    assert [key for key in sorted(ALL_KEYS) if "." in rule_phrases.rule("en", key)] == []
    assert rule_phrases.title("en", "ema-2025") == load_rules("ema-2025").title


def test_every_fault_of_a_file_is_said() -> None:
    assert all(
        i18n.knows(language, f"photo.{fault}") for language in i18n.LANGUAGES for fault in get_args(Fault)
    )


def test_whatever_is_done_with_a_photo_is_said_in_every_language() -> None:
    stages = {stage for part in get_args(Stage) for stage in get_args(part) or [part] if stage}
    assert {"opening", "closer", "mirrored"} <= stages
    for language in i18n.LANGUAGES:
        assert [stage for stage in sorted(stages) if not i18n.knows(language, f"looking.{stage}")] == []


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_how_large_a_photo_may_be_is_said_beforehand(language: str) -> None:
    hundreds = MAX_PIXELS // 100_000_000  # as Japanese and Chinese count
    assert re.search(rf"\b({hundreds}00 mega|{hundreds} [億亿])", i18n.text(language, "start.kinds"))


@pytest.mark.parametrize("language", OTHER_LETTERS)
def test_no_sentence_is_left_in_english(language: str) -> None:
    said = {
        key: re.sub(r"{\w+}", "", text)
        for key, text in i18n.catalogue(language).items()
        if not key.startswith(MANNERS)
    }
    plain = {key: text for key, text in said.items() if re.search("[A-Za-z]", text) and not OWN.search(text)}
    names = {f"rules_short.{rules}" for rules in BUILT_IN if rules.startswith(("ema", "wrc", "wdmc", "rcr"))}
    assert set(plain) <= {"app.name", "start.type_placeholder", "start.rules_first", *names}, plain


def test_chinese_is_written_in_simplified_signs_alone() -> None:
    """The code GB 2312 has the simplified signs, and no traditional or Japanese ones, but kana."""
    said = "".join(i18n.catalogue("zh").values())
    foreign = {sign for sign in said if not sign.isascii() and not _simplified(sign)}
    assert foreign <= {"\N{MIDDLE DOT}", "\N{EN DASH}"}
    assert not re.search("[\u3040-\u30ff]", said)


def _simplified(sign: str) -> bool:
    try:
        return bool(sign.encode("gb2312"))
    except UnicodeEncodeError:
        return False


FOURTH = "eo"
TAGLINE = "Fotu gajnan manon. Legu ties poentojn."


@pytest.fixture
def fourth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A language that is a file and nothing else."""
    folder = tmp_path / "i18n"
    shutil.copytree(i18n.FOLDER, folder)
    text = (folder / "en.toml").read_text("utf-8")
    for was, now in {
        'name = "English"\ntag = "en"': 'name = "Esperanto"',
        i18n.text("en", "app.tagline"): TAGLINE,
        'camera = "Take a photo"': 'camera = "Fotu"',
    }.items():
        assert text.count(was) == 1, was
        text = text.replace(was, now)
    (folder / f"{FOURTH}.toml").write_text(text, "utf-8")
    monkeypatch.setattr(i18n, "FOLDER", folder)
    monkeypatch.setattr(i18n, "LANGUAGES", i18n.languages(folder))
    i18n.catalogue.cache_clear()
    yield FOURTH
    i18n.catalogue.cache_clear()


def test_another_language_is_a_file(fourth: str) -> None:
    assert next(iter(i18n.LANGUAGES)) == "en"
    assert (i18n.LANGUAGES[fourth].name, i18n.LANGUAGES[fourth].tag) == ("Esperanto", fourth)
    assert i18n.choose(f"{fourth}-XX") == fourth
    assert install.manifest(f"{fourth},en;q=0.5")["description"] == TAGLINE
    assert fonts.written_in(fourth) == fourth


def test_another_language_is_spoken_by_the_page_once_its_file_is_there(fourth: str, page: AppTest) -> None:
    assert not any(TAGLINE in each.proto.body for each in page.get("html"))
    next(button for button in page.button if button.key == f"language-{fourth}").click().run()
    assert not page.exception
    assert any(TAGLINE in each.proto.body for each in page.get("html"))
    assert {button.key for button in page.button} >= {f"language-{code}" for code in ("en", "ja", "zh")}


def test_another_language_is_spoken_by_the_page_in_the_pocket(fourth: str) -> None:
    told = words()
    assert list(told) == list(i18n.LANGUAGES)
    assert (told[fourth]["name"], told[fourth]["tag"], told[fourth]["say"]["camera"]) == (
        "Esperanto",
        fourth,
        "Fotu",
    )


_OWN_TONGUE = {"app/records/yaku.py", "app/exports/tenhou.py"}
"""Files of Tenhou and logs name yaku in Japanese, whatever the visitor speaks."""


def test_no_code_names_a_language_but_the_usual_one(root: Path) -> None:
    named = {
        path.relative_to(root).as_posix()
        for kind in ("py", "js")
        for path in (root / "app").rglob(f"*.{kind}")
        if "node_modules" not in path.parts and _names_a_language(path)
    }
    assert named == _OWN_TONGUE


def _names_a_language(path: Path) -> bool:
    text = path.read_text("utf-8")
    if path.suffix == ".js":
        return bool(re.search(f"""["'`]({"|".join(TRANSLATIONS)})["'`]""", text))
    constants = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
    return not set(TRANSLATIONS).isdisjoint(each for each in constants if isinstance(each, str))


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_what_a_draw_waits_for_names_the_answer_by_its_label(language: str) -> None:
    assert i18n.text(language, "table.nobody_else") in i18n.text(language, "table.say_tenpai")
