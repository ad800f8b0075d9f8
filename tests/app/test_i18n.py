from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, get_args

import pytest

from app import i18n, phrases, rule_phrases
from scorer.facts import MISSING, PRESENT
from scorer.rules.load import BUILT_IN, load_rules, values_of
from scorer.rules.ruleset import ALL_KEYS, FU_KEYS
from scorer.vocabulary import MELD_KINDS, YAKU_IDS
from vision.picture.photo import Fault

if TYPE_CHECKING:
    from pathlib import Path

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


JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
PROBLEM_CALLS = {"Problem", "wrong", "_wrong", "_Contradiction"}


def written(folder: Path, *, told: bool) -> set[str]:
    """Every code that the scorer writes down: of its sentences as data, or of its problems."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            found |= _told(node) if told else _problem(node)
    return found


def _told(node: ast.AST) -> set[str]:
    """The codes of a ``Told("code")`` or ``Told.of("code")``, whichever of two is chosen."""
    if not isinstance(node, ast.Call) or not node.args or isinstance(node.args[0], ast.JoinedStr):
        return set()
    name = node.func.value if isinstance(node.func, ast.Attribute) else node.func
    if not (isinstance(name, ast.Name) and name.id == "Told"):
        return set()
    constants = (each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant))
    return {code for code in constants if isinstance(code, str)}


def _problem(node: ast.AST) -> set[str]:
    """The code of a problem, or of one that a check yields."""
    first: ast.AST | None = None
    if isinstance(node, ast.Call) and node.args:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        first = node.args[0] if name in PROBLEM_CALLS else None
    elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
        first = node.value.elts[0]
    return {first.value} if isinstance(first, ast.Constant) and isinstance(first.value, str) else set()


def home(code: str) -> str:
    """The key of the sentence for a code."""
    start = code.partition("_")[0]
    return f"{start}.{code}" if start in {"row", "note", "quad"} else f"reason.{code}"


def test_every_problem_of_the_scorer_is_said_in_japanese(root: Path) -> None:
    codes = written(root / "scorer", told=False)
    assert len(codes) > 60
    assert [code for code in sorted(codes) if not i18n.knows("ja", f"scorer.{code}")] == []
    for code in codes:
        assert JAPANESE.search(phrases.problem("ja", {"code": code, "message": "in English"}))
        assert phrases.problem("en", {"code": code, "message": "in English"}) == "In English"


@pytest.mark.parametrize("language", list(i18n.LANGUAGES))
def test_every_sentence_that_the_scorer_tells_as_data_is_said(root: Path, language: str) -> None:
    codes = written(root / "scorer", told=True) - {"worth"}
    codes |= {f"missing_{fact.name.lower()}" for fact in MISSING}
    codes |= {f"present_{fact.name.lower()}" for fact in PRESENT}
    codes |= {"note_everybody_tenpai", "note_nobody_tenpai"}
    assert len(codes) > 50
    assert [code for code in sorted(codes) if not i18n.knows(language, home(code))] == []


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


def test_japanese_sentences_are_japanese() -> None:
    plain = {key: text for key, text in i18n.catalogue("ja").items() if not JAPANESE.search(text)}
    assert set(plain) <= {"app.name", "start.type_placeholder"}, plain
