"""A hand typed as text: its parts, its winning tile, and what is refused."""

from __future__ import annotations

import pytest

from yakulens.scorer.errors import InputError
from yakulens.scorer.meld import Meld
from yakulens.scorer.notation import NotationError, split, winning_hand


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
