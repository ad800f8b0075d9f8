"""The situation options become the contract's Hand."""

from __future__ import annotations

from typing import Any

import pytest

from yakulens.app.cli.frame import Parser, UsageError
from yakulens.app.cli.situation import add_melds, add_situation, situation


def hand(*words: str) -> dict[str, Any]:
    parser = Parser()
    add_situation(parser)
    add_melds(parser)
    return situation(parser.parse_args(words))


def test_what_is_not_typed_is_not_in_the_hand() -> None:
    assert hand() == {}


def test_every_option_has_its_key() -> None:
    words = (
        "--win 5s --by ron --seat south --round east --discarder west --riichi double --ippatsu --rinshan "
        "--chankan --last-tile --first-turn --no-win-apart --dora 3p --ura 5z7z --honba 2 --deposits 1 "
        "--north-dora 3 --bonus-hand 4 --liable west:daisangen --rules rcr --set kiriage_mangan=true "
        "--set start_points=30000 --set name=house --meld chi:234p:left --meld closed_kan:1111m"
    )
    assert hand(*words.split()) == {
        "win": "5s",
        "by": "ron",
        "seat": "south",
        "round": "east",
        "discarder": "west",
        "riichi": "double",
        "ippatsu": True,
        "rinshan": True,
        "chankan": True,
        "last_tile": True,
        "first_turn": True,
        "win_apart": False,
        "dora_indicators": "3p",
        "ura_indicators": "5z7z",
        "honba": 2,
        "deposits": 1,
        "north_dora": 3,
        "bonus_hand": 4,
        "liable": {"seat": "west", "yaku": "daisangen"},
        "rules": "rcr",
        "rule_overrides": {"kiriage_mangan": True, "start_points": 30000, "name": "house"},
        "melds": [
            {"kind": "chi", "tiles": "234p", "from": "left"},
            {"kind": "closed_kan", "tiles": "1111m"},
        ],
    }


def test_tiles_may_be_typed_by_their_names() -> None:
    assert hand("--win", "🀄", "--dora", "三萬 東") == {"win": "7z", "dora_indicators": "3m 1z"}
    with pytest.raises(UsageError, match="'12' at the end of '12' has no suit"):
        hand("--dora", "12東")


def test_riichi_alone_is_plain_riichi() -> None:
    assert hand("--riichi", "--ippatsu") == {"riichi": "riichi", "ippatsu": True}


@pytest.mark.parametrize(
    "words",
    [
        "--by luck",
        "--seat up",
        "--honba -1",
        "--honba 1.5",
        "--honba ²",
        f"--honba {'9' * 5000}",
        "--liable west",
        "--liable up:daisangen",
        "--set kiriage",
        "--set =1",
        "--set foo=true",
        "--set fu.foo=1",
        "--meld 234p",
        "--meld chi:",
        "--meld chi:234p:below",
        "--meld kan:1111m",
    ],
)
def test_a_bad_value_is_refused_with_what_to_give(words: str) -> None:
    with pytest.raises(UsageError, match=f"argument {words.split(maxsplit=1)[0]}"):
        hand(*words.split())


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 5000])
def test_a_value_that_toml_cannot_hold_is_left_to_the_rules_to_refuse(value: str) -> None:
    assert hand("--set", f"goal={value}") == {"rule_overrides": {"goal": value}}


def test_an_unknown_rule_is_told_the_most_similar_ones() -> None:
    with pytest.raises(UsageError, match=r"no rule 'kiriage'; did you mean kiriage_mangan\? `yakulens rules"):
        hand("--set", "kiriage=true")
