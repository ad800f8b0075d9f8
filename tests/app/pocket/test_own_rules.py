"""House rules of the page without a server: their files are offered, and bad ones refused in one sentence."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from yakulens.app import game as games
from yakulens.app.game.acts import hear
from yakulens.app.game.session import GameSession
from yakulens.app.pocket import own_rules
from yakulens.app.pocket.phone import Phone
from yakulens.app.pocket.table import PhoneTable
from yakulens.app.words import rule_phrases
from yakulens.app.words.i18n import LANGUAGES
from yakulens.scorer.rules.load import is_offered, load_rules
from yakulens.scorer.rules.offered import OWN_RULES_VARIABLE
from yakulens.vision.desk import typed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Offer = Callable[..., Any]

CLUB = b"""name = "okawa"\ntitle = "Club Okawa"\nextends = "m-league"\n[chips]\nippatsu = 1\nworth = 2000\n"""
UMA = b"""extends = "ema-2025"\numa = [20_000, 10_000, -10_000, -20_000]\n"""


@pytest.fixture(autouse=True)
def _none_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """No house rules before and after each test."""
    monkeypatch.setenv(OWN_RULES_VARIABLE, "")


@pytest.fixture
def offered(tmp_path: Path) -> Offer:
    def offer(*kept: tuple[str, bytes], language: str = "en") -> Any:  # noqa: ANN401 - any JSON
        return json.loads(own_rules.offered(language, kept, tmp_path))

    return offer


def test_kept_files_are_offered_first_in_their_order(offered: Offer) -> None:
    told = offered(("club.toml", CLUB), ("harbour.toml", UMA))
    assert [(each["name"], each["title"]) for each in told] == [
        ("okawa", "Club Okawa"),
        ("harbour", "harbour"),
    ]
    assert told[0]["gist"].endswith("chips")
    assert rule_phrases.in_order("en")[:3] == ["okawa", "harbour", "ema-2025"]
    assert load_rules("harbour").uma == (20_000, 10_000, -10_000, -20_000)
    assert offered() == []
    assert not is_offered("okawa")


@pytest.mark.parametrize(
    ("file", "data", "says"),
    [
        ("club.toml", b"name = ", "club.toml: not TOML"),
        ("club.toml", b"\xff\xfe", "club.toml: cannot be read"),
        ("club.toml", b"# " + b"x" * 300_000, "bytes are too many"),
        ("club.toml", b'extends = "ema-2025"\nkiriage = true', "unknown key 'kiriage'"),
        ("club.toml", b'extends = "other.toml"', "other.toml: cannot be read"),
        ("club.toml", b'name = "tenhou"\nextends = "tenhou"', "also called 'tenhou'"),
        ("club.txt", CLUB, "must end in .toml"),
    ],
)
def test_a_file_that_is_no_rule_set_is_refused_in_one_line_and_changes_nothing(
    offered: Offer, tmp_path: Path, file: str, data: bytes, says: str
) -> None:
    before = offered(("harbour.toml", UMA)), os.environ[OWN_RULES_VARIABLE]
    for language in LANGUAGES:
        told = json.loads(own_rules.named(language, file, data, tmp_path))["refused"]
        assert says in told
        assert "\n" not in told
        assert str(tmp_path) not in told
    assert os.environ[OWN_RULES_VARIABLE] == before[1]
    *_, refused = offered(("harbour.toml", UMA), (file, data))
    assert says in refused["refused"]
    assert is_offered("harbour"), "one that cannot be used leaves the others"


def test_a_file_is_known_by_its_own_name_or_by_the_files(tmp_path: Path) -> None:
    names = [json.loads(own_rules.named("en", "club.toml", data, tmp_path)) for data in (CLUB, UMA)]
    assert names == [{"name": "okawa"}, {"name": "club"}]
    assert json.loads(own_rules.named("en", "../../etc/club.toml", UMA, tmp_path)) == {"name": "club"}


def test_a_hand_is_scored_by_them_until_they_are_removed(offered: Offer) -> None:
    offered(("club.toml", CLUB))
    phone = Phone()
    phone.begin()
    assert phone.session.situation.rules == "okawa", "they come first"
    phone.play("okawa")
    phone.session = phone.session.next_hand(typed.hand("234567m44p678s67p +8p"))
    assert "okawa" in phone.kept()
    offered()
    phone.play(None)
    assert phone.session.rules_for(phone.session.facts) == "ema-2025"
    assert phone.session.situation.rules == "ema-2025"
    assert json.loads(phone.shown())["tiles"]


def test_a_hand_that_is_open_keeps_its_rules_where_another_tab_offers_or_removes_some(
    offered: Offer,
) -> None:
    phone = Phone()
    phone.play("tenhou")
    phone.session = phone.session.next_hand(typed.hand("234567m44p678s67p +8p"))
    kept = phone.kept()
    for files in ([("club.toml", CLUB)], []):
        offered(*files)
        phone.play(None)
        assert phone.kept() == kept


def test_a_game_by_rules_that_are_gone_says_so_and_goes_on_once_they_are_back(offered: Offer) -> None:
    offered(("club.toml", CLUB))
    table = PhoneTable(Phone())
    begin = {"do": "begin", "value": "okawa", "players": ["Ann", "Bo", "Cy", "Di"]}
    kept = json.loads(table.tap(begin, 5.0))["kept"]
    offered()
    said = table.open(kept)
    assert "okawa" in said
    assert "is kept" in said
    assert table.phone.table.game is None
    assert table.open("{}") != said, "a damaged game is none of other rules"
    offered(("club.toml", CLUB))
    assert table.open(kept) == ""
    assert table.phone.table.game is not None
    assert hear(table.phone.table, {"do": "nonsense"}) == table.phone.table


def test_a_newer_file_of_the_same_name_has_the_statistics_counted_anew(offered: Offer) -> None:
    ends = b'name = "okawa"\nextends = "tenhou"\nnegative_score = "game_ends"\n'
    offered(("club.toml", ends))
    game = games.begin("okawa", ("Ann", "Bo", "Cy", "Di"))
    lost = {"event": "ron", "discarder": "west", "wins": [{"seat": "south", "han": 13, "fu": 30}]}
    kept = json.dumps(GameSession.of(games.add(game, lost), 5).kept())
    table = PhoneTable(Phone())
    table.count(kept)
    over = table.figures([kept])
    offered(("club.toml", ends.replace(b"game_ends", b"play_on")))
    table.count(kept)
    assert over.count("1 game") == len(game.players)
    assert table.figures([kept]).count("0 games") == len(game.players)
