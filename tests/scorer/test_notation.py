"""A hand typed as text: its parts, its winning tile, and what is refused."""

from __future__ import annotations

import pytest

from yakulens.scorer.errors import InputError
from yakulens.scorer.meld import Meld
from yakulens.scorer.notation import NotationError, split, tiles, winning_hand
from yakulens.scorer.tile import TileError


def test_sets_quads_and_the_winning_tile_are_told_apart() -> None:
    typed = split("345678m 44p +5s [234p] (1111z)")
    assert (len(typed.concealed), typed.win) == (8, "5s")
    assert [(meld.kind, meld.claimed_from) for meld in typed.melds] == [("chi", "left"), ("closed_kan", None)]


@pytest.mark.parametrize(
    ("text", "win"),
    [
        ("345678m44p67s234p5s", None),
        ("345678m44p67s234p +5s", None),
        ("345678m44p67s234p", "5s"),
        ("345678m44p567s234p", "5s"),
    ],
)
def test_the_winning_tile_may_be_last_marked_beside_the_hand_or_within_it(text: str, win: str | None) -> None:
    hand = winning_hand(text, win)
    assert (hand.win, sorted(hand.concealed)) == ("5s", sorted(split("345678m44p67s234p").concealed))


def test_a_plain_five_means_the_red_one_of_a_complete_hand() -> None:
    assert winning_hand("345678m44p67s2340p", "5p").win == "0p"


def test_melds_may_stand_beside_the_text() -> None:
    hand = winning_hand("345678m44p67s", "5s", [Meld.of("pon", "777z", "across")])
    assert hand.melds[0].claimed_from == "across"


@pytest.mark.parametrize(
    ("text", "win", "told"),
    [
        ("12x", None, "not a tile"),
        ("123m [135p]", None, "no set"),
        ("123m (111p)", None, r"no closed quad: give four alike, or write a called set as \[234p\]"),
        ("123m +1p +2p", None, "two winning tiles"),
        ("123m +1p", "2p", "two winning tiles"),
        ("345678m44p67s +5s [234p", None, r"'\[' in '\[234p' is stray"),
        ("345678m44p67s +5s (1111z", None, r"'\(' in '\(1111z' is stray"),
        ("345678m44p67s +5s [234p][", None, r"'\[' in '\[' is stray"),
        ("345678m44p67s [] +5s [234p]", None, r"'\[' in .* is stray"),
        ("345678m44p67s ++5s [234p]", None, r"'\+' in .* is stray"),
        ("345678m44p67s +55s [234p]", None, r"'\+' in .* is stray"),
        ("  ", None, "no tiles"),
        ("345678m44p67s", None, "10 tiles: say the winning one"),
        ("345678m44p67s2345p", "1z", "must be among them"),
    ],
)
def test_what_is_no_winning_hand_is_refused_in_one_line(text: str, win: str | None, told: str) -> None:
    with pytest.raises(InputError, match=told) as caught:
        winning_hand(text, win)
    assert "\n" not in str(caught.value)


def test_a_fault_names_its_part() -> None:
    with pytest.raises(NotationError) as caught:
        split("123m [135p]")
    assert (caught.value.fault, caught.value.part) == ("no_meld", "135p")


@pytest.mark.parametrize(
    "text",
    [
        "3 4 5 6 7 8 m 44 p 6 7s + 5 s [2 3 4 p]",
        "345678 m 44p 67s +5s [234 p]",
        "13 14 15 16 17 18 24 24 36 37 +35 [22 23 24]",  # the numbers of tenhou.net/6
        "🀉🀊🀋🀌🀍🀎🀜🀜🀕🀖+🀔[🀚🀛🀜]",
        "🀉🀊🀋\ufe0f🀌🀍🀎 🀜🀜 🀕🀖 +🀔 [🀚🀛🀜]",
        "三四五六七八萬 四四筒 六七索 +五索 [二三四筒]",
        "三四五六七八万子④④六七条+五条[②③④]",
        "\uff13\uff14\uff15678m44饼67s+5s[二三四餅]",  # full-width digits, as a Japanese keyboard writes them
    ],
)
def test_one_hand_in_the_notations_that_people_write(text: str) -> None:
    assert split(text) == split("345678m44p67s +5s [234p]")


def test_honours_and_red_fives_by_their_names() -> None:
    assert tiles("東南西北白發中") == tiles("东 南 西 北 白板 发财 红中") == tiles("1234567z")
    assert tiles("🀀🀁🀂🀃🀆🀅🀄") == tiles("東風 南风 3字 北 白 発 紅中") == tiles("1234567z")
    assert tiles("赤五萬 红5筒 紅\uff15索 赤⑤ 赤🀋") == ("0m", "0p", "0s", "0p", "0m")
    assert winning_hand("東東東 123m456p789s 中", win="🀄").win == "7z"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("12東", "12"), ("123 🀄", "123"), ("123 456p", "123"), ("11 22 55", "11"), ("一二三", "123")],
)
def test_numbers_without_a_suit_are_no_tiles_of_what_follows(text: str, numbers: str) -> None:
    with pytest.raises(TileError, match=f"'{numbers}'.* has no suit"):
        split(text)


def test_a_sign_that_no_notation_has_is_named() -> None:
    with pytest.raises(TileError, match="'竹' in '竹' is not a tile"):
        split("123m 竹")
