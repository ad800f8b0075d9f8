"""Photos of many visitors are read fairly, and no more wait than can be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.app.turns import CrowdedError, Line, in_turn


def test_whoever_comes_with_one_photo_comes_before_anothers_second() -> None:
    line = Line[str]()
    for item in ("Ann 1", "Ann 2", "Ann 3", "Bo 1"):
        line.come(item, item.split()[0])
    assert [line.begin() for _ in range(4)] == ["Ann 1", "Bo 1", "Ann 2", "Ann 3"]
    assert line.begin() is None


def test_what_is_read_counts_as_a_visitors_first() -> None:
    line = Line[str]()
    line.come("Ann 1", "Ann")
    assert line.begin() == "Ann 1"
    line.come("Ann 2", "Ann")
    line.come("Bo 1", "Bo")
    assert (line.before("Ann 1"), line.before("Bo 1"), line.before("Ann 2")) == (0, 1, 2)
    line.go("Ann 1")
    line.come("Cy 1", "Cy")
    assert [line.before(item) for item in ("Ann 2", "Bo 1", "Cy 1")] == [0, 1, 2]


def test_whoever_leaves_holds_up_nobody() -> None:
    line = Line[str]()
    for item in ("Ann", "Bo", "Cy"):
        line.come(item, item)
    line.go("Bo")
    assert (line.begin(), line.begin()) == ("Ann", "Cy")
    line.come("Di", "Di")
    assert line.before("Di") == 2
    line.go("Ann")
    assert line.before("Di") == 1
    line.leave(lambda item: item == "Di")
    assert line.begin() is None


def test_the_line_and_each_visitors_part_of_it_have_an_end() -> None:
    line = Line[int](most=3, most_of_one=2)
    line.come(1, "Ann")
    line.come(2, "Ann")
    with pytest.raises(CrowdedError):
        line.come(3, "Ann")
    line.come(4, "Bo")
    with pytest.raises(CrowdedError):
        line.come(5, "Cy")
    line.begin()
    line.come(6, "Cy")


@given(st.lists(st.sampled_from("abcd")), st.lists(st.sampled_from("abcd"), max_size=3))
def test_nobody_is_begun_twice_while_another_waits_for_a_first(waiting: list[str], begun: list[str]) -> None:
    order = in_turn(waiting, begun)
    assert sorted(order) == list(range(len(waiting)))
    had = {whose: begun.count(whose) for whose in "abcd"}
    left = {whose: waiting.count(whose) for whose in "abcd"}
    for place in order:
        whose = waiting[place]
        assert all(had[whose] <= had[other] for other, more in left.items() if more)
        had[whose] += 1
        left[whose] -= 1


def test_who_waits_once_more_does_so_behind_all_others() -> None:
    line = Line()
    for each in ("Ann", "Bo"):
        line.come(each, each)
    line.again(line.begin())
    assert (line.begin(), line.begin()) == ("Bo", "Ann")
