"""`yakulens rules`: list, show and compare."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from yakulens.app.cli import main
from yakulens.scorer import BUILT_IN, load_rules
from yakulens.scorer.rules.penalties import penalties_of

if TYPE_CHECKING:
    from pathlib import Path


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["rules", *words]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


@pytest.mark.parametrize("words", [(), ("list",)])
def test_every_built_in_set_is_listed(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    assert [line.split()[0] for line in told(capsys, *words).splitlines()] == list(BUILT_IN)
    assert "rules 2015 (a newer edition is wrc-2025)" in told(capsys, *words)
    assert [each["name"] for each in json.loads(told(capsys, *words, "--json"))["rules"]] == list(BUILT_IN)


def test_each_value_is_shown_with_its_source(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "show", "ema-2025").splitlines()
    assert any(line.split() == ["kiriage_mangan", "yes", "EMA", "2025", "4.1.2"] for line in lines)
    assert any(line.startswith("yaku.renhou") and "4.2.4 (cannot be combined" in line for line in lines)
    values = json.loads(told(capsys, "show", "ema-2025", "--json"))["values"]
    assert values["kiriage_mangan"] == {"value": True, "shown": "yes", "cite": "EMA 2025 4.1.2", "note": ""}
    assert values["yaku.ittsuu"]["value"] == {"closed": 2, "open": 1, "yakuman": 0, "alone": False}
    assert values["yaku.sanrenkou"]["value"] is None


def test_an_older_edition_says_which_is_newer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert told(capsys, "show", "ema-2016").splitlines()[0].endswith("(a newer edition is ema-2025)")
    newer = {each["name"]: each.get("newer") for each in json.loads(told(capsys, "list", "--json"))["rules"]}
    assert {name: other for name, other in newer.items() if other} == {
        "ema-2016": "ema-2025",
        "wrc-2015": "wrc-2025",
    }
    club = tmp_path / "club.toml"
    club.write_text('extends = "wrc-2015"\n', encoding="utf-8")
    assert told(capsys, "show", str(club)).splitlines()[0] == "club: club"


def test_house_rules_are_marked_as_such(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('name = "club"\nextends = "ema-2025"\nkiriage_mangan = false\n', encoding="utf-8")
    lines = told(capsys, "diff", "ema-2025", str(path)).splitlines()
    sentence = (
        "Nearly a mangan counts as mangan: yes in ema-2025 (EMA 2025 4.1.2), but no in club (house rule)."
    )
    assert lines == [f"kiriage_mangan: {sentence}"]


def test_an_own_file_goes_by_its_own_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    files = [tmp_path / "mine.toml", tmp_path / "other" / "mine.toml"]
    for file, yes in zip(files, ("true", "false"), strict=True):
        file.write_text(f'extends = "ema-2025"\nkiriage_mangan = {yes}\n', encoding="utf-8")
    assert told(capsys, "show", str(files[0])).startswith("mine: mine\n")
    differences = json.loads(told(capsys, "diff", "ema-2025", str(files[1]), "--json"))["differences"]
    assert {key: each["value"] for key, each in differences["kiriage_mangan"].items()} == {
        "ema-2025": "yes",
        "mine": "no",
    }
    differences = json.loads(told(capsys, "diff", *map(str, files), "--json"))["differences"]
    assert set(differences["kiriage_mangan"]) == set(map(str, files))


def test_two_sets_are_compared_value_by_value(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "diff", "ema-2025", "wrc-2015").splitlines()
    row = next(line for line in lines if line.startswith("fu.pair_double_wind: "))
    assert row.endswith(": 2 in ema-2025 (EMA 2025 4.1.1), but 4 in wrc-2015 (WRC 2015 6.3).")
    row = next(line for line in lines if line.startswith("substitute_points: "))
    assert "-15,000 in ema-2025 (EMA 2025 7.3: and the last place's uma), but -30,000 in wrc-2015" in row
    differences = json.loads(told(capsys, "diff", "ema-2025", "wrc-2015", "--json"))["differences"]
    assert differences["fu.pair_double_wind"]["wrc-2015"] == {"value": "4", "cite": "WRC 2015 6.3"}
    assert differences["substitute_points"]["ema-2025"]["note"] == "and the last place's uma"


def test_what_an_offence_costs_is_told_with_its_section(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = told(capsys, "penalties", "swap-calling").splitlines()
    assert line == "swap_calling: swap-calling -> the hand is dead (EMA 2025 6.5.6)"
    words = ("penalties", "noten", "riichi", "--rules", "wrc-2015", "--json")
    (found,) = json.loads(told(capsys, *words))["penalties"]
    assert (found["offence"], found["penalty"], found["points"]) == ("riichi_noten", "chombo", -20_000)
    assert found["cite"] == "WRC 2015 7.2"


@pytest.mark.parametrize(("asked", "first"), [("6.8", "win_invalid"), ("chombo", "tiles_exposed_many")])
def test_offences_are_found_by_section_and_by_what_they_cost(
    capsys: pytest.CaptureFixture[str], asked: str, first: str
) -> None:
    assert told(capsys, "penalties", asked).startswith(f"{first}: ")


def test_every_offence_of_a_book_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "penalties", "--rules", "wdmc-2019").splitlines()
    assert [line.split(":")[0] for line in lines] == [
        each.id for each in penalties_of(load_rules("wdmc-2019"))
    ]


def test_equal_sets_are_said_to_agree(capsys: pytest.CaptureFixture[str]) -> None:
    assert "agree" in told(capsys, "diff", "rcr", "rcr")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("show",), "takes 1 rule set"),
        (("diff", "rcr"), "takes 2 rule set"),
        (("list", "rcr"), "takes 0 rule set"),
        (("show", "nowhere"), "no rule set 'nowhere'"),
        (("tell",), "tell"),
        (("penalties", "singing"), "has no offence 'singing'"),
        (
            ("penalties", "late", "--rules", "tenhou"),
            "tenhou has no penalties; these rule sets have: ema-2025",
        ),
        (("penalties", "--rules", "wrc-2025"), "another edition has, wrc-2015: yakulens rules pen"),
        (("penalties", "late", "--rules", "ema-2016"), "another edition has, ema-2025"),
        (("penalties", "--rules", "m-league"), "m-league has no penalties; these rule sets have: ema-2025"),
        (("penalties", "--rules", "jpml-a"), "jpml-a has no penalties; these rule sets have: ema-2025"),
        (("penalties", "--rules", "nowhere"), "no rule set 'nowhere'"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str) -> None:
    assert main(["rules", *words]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1


def test_score_shows_the_other_readings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "2334455667788m2m", "--by", "tsumo", "--text"]) == 0
    lines = capsys.readouterr().out.splitlines()
    others = lines[lines.index("  Other readings:") + 1 :]
    assert others[-1] == "    22m 33m 44m 55m 66m 77m 88m, wait tanki: 10 han 25 fu, 16000 points"
    assert main(["score", "111222333z55z6z66z", "--by", "tsumo", "--text"]) == 0
    assert "Other readings" not in capsys.readouterr().out
