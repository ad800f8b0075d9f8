"""The page in a Firefox and in a WebKit: their engines read what Python reads, and they keep it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import firefox, webkit
from tests.pocket.reading import hand
from tests.tab import started
from yakulens.app.words.questions import in_english
from yakulens.vision.picture.photo import load
from yakulens.vision.progressive import read_photo
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

HEADLINE = "document.querySelector('#result .yl-points')?.textContent"


@pytest.mark.parametrize("browsers", [firefox, webkit], ids=["firefox", "webkit"])
def test_a_photo_is_read_scored_and_still_there_after_a_reload(
    plain: str, root: Path, tmp_path: Path, browsers: ModuleType
) -> None:
    photo = root / "datasets" / "samples" / "four-melds.jpg"
    with started(browsers, tmp_path) as page:
        page.open(plain)
        page.wait_for("document.body.dataset.offline === 'ready'")
        page.give("#library", photo)
        page.wait_for("document.body.dataset.read")
        theirs = page.evaluate("window.yakulens.reading")
        ours = read_photo(load(photo), Recogniser.load(threads=1)).reading.to_json(in_english)
        assert hand(theirs) == hand(ours)
        page.answer(HEADLINE)
        score = page.evaluate(HEADLINE)
        assert any(letter.isdigit() for letter in score)
        assert page.evaluate("document.getElementById('doing').textContent") == "", "the photo is stored"
        page.reload()
        page.wait_for(f"{HEADLINE} === {score!r}")
        page.wait_for("document.querySelector('#desk .yd-stage canvas').dataset.shows")
        assert not page.faults
