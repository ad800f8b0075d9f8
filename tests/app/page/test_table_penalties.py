from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tests.app.page.at_table import begin, draw, primary, scores, tap, words
from yakulens.app import store
from yakulens.app.store import Store

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    Desk = Any  # tests/app/conftest.py: DeskProbe, which cannot be imported


def test_a_penalty_is_two_taps_counts_in_the_standing_and_is_taken_back(page: AppTest) -> None:
    begin(page)
    tap(page, "offence-score_sheet_wrong")
    tap(page, "penalise-score_sheet_wrong-1")
    (kept,) = Store(store.place()).games.all()
    assert [(each.player, each.points, each.offence) for each in kept.game.penalties] == [
        (1, -2000, "score_sheet_wrong")
    ]
    assert "Bo · A mistake on the score sheet that cannot be fixed" in words(page)
    assert "EMA 2025 7.5" in words(page)
    assert "\N{MINUS SIGN}2,000" in words(page)
    tap(page, "take_back-0")
    (kept,) = Store(store.place()).games.all()
    assert kept.game.penalties == ()


def test_a_penalty_of_more_or_fewer_points_is_as_many_as_the_referee_says(page: AppTest) -> None:
    begin(page)
    tap(page, "offence-late")
    points = page.number_input(key="number-points-1000-10000")
    assert (points.min, points.max, points.value) == (1000, 10_000, 1000)
    points.set_value(3000).run()
    tap(page, "penalise-late-0")
    tap(page, "offence-other")
    tap(page, "penalise-other-2")
    (kept,) = Store(store.place()).games.all()
    assert [(each.player, each.points, each.offence) for each in kept.game.penalties] == [
        (0, -3000, "late"),
        (2, -1000, ""),
    ]


def test_a_substitute_is_two_taps_and_taken_back(page: AppTest) -> None:
    begin(page)
    tap(page, "offence-during")
    tap(page, "penalise-during-3")
    (kept,) = Store(store.place()).games.all()
    assert kept.game.substitutes == ((3, "during"),)
    assert "Di · Replaced in the course of the game" in words(page)
    tap(page, "not_replaced-3")
    (kept,) = Store(store.place()).games.all()
    assert kept.game.substitutes == ()


def test_who_was_replaced_is_not_offered_for_being_late(page: AppTest) -> None:
    begin(page)
    tap(page, "offence-before")
    tap(page, "penalise-before-3")
    tap(page, "offence-late")
    assert [page.button(key=f"penalise-late-{at}").disabled for at in range(4)] == [False, False, False, True]


def test_what_was_said_of_a_hand_stays_said_when_a_penalty_is_entered(page: AppTest) -> None:
    begin(page)
    tap(page, "event-ron")
    tap(page, "winner-south")
    tap(page, "offence-score_sheet_unsigned")
    tap(page, "penalise-score_sheet_unsigned-0")
    assert "winner-south" in primary(page)


def signalled(page: AppTest) -> None:
    """A game whose time signal has come, with a hand about to be entered."""
    begin(page)
    kept = Store(store.place()).games
    (held,) = kept.all()
    assert kept.save(held.number, held.version, replace(held.game, until=1)) == "saved"
    page.run()
    draw(page)


def test_ema_7_4_a_hand_that_was_over_before_the_signal_is_none_of_those_that_it_leaves(
    page: AppTest,
) -> None:
    signalled(page)
    assert "this hand, and one more" in words(page)
    tap(page, "before_signal")
    assert "before_signal" in primary(page)
    assert "this hand, and 2 more" in words(page)
    tap(page, "enter")
    assert "this hand, and one more" in words(page)
    (kept,) = Store(store.place()).games.all()
    assert "hands_left" not in kept.game.ends[0]


def test_ema_7_4_the_hand_that_the_signal_meets_is_one_of_those_that_it_leaves(page: AppTest) -> None:
    signalled(page)
    tap(page, "before_signal")
    tap(page, "before_signal")
    tap(page, "enter")
    assert "this is the last hand" in words(page)
    assert "before_signal" not in [button.key for button in page.button]
    (kept,) = Store(store.place()).games.all()
    assert kept.game.ends[0]["hands_left"] == 1
    draw(page)
    tap(page, "enter")
    assert "The game is over" in words(page)
    assert "this is the last hand" not in words(page)


def test_a_chombo_is_paid(page: AppTest) -> None:
    begin(page)
    tap(page, "event-chombo")
    assert "Who committed the chombo?" in words(page)
    tap(page, "offender-south")
    tap(page, "enter")
    assert "22,000" in scores(page)
    tap(page, "event-chombo")
    tap(page, "offender-west")
    tap(page, "tournament")
    after = "Cy \N{MINUS SIGN}20,000 after the game"
    assert after in page.button(key="enter").label
    tap(page, "enter")
    assert f"East 1 · Chombo · {after}" in [each.label for each in page.expander]
