"""Photos of many visitors are read fairly, and no more wait than can be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.app.readers.jobs import CrowdedError, TurnQueue


def test_whoever_comes_with_one_photo_comes_before_anothers_second() -> None:
    queue = TurnQueue[str]()
    for item in ("Ann 1", "Ann 2", "Ann 3", "Bo 1"):
        queue.add(item, item.split()[0])
    assert [queue.start_next() for _ in range(4)] == ["Ann 1", "Bo 1", "Ann 2", "Ann 3"]
    assert queue.start_next() is None


def test_what_is_read_counts_as_a_visitors_first() -> None:
    queue = TurnQueue[str]()
    queue.add("Ann 1", "Ann")
    assert queue.start_next() == "Ann 1"
    queue.add("Ann 2", "Ann")
    queue.add("Bo 1", "Bo")
    assert (queue.before("Ann 1"), queue.before("Bo 1"), queue.before("Ann 2")) == (0, 1, 2)
    queue.remove("Ann 1")
    queue.add("Cy 1", "Cy")
    assert [queue.before(item) for item in ("Ann 2", "Bo 1", "Cy 1")] == [0, 1, 2]


def test_whoever_leaves_holds_up_nobody() -> None:
    queue = TurnQueue[str]()
    for item in ("Ann", "Bo", "Cy"):
        queue.add(item, item)
    queue.remove("Bo")
    assert (queue.start_next(), queue.start_next()) == ("Ann", "Cy")
    queue.add("Di", "Di")
    assert queue.before("Di") == 2
    queue.remove("Ann")
    assert queue.before("Di") == 1
    queue.drop_waiting(lambda item: item == "Di")
    assert queue.start_next() is None


def test_the_line_and_each_visitors_part_of_it_have_an_end() -> None:
    queue = TurnQueue[int](max_waiting=3, max_of_one=2)
    queue.add(1, "Ann")
    queue.add(2, "Ann")
    with pytest.raises(CrowdedError):
        queue.add(3, "Ann")
    queue.add(4, "Bo")
    with pytest.raises(CrowdedError):
        queue.add(5, "Cy")
    queue.start_next()
    queue.add(6, "Cy")


@given(st.lists(st.sampled_from("abcd")), st.lists(st.sampled_from("abcd"), max_size=3))
def test_nobody_is_started_twice_while_another_waits_for_a_first(
    waiting: list[str], started: list[str]
) -> None:
    queue = TurnQueue[int](max_waiting=1000, max_of_one=1000)
    for index, visitor in enumerate(started):
        queue.add(-1 - index, visitor)
        queue.start_next()
    for index, visitor in enumerate(waiting):
        queue.add(index, visitor)
    order = [queue.start_next() for _ in waiting]
    assert sorted(order) == list(range(len(waiting)))
    counts = {visitor: started.count(visitor) for visitor in "abcd"}
    remaining = {visitor: waiting.count(visitor) for visitor in "abcd"}
    for index in order:
        visitor = waiting[index]
        assert all(counts[visitor] <= counts[other] for other, more in remaining.items() if more)
        counts[visitor] += 1
        remaining[visitor] -= 1


def test_who_waits_once_more_does_so_behind_all_others() -> None:
    queue = TurnQueue()
    for each in ("Ann", "Bo"):
        queue.add(each, each)
    queue.requeue(queue.start_next())
    assert (queue.start_next(), queue.start_next()) == ("Bo", "Ann")
