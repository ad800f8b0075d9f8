"""Each doubt of a reading has a sentence of its own in every language."""

from __future__ import annotations

import ast
import importlib
import re
from typing import TYPE_CHECKING, get_args

import pytest

from yakulens.app.words import i18n
from yakulens.app.words.questions import asked, in_english
from yakulens.vision.labels import BACK, OTHER
from yakulens.vision.layout.report.lost import Case
from yakulens.vision.picture.damage import Side
from yakulens.vision.reading import Issue
from yakulens.vision.stages import NextStage

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

BEFORE = "question.code."
COMPUTED = {
    "doubtful_face": {BACK, OTHER},
    "damaged_file": {*get_args(Side)},
    "tile_count": {*get_args(Case)},
    "stopped_early": {*get_args(NextStage)} - {""},
}
"""The cases that code computes, by the question's code."""


def constants(node: ast.expr | None, module: ModuleType) -> set[str]:
    """The texts that an expression may be: a text, a name of one, or either of two."""
    match node:
        case ast.Constant(str(text)):
            return {text}
        case ast.Name(name) if isinstance(getattr(module, name, None), str):
            return {getattr(module, name)}
        case ast.IfExp():
            return constants(node.body, module) | constants(node.orelse, module)
    return set()


def argument(call: ast.Call, position: int, name: str) -> ast.expr | None:
    named = [each.value for each in call.keywords if each.arg == name]
    return next(iter([*call.args[position : position + 1], *named]), None)


def keys_of(call: ast.Call, module: ModuleType) -> set[str]:
    """The keys of the sentences that an ``Issue(...)`` or ``Question(...)`` in the source may ask."""
    (code,) = constants(call.args[0], module)
    case = argument(call, 3, "case")
    if case is None:
        return {code}
    return {f"{code}.{each}" for each in constants(case, module) or COMPUTED[code]}


def written(root: Path) -> set[str]:
    """The keys of all sentences that the reading and the command line ask."""
    found: set[str] = set()
    for path in (*(root / "vision").rglob("*.py"), root / "app/cli/model_options.py"):
        tree = ast.parse(path.read_text("utf-8"))
        names = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(tree):
            called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if (
                isinstance(node, ast.Call)
                and called in {"Issue", "Question"}
                and not isinstance(node.args[0], ast.Attribute)
            ):
                found |= keys_of(node, importlib.import_module(f"yakulens.{names}"))
    return found


def sentences(language: str) -> dict[str, str]:
    catalogue = i18n.catalogue(language)
    return {key.removeprefix(BEFORE): text for key, text in catalogue.items() if key.startswith(BEFORE)}


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_each_case_of_each_doubt_has_a_sentence_and_none_is_left_over(root: Path, language: str) -> None:
    assert sentences(language).keys() ^ written(root) == set()


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_no_two_doubts_are_asked_in_the_same_words(language: str) -> None:
    texts = [*sentences(language).values()]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_language_fills_in_the_same_values(language: str) -> None:
    english = {key: {*re.findall(r"{(\w+)}", text)} for key, text in sentences("en").items()}
    assert {key: {*re.findall(r"{(\w+)}", text)} for key, text in sentences(language).items()} == english


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_four_kinds_of_wrong_count_are_four_questions(language: str) -> None:
    gap = Issue("tile_count", (1, 2), case="gap", values=(("left", "1m"), ("right", "back")))
    wrong = Issue("tile_count", (), case="wrong", values=(("count", 12),))
    others = (Issue("tile_count", (), case=case) for case in ("set_unseen", "no_hand"))
    said = {asked(language, each) for each in (gap, wrong, *others)}
    assert len(said) == 4
    assert not any("{" in each for each in said)


def test_a_doubt_that_no_catalogue_knows_is_asked_in_general_words() -> None:
    assert in_english(Issue("doubtful_face", (3,), ("5p", "0p"))) == "Is this right as it was read?"
