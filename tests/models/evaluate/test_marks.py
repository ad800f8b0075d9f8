"""What is wrong with a reading is marked on its photo in the colours of the legend."""

from __future__ import annotations

import numpy as np
import pytest

from tests.models.evaluate.test_compare import boxed, tile, tiles
from yakulens.datasets.truth import LabelledHand
from yakulens.models.evaluate import marks, sheet
from yakulens.models.evaluate.compare import compare_boxes
from yakulens.vision import overlay
from yakulens.vision.reading import Reading

RIGHT, WRONG, MISSED, EXTRA, OUTSIDE = (key.colour for key in marks.LEGEND)
PIXELS = np.zeros((100, 800, 3), np.uint8)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[int, int, int]]]:
    """The words and colours of what is drawn, in order."""
    found: list[tuple[str, tuple[int, int, int]]] = []
    draw = overlay.draw_named

    def note(pixels: np.ndarray, named: list[overlay.Named]) -> np.ndarray:
        found.extend((each.words, each.colour) for each in named)
        return draw(pixels, named)

    monkeypatch.setattr(overlay, "draw_named", note)
    return found


def test_wrong_missed_and_extra_tiles_of_boxes_have_each_a_colour(
    drawn: list[tuple[str, tuple[int, int, int]]],
) -> None:
    reading = Reading((tile(0, "1m"), tile(1, "3s"), tile(2, "9p", x=600), tile(3, "back", x=700)))
    assert marks.marked(PIXELS, reading, [boxed("1m", "2s", "5z")]).shape == (175, 1400, 3)
    assert drawn == [
        ("1m", RIGHT),
        ("3s, not 2s", WRONG),
        ("9p", EXTRA),
        ("back", OUTSIDE),
        ("missed 5z", MISSED),
    ]


def test_wrong_tiles_of_a_hand_have_what_may_be_meant(drawn: list[tuple[str, tuple[int, int, int]]]) -> None:
    reading = Reading(tiles("1m", "3s", "9p", "7z"), concealed=(0, 1, 2))
    truth = LabelledHand("a.jpg", "", "", ("1m", "2s"), None, ())
    marks.marked(PIXELS, reading, [truth])
    assert drawn[0] == ("1m", RIGHT)
    assert sorted(drawn[1:3], key=lambda each: len(each[0])) in (
        [("9p", EXTRA), ("3s, not 2s", WRONG)],
        [("3s", EXTRA), ("9p, not 2s", WRONG)],
    )
    assert drawn[3] == ("7z", OUTSIDE)


def test_the_sheet_has_a_legend_above() -> None:
    outcome = compare_boxes(Reading(tiles("3s")), boxed("2s"))
    plain = sheet.contact_sheet([outcome], lambda _: PIXELS)
    shown = sheet.contact_sheet([outcome], lambda _: PIXELS, "photos", marks.LEGEND)
    assert len(shown) > len(plain)
    head = shown[: len(shown) - len(plain)].reshape(-1, 3)
    assert all((head == key.colour).all(axis=1).any() for key in marks.LEGEND)
