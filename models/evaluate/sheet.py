"""Contact sheets: rows of pictures with captions, mainly of the photos that are read worst."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.models.evaluate.compare import Outcome

_WORST: Final = 30
_CELL: Final = 720
_TALLEST: Final = 640
_COLUMNS: Final = 3
_LINE: Final = 20
_LINES: Final = 5
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
_SCALE: Final = 0.55
_LETTER: Final = 8
"""Width of a letter in pixels; longer lines are cut off."""
_INK: Final = (30, 30, 30)
_TITLE: Final = 34
"""Height of a title, pixels."""
_GROUND: Final = (226, 230, 234)


class LegendEntry(NamedTuple):
    """An entry of a legend: a colour of the pictures, and what it means."""

    colour: tuple[int, int, int]
    words: str


def titled(title: str, wide: int, legend: Sequence[LegendEntry] = ()) -> NDArray[np.uint8]:
    """A band with a title, and a legend behind it, ``(34, wide, 3)`` uint8 RGB.

    >>> titled("photos", 320, [LegendEntry((0, 130, 60), "right")]).shape
    (34, 320, 3)
    """
    band = np.full((_TITLE, wide, 3), _GROUND, np.uint8)
    x = 8
    for colour, words in [(None, title), *((key.colour, key.words) for key in legend)]:
        if colour is not None:
            cv2.rectangle(band, (x, 9), (x + 16, _TITLE - 9), colour, cv2.FILLED)
            x += 22
        text = _ascii(words)
        cv2.putText(band, text, (x, _TITLE - 12), _FONT, _SCALE, _INK, 1, cv2.LINE_AA)
        x += cv2.getTextSize(text, _FONT, _SCALE, 1)[0][0] + 22
    return band


def _ascii(text: str) -> str:
    """What OpenCV's built-in font can draw: it has only ASCII letters."""
    return text.encode("ascii", "replace").decode()


def worst(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The thirty photos with the most failures, without photos that have none."""
    failed = [outcome for outcome in outcomes if outcome.failures]
    return sorted(failed, key=lambda outcome: -len(outcome.failures))[:_WORST]


def contact_sheet(
    outcomes: Sequence[Outcome],
    picture: Callable[[Outcome], NDArray[np.uint8]],
    title: str = "",
    legend: Sequence[LegendEntry] = (),
) -> NDArray[np.uint8]:
    """Draw outcomes, at least one, in order as ``(H, W, 3)`` uint8 RGB, three cells per row on white.

    ``picture`` returns an outcome's photo, ``(h, w, 3)`` uint8 RGB. The title and the legend stand above.
    """
    rows = captioned([_cell(outcome, picture(outcome)) for outcome in outcomes], _COLUMNS, _CELL)
    return np.concatenate([titled(title, rows.shape[1], legend), rows]) if title else rows


def captioned(
    cells: Sequence[tuple[NDArray[np.uint8], Sequence[str]]], columns: int, wide: int
) -> NDArray[np.uint8]:
    """Draw pictures, at least one, in rows with lines of text below each, on white.

    The result is ``(H, columns * wide, 3)`` uint8 RGB. Each picture is ``(h, w, 3)`` uint8 RGB and no wider
    than a column of ``wide`` pixels.

    >>> captioned([(np.zeros((192, 160, 3), np.uint8), ["7s as 8s"])], columns=8, wide=160).shape
    (214, 1280, 3)
    """
    rows = []
    for start in range(0, len(cells), columns):
        row = cells[start : start + columns]
        height = max(len(picture) + _LINE * len(lines) for picture, lines in row) + 2
        band = np.full((height, columns * wide, 3), 255, np.uint8)
        for column, (picture, lines) in enumerate(row):
            x = column * wide
            band[: len(picture), x : x + picture.shape[1]] = picture
            for number, line in enumerate(lines, start=1):
                text = _ascii(line[: wide // _LETTER])
                position = (x + 4, len(picture) + number * _LINE - 4)
                cv2.putText(band, text, position, _FONT, 0.45, _INK, 1, cv2.LINE_AA)
        rows.append(band)
    return np.concatenate(rows)


def _cell(outcome: Outcome, pixels: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], list[str]]:
    scale = min((_CELL - 8) / pixels.shape[1], _TALLEST / pixels.shape[0])
    size = max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale))
    lines = [outcome.file, *(f"{failure.kind}: {failure.detail}" for failure in outcome.failures)]
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 1], f"and {len(lines) - _LINES + 1} more"]
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8), lines
