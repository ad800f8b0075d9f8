"""The weights of the layout can be replaced, and each is described."""

from __future__ import annotations

import re
from dataclasses import fields, replace

import pytest

from tests.vision.layout.cases import Laid, detections, row
from yakulens.vision import layout
from yakulens.vision.layout.priors import DEFAULT_PRIORS, Priors

GROUPS = [field.name for field in fields(Priors)]


@pytest.mark.parametrize("group", GROUPS)
def test_each_weight_has_one_whole_sentence(group: str) -> None:
    kind = type(getattr(DEFAULT_PRIORS, group))
    described = (kind.__doc__ or "").partition("Attributes:")[2]
    sentences = {
        name: " ".join(text.split()) for name, text in re.findall(r"(\w+): ((?:.|\n {12})+)", described)
    }
    assert sentences.keys() == {field.name for field in fields(kind)}
    for text in sentences.values():
        assert re.fullmatch(r"[A-Z][^.]*\.", text), text


def test_another_weight_for_a_tile_apart_gives_another_winning_tile() -> None:
    hand = [*row("1m 2m 3m 4m 5m 6m 7p 8p 9p 2s 2s 8s 8s"), Laid("8s", 15.0)]
    assert layout.read(detections(hand)).win == 13
    never = replace(DEFAULT_PRIORS, winner=replace(DEFAULT_PRIORS.winner, right=-30.0))
    assert layout.read(detections(hand), priors=never).win is None


def test_the_weights_cannot_be_changed_in_place() -> None:
    with pytest.raises(AttributeError):
        DEFAULT_PRIORS.melds.meld = 0.0  # type: ignore[misc]
