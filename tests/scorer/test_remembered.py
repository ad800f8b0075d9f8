"""Tables that are filled as they are asked for, and properties that are computed once."""

from __future__ import annotations

from yakulens.scorer.remembered import Lazily, Remembered


def test_a_result_is_computed_once() -> None:
    asked: list[int] = []
    table = Remembered[int, int](lambda key: asked.append(key) or key + 1)
    assert [table[1], table[1], table[2]] == [2, 2, 3]
    assert asked == [1, 2]


def test_a_full_table_starts_anew() -> None:
    table = Remembered[int, int](lambda key: key, 3)
    assert [table[key] for key in range(10)] == list(range(10))
    assert dict(table) == {9: 9}


def test_a_lazy_property_is_computed_at_first_access() -> None:
    asked: list[str] = []

    class Owner:
        @Lazily
        def text(self) -> str:
            """The text."""
            asked.append("text")
            return "text"

    owner = Owner()
    assert asked == []
    assert owner.text == owner.text == "text"
    assert asked == ["text"]
    assert Owner.text.__doc__ == "The text."
