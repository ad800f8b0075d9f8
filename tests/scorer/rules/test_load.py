"""Rule sets: their files, their sources, what is refused."""

from __future__ import annotations

import os
import re
import tomllib
from importlib import resources
from typing import TYPE_CHECKING

import pytest

from tests.hostile.rule_files import ENDLESS_KEYS
from yakulens.scorer import BUILT_IN, RulesError, load_rules
from yakulens.scorer.rules.compare import diff, show, values_of
from yakulens.scorer.rules.ruleset import ALL_KEYS, HOUSE_RULES, NO_CHIPS, Source, YakuValue

if TYPE_CHECKING:
    from pathlib import Path

SEEDS = ("ema-2025", "wrc-2015", "wdmc-2019", "wdmc-2019-3p", "rcr")


def own(tmp_path: Path, text: str) -> str:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_value_has_a_source(name: str) -> None:
    rules = load_rules(name)
    assert (rules.name, set(rules.sources)) == (name, ALL_KEYS)
    for key, source in rules.sources.items():
        assert source.book, key
        assert source.section, key


@pytest.mark.parametrize("name", SEEDS)
def test_every_section_of_a_rule_text_is_cited_by_its_number(name: str) -> None:
    cited = load_rules(name).cite
    assert all(source.book == cited for source in load_rules(name).sources.values())
    if name != "rcr":
        assert all(source.section[0].isdigit() for source in load_rules(name).sources.values())


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_files_hold_known_tables_only(name: str) -> None:
    text = (
        resources.files("yakulens.scorer.rules").joinpath("sets", f"{name}.toml").read_text(encoding="utf-8")
    )
    keys = {
        f"{key}.{inner}" if key in {"chips", "fu", "payment", "limits", "yaku"} else key
        for key, value in tomllib.loads(text).items()
        for inner in (value if isinstance(value, dict) else ("",))
    }
    without_chips = {"chips.absent", "chips.section", "chips.note"}
    head = {"name", "title", "cite", "extends", "inherited", "penalties", "newer"}
    assert keys - ALL_KEYS <= head | without_chips


def test_a_citation_names_book_and_section() -> None:
    assert load_rules("ema-2025").cite_of("yaku.pinfu") == "EMA 2025 4.2.1"
    assert Source("", "", "house rule").cite == "house rule"


def test_overrides_are_house_rules_on_top() -> None:
    rules = load_rules("ema-2025", {"kiriage_mangan": False, "red_fives": [1, 1, 1]})
    assert (rules.kiriage_mangan, rules.red_fives) == (False, (1, 1, 1))
    assert rules.sources["kiriage_mangan"].note == "house rule"
    assert load_rules("ema-2025").kiriage_mangan


@pytest.mark.parametrize(
    "overrides",
    [
        {"yaku": {"renhou": {"yakuman": 1}}},
        {"yaku.renhou": {"yakuman": 1}},
    ],
)
def test_overrides_may_be_nested_or_dotted(overrides: dict[str, object]) -> None:
    assert load_rules("ema-2025", overrides).yaku["renhou"] == YakuValue(yakuman=1)


def test_a_yaku_is_taken_out_by_false() -> None:
    assert "ippatsu" not in load_rules("ema-2025", {"yaku": {"ippatsu": False}}).yaku


def test_tables_may_be_changed_row_by_row() -> None:
    rules = load_rules(
        "ema-2025", {"fu": {"base": 30}, "payment.ron": 3, "limits": {"mangan": {"han": 4, "base": 2100}}}
    )
    assert (rules.fu["base"], rules.fu["tsumo"], rules.payment.ron, rules.payment.ron_dealer) == (30, 2, 3, 6)
    assert (rules.limits[0].han, rules.limits[0].base, rules.limits[1].han) == (4, 2100, 6)


def test_tanyao_is_closed_only_where_open_tanyao_is_off() -> None:
    assert load_rules("rcr").yaku["tanyao"] == YakuValue(closed=1)
    assert load_rules("rcr", {"open_tanyao": True}).yaku["tanyao"] == YakuValue(closed=1, open=1)
    assert "tanyao" not in load_rules("rcr", {"yaku": {"tanyao": False}}).yaku


def test_own_files_extend_built_in_sets(tmp_path: Path) -> None:
    path = own(
        tmp_path,
        'name = "club"\ntitle = "Our club"\ncite = "Club"\nextends = "wrc-2015"\n'
        'counter_value = { value = 600, section = "3" }\nkiriage_mangan = false\n'
        "[yaku]\nrenhou = { absent = true }\n",
    )
    rules = load_rules(path)
    assert (rules.name, rules.counter_value, rules.kiriage_mangan) == ("club", 600, False)
    assert rules.cite_of("counter_value") == "Club 3"
    assert rules.cite_of("yaku.pinfu") == "WRC 2015 6.5.1"
    assert "renhou" not in rules.yaku
    assert load_rules(path, {"kiriage_mangan": True}).kiriage_mangan


def test_house_rules_extend_nothing() -> None:
    with pytest.raises(RulesError, match="'extends' belongs in a rule set file"):
        load_rules("ema-2025", {"extends": "tenhou"})


def test_an_own_file_extends_another_beside_it(tmp_path: Path) -> None:
    own(tmp_path, 'extends = "ema-2025"\nkiriage_mangan = false')
    (tmp_path / "league.toml").write_text('extends = "own.toml"\ncounter_value = 600', encoding="utf-8")
    rules = load_rules(tmp_path / "league.toml")
    assert (rules.kiriage_mangan, rules.counter_value) == (False, 600)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kiriage = true", r"unknown key 'kiriage'; did you mean kiriage_mangan\? allowed: name"),
        ('extends = "ema-2025"\nkiriage_mangan = 1', r"own\.toml: kiriage_mangan = 1: allowed: true, false"),
        ('extends = "ema-2025"\n[uma]\nfirst = 1', r"own\.toml: uma: unknown key 'first'; allowed: value"),
        ('extends = "ema-2025"\n[uma]', "uma has no value: allowed: "),
        ('extends = "ema-2025"\nplayers = 5', "allowed: 3, 4"),
        ('extends = "ema-2025"\nplayers = true', "allowed: 3, 4"),
        ('extends = "ema-2025"\ncounter_value = 350', "by 100"),
        (
            'extends = "ema-2025"\nprinted_worths = ["1 han 20 fu"]',
            "a list of texts such as '1 han 20 fu by ts",
        ),
        ('extends = "ema-2025"\nprinted_worths = "1 han 20 fu by tsumo"', "a list of texts such as"),
        ('extends = "ema-2025"\nred_fives = [1, 1]', "a list of 3 whole numbers"),
        ('extends = "ema-2025"\nred_fives = [1, 1, true]', "a list of 3 whole numbers"),
        ('extends = "ema-2025"\nliability = ["pinfu"]', "a list out of daisangen"),
        ('extends = "ema-2025"\nliability = "daisangen"', "a list out of daisangen"),
        ('extends = "ema-2025"\numa_floating = 3', "a list, each of it"),
        ('extends = "ema-2025"\nremoved_tiles = "8z"', "tiles, as in 2345678m"),
        ('extends = "ema-2025"\nremoved_tiles = 5', "tiles, as in 2345678m"),
        ('extends = "ema-2025"\nchombo = "shame"', "allowed: none, reverse_mangan, penalty"),
        ('extends = "ema-2025"\numa = [1000]', "uma: 1 values for 4 players"),
        ('extends = "ema-2025"\nplayers = 3', "uma: 4 values for 3 players"),
        ('extends = "ema-2025"\numa_floating = [[1, -1]]', "uma_floating: 2 values for 4 players"),
        ('extends = "ema-2025"\nfu = 3', "'fu' is a table of base"),
        ('extends = "ema-2025"\n[fu]\nbases = 20', r"unknown key 'bases'; did you mean base\? allowed: base"),
        ('extends = "ema-2025"\n[fu]\nbase = { section = "3" }', "fu.base has no value: allowed: "),
        (
            'extends = "ema-2025"\nchi = { valeu = true }',
            r"unknown key 'valeu'; did you mean value\? allowed: value",
        ),
        ('extends = "ema-2025"\nchi = { value = true, sections = 3 }', "chi: 'sections' is a table of cases"),
        ('extends = "ema-2025"\n[yaku]\npinfu = { han = 1 }', "unknown key 'han'; allowed: closed"),
        ('extends = "ema-2025"\n[yaku]\npinfu = 1', "unknown key 'value'"),
        ('extends = "ema-2025"\n[yaku]\npinfu = { open = 1 }', "say what it is worth"),
        ('extends = "ema-2025"\n[yaku]\npinfu = { closed = 99 }', "a whole number 0 to 13"),
        ('extends = "ema-2025"\n[limits]\nmangan = 5', "limits.mangan.han has no value: allowed: "),
        ('extends = "ema-2025"\n[chips]\nred_five_in = "open"', "allowed: any_hand, closed_hand, riichi"),
        ('extends = "ema-2025"\n[chips]\nippatsu = 101', "chips.ippatsu = 101: allowed: a whole number 0 to"),
        ('extends = "ema-2025"\n[chips]\nabsent = 1', "unknown key 'absent'; allowed: ippatsu"),
        ('name = "bare"', r"^\S+\.toml: no value for .*; add it, or extend a rule set: extends = \W"),
        ("name = ", "not TOML"),
        ('extends = "nowhere"', r"own\.toml: extends: no rule set 'nowhere': choose ema-2025"),
        ('extends = "ema-2025"\n[yaku]\ntanyao = { closed = 1, yakuman = 1 }', "han or yakuman, not both"),
        ('extends = "ema-2025"\nplayers = 4.0', "players = 4.0: allowed: 3, 4"),
        (f'extends = "ema-2025"\ncounter_value = {"9" * 5001}', "not usable TOML"),
        (f'extends = "ema-2025"\ncounter_value = 0x{"f" * 5001}', "counter_value = that int: allowed"),
        (f'extends = "ema-2025"\numa = {"[" * 2000}{"]" * 2000}', "lists lie too deep"),
        (f'extends = "ema-2025"\nchi = "{"x" * 300}"', "chi = 'x{59}…: allowed: true, false"),
        (
            'extends = "ema-2025"\nnoten_penalty = 1000',
            "noten_penalty = 1000: 3 players cannot share it",
        ),
        ('extends = "tenhou-3p"\nnoten_penalty = 0\nextends = 3', "not TOML"),
        (f"# {'x' * 300_000}", "bytes are too many"),
    ],
    ids=lambda text: text[:40],
)
def test_what_is_wrong_is_refused_with_what_is_allowed(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(RulesError, match=says):
        load_rules(own(tmp_path, text))


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="cannot be read"):
        load_rules(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulesError, match="cannot be read"):
        load_rules(tmp_path / "bytes.toml")


def test_a_circle_of_extensions_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(f"extends = {str(path)!r}", encoding="utf-8")
    with pytest.raises(RulesError, match="in a circle"):
        load_rules(path)


def test_overrides_that_are_no_json_are_refused() -> None:
    with pytest.raises(RulesError, match="rule_overrides"):
        load_rules("ema-2025", {"kiriage_mangan": {1, 2}})


def test_a_difference_shows_both_values_and_sources() -> None:
    found = {each.key: each for each in diff(load_rules("ema-2025"), load_rules("wrc-2015"))}
    pair = found["fu.pair_double_wind"]
    assert (pair.left, pair.left_source.cite) == ("2", "EMA 2025 4.1.1")
    assert (pair.right, pair.right_source.cite) == ("4", "WRC 2015 6.3")
    assert diff(load_rules("rcr"), load_rules("rcr")) == ()


def test_every_value_can_be_shown() -> None:
    shown = {key: show(value) for key, value, _ in values_of(load_rules("rcr"))}
    assert set(shown) == ALL_KEYS
    assert all(shown.values())
    assert shown["yaku.daisuushii"] == "yakuman x2"
    assert shown["yaku.sanrenkou"] == "not in these rules"
    assert shown["yaku.toitoi"] == "2 han"
    assert shown["yaku.pinfu"] == "1 han, closed only"
    assert shown["limits.mangan"] == "han 5 base 2000"
    assert show(load_rules("ema-2025").yaku["renhou"]) == "5 han, closed only, alone"
    assert show(YakuValue(yakuman=1)) == "yakuman"


def test_a_mark_before_the_text_is_no_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('extends = "ema-2025"\nkiriage_mangan = false', encoding="utf-8-sig")
    assert not load_rules(path).kiriage_mangan


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a pipe with a name")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "own.toml")
    with pytest.raises(RulesError, match="not a regular file"):
        load_rules(tmp_path / "own.toml")


def test_a_circle_through_another_folder_and_back_is_refused(tmp_path: Path) -> None:
    path = own(tmp_path, f'extends = "../{tmp_path.name}/own.toml"')
    with pytest.raises(RulesError, match="in a circle of 1"):
        load_rules(path)


def test_rule_sets_that_extend_one_another_without_end_are_refused(tmp_path: Path) -> None:
    for at in range(1200):
        (tmp_path / f"{at}.toml").write_text(f'extends = "{at + 1}.toml"', encoding="utf-8")
    with pytest.raises(RulesError, match=r"16\.toml: more than 16 rule sets"):
        load_rules(tmp_path / "0.toml")


@pytest.mark.parametrize("text", ENDLESS_KEYS)
def test_a_key_of_endless_parts_is_refused_before_it_is_read(tmp_path: Path, text: str) -> None:
    file = tmp_path / "club.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError, match=r"a key of \d+,00\d parts between dots, at most 32 are read"):
        load_rules(file)


def test_a_note_of_many_sentences_is_no_key(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    note = "So it is. And so on, he said. " * 60
    file.write_text(
        f'extends = "rcr"\nkiriage_mangan = {{ value = true, note = "{note}" }}', encoding="utf-8"
    )
    assert load_rules(file).kiriage_mangan


@pytest.mark.parametrize("name", ["mahjong-soul", "mahjong-soul-3p"])
def test_what_is_taken_over_from_another_game_is_sourced_as_that(name: str) -> None:
    sources = load_rules(name).sources
    assert {each.book for each in sources.values()} == {"Mahjong Soul"}
    assert not [each for each in sources.values() if each.section == "replayed wins"]
    assert sources["fu.tsumo"].cite == "Mahjong Soul as on Tenhou"
    assert sources["fu.tsumo"].note == "no text read says otherwise; there: replayed wins"


@pytest.mark.parametrize("key", ["late_chombo", "chombo_after_signal", "fu.pair_double_wind"])
def test_what_the_newer_edition_calls_new_is_not_in_the_older_one(key: str) -> None:
    older, newer = load_rules("ema-2016"), load_rules("ema-2025")
    assert key in {each.key for each in diff(older, newer)}
    assert older.sources[key].section == "revision notes of 2025"
    assert "unsure" not in older.sources[key].note


def test_a_file_says_how_what_it_does_not_say_is_sourced(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text('extends = "tenhou"\ncite = "Club"\ninherited = "as on Tenhou"\ngoal = 40000\n')
    sources = load_rules(club).sources
    assert (sources["goal"].section, sources["rounds"].section) == ("", "as on Tenhou")
    assert sources["rounds"].note.endswith("there: MCHjong rules 2026-09-18, 'at most one further wind'")


def test_every_built_in_set_plays_without_chips() -> None:
    assert [name for name in BUILT_IN if load_rules(name).chips != NO_CHIPS] == []


def test_an_own_file_says_the_chips_that_it_has(tmp_path: Path) -> None:
    path = own(
        tmp_path,
        'extends = "ema-2025"\ncite = "Club"\n[chips]\nippatsu = 1\n'
        'worth = { value = 2000, section = "7" }\n',
    )
    rules = load_rules(path)
    assert (rules.chips.ippatsu, rules.chips.ura, rules.chips.worth) == (1, 0, 2000)
    assert rules.cite_of("chips.worth") == "Club 7"
    assert rules.cite_of("chips.ura") == "EMA 2025 3.7"


def test_an_own_file_may_take_all_chips_out_again(tmp_path: Path) -> None:
    own(tmp_path, 'extends = "ema-2025"\n[chips]\nippatsu = 1')
    plain = tmp_path / "plain.toml"
    plain.write_text('extends = "own.toml"\n[chips]\nabsent = true', encoding="utf-8")
    assert load_rules(plain).chips == NO_CHIPS


def test_a_whole_file_that_says_nothing_of_chips_has_none(tmp_path: Path) -> None:
    text = resources.files("yakulens.scorer.rules").joinpath("sets", "ema-2025.toml").read_text("utf-8")
    whole = re.sub(r"^(chips|penalties|name) = .*$", "", text, flags=re.MULTILINE)
    rules = load_rules(own(tmp_path, whole))
    assert rules.chips == NO_CHIPS
    assert rules.sources["chips.ippatsu"].note == "nothing is said of chips, so there are none"


def test_a_whole_file_that_does_not_state_the_house_rules_has_none(tmp_path: Path) -> None:
    text = resources.files("yakulens.scorer.rules").joinpath("sets", "ema-2025.toml").read_text("utf-8")
    whole = re.sub(rf"^({'|'.join(HOUSE_RULES)}|penalties|name) = .*$", "", text, flags=re.MULTILINE)
    rules = load_rules(own(tmp_path, whole))
    assert {getattr(rules, key) for key in HOUSE_RULES} == {"absent"}
    assert rules.sources["north_share"].note == "a house rule that no book has"
