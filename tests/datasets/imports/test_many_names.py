"""Class names by the ten thousand are guessed in as many steps, and no message names them all."""

from __future__ import annotations

import pytest

from yakulens.app.cli.class_names import tiles_of_classes
from yakulens.app.cli.frame import UsageError
from yakulens.datasets.imports import names


class Meaning(str):
    """A tile that counts how often it is looked at."""

    __slots__ = ()
    looks = 0

    def __hash__(self) -> int:
        Meaning.looks += 1
        return super().__hash__()


def test_meanings_are_looked_at_a_few_times_each_however_many_names_there_are() -> None:
    count = 3_000
    meanings = {f"name {number}": (Meaning("5z"),) for number in range(count)} | {"w": ("3z", "5z")}
    Meaning.looks = 0
    assert names._rule_out(meanings)["w"] == ("3z",)
    assert 0 < Meaning.looks < 10 * count


def test_a_message_about_thousands_of_classes_names_the_first() -> None:
    classes = [f"{'thing' * 20} {number}" for number in range(4_000)]
    with pytest.raises(UsageError) as refused:
        tiles_of_classes(classes, [], "export", classes)
    assert "3,960 more" in str(refused.value)
    with pytest.raises(UsageError) as unknown:
        tiles_of_classes(classes, ["other=1m"], "export", classes)
    assert max(len(str(refused.value)), len(str(unknown.value))) < 4_000
