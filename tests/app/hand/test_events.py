from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.app.hand.events import Reply, Turn, decode, edit_of, last_number
from yakulens.app.hand.from_json import FormError
from yakulens.vision.desk import typed

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_whatever_is_sent_is_decoded_or_refused(message: Any) -> None:  # noqa: ANN401 - any JSON value
    try:
        found = decode(message)
    except FormError:
        found = []
    assert all(number <= last_number(message) for number, _ in found)


@pytest.mark.parametrize(
    ("event", "where"),
    [
        ({"do": "fly"}, "events[0].do"),
        ({"do": "face", "uid": True, "face": "1m"}, "events[0].uid"),
        ({"do": "move", "uid": 1, "place": "pocket"}, "events[0].place"),
        ({"do": "say", "field": "seat", "value": "up"}, "events[0].value"),
        ({"do": "box", "box": [3, 3, 1, 1]}, "events[0].box"),
        ({"do": "box", "box": [0, 0, float("nan"), 1]}, "events[0].box"),
        ({"do": "undo", "n": -1}, "events[0].n"),
    ],
)
def test_a_refusal_says_where_and_what_was_wanted(event: dict[str, Any], where: str) -> None:
    with pytest.raises(FormError, match="wanted") as caught:
        decode({"events": [{"n": 1} | event]})
    assert str(caught.value).startswith(where)


def test_a_turned_tile_says_who_discarded_it() -> None:
    desk = typed.hand("23m55p +4m [777z]")
    first, middle, last = desk.melds[0].tiles
    found = [edit_of(desk, Turn(uid, turned=True)) for uid in (first, middle, last)]
    assert [getattr(each, "origin", "") for each in found] == ["left", "across", "right"]
    assert edit_of(desk, Turn(desk.concealed[0], turned=True)) is None


def test_an_answer_to_a_question_that_is_gone_means_nothing() -> None:
    assert edit_of(typed.hand("23m55p +4m"), Reply(0, "doubtful_face", "5p")) is None
