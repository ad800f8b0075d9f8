"""What an offence costs, by the book's section; the data themselves."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from yakulens.scorer.errors import InputError
from yakulens.scorer.message import english
from yakulens.scorer.rules import penalties
from yakulens.scorer.rules.compare import editions_with_penalties
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.offered import BUILT_IN
from yakulens.scorer.rules.penalties import BOOKS, KINDS, find_penalty, penalties_about, penalties_of
from yakulens.scorer.rules.ruleset import RulesError
from yakulens.scorer.rules.shown import penalties_asked, penalties_json, penalty_lines

TEXTS = Path(__file__).parents[4] / "shared" / "rules"


@pytest.mark.parametrize(
    ("rules", "words", "kind", "points", "cite"),
    [
        ("ema-2025", "exposed few", "warning", None, "EMA 2025 6.2"),
        ("ema-2025", "tiles exposed many", "chombo", -20_000, "EMA 2025 6.2"),
        ("ema-2025", "wrong tile count", "dead_hand", None, "EMA 2025 6.3"),
        ("ema-2025", "out of turn", "dead_hand", None, "EMA 2025 6.4.3"),
        ("ema-2025", "opponent's hand", "chombo", -20_000, "EMA 2025 6.4.2"),
        ("ema-2025", "empty_call_win", "dead_hand", None, "EMA 2025 6.5.2"),
        ("ema-2025", "empty-call-win-shown", "chombo", -20_000, "EMA 2025 6.5.2"),
        ("ema-2025", "swap-calling", "dead_hand", None, "EMA 2025 6.5.6"),
        ("ema-2025", "noten riichi", "chombo", -20_000, "EMA 2025 6.6.2"),
        ("ema-2025", "riichi open hand", "dead_hand", None, "EMA 2025 6.6.1"),
        ("ema-2025", "false win", "chombo", -20_000, "EMA 2025 6.8"),
        ("ema-2025", "dead_hand_call", "chombo", -20_000, "EMA 2025 6.9"),
        ("ema-2025", "all-last sheet", "points", -8000, "EMA 2025 6.10"),
        ("ema-2025", "score_sheet_wrong", "points", -2000, "EMA 2025 7.5"),
        ("ema-2025", "late", "points", None, "EMA 2025 7.2"),
        ("ema-2025", "cheating", "disqualification", None, "EMA 2025 6.12"),
        ("wrc-2015", "swap_calling", "dead_hand", None, "WRC 2015 7.2"),
        ("wrc-2015", "riichi_open_hand", "warning", None, "WRC 2015 7.2"),
        ("wrc-2015", "riichi_noten", "chombo", -20_000, "WRC 2015 7.2"),
        ("wrc-2015", "dead_hand_call", "points", -20_000, "WRC 2015 7.2"),
        ("wrc-2015", "missed", "points", -30_000, "WRC 2015 7.2"),
        ("wrc-2015", "late", "points", None, "WRC 2015 7.2"),
        ("wrc-2015", "empty_call_win", "unsaid", None, "WRC 2015 7.2"),
        ("wdmc-2019", "furiten", "chombo", None, "WDMC 2019 3.10"),
        ("wdmc-2019", "without yaku", "chombo", None, "WDMC 2019 3.10"),
        ("wdmc-2019-3p", "riichi_noten", "chombo", None, "WDMC 2019 3.10"),
        ("wdmc-2019", "swap_calling", "unsaid", None, "WDMC 2019 3.2.2"),
        ("wdmc-2019", "win_tile_not_apart", "unsaid", None, "WDMC 2019 3.5.4"),
        ("rcr", "yakitori", "unsaid", None, "RCR Yakitori"),
        ("ema-2025", "6.1.1", "referee", None, "EMA 2025 6.1.1"),
        ("ema-2025", "exposed on purpose", "points", None, "EMA 2025 6.2"),
        ("ema-2025", "information determined", "dead_hand", None, "EMA 2025 8"),
        ("ema-2025", "riichi_hand_dead", "dead_hand", None, "EMA 2025 3.3.14"),
        ("wrc-2015", "7.1", "referee", None, "WRC 2015 7.1"),
        ("wrc-2015", "riichi_hand_dead", "dead_hand", None, "WRC 2015 7.2"),
        ("wdmc-2019", "waive", "dead_hand", None, "WDMC 2019 3.10"),
        ("ema-2025", "claim_order", "warning", None, "EMA 2025 6.5"),
        ("ema-2025", "set_points_wrong", "warning", None, "EMA 2025 6.5"),
        ("ema-2025", "riichi_bet_early", "warning", None, "EMA 2025 6.6"),
        ("ema-2025", "riichi_turn_forgotten", "warning", None, "EMA 2025 6.6"),
        ("wrc-2015", "5.4.1", "referee", None, "WRC 2015 5.4.1"),
        ("wrc-2015", "claim_order", "warning", None, "WRC 2015 5.4"),
        ("wdmc-2019", "false win", "chombo", None, "WDMC 2019 3.10"),
    ],
)
def test_an_offence_costs_what_its_section_says(
    rules: str, words: str, kind: str, points: int | None, cite: str
) -> None:
    book = load_rules(rules)
    (found,) = penalties_about(words, book)
    assert (found.kind, found.taken(book), found.source.cite) == (kind, points, cite)


@pytest.mark.parametrize(
    ("rules", "words", "says"),
    [
        ("ema-2025", "riichi_noten", "a reverse mangan, in a tournament 20,000 points off"),
        ("wrc-2015", "riichi_noten", "a chombo: 20,000 points off after the game"),
        ("wdmc-2019", "riichi_noten", "a chombo: a reverse mangan"),
        ("ema-2025", "obstruction", "8,000 to 12,000 points off after the game"),
        ("ema-2025", "score_sheet_unsigned", "2,000 points off after the game"),
        ("ema-2025", "wrong_tile_count", "the hand is dead"),
        ("wrc-2015", "riichi_open_hand", "not penalized"),
    ],
)
def test_the_cost_is_told_in_words(rules: str, words: str, says: str) -> None:
    book = load_rules(rules)
    found = find_penalty(words, book)
    assert found is not None
    assert says in found.cost(book).text


@pytest.mark.parametrize("section", ["6.8", "6.5", "7", "7.2", "6.10", "6.1", "8"])
def test_offences_are_found_by_their_section(section: str) -> None:
    ema = load_rules("ema-2025")
    found = penalties_about(section, ema)
    assert found
    assert set(found) == {
        each for each in penalties_of(ema) if f"{each.source.section}.".startswith(f"{section}.")
    }


@pytest.mark.parametrize(
    ("rules", "words", "offences"),
    [
        ("ema-2025", "Exposing tiles", ["few", "many", "on_purpose", "in_deal"]),
        ("ema-2025", "drawing from an opponent's hand", ["drawn_from_opponent"]),
        ("ema-2025", "passing information", ["minor", "determined", "serious"]),
        ("ema-2025", "calling with a dead hand", ["riichi_dead_hand", "dead_hand_call"]),
        ("wrc-2015", "calling with a dead hand", ["riichi_dead_hand", "dead_hand_call"]),
        ("wrc-2015", "invalid group", ["false_set"]),
        ("wrc-2015", "chonbo", ["exposed_many", "riichi_noten", "riichi_hand_dead", "riichi_invalid_kan"]),
        ("wdmc-2019", "wrong tiles in a called meld", ["false_set"]),
        ("ema-2025", "6.12 information", ["information_serious"]),
        ("wrc-2015", "kuikae", ["swap_calling"]),
        ("wdmc-2019", "3.3.1", ["swap_calling"]),
        ("wrc-2015", "not formally declared", ["riichi_dead_hand", "dead_hand_call"]),
        ("ema-2025", "empty chii", ["empty_call_set"]),
        ("ema-2025", "riichi after discarding", ["riichi_unclear", "riichi_discard_from_hand"]),
        ("ema-2025", "too many tiles exposed", ["tiles_exposed_many"]),
        ("ema-2025", "drawing excessively fast", ["drawn_too_fast"]),
        ("ema-2025", "invalidly declaring a win", ["empty_call_win", "win_invalid"]),
    ],
)
def test_offences_are_found_by_the_words_of_their_book(rules: str, words: str, offences: list[str]) -> None:
    found = [each.id for each in penalties_about(words, load_rules(rules))]
    assert len(found) == len(offences)
    assert all(each.endswith(end) for each, end in zip(found, offences, strict=True))


@pytest.mark.parametrize("rules", ["ema-2025", "wrc-2015", "wdmc-2019"])
@pytest.mark.parametrize(
    ("words", "kind"), [("chombo", "chombo"), ("dead hand", "dead_hand"), ("points off", "points")]
)
def test_offences_are_found_by_what_they_cost(rules: str, words: str, kind: str) -> None:
    book = load_rules(rules)
    found = penalties_about(words, book)
    assert set(found) >= {each for each in penalties_of(book) if each.kind == kind}
    assert len(found) < len(penalties_of(book))


def test_words_sections_and_costs_go_together() -> None:
    ema = load_rules("ema-2025")
    assert [each.id for each in penalties_about("6.6.1 dead", ema)] == ["riichi_open_hand"]
    assert penalties_about("6.6.1 chombo", ema) == ()
    assert penalties_about(" ", ema) == ()


def test_a_chombo_without_a_price_is_still_one() -> None:
    house = load_rules("ema-2025", {"chombo": "none", "chombo_tournament": "none"})
    found = find_penalty("win_invalid", house)
    assert found is not None
    assert (found.cost(house).text, found.taken(house)) == ("a chombo", None)


def test_a_house_rule_file_takes_its_penalties_from_the_set_that_it_extends(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    club.write_text('extends = "wrc-2015"\n', encoding="utf-8")
    assert penalties_of(load_rules(club)) == penalties_of(load_rules("wrc-2015"))
    other = tmp_path / "other.toml"
    other.write_text('extends = "wrc-2015"\npenalties = "club"\n', encoding="utf-8")
    with pytest.raises(RulesError, match="penalties = 'club': allowed: ema-2025, rcr"):
        load_rules(other)


@pytest.mark.parametrize("words", ["furiten", "without yaku"])
def test_a_win_that_cannot_be_is_found_in_a_book_that_calls_it_an_empty_call(words: str) -> None:
    found = [each.id for each in penalties_about(words, load_rules("wrc-2015"))]
    assert found == ["empty_call_win", "empty_call_win_shown"]


@pytest.mark.parametrize("book", BOOKS)
def test_every_offence_is_named_once_and_has_its_sentence(book: str) -> None:
    found = penalties_of(load_rules(book))
    assert len({each.id for each in found}) == len(found) > 0
    sentences = english().sentences
    for each in found:
        assert f"offence_{each.id}" in sentences
        assert each.kind in KINDS
        assert (each.points > 0) == (each.kind == "points")
        assert each.most >= each.points


def test_every_sentence_of_an_offence_is_used() -> None:
    named = {each.id for book in BOOKS for each in penalties_of(load_rules(book))}
    codes = english().sentences
    assert {code.removeprefix("offence_") for code in codes if code.startswith("offence_")} == named
    assert {code.removeprefix("names_") for code in codes if code.startswith("names_")} <= named


@pytest.mark.skipif(not TEXTS.exists(), reason="the rule texts are not here")
@pytest.mark.parametrize("book", ["ema-2025", "wrc-2015", "wdmc-2019"])
def test_each_section_is_one_of_the_text(book: str) -> None:
    text = (TEXTS / f"{book}.txt").read_text(encoding="utf-8")
    file = Path(penalties.__file__).with_name(f"{book}.toml")
    sections = {each["section"] for each in tomllib.loads(file.read_text(encoding="utf-8"))["offence"]}
    headings = {line.split(" ")[0] for line in text.splitlines()}
    assert sections - headings == set()


def test_a_set_without_penalties_has_other_editions_that_have_some_and_one_with_them_needs_none() -> None:
    told = {name: [each.name for each in editions_with_penalties(load_rules(name))] for name in BUILT_IN}
    assert {name: found for name, found in told.items() if found} == {
        "wrc-2025": ["wrc-2015"],
        "ema-2016": ["ema-2025"],
    }


def test_penalties_that_are_asked_for_are_told_with_their_sections() -> None:
    rules = load_rules("wrc-2015")
    found = penalties_asked("riichi noten", rules)
    assert [row["cite"] for row in penalties_json(found, rules)["penalties"]] == [found[0].source.cite]
    (line,) = penalty_lines(found, rules)
    assert line.startswith("riichi_noten: ")
    assert found[0].source.cite in line
    assert penalties_asked("", rules) == penalties_of(rules)


@pytest.mark.parametrize(
    ("rules", "words", "told"),
    [
        ("wrc-2015", "singing", "wrc-2015 has no offence 'singing'"),
        ("ema-2016", "", "another edition has, ema-2025"),
        ("tenhou", "", "these rule sets have: ema-2025"),
    ],
)
def test_penalties_that_there_are_not_are_refused_in_one_line(rules: str, words: str, told: str) -> None:
    with pytest.raises(InputError, match=told) as caught:
        penalties_asked(words, load_rules(rules))
    assert "\n" not in str(caught.value)
