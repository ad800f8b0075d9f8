"""Logs of other programs are read as hands and as games, and their wins scored as they were."""

from __future__ import annotations

import copy
import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.app.records.logs import (
    MAHJONG_SOUL_ROUND,
    MJLOG,
    TENHOU_ROUND,
    mahjong_soul,
    mahjong_soul_rounds,
)
from yakulens.app.exports.single import single
from yakulens.app.exports.tenhou import tenhou_json
from yakulens.app.game import Game, add, begin, replay
from yakulens.app.records.mjlog import call_of
from yakulens.app.records.reading import read_records
from yakulens.app.records.record import Record, RecordError
from yakulens.app.records.scored import wins_json
from yakulens.app.records.table import game_of
from yakulens.app.records.tenhou_json import read
from yakulens.scorer.vocabulary import SEATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def packed(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def one(data: bytes) -> Record:
    (record,) = read_records(data)
    return record


def said(record: Record) -> tuple[str, ...]:
    """The remarks on a record, in English."""
    return tuple(each.text("en") for each in record.notes)


@pytest.mark.parametrize(
    ("log", "rules", "concealed", "win"),
    [
        (TENHOU_ROUND, "tenhou", "5p6p7p3s3s4s5s", "3s"),
        (MAHJONG_SOUL_ROUND, "mahjong-soul", "6m7m8m7p9p3s3s5s5s6s6s7s7s", "8p"),
    ],
)
def test_a_published_round_of_tenhou_json_scores_as_it_did(
    log: dict[str, Any], rules: str, concealed: str, win: str
) -> None:
    record = one(packed(log))
    assert (record.rules, record.notes) == (rules, ())
    (line,) = wins_json(record)
    assert ("".join(line["hand"]["concealed"]), line["hand"]["win"]) == (concealed, win)
    assert line["differs"] == {}
    game, notes = game_of(record)
    played, _ = replay(game)
    assert notes == ()
    assert list(played[0].settled["net"].values()) == list(record.hands[0].changes)


def test_calls_of_tenhou_json_tell_whom_from() -> None:
    (line,) = wins_json(one(packed(TENHOU_ROUND)))
    assert line["hand"]["melds"] == [
        {"kind": "pon", "tiles": ["2s", "2s", "2s"], "from": "across"},
        {"kind": "pon", "tiles": ["7s", "7s", "7s"], "from": "across"},
    ]


def test_mjlog_is_read_with_calls_riichi_and_draws() -> None:
    record = one(MJLOG.encode())
    assert (record.rules, record.players, record.east_only) == ("tenhou", ("川", "B", "C", "D"), False)
    first, second, third = record.hands
    assert (first.round_wind, first.dealer, first.deposits, first.scores[0]) == ("east", 1, 1, 27300)
    assert (second.event, second.tenpai, second.bets) == ("exhaustive_draw", (1,), {1})
    assert third.changes == (6500, 0, 0, -4500)
    assert said(record) == ("hand 4 is not written as mjlog writes hands, or has no end; it is left out",)
    one_win, other = wins_json(record)
    assert (one_win["differs"], one_win["told"]["value"]) == ({}, 2900)
    assert [meld["kind"] for meld in one_win["hand"]["melds"]] == ["chi", "pon"]
    assert (other["hand"]["riichi"], other["score"]["yaku"]) == (
        "riichi",
        [["riichi", 1], ["pinfu", 1], ["tanyao", 1]],
    )
    assert game_of(record)[1][1:] == ()


def test_three_players_have_norths_which_tenhou_counts_as_dora() -> None:
    log = """<mjloggm ver="2.3"><GO type="185"/><UN n0="A" n1="B" n2="C" n3=""/>
        <INIT seed="0,3,0,1,1,120" ten="350,350,350" oya="0"/><N who="2" m="31264"/>
        <AGARI ba="3,0" hai="40,44,48,60,61,76,80,84,88,92,96,100,101,102" machi="61" ten="30,3000,0"
        yaku="0,1,8,1,52,1" doraHai="120" who="2" fromWho="2" sc="350,-23,350,-13,350,36"/></mjloggm>"""
    record = one(log.replace("88,", "89,").encode())
    assert (record.rules, record.players) == ("tenhou-3p", ("A", "B", "C"))
    (line,) = wins_json(record)
    assert (line["hand"]["north_dora"], line["hand"]["seat"], line["differs"]) == (1, "west", {})
    game, notes = game_of(record)
    assert (notes, replay(game)[1].scores) == ((), (32700, 33700, 38600))


@pytest.mark.parametrize(
    ("call", "kind", "tiles", "side"),
    [
        (1610, "pon", ["2m", "2m", "2m"], "across"),
        (36191, "chi", ["5p", "6p", "7p"], "left"),
        (51243, "pon", ["7z", "7z", "7z"], "left"),
        (43019, "pon", ["2z", "2z", "2z"], "left"),
        (20935, "chi", ["7m", "8m", "9m"], "left"),
        (31744, "closed_kan", ["5z"] * 4, None),
        (31745, "open_kan", ["5z"] * 4, "right"),
        (18547, "added_kan", ["4p"] * 4, "left"),
    ],
)
def test_packed_calls(call: int, kind: str, tiles: list[str], side: str | None) -> None:
    found = call_of(call, 0, 4)
    assert found is not None
    assert (found["kind"], sorted(found["tiles"]), found.get("from")) == (kind, sorted(tiles), side)


def test_mahjong_soul_is_read_with_its_double_ron_and_draws() -> None:
    record = one(packed(mahjong_soul()))
    assert (record.form, record.rules, record.players) == (
        "Mahjong Soul",
        "mahjong-soul",
        ("Ann", "Bo", "Cy", "player 4"),
    )
    assert said(record) == ("RecordMystery is no action known here; the rest is read",)
    first, second, third = record.hands
    assert (first.bets, [win.winner for win in first.wins], first.wins[0].source) == ({0}, [1, 2], 3)
    assert (second.tenpai, second.changes) == ((1,), (-1000, 3000, -1000, -1000))
    assert (third.event, third.reason) == ("abortive_draw", "nine_terminals")
    bo, cy = wins_json(record, "ema-2025")
    assert (bo["differs"], bo["hand"]["deposits"], bo["under"]["score"]["value"]) == ({}, 1, 2000)
    assert cy["hand"]["melds"] == [{"kind": "pon", "tiles": ["5z", "5z", "5z"], "from": "left"}]
    assert cy["differs"] == {}


@pytest.mark.parametrize(
    ("name", "rules", "scores"),
    [
        ("flush", "mahjong-soul", (21000, 33000, 23000, 23000)),
        ("heaven", "mahjong-soul-3p", (8900, 82200, 13900)),
        ("draw", "mahjong-soul", (7400, 30300, 42000, 19300)),  # before the leader takes the stick
    ],
)
def test_published_hands_of_mahjong_soul_end_as_they_did(
    name: str, rules: str, scores: tuple[int, ...]
) -> None:
    record = one(packed({"events": mahjong_soul_rounds()[name]}))
    assert (record.rules, record.notes) == (rules, ())
    assert [line["differs"] for line in wins_json(record)] == [{}] * len(record.hands[0].wins)
    game, notes = game_of(record)
    (played,) = replay(game)[0]
    after = [
        before + played.settled["net"][seat]
        for seat, before in zip(played.before.seats(), played.before.scores, strict=True)
    ]
    assert (notes, tuple(after)) == ((), scores)


def test_melds_that_a_win_of_mahjong_soul_leaves_out_are_those_called() -> None:
    (line,) = wins_json(one(packed(mahjong_soul_rounds()["flush"])))
    assert [(each["kind"], each["from"]) for each in line["hand"]["melds"]] == [
        ("pon", "across"),
        ("chi", "left"),
        ("pon", "right"),
    ]
    assert line["score"]["yaku"] == [["yakuhai_white", 1], ["yakuhai_seat", 1], ["honitsu", 2], ["dora", 1]]


def test_what_differs_is_told_by_figure() -> None:
    log = copy.deepcopy(TENHOU_ROUND)
    log["log"][0][-1][2][3:] = ["30符3飜5800点", "断幺九(1飜)", "ドラ(2飜)"]
    (line,) = wins_json(one(packed(log)), "rcr")
    assert line["differs"] == {
        "han": {"told": 3, "scored": 2},
        "value": {"told": 5800, "scored": 2900},
        "yaku": {"told": {"tanyao": 1, "dora": 2}, "scored": {"tanyao": 1, "dora": 1}},
    }
    assert line["under"]["differs"] == {"outcome": {"told": "win", "scored": "no_yaku"}}


def test_unknown_parts_are_a_sentence_and_the_rest_is_read() -> None:
    log = copy.deepcopy(TENHOU_ROUND)
    log["rule"]["disp"] = "our club"
    log["log"][0][-1][2].append("三風刻(2飜)")
    log["log"].append([[1, 0, 0], "nonsense"])
    record = one(packed(log))
    assert said(record) == (
        "its rules (our club) are no rule set known here: read as tenhou",
        "hand 2 is not written as tenhou.net/6 writes hands, or has no end; it is left out",
    )
    (line,) = wins_json(record)
    assert line["problems"] == ["三風刻 is no yaku known here"]


def test_a_room_without_red_fives_or_open_tanyao_has_its_own_rules() -> None:
    log = copy.deepcopy(TENHOU_ROUND)
    log["rule"] = {"disp": "般東", "aka": 0}
    record = one(packed(log))
    assert record.overrides == {"red_fives": [0, 0, 0], "open_tanyao": False}
    assert record.east_only
    bits = one(MJLOG.replace('type="169"', 'type="167"').encode())
    assert (bits.overrides, bits.east_only) == (record.overrides, True)


def test_files_are_read_packed_as_lines_and_as_a_link() -> None:
    plain = packed(TENHOU_ROUND)
    assert one(gzip.compress(plain)) == one(plain)
    assert list(read_records(plain + b"\n" + packed(mahjong_soul()))) == [
        one(plain),
        one(packed(mahjong_soul())),
    ]
    parts = gzip.compress(plain + b"\n") + gzip.compress(packed(mahjong_soul()))
    assert [record.form for record in read_records(parts)] == ["tenhou.net/6", "Mahjong Soul"]
    link = "https://tenhou.net/6/#json=" + quote(plain.decode())
    assert one(link.encode()) == one(plain)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "it is no log"),
        (b"nonsense", "it is no log"),
        (b"\xff\xfe", "it is not text"),
        (b"\x1f\x8bnonsense", "packed with gzip, but damaged"),
        (gzip.compress(packed(TENHOU_ROUND))[:-20], "packed with gzip, but its end is missing"),
        (b'{"a": 1}', "it is JSON, but no log"),
        (b"[1, 2]", "it is JSON, but no log"),
        (b'{"log": [], "name": 3}', "it is written as no known log is"),
        (b'<mjloggm ver="2.3"></mjloggm>', "there is no hand in it"),
        (b'[{"name": "RecordNewRound", "data": {}}]', "there is no hand in it"),
    ],
)
def test_what_is_no_log_is_one_sentence(data: bytes, said: str) -> None:
    with pytest.raises(RecordError, match=said) as told:
        list(read_records(data))
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_file_above_the_limit_is_refused_whole(pack: Callable[[bytes], bytes]) -> None:
    data = packed(TENHOU_ROUND)
    assert len(list(read_records(pack(data), len(data)))) == 1
    with pytest.raises(RecordError, match="it is larger than"):
        list(read_records(pack(data), len(data) - 1))


@settings(max_examples=60)
@given(st.data())
def test_no_spoilt_log_raises_anything_else(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([packed(TENHOU_ROUND), MJLOG.encode(), packed(mahjong_soul())]))
    at = data.draw(st.integers(0, len(text) - 1))
    spoilt = text[:at] + data.draw(st.binary(max_size=3)) + text[at + data.draw(st.integers(0, 9)) :]
    try:
        records = list(read_records(spoilt))
    except RecordError:
        return
    for record in records:
        list(wins_json(record))
        game_of(record)


ODD: list[Any] = [None, True, -1, 5, 10**30, 1.5, "", "役満", "r60", [], [1, 2, 3], {"a": 1}]


def parts(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to each part of a JSON value."""
    inner = enumerate(value) if isinstance(value, list) else ()
    for key, each in value.items() if isinstance(value, dict) else inner:
        yield (*path, key)
        yield from parts(each, (*path, key))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_part_that_is_missing_or_odd_costs_its_hand_at_most(data: st.DataObject) -> None:
    log = copy.deepcopy(data.draw(st.sampled_from([TENHOU_ROUND, mahjong_soul()])))
    *inside, last = data.draw(st.sampled_from(list(parts(log))))
    place = log
    for key in inside:
        place = place[key]
    if data.draw(st.booleans()):
        del place[last]
    else:
        place[last] = data.draw(st.sampled_from(ODD))
    try:
        (record,) = read_records(packed(log))
    except RecordError:
        return
    list(wins_json(record))
    game_of(record)


def test_a_hand_won_by_nobody_at_the_table_is_left_out() -> None:
    record = one(MJLOG.replace('who="1" fromWho="3"', 'who="7" fromWho="3"').encode())
    assert said(record)[0].startswith("hand 1 is not written as mjlog writes hands")
    assert [hand.honba for hand in record.hands] == [1, 2]


def evening(data: st.DataObject) -> Game:
    """A random game: wins with and without tiles, draws of each kind."""
    game = begin("tenhou", ("Ann", "Bo", "Cy", "Di"))
    tiles = {"concealed": "345678m44p67s234p", "win": "5s"}
    for _ in range(data.draw(st.integers(1, 5))):
        seat, other = data.draw(st.permutations(SEATS))[:2]
        bets = data.draw(st.lists(st.sampled_from(SEATS), unique=True, max_size=2))
        event = data.draw(st.sampled_from(["ron", "tsumo", "exhaustive_draw", "abortive_draw"]))
        end: dict[str, Any] = {"event": event, "riichi": bets}
        if event in {"ron", "tsumo"}:
            declared = "riichi" if seat in bets else "none"
            hand = {"hand": tiles | {"by": event, "riichi": declared, "dora_indicators": "1m"}}
            figures = {"han": data.draw(st.integers(1, 13)), "fu": 30}
            fed = {"yakuman": 2, "liable": {"seat": data.draw(st.sampled_from(SEATS)), "yaku": "daisangen"}}
            end["wins"] = [{"seat": seat} | data.draw(st.sampled_from([hand, figures, fed]))]
        if event == "ron":
            end["discarder"] = other
        if event == "exhaustive_draw":
            # whoever declared riichi is in tenpai, and with one or three of them somebody pays
            end["tenpai"] = list({*bets, data.draw(st.sampled_from(SEATS))})
        if event == "abortive_draw":
            end["reason"] = "nine_terminals"
        played, _ = replay(game)
        if played and played[-1].settled["game_ends"]:
            break
        try:
            game = add(game, end)
        except ValueError:
            continue
    return game


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_our_own_export_reads_back_as_the_same_game(data: st.DataObject) -> None:
    game = evening(data)
    record = read(json.loads(json.dumps(tenhou_json(game))))
    again, notes = game_of(record)
    assert notes == ()
    assert replay(again)[1] == replay(game)[1]
    assert all(line["differs"] == {} for line in wins_json(record))


def test_recorded_wins_come_back_from_the_export_as_they_were(shared: Path) -> None:
    with (shared / "records" / "tenhou-wins.jsonl").open(encoding="utf-8") as lines:
        hands = [json.loads(line)["hand"] for line, _ in zip(lines, range(200), strict=False)]
    for hand in hands:
        if hand["rules"] != "tenhou" or hand["rule_overrides"]:
            continue
        if hand["by"] == "ron":
            hand["discarder"] = "west" if hand["seat"] == "east" else "east"
        (line,) = wins_json(read(tenhou_json(single(hand))))
        assert line["differs"] == {}, hand["id"]
        assert line["hand"] is not None
