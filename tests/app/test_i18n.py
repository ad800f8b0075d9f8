from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, get_args

import pytest

from yakulens.app import i18n, rule_phrases
from yakulens.app.looking import Stage
from yakulens.scorer.facts import Fact
from yakulens.scorer.message import english
from yakulens.scorer.rules.load import BUILT_IN, load_rules, values_of
from yakulens.scorer.rules.ruleset import ALL_KEYS, FU_KEYS
from yakulens.scorer.vocabulary import MELD_KINDS
from yakulens.scorer.yaku import CATALOGUE, YAKU_IDS
from yakulens.vision.picture.opening import MAX_PIXELS
from yakulens.vision.picture.photo import Fault

if TYPE_CHECKING:
    from pathlib import Path

TRANSLATED_ONLY = ("message.", "question.code.")
"""English has these sentences from the scorer and the reading themselves."""
MANNERS = "language."
"""How a language joins words and calls a seat: each in its own way."""


def own(language: str) -> dict[str, str]:
    return {
        key: text for key, text in i18n.catalogue(language).items() if not key.startswith(TRANSLATED_ONLY)
    }


def test_both_catalogues_say_the_same_things() -> None:
    assert set(own("en")) == set(own("ja"))


def values(text: str) -> set[str]:
    """The names of the values that a sentence asks for."""
    return set(re.findall(r"{(\w+)[:}]", text))


def test_both_sentences_hold_the_same_values() -> None:
    said, translated = own("en"), own("ja")
    unlike = {key for key in said if values(said[key]) != values(translated[key])}
    assert {key for key in unlike if not key.startswith(MANNERS)} == set()


@pytest.mark.parametrize("language", ["en", "ja"])
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
    assert i18n.choose("ja-JP") == "ja"
    assert i18n.choose("de-DE") == "en"
    assert i18n.choose(None) == "en"


def test_an_unknown_key_is_shown_rather_than_lost() -> None:
    assert i18n.text("ja", "no.such.key") == "no.such.key"


JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


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


def japanese() -> dict[str, str]:
    """The Japanese sentence of each message."""
    start = "message."
    said = i18n.catalogue("ja")
    return {key.removeprefix(start): text for key, text in said.items() if key.startswith(start)}


def test_every_message_of_the_scorer_has_its_words_in_every_language(root: Path) -> None:
    codes = written(root)
    assert len(codes) > 140
    assert sorted(codes - set(english().sentences)) == []
    assert set(japanese()) == set(english().sentences)


def test_a_sentence_in_japanese_asks_for_no_value_that_the_message_does_not_have() -> None:
    said, translated = english().sentences, japanese()
    assert {code for code in said if not values(translated[code]) <= values(said[code])} == set()


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
def test_every_rule_and_every_value_of_it_is_said_in_both_languages(rules: str) -> None:
    for key, value, source in values_of(load_rules(rules)):
        for language in i18n.LANGUAGES:
            said = rule_phrases.rule(language, key)
            assert "." not in said, said
            assert "_" not in rule_phrases.rule_value(language, value)
        assert JAPANESE.search(rule_phrases.rule("ja", key)), key
        assert not re.search("[a-z]", rule_phrases.rule_value("ja", value)) or key == "removed_tiles"
        assert not re.search("common|replayed|recorded|house", rule_phrases.cite("ja", source.cite))


def test_no_rule_is_without_a_name() -> None:
    assert [key for key in sorted(ALL_KEYS) if "." in rule_phrases.rule("en", key)] == []
    assert [key for key in BUILT_IN if not i18n.knows("ja", f"rules.{key}")] == []
    assert rule_phrases.title("en", "ema-2025") == load_rules("ema-2025").title


def test_every_fault_of_a_file_is_said() -> None:
    assert all(
        i18n.knows(language, f"photo.{fault}") for language in i18n.LANGUAGES for fault in get_args(Fault)
    )


def test_whatever_is_done_with_a_photo_is_said_in_both_languages() -> None:
    stages = {stage for part in get_args(Stage) for stage in get_args(part) or [part] if stage}
    assert {"opening", "closer", "second_look"} <= stages
    for language in i18n.LANGUAGES:
        assert [stage for stage in sorted(stages) if not i18n.knows(language, f"looking.{stage}")] == []


def test_how_large_a_photo_may_be_is_said_beforehand() -> None:
    most = MAX_PIXELS // 1_000_000
    assert f"{most} megapixels" in i18n.text("en", "start.kinds")
    assert f"{most * 100} 万画素" in i18n.text("ja", "start.kinds")


def test_japanese_sentences_are_japanese() -> None:
    said = {
        key: text
        for key, text in i18n.catalogue("ja").items()
        if not re.fullmatch(r"{\w+}", text) and not key.startswith(MANNERS)
    }
    plain = {key: text for key, text in said.items() if not JAPANESE.search(text)}
    names = {f"rules_short.{rules}" for rules in BUILT_IN if rules.startswith(("ema", "wrc", "wdmc", "rcr"))}
    assert set(plain) <= {"app.name", "start.type_placeholder", "start.rules_first", *names}, plain


def test_another_language_is_a_file(tmp_path: Path) -> None:
    for language, name in {"zh": "简体中文", "ja": "日本語", "en": "English"}.items():
        (tmp_path / f"{language}.toml").write_text(f'[language]\nname = "{name}"\n', "utf-8")
    assert next(iter(i18n.languages(tmp_path).items())) == ("en", "English")
    assert i18n.languages(tmp_path)["zh"] == "简体中文"
