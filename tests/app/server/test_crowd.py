"""So many pages may be open, and idle ones shut no door."""

from __future__ import annotations

import errno
import os
import resource
import sqlite3
from pathlib import Path

import pytest

from yakulens.app.server.crowd import MOST_OF_VISITOR, SILENT_S, Crowd, Seat, raised_limit
from yakulens.app.store.file import connect
from yakulens.app.store.trouble import trouble


class House:
    """A crowd with a clock of its own."""

    def __init__(self, most: int) -> None:
        self.time = 0.0
        self.crowd = Crowd(most, now=lambda: self.time)
        self.closed: list[str] = []

    def come(self, visitor: str, address: str) -> Seat | str:
        self.time += 0.001
        return self.crowd.enter(visitor, address, lambda: self.closed.append(visitor))


def test_one_browser_may_open_so_many_pages_and_then_closes_one_itself() -> None:
    house = House(100)
    seats = [house.come("ann", "here") for _ in range(MOST_OF_VISITOR)]
    assert house.come("ann", "there") == "too_many_of_yours"
    assert isinstance(house.come("bo", "here"), Seat)
    assert isinstance(seats[0], Seat)
    house.crowd.leave(seats[0])
    assert isinstance(house.come("ann", "here"), Seat)


def test_two_thousand_idle_pages_of_one_address_leave_room_for_every_other_and_for_its_own() -> None:
    house = House(100)
    for number in range(2_000):
        house.time += SILENT_S / 50
        house.come(f"name {number}", "here")
    assert len(house.closed) == 1_950, "one address has half of the pages"
    assert isinstance(house.come("ann", "there"), Seat)
    house.time += SILENT_S
    assert isinstance(house.come("bo", "here"), Seat), "who sits there as well finds a place too"
    assert "ann" not in house.closed
    assert "bo" not in house.closed


def test_who_says_something_keeps_their_page_and_the_silent_make_room() -> None:
    house = House(4)
    ann = house.come("ann", "a")
    for other in "bcd":
        house.come(other, other)
    house.time += SILENT_S + 1
    assert isinstance(ann, Seat)
    house.crowd.hear(ann)
    assert isinstance(house.come("new", "e"), Seat)
    assert house.closed == ["b"]


def test_where_everybody_is_busy_the_next_is_told_so() -> None:
    house = House(4)
    for each in "abcd":
        house.come(each, each)
    assert house.come("e", "e") == "too_many"
    assert house.closed == []


def test_the_rate_of_one_visitor_counts_over_all_their_pages() -> None:
    house = House(10)
    one, two, other = (house.come(who, "here") for who in ("ann", "ann", "bo"))
    assert isinstance(one, Seat)
    assert isinstance(two, Seat)
    assert isinstance(other, Seat)
    waits = [house.crowd.hear(seat) for seat in (one, two) * 40]
    assert waits[-1] > 0
    assert house.crowd.hear(other) == 0


def test_one_who_gives_themselves_many_names_says_no_more_than_their_address_may() -> None:
    house = House(1_000)
    waits = []
    for number in range(1_000):
        seat = house.come(f"name {number}", "here")
        assert isinstance(seat, Seat)
        waits.append(house.crowd.hear(seat))
        house.crowd.leave(seat)  # and come again under another name
    assert waits[0] == 0
    assert waits[-1] > 0
    other = house.come("ann", "there")
    assert isinstance(other, Seat)
    assert house.crowd.hear(other) == 0


def test_the_limit_of_open_files_is_raised_as_far_as_the_system_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_to: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: set_to.append(limits))
    for now, raised in (((1_024, 4_096), 4_096), ((1_024, 1_048_576), 65_536), ((100_000, 100_000), 100_000)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, now=now: now)
        assert raised_limit() == raised
    assert set_to == [(4_096, 4_096), (65_536, 1_048_576)]


def test_where_no_further_file_can_be_opened_the_store_is_not_blamed(tmp_path: Path) -> None:
    before, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = []
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (len(list(Path("/proc/self/fd").iterdir())) + 8, hard))
        with pytest.raises(OSError, match="Too many open files") as full:
            taken.extend(os.open(os.devnull, os.O_RDONLY) for _ in range(100))
        with pytest.raises(sqlite3.OperationalError) as unopened:
            connect(tmp_path / "a").execute("CREATE TABLE a (a)")
        said = trouble(full.value), trouble(unopened.value)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (before, hard))
        for each in taken:
            os.close(each)
    assert full.value.errno == errno.EMFILE
    assert said == ("crowded", "crowded")
    assert trouble(unopened.value) == "unusable"
