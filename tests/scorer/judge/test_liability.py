"""Who can be liable for a yakuman, as the calls tell it, by section."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from typing import TYPE_CHECKING

import pytest

from yakulens.scorer import Hand, Liable, Meld, Message, Situation, load_rules, score
from yakulens.scorer.judge.liability import feeder_disagrees, may_be_liable, told_by_calls
from yakulens.scorer.vocabulary import FROMS

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    ],
)
def test_ema_3_3_7_where_the_calls_do_not_tell_it_somebody_has_to(hand: Hand) -> None:
    told = told_by_calls("daisangen", hand, "south", EMA)
    assert isinstance(told, Message)
    assert told.code == "liable_unsaid"


@pytest.mark.parametrize(
    ("calls_in_order", "code"), [(True, "liable_last_not_fed"), (False, "liable_unsaid")]
)
def test_ema_3_3_7_nobody_fed_a_closed_quad_that_came_last(calls_in_order: bool, code: str) -> None:  # noqa: FBT001
    melds = (*dragons("left", "left", "left").melds[:2], Meld.of("closed_kan", "7777z"))
    hand = replace(Hand.of("345p4s", "4s", melds), calls_in_order=calls_in_order)
    told = told_by_calls("daisangen", hand, "south", EMA)
    assert isinstance(told, Message)
    assert told.code == code
    found = score(hand, Situation("tsumo"), EMA)
    assert found.liable is None
    assert [reason.code for miss in found.why_not if miss.id == "liability" for reason in miss.reasons] == [
        code
    ]


def test_of_three_players_nobody_knows_who_sits_across() -> None:
    hand = Hand.of("345p4s", "4s", dragons("right", "right", "across").melds)
    assert isinstance(told_by_calls("daisangen", hand, "south", THREE), Message)
    beside = dragons("right", "right", "left")
    assert told_by_calls("daisangen", beside, "south", THREE) == Liable("east", "daisangen")


ORIGINS: tuple[From | None, ...] = (None, *FROMS)
LAID = (
    *(Meld.of("pon", "111z", origin) for origin in ORIGINS),
    *(Meld.of("open_kan", "1111z", origin) for origin in FROMS),
    Meld.of("added_kan", "1111z", "across"),
    Meld.of("closed_kan", "1111z"),
)
"""Every way in which a set can have come to lie there; of an added quad and of an unknown origin one each."""


def of_kind(meld: Meld, kind: str) -> Meld:
    """The same set of another tile."""
    return replace(meld, tiles=tuple(kind for _ in meld.tiles))


def read() -> Iterator[tuple[str, Hand]]:
    """Hands as photos show them: three dragons with any calls, four quads, four winds."""
    for laid in product(LAID, repeat=3):
        sets = tuple(of_kind(meld, kind) for meld, kind in zip(laid, ("5z", "6z", "7z"), strict=True))
        yield "daisangen", Hand(("3p", "4p", "5p", "4s"), "4s", sets, calls_in_order=False)
    quads = [meld for meld in LAID if meld.is_quad]
    for laid in product(quads, repeat=4):
        sets = tuple(of_kind(meld, kind) for meld, kind in zip(laid, ("1m", "5z", "6z", "7z"), strict=True))
        yield "suukantsu", Hand(("4s",), "4s", sets, calls_in_order=False)
    for laid in product((LAID[1], LAID[2], LAID[-1]), repeat=4):
        sets = tuple(of_kind(meld, kind) for meld, kind in zip(laid, ("1z", "2z", "3z", "4z"), strict=True))
        yield "daisuushii", Hand(("4s",), "4s", sets, calls_in_order=False)


@pytest.mark.parametrize("name", ["ema-2025", "wrc-2025"])
def test_of_a_hand_on_a_photo_nobody_is_liable_who_would_not_be_in_every_order_of_the_calls(
    name: str,
) -> None:
    rules = load_rules(name)
    named = 0
    for yaku, hand in read():
        if yaku not in rules.liability:
            continue
        told = told_by_calls(yaku, hand, "south", rules)
        orders = {
            repr(told_by_calls(yaku, replace(hand, melds=order, calls_in_order=True), "south", rules))
            for order in permutations(hand.melds)
        }
        if isinstance(told, Liable):
            named += 1
            assert orders == {repr(told)}, hand
        elif len(orders) == 1:
            assert orders == {repr(told)}, hand
        possible = may_be_liable(yaku, hand, "south", rules)
        assert all(seat in possible for seat in ("east", "west", "north") if f"seat='{seat}'" in str(orders))
    assert named > 0


def test_of_a_photo_the_whole_score_names_nobody_who_would_not_be_named_in_every_order() -> None:
    rules = load_rules("wrc-2025")
    for laid in product([Meld.of("open_kan", "1111z", origin) for origin in FROMS], repeat=4):
        sets = tuple(of_kind(meld, kind) for meld, kind in zip(laid, ("1m", "5z", "6z", "7z"), strict=True))
        hand = Hand(("4s",), "4s", sets, calls_in_order=False)
        named = score(hand, Situation("tsumo"), rules).liable
        if named:
            for order in permutations(sets):
                asked = replace(hand, melds=order, calls_in_order=True)
                assert score(asked, Situation("tsumo"), rules).liable == named


def test_ema_3_3_7_a_photo_does_not_tell_which_set_was_called_last() -> None:
    # The last call was Red from the left; it lies leftmost, because each new set is laid to the left.
    called = dragons("right", "right", "left")
    in_order = told_by_calls("daisangen", called, "south", EMA)
    assert in_order == Liable("east", "daisangen")
    seen = replace(called, melds=called.melds[::-1], calls_in_order=False)
    told = told_by_calls("daisangen", seen, "south", EMA)
    assert isinstance(told, Message)
    assert told.code == "liable_unsaid"
    assert may_be_liable("daisangen", seen, "south", EMA) == ("east", "west")


def test_of_a_photo_whoever_fed_every_set_is_liable() -> None:
    seen = replace(dragons("left", "left", "left"), calls_in_order=False)
    assert told_by_calls("daisangen", seen, "south", EMA) == Liable("east", "daisangen")


def test_a_set_that_was_drawn_may_have_been_the_last() -> None:
    sets = (*dragons("left", "left", "left").melds[:2], Meld.of("closed_kan", "7777z"))
    seen = Hand(("3p", "4p", "5p", "4s"), "4s", sets[::-1], calls_in_order=False)
    assert isinstance(told_by_calls("daisangen", seen, "south", EMA), Message)
    assert may_be_liable("daisangen", seen, "south", EMA) == ("east", None)
