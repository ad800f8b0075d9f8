"""Without a camera, in a Firefox and in a WebKit: a further photo answers a doubt, the dora come from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import firefox, webkit
from tests.browser.conftest import SIZES
from tests.browser.doubtful import covered
from tests.tab import started

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

ASKS = "document.querySelector('#desk .yd-dock')?.dataset.asks"
OPTIONS = "document.querySelectorAll('.yd-options button').length"
TILES = "[...document.querySelectorAll('.yd-rows .yd-tile')].map(tile => tile.getAttribute('aria-label'))"
SHOWN = """Boolean(HTMLInputElement.prototype.click = function () {
  this.id = "shown";
  document.body.append(this);
})"""
"""A field that a script opens is put where a test can choose a file in it."""


@pytest.mark.long
@pytest.mark.parametrize("size", ["phone", "desk"])
@pytest.mark.parametrize("browsers", [firefox, webkit], ids=["firefox", "webkit"])
def test_without_a_camera_a_doubt_is_answered_by_a_further_photo_and_the_dora_are_taken_from_it(
    plain: str, root: Path, tmp_path: Path, browsers: ModuleType, size: str
) -> None:
    samples = root / "datasets" / "samples"
    with started(browsers, tmp_path) as page:
        page.resize(*SIZES[size])
        page.open(plain)
        page.wait_for("document.body.dataset.ready")
        filming = page.evaluate("Boolean(document.getElementById('finder'))")
        if filming:
            page.tap("#finder")
        page.wait_for("document.getElementById('camera')")  # no viewfinder: the device's own way to a photo
        page.give("#camera", covered(samples, tmp_path))
        page.wait_for(f"{ASKS}?.startsWith('question-doubtful_face')")
        page.wait_for("document.body.dataset.read")
        page.reload()
        page.wait_for(f"{ASKS}?.startsWith('question-doubtful_face')")
        page.tap('[data-key="chip-by"]')
        page.tap(".yd-options button")  # the hand is stored anew, over the photo that was taken out
        page.wait_for(f"document.querySelector('[data-key=chip-by][data-said=true]') && {ASKS} !== 'fact-by'")
        assert page.evaluate(SHOWN)
        page.tap(".yd-options button", page.evaluate(OPTIONS) - 1)
        if filming:  # after a reload it has to find again that there is no camera
            page.wait_for("document.getElementById('doing').textContent")
            page.tap(".yd-options button", page.evaluate(OPTIONS) - 1)
        page.wait_for("document.getElementById('shown')")
        page.give("#shown", samples / "riichi.jpg")
        page.wait_for(f"{ASKS} === 'fact-rules'")  # it has a red five
        read = page.evaluate(TILES)
        page.reload()
        page.wait_for(f"{ASKS} === 'fact-rules'")
        assert page.evaluate(TILES) == read
        page.answer(f"{ASKS} === ''")
        assert page.evaluate("document.querySelectorAll('#desk .yd-dora .yd-tile').length") == 1
        assert not page.faults
