from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.app.page.at_table import begin, draw, elsewhere, primary, scores, tap, two_draws, words
from yakulens.app import game, store
from yakulens.app.game.correction import correct
from yakulens.app.store import Store

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    Desk = Any  # tests/app/conftest.py: DeskProbe, which cannot be imported


def test_a_game_by_another_hand_is_seen_at_once(page: AppTest) -> None:
    begin(page)
    kept = Store(store.place())
    running = kept.games.load(1)
    assert running is not None
    drawn = game.add(running.game, {"event": "exhaustive_draw", "riichi": ["east"]})
    assert kept.games.save(1, running.version, drawn) == "saved"
    page.run()
    assert "riichi sticks: 1" in "\n".join(scores(page))


def test_a_hand_entered_over_another_phones_is_refused_and_stays_in_the_form(page: AppTest) -> None:
    begin(page)
    draw(page)
    kept = Store(store.place()).games
    running = kept.load(1)
    assert running is not None
    theirs = game.add(running.game, {"event": "exhaustive_draw", "riichi": ["east"]})
    kept.save(1, running.version, theirs)
    tap(page, "enter")
    assert "somebody else has just changed this game" in page.warning[0].value
    assert "riichi sticks: 1" in "\n".join(scores(page))
    assert "enter" not in [b.key for b in page.button], "the game has gone on from what was said"
    assert "The game is now at East 2. This was meant for East 1" in words(page)
    again = kept.load(1)
    assert again is not None
    assert again.game == theirs
    tap(page, "carry-ending")
    assert "event-exhaustive_draw" in primary(page)
    tap(page, "enter")
    assert not page.warning
    assert "Counters: 2" in "\n".join(scores(page))


def test_what_two_phones_say_of_one_hand_is_settled_by_replacing_what_was_entered(page: AppTest) -> None:
    begin(page)
    draw(page)
    kept = Store(store.place()).games
    running = kept.load(1)
    assert running is not None
    theirs = {"event": "exhaustive_draw", "riichi": ["east"], "tenpai": ["east"]}
    kept.save(1, running.version, game.add(running.game, theirs))
    tap(page, "enter")
    tap(page, "replace-entered")
    assert {"event-exhaustive_draw", "nobody"} <= set(primary(page)), "as it was said here"
    tap(page, "mend-save")
    assert "Counters: 1 · riichi sticks: 0" in scores(page)
    assert "This was meant for" not in words(page)


def test_a_hand_corrected_on_another_phone_is_said_with_the_scores_that_changed(page: AppTest) -> None:
    games = two_draws(page)
    assert not page.warning
    other = {"event": "exhaustive_draw", "tenpai": ["south"]}
    elsewhere(games, lambda running: correct(running, 1, other).game)
    page.run()
    (said,) = [warning.value for warning in page.warning]
    assert "another phone has corrected it" in said
    assert "Cy 30,000 → 33,000" in said
    elsewhere(games, game.undo)
    page.run()
    (said,) = [warning.value for warning in page.warning]
    assert "another phone has taken it back" in said
    page.run()
    assert [warning.value for warning in page.warning] == [said], "until the game goes on"
    tap(page, "undo")
    assert not page.warning, "what this phone does is no news to it"


def test_seats_changed_on_another_phone_are_said_with_who_sits_where_now(page: AppTest) -> None:
    games = two_draws(page)
    tap(page, "event-chombo")
    elsewhere(games, lambda running: game.reseat(running, (1, 0, 2, 3)))
    page.run()
    (said,) = [warning.value for warning in page.warning]
    assert "Another phone has changed the seats" in said
    assert "東 Cy · 南 Di · 西 Bo · 北 Ann" in said
    assert "The game is now at East 3. This was meant for East 3 before the change of seats" in words(page)
    assert "there is no file of it" in words(page)
    tap(page, "forget-ending")
    assert not page.warning, "it was read"


def test_a_correction_goes_on_when_another_phone_enters_a_hand(page: AppTest) -> None:
    games = two_draws(page)
    tap(page, "mend-0")
    tap(page, "toggle-east-tenpai")
    elsewhere(games, lambda running: game.add(running, {"event": "exhaustive_draw", "tenpai": ["south"]}))
    page.run()
    assert "another phone has entered it meanwhile" in page.warning[0].value
    assert "East 1: correct it" in words(page)
    assert "toggle-east-tenpai" in primary(page)
    tap(page, "mend-save")
    kept = games.load(1)
    assert kept is not None
    assert [end["tenpai"] for end in kept.game.ends] == [["east"], [], ["west"]], "Di, by name"


def test_a_correction_of_a_hand_that_was_corrected_elsewhere_says_so(page: AppTest) -> None:
    games = two_draws(page)
    tap(page, "mend-1")
    tap(page, "toggle-east-tenpai")
    other = {"event": "exhaustive_draw", "tenpai": ["south"]}
    elsewhere(games, lambda running: correct(running, 1, other).game)
    page.run()
    assert "another phone has corrected the same hand" in page.warning[0].value
    assert "toggle-east-tenpai" in primary(page)


def test_a_correction_of_a_hand_that_was_taken_back_elsewhere_ends_and_says_so(page: AppTest) -> None:
    games = two_draws(page)
    tap(page, "mend-1")
    assert "undo" not in [b.key for b in page.button], "the form is about another hand than the last one"
    tap(page, "toggle-east-tenpai")
    elsewhere(games, game.undo)
    page.run()
    assert "has been taken back or changed on another phone" in page.warning[0].value
    assert "mend-save" not in [b.key for b in page.button]


def test_a_hand_taken_back_on_another_phone_is_not_taken_back_twice(page: AppTest) -> None:
    begin(page)
    for _ in range(2):
        draw(page)
        tap(page, "enter")
    kept = Store(store.place()).games
    running = kept.load(1)
    assert running is not None
    kept.save(1, running.version, game.undo(running.game))
    tap(page, "undo")
    assert "Nothing was entered, corrected or taken back" in page.warning[0].value
    assert "somebody else has just changed this game" in page.warning[0].value
    again = kept.load(1)
    assert again is not None
    assert len(again.game.ends) == 1


def test_a_hand_entered_in_a_game_that_was_deleted_is_refused_with_a_sentence(page: AppTest) -> None:
    begin(page)
    draw(page)
    kept = Store(store.place()).games
    kept.delete(1)
    kept.begin(game.begin("rcr", ("Ed", "Flo", "Gil", "Hal")))
    tap(page, "enter")
    assert "has been deleted" in page.warning[0].value
    assert [(each.number, len(each.game.ends)) for each in kept.all()] == [(2, 0)]
