from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from yakulens.app.store import Store, desks
from yakulens.app.store.desks import DAYS, MAX_HANDS
from yakulens.app.store.file import File
from yakulens.app.store.history import HandRecord

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "a.sqlite3")


def test_a_hand_is_there_after_a_restart_with_its_steps_in_order(store: Store) -> None:
    store.desks.begin("one", "me", {"desk": {}})
    for at in range(12):
        store.desks.add("one", at, {"do": at})
    found = Store(store.path).desks.load("one", "me")
    assert found is not None
    assert [step["do"] for step in found.steps] == list(range(12))


def test_a_step_takes_the_place_of_all_that_came_after_it(store: Store) -> None:
    store.desks.begin("one", "me", {})
    for at, step in ((0, "a"), (1, "b"), (2, "c"), (1, "d")):
        store.desks.add("one", at, {"do": step})
    found = store.desks.load("one", "me")
    assert found is not None
    assert [step["do"] for step in found.steps] == ["a", "d"]


def test_no_browser_sees_the_hand_of_another(store: Store) -> None:
    store.desks.begin("one", "me", {})
    assert store.desks.load("one", "you") is None
    assert store.desks.last("you") is None
    assert store.desks.last("me") == "one"


def test_only_the_hands_touched_last_are_kept(store: Store) -> None:
    store.desks.begin("yours", "you", {})
    for number in range(MAX_HANDS + 3):
        store.desks.begin(str(number), "me", {})
        store.desks.add("0", 0, {"do": "touched"})
    left = [number for number in range(MAX_HANDS + 3) if store.desks.load(str(number), "me")]
    assert left == [0, *range(4, MAX_HANDS + 3)]
    assert store.desks.load("yours", "you") is not None


def test_browsers_with_many_hands_lose_their_oldest_and_nobody_their_newest(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "MAX_ALL_HANDS", 30)
    store.desks.begin("hers", "ann", {})
    for number in range(105):
        for hand in range(3):
            store.desks.begin(f"{number} {hand}", f"name {number}", {})
    assert store.desks.load("hers", "ann") is not None
    with store.desks._file.look() as database:
        left = database.execute("SELECT whose, count(*), max(id) FROM desk GROUP BY whose").fetchall()
    assert len(left) == 106, "everybody keeps a hand"
    assert all(
        (count, last) == (1, f"{who.removeprefix('name ')} 2") for who, count, last in left if who != "ann"
    )


def test_the_largest_visitor_makes_room_first(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "MAX_ALL_HANDS", 8)
    for hand in range(3):
        store.desks.begin(f"ann {hand}", "ann", {})
    for hand in range(7):
        store.desks.begin(f"bo {hand}", "bo", {})
    left = [name for name in ("ann", "bo") for n in range(7) if store.desks.load(f"{name} {n}", name)]
    assert (left.count("ann"), left.count("bo")) == (3, 5)
    assert store.desks.load("bo 0", "bo") is None


def test_of_more_browsers_than_can_be_kept_those_go_that_nobody_used_for_a_day(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "MAX_ALL_HANDS", 2)
    monkeypatch.setattr(desks, "MAX_BROWSERS", 4)
    for number in range(6):
        store.desks.begin(str(number), str(number), {})
    assert all(store.desks.load(str(number), str(number)) for number in range(6))
    with store.desks._file.change() as database:
        database.execute("UPDATE desk SET touched = datetime('now', '-2 days') WHERE id IN ('4', '5')")
    store.desks.begin("new", "new", {})
    left = [number for number in (*map(str, range(6)), "new") if store.desks.load(number, number)]
    assert left == ["0", "1", "2", "3", "new"]


def test_a_hand_that_nobody_touches_goes(store: Store) -> None:
    store.desks.begin("old", "me", {})
    store.desks.begin("other", "me", {})
    with closing(File(store.path).open()) as database, database:
        late = f"-{DAYS + 1} days"
        database.execute("UPDATE desk SET touched = datetime('now', ?) WHERE id = 'old'", (late,))
    store.desks.begin("new", "me", {})
    assert store.desks.load("old", "me") is None
    assert store.desks.load("new", "me") is not None


def test_a_reading_that_is_deleted_takes_its_hand_along(store: Store) -> None:
    reading = store.history.add(
        "2026-01-01T00:00:00Z",
        {},
        HandRecord(
            "ema-2025", corrected=False, desk={}, situation={}, score=None, faces="", reds="", words=""
        ),
    )
    store.desks.begin("one", "me", {})
    store.desks.record("one", reading)
    store.history.delete(reading)
    assert store.desks.load("one", "me") is None


def test_a_step_of_a_hand_that_went_is_no_error(store: Store) -> None:
    store.desks.add("gone", 0, {"do": "anything"})
    assert store.desks.load("gone", "me") is None


def test_where_the_clock_was_put_back_a_new_hand_is_kept_all_the_same(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite3")
    for number in range(MAX_HANDS):
        store.desks.begin(f"old {number}", "me", {})
    with closing(sqlite3.connect(store.path)) as database, database:
        database.execute("UPDATE desk SET touched = '2099-01-01T00:00:00.000'")
    store.desks.begin("new", "me", {})
    assert store.desks.load("new", "me") is not None
    assert store.desks.last("me") == "new"


def test_where_the_clock_was_put_on_no_hand_is_let_go_of_at_once(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite3")
    for number in range(3):
        store.desks.begin(f"old {number}", "me", {})
    with closing(sqlite3.connect(store.path)) as database, database:
        # As if the clock said two months more from now on.
        database.execute("UPDATE desk SET touched = datetime('now', '-60 days')")
    store.desks.begin("new", "me", {})
    store.desks.begin("newer", "me", {})
    assert store.desks.load("old 0", "me") is not None
    assert store.desks.last("me") == "newer"
    with closing(sqlite3.connect(store.path)) as database, database:
        database.execute("UPDATE desk SET touched = datetime('now', '-31 days') WHERE id LIKE 'old%'")
    store.desks.begin("newest", "me", {})
    assert store.desks.load("old 0", "me") is None
    assert store.desks.load("new", "me") is not None
