"""The reader of lines in order gives what the reader that collects problems gives, or leaves them to it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.golden.cases import load_cases
from tests.hostile.lines import SOUND
from tests.oracle.hands import chance, random_win
from yakulens.app.archive.hand_lines import hand_reader
from yakulens.scorer import BUILT_IN, load_rules
from yakulens.scorer.contract.form import Form
from yakulens.scorer.contract.hand_json import hand_to_json, read_case
from yakulens.scorer.contract.json_line import parse_object
from yakulens.scorer.errors import InputError

HAND: dict[str, Any] = {"concealed": "345678m44p67s", "win": "5s", "by": "ron", "melds": []}
MELD: dict[str, Any] = {"kind": "chi", "tiles": "234p", "from": "left"}


def agrees(given: dict[str, Any]) -> bool:
    """Whether the hand is read by both, in the same way; it may also be left to the careful reader."""
    found = hand_reader({})(json.dumps(given))
    if found is None:
        return False
    form = Form.of(given)
    case = read_case(form)
    assert case is not None
    assert not form.problems
    name, hand, situation, rules = found
    assert name == given.get("id")
    assert (hand, situation, rules) == (case.hand, case.situation, case.rules)
    assert (hand.sums, hand.facts, situation.facts) == (case.hand.sums, case.hand.facts, case.situation.facts)
    return True


def test_golden_hands_are_read_alike() -> None:
    read = [agrees(case.given) for case in load_cases()]
    assert sum(read) > len(read) / 2


@pytest.mark.parametrize("name", BUILT_IN)
def test_random_hands_are_read_alike(name: str) -> None:
    random, rules = chance(5), load_rules(name)
    for _ in range(50):
        won = random_win(random, rules)
        assert agrees({"id": 1, "rules": name, **hand_to_json(won.hand, won.situation)})


def test_melds_and_null_and_texts_are_read() -> None:
    assert agrees({**HAND, "melds": [MELD, {"kind": "pon", "tiles": ["7z", "7z", "7z"]}]})
    assert agrees({**HAND, "discarder": None, "honba": 3, "win_apart": True, "dora_indicators": "3p5z"})
    assert agrees({**HAND, "id": "a", "dora_indicators": [], "win_apart": False, "rule_overrides": {}})


def test_typed_keys_are_those_of_lines_that_omit_them() -> None:
    read = hand_reader({"rules": "rcr", "honba": 2, "riichi": "riichi"})
    found = read(json.dumps({**HAND, "riichi": "none", "honba": None}))
    assert found is not None
    assert (found.rules.name, found.situation.riichi, found.situation.honba) == ("rcr", "none", 0)
    assert hand_reader({"rules": "club.toml"})(json.dumps(HAND)) is None


@pytest.mark.parametrize(
    "odd",
    [
        {"by": "rno"},
        {"by": 3},
        {"by": None},
        {"win": None},
        {"win": "55s"},
        {"win": 5},
        {"concealed": None},
        {"concealed": "3" * 61 + "m"},
        {"concealed": "345 678m"},
        {"concealed": "345678m4"},
        {"concealed": "345678m98z"},
        {"concealed": ["34m"]},
        {"concealed": [["3m"]]},
        {"concealed": 7},
        {"honba": -1},
        {"honba": True},
        {"honba": 1.0},
        {"ippatsu": 1},
        {"wimd": "east"},
        {"rules": "club.toml"},
        {"rules": 7},
        {"rule_overrides": {"kiriage_mangan": True}},
        {"liable": {"seat": "west", "yaku": "daisangen"}},
        {"id": [7]},
        {"id": 1.5},
        {"id": "a:b"},
        {"dora_indicators": "8z"},
        {"melds": "234p"},
        {"melds": ["234p"]},
        {"melds": [{**MELD, "backs": []}]},
        {"melds": [{**MELD, "kind": "chii"}]},
        {"melds": [{**MELD, "kind": ["chi"]}]},
        {"melds": [{**MELD, "tiles": ""}]},
        {"melds": [{**MELD, "tiles": [1, 2]}]},
        {"melds": [{**MELD, "tiles": None}]},
        {"melds": [{**MELD, "from": "above"}]},
    ],
)
def test_what_is_unusual_is_left_to_the_careful_reader(odd: dict[str, Any]) -> None:
    assert hand_reader({})(json.dumps({**HAND, **odd})) is None


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[]",
        '{"by": "ron", "concealed": "345678m44p67s234p", "win": "5s", "by": "ron"}',
        '{"by": "ron", "concealed": "1m", "win": "1m", "melds": [{"kind":"pon","tiles":"1p","tiles":"1p"}]}',
    ],
)
def test_a_key_given_twice_is_left_to_the_careful_reader(line: str) -> None:
    assert hand_reader({})(line) is None


def test_a_line_is_parsed_as_carefully_as_before() -> None:
    for _, value in SOUND:
        assert parse_object(json.dumps(value)) == value
    for line, told in (
        ('{"a": 1, "a": 2}', "given twice"),
        ('{"melds": [{"kind": 1, "kind": 2}]}', "given twice"),
        ('{"a": NaN}', "NaN is not a JSON number"),
        ('{"a": 1e999}', "out of range"),
        ('{"a": ' + "[" * 40 + "]" * 40 + "}", "nested more than"),
    ):
        with pytest.raises(InputError, match=told):
            parse_object(line)
