"""A win costs the same by `score` and by `settle`, and both are the sum of their lines."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle.hands import chance, random_win
from yakulens.scorer import BUILT_IN, load_rules
from yakulens.scorer.contract.hand_json import score_json
from yakulens.scorer.contract.settlement_json import settle_json
from yakulens.scorer.hand import Liable
from yakulens.scorer.vocabulary import SEATS

if TYPE_CHECKING:
    from tests.oracle.hands import Won

Json = dict[str, Any]
HOUSE = {"liability": ["daisangen", "daisuushii", "suukantsu", "rinshan"]}
FOUR_PLAYERS = [name for name in BUILT_IN if load_rules(name).players == len(SEATS)]


def hand_json(won: Won) -> Json:
    """The win as a Hand of the contract."""
    situation = asdict(won.situation)
    del situation["facts"]
    melds = [
        {"kind": meld.kind, "tiles": list(meld.tiles), "from": meld.claimed_from} for meld in won.hand.melds
    ]
    tiles = {"concealed": list(won.hand.concealed), "win": won.hand.win, "melds": melds}
    shown = {name: list(situation[name]) for name in ("dora_indicators", "ura_indicators")}
    return {**situation, **shown, **tiles}


def table_json(hand: Json, rules: Json) -> Json:
    """The same win as a finished hand of a game; what the table knows is left out of the winner's hand."""
    known = ("by", "seat", "round", "discarder", "honba", "deposits", "bonus_hand")
    won = {key: value for key, value in hand.items() if key not in known}
    return rules | {
        "event": hand["by"],
        "round": hand["round"],
        "discarder": hand["discarder"],
        "honba": hand["honba"],
        "deposits": hand["deposits"],
        "riichi": [hand["seat"]] if hand["riichi"] != "none" else [],
        "wins": [{"seat": hand["seat"], "hand": won}],
    }


def net_of_rows(answer: Json) -> Json:
    """What the lines of an answer leave each seat with."""
    seats: Json = dict.fromkeys(answer.get("net", answer.get("payments", {})), 0)
    for row in answer["rows"]:
        for party, points in ((row["from"], -row["points"]), (row["to"], row["points"])):
            if party != "table":
                seats[party] += points
    return seats


@st.composite
def wins(draw: st.DrawFn) -> tuple[Json, Json]:
    """A random win, often of a fed yakuman or by a replacement tile, and the rules that it is scored by."""
    name = draw(st.sampled_from(FOUR_PLAYERS))
    rules: Json = {"rules": name} | ({"rule_overrides": HOUSE} if draw(st.booleans()) else {})
    won = random_win(chance(draw(st.integers(0, 2**32 - 1))), load_rules(name))
    others = [seat for seat in SEATS if seat != won.situation.seat]
    fed = st.builds(Liable, st.sampled_from(others), st.sampled_from([*HOUSE["liability"], "pinfu"]))
    situation = replace(
        won.situation,
        honba=draw(st.integers(0, 9)),
        deposits=draw(st.integers(0, 4)),
        discarder=draw(st.sampled_from(others)) if won.situation.by == "ron" else None,
        liable=draw(st.none() | fed),
    )
    return hand_json(replace(won, situation=situation)), rules


@settings(deadline=None, max_examples=300)
@given(wins())
def test_a_score_and_a_settlement_of_one_win_are_their_lines_and_agree(case: tuple[Json, Json]) -> None:
    hand, rules = case
    scored, settled = score_json(hand | rules), settle_json(table_json(hand, rules))
    assert net_of_rows(scored) == scored["payments"]
    assert net_of_rows(settled) == settled["net"]
    if scored["outcome"] == "win":
        assert settled["problems"] == []
        assert settled["net"] == scored["payments"]
        return
    told = [each["message"].removeprefix("wins[0].hand: ") for each in settled["problems"]]
    assert [text.removeprefix("wins[0].hand.") for text in told] == [
        each["message"] for each in scored["problems"]
    ]
    assert set(settled["net"].values()) == {0}
