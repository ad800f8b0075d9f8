"""Who can be liable for a yakuman, as the calls tell it, by section."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yakulens.scorer import Hand, Liable, Meld, Message, load_rules
from yakulens.scorer.judge.liability import feeder_disagrees, told_by_calls

if TYPE_CHECKING:
    from yakulens.scorer.vocabulary import From

EMA, THREE = load_rules("ema-2025"), load_rules("tenhou-3p")


def dragons(*origins: From | None) -> Hand:
    """A hand with a triplet of each dragon, claimed from these."""
    fed = zip("567", origins, strict=True)
    return Hand.of("345p4s", "4s", [Meld.of("pon", dragon * 3 + "z", origin) for dragon, origin in fed])


def test_ema_3_3_7_whoever_fed_no_set_of_the_yakuman_is_not_liable_for_it() -> None:
    fed = dragons("left", "left", "across")
    (told,) = feeder_disagrees(fed, "south", Liable("west", "daisangen"), EMA)
    assert told.text == (
        "liable: West cannot be liable for daisangen: its called sets were claimed from East, North "
        "(EMA 2025 3.3.7)"
    )
    assert feeder_disagrees(fed, "south", Liable("north", "daisangen"), EMA) == ()


@pytest.mark.parametrize(
    ("hand", "yaku"),
    [
        (dragons("left", "left", None), "daisangen"),  # a set that does not tell whom it was claimed from
        (dragons("left", "left", "left"), "daisuushii"),  # sets that do not all lie in view
        (dragons("left", "left", "left"), "suukantsu"),  # a yakuman that nobody is liable for
    ],
)
def test_nobody_can_say_that_a_player_fed_nothing(hand: Hand, yaku: str) -> None:
    assert feeder_disagrees(hand, "south", Liable("west", yaku), EMA) == ()


def test_ema_3_3_7_a_yakuman_whose_sets_do_not_all_lie_in_view_makes_nobody_liable() -> None:
    melds = [Meld.of("pon", "555z", "left"), Meld.of("pon", "666z", "left")]
    assert told_by_calls("daisangen", Hand.of("345p777z4s", "4s", melds), "south", EMA) is None


@pytest.mark.parametrize(
    "hand",
    [
        dragons("left", "across", "right"),  # three fed one set each
        dragons("left", "left", None),
        dragons(None, "left", "left"),
        Hand.of("345p4s", "4s", [*dragons("left", "left", "left").melds[:2], Meld.of("closed_kan", "7777z")]),
    ],
)
def test_ema_3_3_7_where_the_calls_do_not_tell_it_somebody_has_to(hand: Hand) -> None:
    told = told_by_calls("daisangen", hand, "south", EMA)
    assert isinstance(told, Message)
    assert told.code == "liable_unsaid"


def test_of_three_players_nobody_knows_who_sits_across() -> None:
    hand = Hand.of("345p4s", "4s", dragons("right", "right", "across").melds)
    assert isinstance(told_by_calls("daisangen", hand, "south", THREE), Message)
    beside = dragons("right", "right", "left")
    assert told_by_calls("daisangen", beside, "south", THREE) == Liable("east", "daisangen")
