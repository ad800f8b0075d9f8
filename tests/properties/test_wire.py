"""The JSON door of the scorer: whatever comes in, the contract's answer comes out."""

from __future__ import annotations

import json
import math
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.scorer.contract.score_keys import SCORE_KEYS
from yakulens.scorer.contract.hand_json import score_json
from yakulens.scorer.rules.offered import BUILT_IN

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no fault of the scorer."""
OUTCOMES = {"win", "no_yaku", "not_complete", "invalid"}
LIMITS = {None, "mangan", "haneman", "baiman", "sanbaiman", "yakuman", "counted_yakuman"}
SEATS = ("east", "south", "west", "north")

Json = dict[str, Any]

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)

TILES = [f"{number}{suit}" for suit in "mps" for number in range(10)] + [
    f"{number}z" for number in range(1, 8)
]
tile = st.sampled_from(TILES)


def _run(start: str) -> list[str]:
    return [f"{int(start[0]) + step}{start[1]}" for step in range(3)]


sequences = st.sampled_from([f"{number}{suit}" for suit in "mps" for number in range(1, 8)]).map(_run)
triplets = st.sampled_from([name for name in TILES if name[0] != "0"]).map(lambda name: [name] * 3)
sets = sequences | triplets
pairs = st.sampled_from([name for name in TILES if name[0] != "0"]).map(lambda name: [name] * 2)


@st.composite
def hands(draw: st.DrawFn) -> Json:
    """A hand of four sets and a pair, some of them called, in a situation that may contradict itself."""
    groups = draw(st.lists(sets, min_size=4, max_size=4))
    called = draw(st.integers(0, 4))
    tiles = [name for group in groups[called:] for name in group] + draw(pairs)
    win = tiles.pop(draw(st.integers(0, len(tiles) - 1)))
    melds = []
    for group in groups[:called]:
        kind = (
            "chi"
            if group[0] != group[1]
            else draw(st.sampled_from(["pon", "open_kan", "added_kan", "closed_kan"]))
        )
        melds.append({"kind": kind, "tiles": group + group[:1] if "kan" in kind else group, "from": "left"})
    hand: Json = {
        "concealed": "".join(tiles),
        "win": win,
        "by": draw(st.sampled_from(["ron", "tsumo"])),
        "melds": melds,
    }
    switches = ("ippatsu", "rinshan", "chankan", "last_tile", "first_turn")
    return hand | draw(
        st.fixed_dictionaries(
            {},
            optional={
                "id": anything,
                "rules": st.sampled_from(BUILT_IN),
                "seat": st.sampled_from(SEATS),
                "round": st.sampled_from(SEATS),
                "riichi": st.sampled_from(["none", "riichi", "double"]),
                "dora_indicators": st.lists(tile, max_size=5),
                "ura_indicators": st.lists(tile, max_size=5),
                "honba": st.integers(0, 9),
                "deposits": st.integers(0, 4),
                "bonus_hand": st.integers(0, 9),
                "discarder": st.sampled_from(SEATS),
                "liable": st.fixed_dictionaries(
                    {
                        "seat": st.sampled_from(SEATS),
                        "yaku": st.sampled_from(["daisangen", "daisuushii", "suukantsu"]),
                    }
                ),
                "win_apart": st.booleans(),
                **{name: st.booleans() for name in switches},
            },
        )
    )


@st.composite
def spoilt_hands(draw: st.DrawFn) -> Json:
    """A hand of which some fields hold anything at all."""
    hand = draw(hands())
    fields = [*hand, "rule_overrides", "melds", "liable", "north_dora", "unknown"]
    for name in draw(st.lists(st.sampled_from(fields), min_size=1, max_size=3)):
        hand[name] = draw(anything)
    return hand


def check_form(score: Json) -> None:
    """Every key of the contract, each with a value of its type; and it is JSON."""
    json.dumps({key: value for key, value in score.items() if key != "id"}, allow_nan=False)
    assert set(score) == set(SCORE_KEYS)
    assert score["outcome"] in OUTCOMES
    assert score["limit"] in LIMITS
    for problem in score["problems"]:
        assert set(problem) == {"code", "message"}
        assert all(isinstance(text, str) and text for text in problem.values())
    for key in ("han", "fu", "base", "value"):
        assert score[key] is None or type(score[key]) is int
    assert type(score["yakuman"]) is int
    _check_lines(score)
    assert type(score["payments"]) is dict
    assert set(score["payments"]) <= {*SEATS, "discarder"}
    assert all(type(points) is int for points in score["payments"].values())
    if score["reading"] is not None:
        assert {"pair", "sets", "wait"} <= set(score["reading"])


def _check_lines(score: Json) -> None:
    lines = {
        "yaku": {"id": str, "han": int, "yakuman": int, "cite": str},
        "dora": {"id": str, "han": int},
        "fu_rows": {"id": str, "fu": int, "tiles": list, "cite": str},
        "why_not": {"id": str, "because": str, "cite": str},
    }
    for key, fields in lines.items():
        assert type(score[key]) is list
        for line in score[key]:
            assert fields.keys() <= line.keys()
            assert all(type(line[name]) is form for name, form in fields.items())


@given(anything)
@settings(PATIENT)
def test_anything_is_answered(value: Any) -> None:  # noqa: ANN401 - anything at all
    score = score_json(value)
    check_form(score)
    assert score["outcome"] == "invalid"
    assert score["problems"]


@given(spoilt_hands())
@settings(PATIENT, max_examples=300)
def test_a_spoilt_hand_is_answered(hand: Json) -> None:
    check_form(score_json(hand))


@given(hands())
@settings(PATIENT, max_examples=300)
def test_a_hand_is_answered_and_its_figures_agree(hand: Json) -> None:
    score = score_json(hand)
    check_form(score)
    if score["outcome"] != "win":
        assert score["problems"]
        assert not any(score["payments"].values())
        return
    assert score["problems"] == []
    assert sum(score["payments"].values()) == 1000 * hand.get("deposits", 0)
    assert score["yaku"]
    assert score["value"] > 0
    if score["yakuman"]:
        assert score["han"] is None
        assert score["fu"] is None
        assert score["limit"] == "yakuman"
        assert score["yakuman"] <= sum(line["yakuman"] for line in score["yaku"])
    else:
        assert score["han"] == sum(line["han"] for line in score["yaku"] + score["dora"])
        minipoints = sum(row["fu"] for row in score["fu_rows"])
        assert score["fu"] == (25 if minipoints == 25 else 10 * math.ceil(minipoints / 10))


@given(hands(), anything)
@settings(PATIENT)
def test_the_id_comes_back(hand: Json, name: Any) -> None:  # noqa: ANN401 - an id is anything
    assert repr(score_json(hand | {"id": name})["id"]) == repr(name)
