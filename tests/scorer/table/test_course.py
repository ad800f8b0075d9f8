"""The course of a game by rule source: the last hand, a further round, and a dealer who may stop."""

from __future__ import annotations

from typing import Any

import pytest

from yakulens.scorer.contract.settlement_json import settle_json

SEATS = ("east", "south", "west", "north")


def course(rules: str, place: tuple[str, int], **hand: Any) -> tuple[bool, str]:  # noqa: ANN401 - any JSON
    """Whether the game ends with a hand, and the last thing that is said of it; drawn unless it says more."""
    hand = {"event": "exhaustive_draw"} | hand
    if "points" in hand:
        hand["scores"] = dict(zip(SEATS, (1000 * each for each in hand.pop("points")), strict=True))
    answer = settle_json({"rules": rules, "round": place[0], "hand_number": place[1], **hand})
    assert answer["problems"] == []
    return answer["game_ends"], answer["notes"][-1]["text"] if answer["notes"] else ""


def ron(*seats: str, han: int = 1, discarder: str = "west") -> dict[str, Any]:
    wins = [{"seat": seat, "han": han, "fu": 30} for seat in seats]
    return {"event": "ron", "discarder": discarder, "wins": wins}


LAST, WEST, WEST_LAST = ("south", 4), ("west", 1), ("west", 4)
OVER = (True, "the last hand is played: the game ends")
LEVEL = (25, 25, 25, 25)


def test_ema_3_5_the_game_ends_with_the_south_round_and_not_before() -> None:
    assert course("ema-2025", LAST, tenpai=["south"]) == OVER
    assert course("ema-2025", ("south", 3), tenpai=["south"]) == (False, "")
    assert course("ema-2025", ("east", 4), tenpai=["south"]) == (False, "")


def test_ema_3_7_a_dealer_who_leads_deals_the_last_hand_again() -> None:
    assert course("ema-2025", LAST, tenpai=["east"], points=(60, 20, 20, 20)) == (False, "")


def test_a_chombo_in_the_last_hand_is_dealt_again() -> None:
    ends, told = course("ema-2025", LAST, event="chombo", offender="west")
    assert (ends, told) == (False, "the hand is dealt again: same dealer, same counters")


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ((60, 20, 20, 20), "East leads and may end the game here, or deal another hand"),
        ((20, 60, 20, 20), ""),
        ((41, 45, 17, 17), ""),  # with the noten penalty both have 44,000: nobody leads alone
    ],
)
def test_wdmc_3_7_2_a_dealer_who_leads_may_stop(points: tuple[int, ...], told: str) -> None:
    assert course("wdmc-2019", LAST, tenpai=["east"], points=points) == (False, told)


def test_wdmc_3_8_after_a_null_hand_the_dealer_may_not_stop() -> None:
    null = {"event": "abortive_draw", "reason": "nine_terminals", "points": (60, 20, 20, 20)}
    assert course("wdmc-2019", LAST, **null) == (False, "nine terminals: the hand is void")


def test_wdmc_3_7_2_a_drawn_last_hand_goes_on_into_the_west_until_another_wins() -> None:
    on = "a draw, and the dealer is not tenpai: the game goes on with the west round"
    assert course("wdmc-2019", LAST, tenpai=["south"]) == (False, on)
    assert course("wdmc-2019", WEST, tenpai=["south"]) == (False, "")
    assert course("wdmc-2019", WEST, **ron("east")) == (False, "")
    assert course("wdmc-2019", WEST, **ron("east", "south")) == OVER


def test_tenhou_short_of_the_goal_the_game_goes_on_into_the_west_and_no_further() -> None:
    on = "nobody has 30,000 points: the game goes on with the west round"
    assert course("tenhou", LAST, **ron("south"), points=LEVEL) == (False, on)
    assert course("tenhou", LAST, **ron("south", han=5), points=LEVEL)[0] is True
    assert course("tenhou", WEST, **ron("south"), points=LEVEL) == (False, "")
    reached = course("tenhou", WEST, **ron("south", han=5), points=LEVEL)
    assert reached == (True, "South reached 30,000 points: the game ends")
    assert course("tenhou", WEST_LAST, **ron("south"), points=LEVEL) == OVER


def test_tenhou_a_game_of_the_east_alone_is_shorter_by_a_round() -> None:
    on = "nobody has 30,000 points: the game goes on with the south round"
    assert course("tenhou", ("east", 4), **ron("south"), points=LEVEL, east_only=True) == (False, on)
    assert course("tenhou", LAST, **ron("south"), points=LEVEL, east_only=True) == OVER


def test_rcr_an_optional_round_is_played_out_and_north_follows_if_nobody_has_more_than_30_000() -> None:
    ahead, north = (24, 31, 25, 20), "nobody has 30,100 points: the game goes on with the north round"
    assert course("rcr", WEST_LAST, **ron("south"), points=LEVEL) == (False, north)
    assert course("rcr", WEST_LAST, **ron("south", han=5), points=LEVEL)[0] is True
    assert course("rcr", WEST_LAST, **ron("east"), points=ahead) == (False, "")
    assert course("rcr", ("west", 3), **ron("south"), points=ahead) == (False, "")
    assert course("rcr", ("north", 4), **ron("south"), points=LEVEL) == OVER
    assert course("rcr", WEST_LAST, **ron("south")) == (False, "")


@pytest.mark.parametrize(
    ("place", "points", "ends"),
    [
        (LAST, (28, 24, 24, 24), True),
        (LAST, (26, 25, 25, 24), False),  # leads without the goal
        (LAST, (29, 35, 18, 18), False),  # has the goal and does not lead
        (LAST, (29, 33, 19, 19), False),  # level with South, who sat before the last dealer
        (WEST, (29, 33, 19, 19), True),  # level with South, who sat after the first dealer
        (WEST, (20, 31, 25, 24), False),  # the dealer's repeat comes before another's goal
    ],
)
def test_tenhou_a_dealer_who_leads_with_the_goal_stops_by_itself(
    place: tuple[str, int], points: tuple[int, ...], *, ends: bool
) -> None:
    told = "East leads, has the goal and deals again: the game ends automatically" if ends else ""
    assert course("tenhou", place, tenpai=["east"], points=points) == (ends, told)
