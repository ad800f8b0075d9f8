"""What Python tells of a score by name is what the browser's pieces draw by name."""

from __future__ import annotations

import re

import pytest

from yakulens.app.hand import shown
from yakulens.app.server.kept_files import WEB

ONE = shown.tile("en", "5z")
TOLD = {
    "tile": shown.tile("en", "7z", "rotated", won=True),
    "change": shown.change("en", 8000),
    "cell": shown.cell("Dora", "num", gloss="twice", tiles=[ONE], strong=True, difference=ONE, was="1"),
    "fold": shown.fold("more", "More", note="so", readings=[ONE], tables=[ONE]),
}
"""Each piece with all that may be said of it, by the function of ``app/web/pieces.js`` that draws it."""


@pytest.mark.parametrize("piece", TOLD)
def test_whatever_is_told_of_a_piece_is_taken_by_what_draws_it(piece: str) -> None:
    script = (WEB / "pieces.js").read_text(encoding="utf-8")
    (taken,) = re.findall(rf"function {piece}\(\{{(.*?)\}}", script)
    assert TOLD[piece].keys() <= set(re.findall(r"(\w+)(?=\s*[,:=]|\s*$)", taken))
