"""One line of JSON: the object that it holds, or what is wrong with it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from yakulens.scorer.contract import json_text
from yakulens.scorer.contract.json_line import JsonLineError, answered, parse_object
from yakulens.scorer.contract.json_text import compact, decoded, plain_text, spaced


def answer(line: str) -> dict[str, Any]:
    """The answer to a line, which repeats its object."""
    told: dict[str, Any] = json.loads(answered(line, lambda text: plain_text({"seen": parse_object(text)})))
    return told


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"id": 1e400}', "not usable JSON: the number 1e400 is out of range"),
        (f'{{"id": {"9" * 5000}}}', f"not usable JSON: the number {'9' * 40}… is out of range"),
        ('{"id": NaN}', "not usable JSON: NaN is not a JSON number"),
        ('{"win": "5s", "win": "6s"}', "not usable JSON: the key 'win' is given twice"),
        ('{"a": "\udcff"}', "not UTF-8 at column 8"),
        (f'{{"id": {"[" * 33}{"]" * 33}}}', "lists and objects are nested more than 32 deep"),
        ("[" * 100_000, "lists and objects are nested more than 32 deep"),
        ("{", "not JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
        ("[1]", "a JSON object is needed, not a list"),
        ("null", "a JSON object is needed, not null"),
        ("x" * 1_000_001, "longer than 1,000,000 characters"),
    ],
    ids=range(11),
)
def test_what_is_wrong_with_a_line_is_named(line: str, said: str) -> None:
    assert answer(line) == {"outcome": "invalid", "problems": [{"code": "bad_input", "message": said}]}


def test_an_empty_line_and_a_defect_are_answered_too() -> None:
    assert answer("")["problems"] == [{"code": "empty_line", "message": "the line is empty"}]
    told = json.loads(answered("{}", lambda _: str(1 // 0)))
    assert told["problems"][0]["code"] == "defect"
    assert "ZeroDivisionError" in told["problems"][0]["message"]


@pytest.mark.parametrize(
    "text",
    [
        f'{{"id": {"[" * 31}{"]" * 31}}}',
        '{"time": "12:30", "in": [{"a": {"b": 1}}, 2.5]}',
        '{"a": 1, "b": "x:y", "c": [[[[{"d": [{}]}]]]]}',
    ],
)
def test_an_object_is_read_as_the_standard_library_reads_it(text: str) -> None:
    assert parse_object(text) == json.loads(text)


def test_a_bad_object_is_an_error_of_its_own() -> None:
    with pytest.raises(JsonLineError, match="a number"):
        parse_object("3")


@pytest.mark.parametrize("missing", [False, True], ids=["fast", "plain"])
def test_both_libraries_read_and_write_alike(missing: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001 - a parameter of the test
    if missing:
        monkeypatch.setattr(json_text, "_library", lambda: None)
    assert decoded('{"a": [1, true, 2.5]}') == {"a": [1, True, 2.5]}
    for bad in ("{", '{"a": NaN}', '{"a": 1e999}'):
        with pytest.raises(ValueError, match=r"."):
            decoded(bad)
    assert spaced({"id": "東", "tiles": ["1m"]}) == '{"id": "東", "tiles": ["1m"]}'
    assert compact({"id": "東"}) == '{"id":"東"}'.encode()
    assert compact({"id": 10**30}) == b'{"id":1000000000000000000000000000000}'
    assert compact({"id": "\ud83d"}) == b'{"id":"\\ud83d"}'


def test_without_the_fast_library_pythons_own_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(_: str) -> None:
        raise ImportError

    monkeypatch.setattr(json_text.importlib, "import_module", absent)
    json_text._library.cache_clear()
    try:
        assert json_text._library() is None
    finally:
        json_text._library.cache_clear()
