"""Games handed off: what is written is read back as the same game."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from tests.app.exports.replay import RED, played
from yakulens.app import cli
from yakulens.app import store as stores
from yakulens.app.exports.deal import number
from yakulens.app.exports.pantheon import limits, pantheon_json
from yakulens.app.exports.single import single
from yakulens.app.exports.tenhou import points_text, tenhou_json
from yakulens.app.game import Game, add, begin, replay, reseat, ruling
from yakulens.app.store import Store
from yakulens.scorer.tile import parse

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("Ann", "Bo", "Cy", "Di")
SEATS = ("east", "south", "west", "north")
OPEN = {
    "concealed": "345678m44p67s",
    "win": "5s",
    "by": "ron",
    "melds": [{"kind": "chi", "tiles": "234p", "from": "left"}],
    "dora_indicators": ["3p"],
}
QUADS = {
    "concealed": "1m",
    "win": "1m",
    "melds": [
        {"kind": "closed_kan", "tiles": "2222z"},
        {"kind": "added_kan", "tiles": "8888p", "from": "across"},
        {"kind": "open_kan", "tiles": "7777s", "from": "right"},
        {"kind": "pon", "tiles": "999m", "from": "left"},
    ],
}
CLOSED = {"concealed": "234067m234p567s7s", "win": "7s", "by": "tsumo", "riichi": "riichi"}


def game(*ends: dict[str, Any], rules: str = "tenhou") -> Game:
    made = begin(rules, NAMES)
    for end in ends:
        made = add(made, end)
    return made


def check(hand: list[Any], won: dict[str, Any], winner: int, dealer: int) -> None:
    """The winner of a log's hand holds what was won, and nothing is there five times."""
    held, melds, last = played(hand, dealer)
    concealed = Counter(number(tile) for tile in parse(won["concealed"]))
    if won["by"] == "tsumo":
        concealed[number(won["win"])] += 1
    assert held[winner] == concealed
    assert last == number(won["win"])
    assert sorted(melds[winner]) == sorted(
        sorted(number(tile) for tile in parse("".join(meld["tiles"]))) for meld in won.get("melds", ())
    )
    every = Counter(RED.get(tile, tile) for seat in range(4) for tile in hand[4 + 3 * seat])
    every += Counter(RED.get(t, t) for seat in range(4) for t in hand[5 + 3 * seat] if isinstance(t, int))
    assert max(every.values()) <= 4


@pytest.mark.parametrize(
    "won", [OPEN, {**QUADS, "by": "ron"}, {**QUADS, "by": "tsumo"}, CLOSED], ids=range(4)
)
@pytest.mark.parametrize("seat", SEATS)
def test_a_won_hand_is_played_through_to_what_was_won(won: dict[str, Any], seat: str) -> None:
    end: dict[str, Any] = {"event": won["by"], "wins": [{"seat": seat, "hand": won}]}
    if won["by"] == "ron":
        end["discarder"] = SEATS[(SEATS.index(seat) + 1) % 4]
    if "riichi" in won:
        end["riichi"] = [seat]
    made = game({"event": "ron", "discarder": "west", "wins": [{"seat": "south", "han": 1, "fu": 30}]}, end)
    hand = tenhou_json(made)["log"][1]
    # after the first hand the second player deals
    check(hand, won, (SEATS.index(seat) + 1) % 4, 1)


def test_recorded_wins_are_played_through_and_pay_what_they_paid(shared: Path) -> None:
    with (shared / "records" / "tenhou-wins.jsonl").open(encoding="utf-8") as lines:
        records = [json.loads(line) for line, _ in zip(lines, range(400), strict=False)]
    seen = 0
    for record in records:
        won, seat = record["hand"], record["hand"]["seat"]
        if won["rules"] != "tenhou" or won["round"] != "east":
            continue
        end: dict[str, Any] = {"event": won["by"], "wins": [{"seat": seat, "hand": won}]}
        if won["by"] == "ron":
            end["discarder"] = next(each for each in SEATS if each != seat)
        if won["riichi"] != "none":
            end["riichi"] = [seat]
        hand = tenhou_json(game(end))["log"][0]
        check(hand, won, SEATS.index(seat), 0)
        result = hand[16]
        figures = [int(each) for each in re.findall(r"\d+", result[2][3].split("飜")[-1].split("貫")[-1])]
        pays = (
            figures
            if won["by"] == "ron"
            else [figures[0] * 3 if seat == "east" else 2 * figures[0] + figures[1]]
        )
        assert pays == [record["truth"]["value"]]
        seen += 1
    assert seen > 100


def after(hand: list[Any]) -> list[int]:
    """The points after a log's hand, as its readers count them: a riichi discard pays its stick."""
    changes = hand[16][1::2]
    bets = [any(str(tile).startswith("r") for tile in hand[6 + 3 * player]) for player in range(4)]
    return [
        points - 1000 * bets[player] + sum(change[player] for change in changes)
        for player, points in enumerate(hand[1])
    ]


def test_points_counters_and_results_follow_the_game() -> None:
    made = game(
        {"event": "exhaustive_draw", "tenpai": ["east"], "riichi": ["east"]},
        {"event": "ron", "discarder": "west", "wins": [{"seat": "south", "hand": OPEN}]},
        {"event": "tsumo", "wins": [{"seat": "south", "han": 3, "fu": 40}], "riichi": ["south", "west"]},
        {"event": "tsumo", "wins": [{"seat": "east", "hand": CLOSED}], "riichi": ["east", "north"]},
        {"event": "abortive_draw", "reason": "four_riichi", "riichi": [*SEATS]},
    )
    log = json.loads(json.dumps(tenhou_json(made)))
    assert (log["name"], log["rule"]["aka"]) == (list(NAMES), 1)
    hands, (_, end) = log["log"], replay(made)
    assert [hand[0] for hand in hands] == [[0, 0, 0], [0, 1, 1], [1, 0, 0], [2, 0, 0], [2, 1, 0]]
    assert [hand[16][0] for hand in hands] == ["流局", "和了", "和了", "和了", "四家立直"]
    assert [after(hand) for hand in hands] == [*[hand[1] for hand in hands[1:]], list(end.scores)]
    assert hands[1][16][2] == [1, 2, 1, "30符4飜7700点", "断幺九(1飜)", "ドラ(3飜)"]
    assert hands[2][16][2][3] == "40符3飜1300-2600点"


def test_two_wins_on_one_tile_are_told_from_the_discarders_right_on() -> None:
    wins = [{"seat": "south", "han": 3, "fu": 40}, {"seat": "north", "han": 1, "fu": 30}]
    end = {"event": "ron", "discarder": "west", "wins": wins, "riichi": ["south", "east"], "honba": 1}
    made = single(end | {"rules": "tenhou"})
    result = tenhou_json(made)["log"][0][16]
    # north sits nearer, and so takes the sticks and the counters
    assert [each[:2] for each in result[2::2]] == [[3, 2], [1, 2]]
    assert result[1::2] == [[-1000, -1000, -1300, 3300], [0, 5200, -5200, 0]]
    (round_,) = pantheon_json(made)["rounds"]
    multiron = round_["multiron"]
    assert (multiron["multiRon"], multiron["loserId"], multiron["riichiBets"]) == (2, 3, [2, 1])
    assert [(win["winnerId"], win["riichiBets"]) for win in multiron["wins"]] == [(4, [2, 1]), (2, [])]


THREE = [{"seat": seat, "han": 1, "fu": 30} for seat in ("south", "west", "north")]


@pytest.mark.parametrize(
    ("rules", "end", "tenhou", "pantheon"),
    [
        ("tenhou", {"event": "ron", "discarder": "east", "wins": THREE}, "三家和了", "abort"),
        ("rcr", {"event": "ron", "discarder": "east", "wins": THREE}, "三家和了", "abort"),
        ("ema-2025", {"event": "ron", "discarder": "east", "wins": THREE}, "和了", "multiron"),
        ("m-league", {"event": "ron", "discarder": "east", "wins": THREE}, "和了", "ron"),
        ("ema-2025", {"event": "exhaustive_draw", "nagashi": ["south"], "tenpai": ["west"]}, "流局", "draw"),
        (
            "tenhou",
            {"event": "exhaustive_draw", "nagashi": ["south"], "tenpai": ["west"]},
            "流し満貫",
            "nagashi",
        ),
    ],
)
def test_what_leaves_is_what_was_ruled_not_what_was_claimed(
    rules: str, end: dict[str, Any], tenhou: str, pantheon: str
) -> None:
    made = single(end | {"rules": rules, "honba": 1, "riichi": ["south", "east"]})
    assert tenhou_json(made)["log"][0][16][0] == tenhou
    assert [next(iter(each)) for each in pantheon_json(made)["rounds"]] == [pantheon]


def test_a_yakuman_leaves_as_it_is_paid() -> None:
    two = {"event": "tsumo", "wins": [{"seat": "south", "yakuman": 2}]}
    for rules, text, han in (("ema-2025", "役満8000-16000点", -1), ("tenhou", "役満16000-32000点", -2)):
        made = single(two | {"rules": rules})
        assert tenhou_json(made)["log"][0][16][2][3] == text
        assert pantheon_json(made)["rounds"][0]["tsumo"]["han"] == han


def test_what_pantheon_counts_otherwise_is_said_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fed = {"seat": "south", "yakuman": 1, "liable": {"seat": "west", "yaku": "daisangen"}}
    end: dict[str, Any] = {"event": "ron", "discarder": "east", "wins": [fed], "rules": "tenhou"}
    told = "Pantheon counts some points otherwise: East 1 (the part of a liable player)."
    assert [limits(single(end | {"honba": honba}), "en") for honba in (0, 1)] == ["", told]
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(end | {"honba": 1}), encoding="utf-8")
    assert cli.main(["handoff", "pantheon", str(path)]) == 0
    assert told in capsys.readouterr().err
    three = {"event": "tsumo", "rules": "tenhou-3p", "wins": [{"seat": "south", "han": 5}]}
    path.write_text(json.dumps(three), encoding="utf-8")
    assert limits(single(three), "en").startswith("Pantheon has places for four players")
    assert cli.main(["handoff", "pantheon", str(path)]) == 2
    error = capsys.readouterr().err
    assert (error.count("\n"), "places for four players" in error) == (1, True)
    assert cli.main(["handoff", "tenhou", str(path)]) == 0


def test_pantheon_is_told_each_kind_of_end() -> None:
    made = game(
        {"event": "ron", "discarder": "west", "wins": [{"seat": "south", "hand": OPEN}]},
        {"event": "tsumo", "riichi": ["east"], "wins": [{"seat": "east", "hand": CLOSED}]},
        {"event": "exhaustive_draw", "tenpai": ["north"], "riichi": []},
        {"event": "exhaustive_draw", "nagashi": ["west"], "tenpai": []},
        {"event": "tsumo", "wins": [{"seat": "west", "yakuman": 1, "yaku": ["daisangen"]}]},
        {"event": "abortive_draw", "reason": "four_winds"},
        {"event": "chombo", "offender": ["north", "east"]},
    )
    told = json.loads(json.dumps(pantheon_json(made)))
    assert [player["title"] for player in told["players"]] == list(NAMES)
    rounds = told["rounds"]
    assert [next(iter(each)) for each in rounds] == [
        "ron",
        "tsumo",
        "draw",
        "nagashi",
        "tsumo",
        "abort",
        "chombo",
        "chombo",
    ]
    assert [each["chombo"]["loserId"] for each in rounds[-2:]] == [4, 1]
    waived = {"event": "chombo", "offender": "west", "waived": True}
    assert pantheon_json(add(begin("wdmc-2019", NAMES), waived))["rounds"] == [], "the hand is played on"
    ron = rounds[0]["ron"]
    assert (ron["roundIndex"], ron["winnerId"], ron["loserId"]) == (1, 2, 3)
    assert (ron["han"], ron["fu"], ron["yaku"], ron["dora"], ron["openHand"]) == (4, 30, [23], 3, True)
    assert (rounds[1]["tsumo"]["winnerId"], rounds[1]["tsumo"]["riichiBets"]) == (2, [2])
    assert {33, 36, 23} <= set(rounds[1]["tsumo"]["yaku"])
    assert (rounds[4]["tsumo"]["han"], rounds[4]["tsumo"]["yaku"]) == (-1, [19])


def test_the_command_takes_a_hand_or_a_kept_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps({**OPEN, "rules": "tenhou", "discarder": "west"}), encoding="utf-8")
    assert cli.main(["handoff", "tenhou", str(path)]) == 0
    check(json.loads(capsys.readouterr().out)["log"][0], OPEN, 1, 0)
    Store(stores.place()).games.begin(
        game({"event": "tsumo", "wins": [{"seat": "south", "han": 3, "fu": 40}]})
    )
    assert cli.main(["handoff", "pantheon"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rounds"]) == 1


def test_a_game_that_was_played_on_other_seats_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    swapped, own = (1, 0, 2, 3), (0, 1, 2, 3)
    drawn = {"event": "exhaustive_draw", "tenpai": ["east"]}
    back = add(reseat(reseat(game(drawn), swapped), own), drawn)
    for at, kept, code in ((1, add(reseat(game(drawn), swapped), drawn), 2), (2, back, 0)):
        Store(stores.place()).games.begin(kept)
        assert Store(stores.place()).games.save(at, 0, kept) == "saved"
        assert cli.main(["handoff", "tenhou", "--game", str(at)]) == code
    assert "changed seats" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "words", "said"),
    [
        (OPEN, [], "say from whom"),
        ({"event": "tsumo", "wins": []}, [], ""),
        ({**OPEN, "rules": "no such"}, [], "discarder"),
        ({"event": "tsumo", "rules": "no such"}, [], "no rule set"),
        (OPEN, ["--game", "1"], "choose one"),
    ],
)
def test_bad_input_is_one_line(
    given: dict[str, Any], words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(given), encoding="utf-8")
    assert cli.main(["handoff", "tenhou", str(path), *words]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert said in error


def test_points_are_written_as_tenhou_writes_them() -> None:
    game = begin("tenhou", ("Ann", "Bo", "Cy", "Di"))
    game = add(game, {"event": "tsumo", "wins": [{"seat": "south", "han": 3, "fu": 40}]})
    assert [points_text(paid) for paid in ruling(game, replay(game)[0][0]).wins] == ["40符3飜1300-2600点"]


def test_a_hand_by_itself_is_of_its_own_round_with_its_counters_sticks_and_house_rules() -> None:
    hand = {**OPEN, "melds": [{"kind": "pon", "tiles": "222z", "from": "left"}], "seat": "west"}
    said = {"round": "south", "honba": 2, "deposits": 3, "discarder": "north", "rules": "tenhou"}
    made = single(hand | said)
    told = tenhou_json(made)["log"][0]
    assert (told[0], sum(told[1])) == ([4, 2, 3], 97_000)
    assert told[16] == ["和了", [0, 0, 7500, -4500], [2, 3, 2, "30符3飜3900点", "場風 南(1飜)", "ドラ(2飜)"]]
    assert pantheon_json(made)["rounds"][0]["ron"]["roundIndex"] == 5
    closed = {**CLOSED, "seat": "east", "dora_indicators": "2p"}
    plain = tenhou_json(single(closed | {"rules": "tenhou"}))["log"][0][16][2][3]
    house = {"rules": "tenhou", "rule_overrides": {"yaku.riichi": {"closed": 8}}}
    assert plain != tenhou_json(single(closed | house))["log"][0][16][2][3] == "数え役満16000点∀"


def test_an_end_by_itself_is_of_its_own_game() -> None:
    points = {"east": 25_000, "south": 30_000, "west": 31_000, "north": 33_000}
    end = {"event": "tsumo", "wins": [{"seat": "south", "hand": CLOSED}], "riichi": ["south"]}
    told = tenhou_json(
        single(end | {"round": "south", "hand_number": 3, "honba": 1, "deposits": 1, "scores": points})
    )
    assert told["name"] == ["West", "North", "East", "South"]
    assert told["log"][0][:2] == [[6, 1, 1], [31_000, 33_000, 25_000, 30_000]]
    with pytest.raises(ValueError, match="the points of 4 players are needed"):
        single(end | {"scores": {"east": 25_000}})


@pytest.mark.parametrize(("rules", "red"), [("ema-2025", 0), ("tenhou", 1)])
def test_whether_red_fives_are_played_is_told(rules: str, red: int) -> None:
    assert tenhou_json(game(rules=rules))["rule"]["aka"] == red


def test_what_a_hand_leaves_open_is_as_usual() -> None:
    unsaid = dict.fromkeys(["rules", "seat", "round", "riichi", "honba", "deposits"])
    hand = {"concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo"}
    assert tenhou_json(single(hand | unsaid)) == tenhou_json(single(hand))
