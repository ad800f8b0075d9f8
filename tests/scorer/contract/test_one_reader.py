"""Every command reads its JSON with one reader: an invalid value gets one sentence under any key."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yakulens.scorer.contract import keys
from yakulens.scorer.contract.discards_json import discards_json
from yakulens.scorer.contract.final_json import final_json
from yakulens.scorer.contract.hand_json import score_json
from yakulens.scorer.contract.need_json import need_json
from yakulens.scorer.contract.settlement_json import settle_json
from yakulens.scorer.contract.waits_json import waits_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from yakulens.scorer.contract.form import Key

Json = dict[str, Any]
WON: Final[Json] = {"concealed": "345678m44p67s234p", "win": "5s"}
SCORES: Final = {"Ann": 40000, "Bo": 30000, "Cy": 30000, "Di": 20000}


@dataclass(frozen=True)
class Door:
    """Somewhere that an object of the contract comes in.

    `base` is an object without fault, `put` hands it to the command, `prefix` is where it lies in the input.
    """

    keys: tuple[Key[Any], ...]
    base: Json
    put: Callable[[Json], Json]
    prefix: str = ""

    def problems(self, **changes: object) -> list[tuple[str, str]]:
        """Code and words of each problem of a form, the place as if the object stood alone."""
        answer = self.put({**self.base, **changes})
        json.dumps(answer, allow_nan=False)
        said = (problem["message"] for problem in answer["problems"])
        codes = (problem["code"] for problem in answer["problems"])
        return [(code, text.removeprefix(self.prefix)) for code, text in zip(codes, said, strict=True)]


def _win(win: Json) -> Json:
    return settle_json({"event": "tsumo", "wins": [win]})


DOORS: Final = {
    "score": Door(keys.HAND, {**WON, "by": "tsumo"}, score_json),
    "waits": Door(keys.WAITING, {"concealed": WON["concealed"]}, waits_json),
    "discards": Door(keys.BEFORE_WIN, {"concealed": WON["concealed"]}, discards_json),
    "settle": Door(keys.SETTLE, {"event": "exhaustive_draw"}, settle_json),
    "final": Door(keys.FINAL, {"scores": SCORES}, final_json),
    "need": Door(keys.NEED, {"scores": dict.fromkeys(("east", "south", "west", "north"), 30_000)}, need_json),
    "hand": Door(keys.HAND, WON, lambda hand: _win({"seat": "south", "hand": hand}), "wins[0].hand."),
    "win": Door(keys.WON, {"seat": "south", "han": 5}, _win, "wins[0]."),
    "meld": Door(
        keys.MELD,
        {"kind": "pon", "tiles": "555z"},
        lambda meld: score_json({"concealed": "345678m44p67s", "win": "5s", "by": "tsumo", "melds": [meld]}),
        "melds[0].",
    ),
    "waiting meld": Door(
        keys.MELD,
        {"kind": "pon", "tiles": "555z"},
        lambda meld: waits_json({"concealed": "345678m44p67s", "melds": [meld]}),
        "melds[0].",
    ),
}


HUGE: Final = 10**60
SEAT_WORDS: Final = "is not one of east, south, west, north"
COUNT_WORDS: Final = "is not a whole number 0 to 1,000"
TILES_WORDS: Final = "is not tiles: 406m11z or a list of tiles"
ONE_WORDS: Final = "is not a tile such as 5s"
NO_SUIT: Final = "'345' at the end of '345' has no suit: add m, p, s or z"
NO_SIGN: Final = "'x' in '5x' is not a tile: write digits, then m, p, s or z, as in 406m11z"
FLAG_WORDS: Final = "is not true or false"
RULES_WORDS: Final = "is not the name of a rule set, or the path of a .toml file"
A_QUAD: Final = {"kind": "closed_kan", "tiles": "5555z"}
COUNT_FAULTS: Final = {
    "-1": -1,
    "1,001": 1001,
    "5000": 5000,
    "1.0": 1.0,
    "true": True,
    "'2'": "2",
    "a list": [],
}
SEAT_FAULTS: Final = {
    "'up'": "up",
    "3": 3,
    "a list": [],
    "an object": {},
    "'East'": "East",
    "''": "",
    "true": True,
}

MALFORMED: Final[list[tuple[str, object, str, str]]] = [
    ("rules", 3, "wrong_type", f"3 {RULES_WORDS}"),
    ("rules", False, "wrong_type", f"false {RULES_WORDS}"),
    ("rules", [], "wrong_type", f"a list {RULES_WORDS}"),
    ("rules", "nowhere", "unknown_rules", "no rule set 'nowhere': choose ema-2025"),
    ("rules", "", "unknown_rules", "no rule set '': choose ema-2025"),
    ("rules", "x.toml", "unknown_rules", "x.toml: cannot be read"),
    ("rules", "\0.toml", "unknown_rules", r"\x00.toml: cannot be read"),
    ("rule_overrides", [], "wrong_type", "a list is not an object"),
    ("rule_overrides", "x", "wrong_type", "'x' is not an object"),
    ("rule_overrides", {"foo": 1}, "unknown_rules", "unknown key 'foo'; allowed:"),
    ("rule_overrides", {"yaku": 5}, "unknown_rules", "'yaku' is a table of riichi"),
    ("rule_overrides", {"yaku": 5, "yaku.pinfu": 5}, "unknown_rules", "'yaku' is a table of riichi"),
    ("rule_overrides", {"rounds": "west"}, "unknown_rules", "rounds = 'west': allowed: a list out of east"),
    *(
        (key, fault, "wrong_number", f"{shown.replace('1,001', '1001')} {COUNT_WORDS}")
        for key in ("honba", "deposits", "bonus_hand", "north_dora")
        for shown, fault in COUNT_FAULTS.items()
    ),
    ("honba", HUGE, "wrong_number", f"a huge number {COUNT_WORDS}"),
    *(
        (key, fault, "wrong_value", f"{shown} {SEAT_WORDS}")
        for key in ("seat", "round", "discarder", "dealer")
        for shown, fault in SEAT_FAULTS.items()
    ),
    ("concealed", "5x", "not_a_tile", NO_SIGN),
    ("concealed", "345", "not_a_tile", NO_SUIT),
    ("concealed", 5, "wrong_type", f"5 {TILES_WORDS}"),
    ("concealed", [5], "wrong_type", f"a list {TILES_WORDS}"),
    ("concealed", {}, "wrong_type", f"an object {TILES_WORDS}"),
    ("concealed", "back", "not_a_tile", "'b' in 'back' is not a tile"),
    *(
        (key, fault, "wrong_type", f"{shown} {TILES_WORDS}")
        for key in ("dora_indicators", "ura_indicators", "discards", "passed")
        for shown, fault in {"0": 0, "false": False, "an object": {}, "3.5": 3.5}.items()
    ),
    ("dora_indicators", "345", "not_a_tile", NO_SUIT),
    ("dora_indicators", ["5x"], "not_a_tile", NO_SIGN),
    ("dora_indicators", [" "], "wrong_type", f"' ' {TILES_WORDS}"),
    *(
        (key, fault, code, words)
        for key in ("win", "drawn", "claimed")
        for fault, code, words in (
            ("55s", "not_one_tile", "2 tiles instead of one"),
            ("", "not_one_tile", "0 tiles instead of one"),
            (3, "wrong_type", f"3 {ONE_WORDS}"),
            (False, "wrong_type", f"false {ONE_WORDS}"),
            ("345", "not_a_tile", NO_SUIT),
        )
    ),
    ("by", "luck", "wrong_value", "'luck' is not one of ron, tsumo"),
    ("by", 0, "wrong_value", "0 is not one of ron, tsumo"),
    ("melds", {}, "wrong_type", "an object is not a list of objects"),
    ("melds", 0, "wrong_type", "0 is not a list of objects"),
    ("melds", ["pon"], "wrong_type", "melds[0]: 'pon' is not an object"),
    (
        "melds",
        [{"kind": "set", "tiles": "555z"}],
        "wrong_value",
        "melds[0].kind: 'set' is not one of chi, pon",
    ),
    ("melds", [{"kind": "set"}], "missing_key", "melds[0].tiles: missing; tiles: 406m11z"),
    ("melds", [{"tiles": "555z"}], "missing_key", "melds[0].kind: missing; one of chi, pon"),
    (
        "melds",
        [{**A_QUAD, "from": "up"}],
        "wrong_value",
        "melds[0].from: 'up' is not one of left, across, right",
    ),
    (
        "melds",
        [{**A_QUAD, "form": "left"}],
        "unknown_key",
        "melds[0].form: unknown; did you mean from? the keys are kind, tiles, from",
    ),
    ("melds", [{"kind": "pon", "tiles": ""}], "wrong_meld_size", "melds[0]: pon : 0 tiles instead of 3"),
    ("kind", 3, "wrong_value", "3 is not one of chi, pon, open_kan, added_kan, closed_kan"),
    ("from", "up", "wrong_value", "'up' is not one of left, across, right"),
    ("tiles", 3, "wrong_type", f"3 {TILES_WORDS}"),
    *(
        (key, fault, "wrong_type", f"{shown} {FLAG_WORDS}")
        for key in ("ippatsu", "last_tile", "first_turn", "rinshan", "win_apart", "waived", "tournament")
        for shown, fault in {"1": 1, "0": 0, "'yes'": "yes", "a list": []}.items()
    ),
    ("liable", "west", "wrong_type", "'west' is not an object with seat and yaku"),
    ("liable", {"seat": "west"}, "missing_key", "liable.yaku: missing; one of riichi"),
    ("liable", {"seat": "up", "yaku": "daisangen"}, "wrong_value", f"liable.seat: 'up' {SEAT_WORDS}"),
    ("liable", {"seat": "west", "yaku": "luck"}, "wrong_value", "liable.yaku: 'luck' is not one of riichi"),
    (
        "liable",
        {"seat": "west", "yaku": "daisangen", "x": 1},
        "unknown_key",
        "liable.x: unknown; the keys are seat",
    ),
    ("penalties", {"Bo": 1}, "wrong_number", "penalties.Bo: 1 is not a whole number -10,000,000 to 0"),
    ("penalties", [], "wrong_type", "a list is not an object of players and penalties"),
    ("penalties", {"Eve": -1000}, "no_such_player", "no player of that name is among the scores"),
    ("substitutes", {"Bo": "late"}, "wrong_value", "substitutes.Bo: 'late' is not one of before, during"),
    ("tenpai", "east", "wrong_type", "'east' is not a list of seats"),
    ("offender", 3, "wrong_type", "3 is not a seat, or a list of seats"),
    ("offender", "up", "wrong_value", f"offender[0]: 'up' {SEAT_WORDS}"),
    ("reason", 9, "wrong_type", "9 is not the reason of an abortive draw"),
    ("han", "3", "wrong_number", "'3' is not a whole number 0 to 200"),
    ("fu", True, "wrong_number", "true is not a whole number 0 to 10,000,000"),
    ("yakuman", 9, "wrong_number", "9 is not a whole number 0 to 8"),
    ("yaku", "daisangen", "wrong_type", "'daisangen' is not a list of yaku"),
    ("hand_number", 0, "wrong_number", "0 is not a whole number 1 to 4"),
    ("event", "win", "wrong_value", "'win' is not one of ron, tsumo, exhaustive_draw"),
]
"""A key, a value that cannot stand there, and the code and words that say so."""


def doors_with(name: str) -> list[Door]:
    """The doors that take a key, all of whose kinds must agree."""
    return [door for door in DOORS.values() if any(key.name == name for key in door.keys)]


@pytest.mark.parametrize(
    ("key", "fault", "code", "words"), MALFORMED, ids=[f"{row[0]} {row[1]!r}"[:60] for row in MALFORMED]
)
def test_a_value_that_cannot_be_is_told_alike_by_every_command(
    key: str, fault: object, code: str, words: str
) -> None:
    told = [door.problems(**{key: fault}) for door in doors_with(key)]
    assert told
    assert all(each == told[0] for each in told)
    assert [each for each, _ in told[0]].count(code) == 1
    assert any(each == code and text.startswith(key) and words in text for each, text in told[0])


@pytest.mark.parametrize("name", DOORS)
def test_what_is_null_is_left_out(name: str) -> None:
    door = DOORS[name]
    for key in door.keys:
        without = {at: value for at, value in door.base.items() if at != key.name}
        left_out, null = door.put(without), door.put({**without, key.name: None})
        assert {**null, "id": None} == {**left_out, "id": None}, key.name
        known_to_the_table = name == "hand" and key is keys.BY
        missed = "missing_key" in {each["code"] for each in null["problems"]}
        assert missed == (key.required and not known_to_the_table)


@pytest.mark.parametrize(
    ("given", "near"),
    [
        ({"rules": "ema2025"}, "no rule set 'ema2025': did you mean ema-2025?"),
        ({"rules": "Tenhou 3p"}, "did you mean tenhou-3p?"),
        ({"rules": "wrc"}, "did you mean wrc-2025?"),
        ({"rule_overrides": {"kirage_mangan": True}}, "did you mean kiriage_mangan?"),
        ({"rule_overrides": {"yaku": {"pinfuu": False}}}, "did you mean pinfu?"),
        ({"liable": {"seat": "west", "yaku": "daisangn"}}, "did you mean daisangen?"),
        ({"homba": 2}, "did you mean honba?"),
        ({"seat": "nort"}, "did you mean north?"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_nearest(given: dict[str, Any], near: str) -> None:
    hand = {"concealed": "345678m44p67s234p", "win": "5s", "by": "ron", **given}
    (problem,) = score_json(hand)["problems"]
    assert near in problem["message"]


@pytest.mark.parametrize("name", DOORS)
def test_a_key_that_nobody_reads_is_told_with_those_that_are(name: str) -> None:
    door = DOORS[name]
    known = ", ".join(key.name for key in door.keys)
    near = "did you mean tiles? " if keys.MELD_TILES in door.keys else ""
    assert door.problems(tiels="555z") == [("unknown_key", f"tiels: unknown; {near}the keys are {known}")]


@pytest.mark.parametrize("name", ["score", "waits", "discards", "settle", "final", "need"])
@pytest.mark.parametrize(
    ("value", "shown"),
    [(None, "nothing"), ([], "a list"), ("hand", "'hand'"), (3, "3"), (1.5, "1.5"), (True, "true")],
)
def test_anything_but_an_object_is_one_problem(name: str, value: Any, shown: str) -> None:  # noqa: ANN401
    answer = DOORS[name].put(value)
    (problem,) = answer["problems"]
    assert answer["outcome"] == "invalid"
    assert problem == {"code": "not_an_object", "message": f"a JSON object is needed, not {shown}"}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("id", {"any": [1]}),
        ("id", 10**60),
        ("id", float("1e300")),
        ("honba", 1000),
        ("deposits", 1000),
        ("bonus_hand", 1000),
        ("dora_indicators", ""),
        ("dora_indicators", []),
        ("rule_overrides", {}),
        ("melds", []),
        ("tenpai", []),
        ("offender", []),
        ("penalties", {}),
        ("scores", {}),
    ],
)
def test_the_utmost_that_may_stand_there_is_taken_by_every_command(key: str, value: object) -> None:
    table = [DOORS[name] for name in ("score", "waits", "discards", "settle", "final", "need")]
    doors = [door for door in table if any(each.name == key for each in door.keys)]
    told = [code for door in doors for code, _ in door.problems(**{key: value})]
    # sticks that no game dealt out are settled all the same, and told; a game without players is none
    assert set(told) <= {"wrong_total", "wrong_scores"}


def test_what_a_reading_says_of_a_meld_beside_its_tiles_is_passed_over() -> None:
    for name in ("meld", "waiting meld"):
        door = DOORS[name]
        read = {**door.base, "from": "across", "rotated": [1], "backs": [], "ids": [3, 4, 5]}
        assert door.put(read) == door.put({**door.base, "from": "across"})


JSON: Final = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6)
    | st.sampled_from(
        ["east", "555z", "5s", "345678m44p67s234p", "tsumo", "wrc-2015", "pon", "daisangen", "north"]
    ),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=4)
            | st.sampled_from(sorted({key.name for door in DOORS.values() for key in door.keys})),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)
"""Any JSON value, its objects often with keys of the contract."""


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(DOORS)), st.data())
def test_nothing_raises_whatever_stands_under_a_key(name: str, data: st.DataObject) -> None:
    door = DOORS[name]
    names = st.lists(st.sampled_from([key.name for key in door.keys]), min_size=1, max_size=4, unique=True)
    door.problems(**{key: data.draw(JSON, label=key) for key in data.draw(names)})


@given(st.sampled_from(["score", "waits", "discards", "settle", "final", "need"]), JSON)
def test_nothing_raises_whatever_the_value(name: str, value: Any) -> None:  # noqa: ANN401 - any JSON value
    json.dumps(DOORS[name].put(value), allow_nan=False)
