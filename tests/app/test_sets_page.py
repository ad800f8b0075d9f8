"""The page of tile sets: what it says of a set that was taught once and gains nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.app import state
from yakulens.app.lesson import LessonInHand
from yakulens.vision.learning.adaptation import AdaptationResult
from yakulens.vision.naming.tile_set import Examples, HeldOut, Layer, TileSet

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest


@pytest.mark.parametrize(("after", "keep"), [(90, "Keep it all the same"), (93, "Keep mine")])
def test_a_set_shown_once_is_measured_on_copies_and_kept_where_it_gains(
    after: int, keep: str, page: AppTest
) -> None:
    layer = Layer(np.zeros((39, 4), np.float32), np.zeros(39, np.float32), reds=False)
    none = Examples(np.zeros((0, 1, 4), np.float32), None, np.zeros(0, np.intp), np.zeros(0, np.intp))
    copied = {"1m": HeldOut(93, 90, after)}
    result = AdaptationResult(TileSet("mine", "", layer, none), {}, (), refined=False, copied=copied)
    page.session_state[state._KEY].lesson = LessonInHand("mine", result=result)
    page.switch_page("views/sets.py").run()
    assert not page.exception
    said = " ".join(each.proto.body for each in page.get("html"))
    assert f"Of 93 altered copies of these tiles, 90 were read right before and {after} now." in said
    assert "No red five was shown: every five is read as a plain one." in said
    assert ("This set was read well already" in said) is (after == 90)
    assert [button.label for button in page.button if button.key == "set-keep"] == [keep]
