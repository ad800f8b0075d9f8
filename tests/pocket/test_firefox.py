"""The page in a Firefox, which has other engines: it reads what Python reads, and taps lead to the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.pocket.firefox import installed, started
from tests.pocket.reading import hand
from yakulens.app.words.questions import in_english
from yakulens.vision.picture.photo import load
from yakulens.vision.progressive import read_photo
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from pathlib import Path

OPTIONS = "[...document.querySelectorAll('#desk .yd-options button:not([disabled])')]"
HEADLINE = "document.querySelector('#result .yl-points')?.textContent"


def test_a_photo_is_read_and_scored_in_a_firefox(plain: str, root: Path, tmp_path: Path) -> None:
    program = installed()
    if program is None:
        pytest.skip("no firefox is installed")
    photo = root / "datasets" / "samples" / "four-melds.jpg"
    with started(program, tmp_path) as page:
        page.open(plain)
        page.wait_for("document.body.dataset.ready")
        page.give("#library", photo)
        page.wait_for("document.body.dataset.read")
        theirs = page.evaluate("window.yakulens.reading")
        ours = read_photo(load(photo), Recogniser.load(threads=1)).reading.to_json(in_english)
        assert hand(theirs) == hand(ours)
        for _ in range(6):  # how it was won, and what else is asked, each by its first answer
            if page.evaluate(HEADLINE):
                break
            page.wait_for(f"{OPTIONS}.length")
            page.evaluate(f"{OPTIONS}[0].click()")
            page.wait_for(
                "document.querySelector('.yd').dataset.heard === document.querySelector('.yd').dataset.sent"
            )
        assert any(letter.isdigit() for letter in page.evaluate(HEADLINE))
