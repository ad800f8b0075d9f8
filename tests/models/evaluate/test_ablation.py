"""What each stage gives and costs: variants as data, photos counted, times as shares of the whole."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from yakulens.models.evaluate.ablation import AS_IT_IS, ablate, to_table, variant, variants
from yakulens.models.evaluate.compare import Failure, Outcome
from yakulens.vision.stages import EVERY_STAGE, Stages

EXACT = Outcome("a.jpg", "", "", 14, 14, 14, 0, 0, (), (), exact=True, structure=True)
SILENT = replace(EXACT, exact=False, failures=(Failure("a.jpg", "silent_wrong_hand", ""),))


def test_each_variant_lacks_one_stage_and_the_first_none() -> None:
    whole, *others = variants().values()
    assert whole == EVERY_STAGE
    assert len(others) == len(fields(Stages))
    for stages in others:
        assert sum(not getattr(stages, field.name) for field in fields(Stages)) == 1


def test_a_stage_that_is_none_cannot_be_left_out() -> None:
    with pytest.raises(TypeError):
        EVERY_STAGE.without("luck")


def test_hands_are_counted_and_times_taken_of_what_was_read() -> None:
    line = variant("x", [(EXACT, 10.0), (SILENT, 30.0), (EXACT, 0.0)])
    assert (line.exact.hits, line.exact.total, line.silent) == (2, 3, 1)
    assert (line.median_ms, line.worst_ms) == (20.0, 30.0)


def test_every_variant_reads_each_photo_before_the_next_photo_comes() -> None:
    order = []

    def reading(name: str):  # noqa: ANN202 - a generator of pairs
        for photo in ("a", "b"):
            order.append(photo + name)
            yield EXACT, {"detect": 1.0}

    found = ablate({AS_IT_IS: lambda: reading("1"), "without luck": lambda: reading("2")})
    assert order == ["a1", "a2", "b1", "b2"]
    assert [line.name for line in found] == [AS_IT_IS, "without luck"]


def test_the_table_shows_times_beside_those_with_every_stage() -> None:
    whole, part = variant(AS_IT_IS, [(EXACT, 200.0)]), variant("without luck", [(SILENT, 50.0)])
    lines = to_table([whole, part]).splitlines()
    assert lines[2] == "| as it is | 1/1 | 1/1 | 14/14 | 14/14 | 0 | 200 (100%) | 200 (100%) |"
    assert lines[3] == "| without luck | 0/1 | 1/1 | 14/14 | 14/14 | 1 | 50 (25%) | 50 (25%) |"
