from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest

from yakulens.app.hand.from_json import FormError, from_json
from yakulens.models.evaluate.compare import Failure, Outcome
from yakulens.vision.desk import Desk, DeskMeld, Question

FAILURE = Failure("a.jpg", "extra_tile", "1m (0.50)")
OUTCOME = Outcome("a.jpg", "", "", 1, 1, 1, 1, 0, ((0.9, True), (1.0, False)), (FAILURE,), exact=False)


@pytest.mark.parametrize(
    "record",
    [
        OUTCOME,
        DeskMeld("pon", (0, 1, 2), "left"),
        Desk(concealed=(1, 2), win=3, questions=(Question("doubtful_face", (1,), ("5p", "0p")),)),
    ],
)
def test_a_record_comes_back_from_json_as_it_was(record: Any) -> None:  # noqa: ANN401 - any record
    assert from_json(type(record), json.loads(json.dumps(asdict(record)))) == record


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"answers": [[0.9]]}, "it.answers[0]: a list is wanted, not [0.9]"),
        ({"answers": [["high", True]]}, "it.answers[0][0]: a number is wanted, not 'high'"),
        ({"failures": [3]}, "it.failures[0]: an object is wanted, not 3"),
        ({"truths": True}, "it.truths: a whole number from 0 is wanted, not True"),
        ({"exact": 1}, "it.exact: true or false is wanted, not 1"),
        ({"file": None}, "it.file: a text is wanted, not None"),
    ],
)
def test_what_is_no_record_is_said_in_one_line(change: dict[str, Any], said: str) -> None:
    with pytest.raises(FormError) as caught:
        from_json(Outcome, asdict(OUTCOME) | change)
    assert str(caught.value) == said
