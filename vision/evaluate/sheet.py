"""A contact sheet of the photos that were read worst, each with what went wrong below it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from yakulens.vision.evaluate.compare import Outcome

WORST: Final = 30
_CELL: Final = 720
_TALLEST: Final = 640
_COLUMNS: Final = 3
_LINE: Final = 20
_LINES: Final = 5
_LETTERS: Final = 80
_INK: Final = (30, 30, 30)


def worst(outcomes: Sequence[Outcome], count: int = WORST) -> list[Outcome]:
    """The photos with the most failures, at most ``count``; none of those without one.

    >>> from yakulens.vision.evaluate.compare import compare_hand
    >>> from yakulens.vision.evaluate.truth import LabelledHand
    >>> from yakulens.vision.reading import Reading, ReadTile
    >>> quad = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
    >>> reading = Reading((ReadTile(0, "5m", 0.9, quad), ReadTile(1, "6m", 0.9, quad)), concealed=(0, 1))
    >>> outcome = compare_hand(reading, LabelledHand("a.jpg", "", "", ("5m", "7m"), None, ()), 0.85)
    >>> [failed.file for failed in worst([outcome])]
    ['a.jpg']
    """
    failed = [outcome for outcome in outcomes if outcome.failures]
    return sorted(failed, key=lambda outcome: -len(outcome.failures))[:count]


def contact_sheet(
    outcomes: Sequence[Outcome], picture: Callable[[Outcome], NDArray[np.uint8]]
) -> NDArray[np.uint8]:
    """``(H, W, 3)`` uint8 RGB: three cells a row, white where there is nothing.

    Args:
        outcomes: what to show, in order.
        picture: the photo to show for one, ``(h, w, 3)`` uint8 RGB.

    >>> from yakulens.vision.evaluate.compare import compare_hand
    >>> from yakulens.vision.evaluate.truth import LabelledHand
    >>> from yakulens.vision.reading import Reading, ReadTile
    >>> quad = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
    >>> reading = Reading((ReadTile(0, "5m", 0.9, quad), ReadTile(1, "6m", 0.9, quad)), concealed=(0, 1))
    >>> outcome = compare_hand(reading, LabelledHand("a.jpg", "", "", ("5m", "7m"), None, ()), 0.85)
    >>> contact_sheet([outcome], lambda _: np.zeros((300, 400, 3), np.uint8)).shape
    (654, 2160, 3)
    """
    cells = [_cell(outcome, picture(outcome)) for outcome in outcomes]
    rows = []
    for start in range(0, len(cells), _COLUMNS):
        row = cells[start : start + _COLUMNS]
        height = max(cell.shape[0] for cell in row)
        band = np.full((height, _CELL * _COLUMNS, 3), 255, np.uint8)
        for column, cell in enumerate(row):
            band[: cell.shape[0], column * _CELL : (column + 1) * _CELL] = cell
        rows.append(band)
    return np.concatenate(rows) if rows else np.full((_LINE, _CELL, 3), 255, np.uint8)


def _cell(outcome: Outcome, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    scale = min((_CELL - 8) / pixels.shape[1], _TALLEST / pixels.shape[0])
    size = max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    lines = [outcome.file, *(f"{failure.kind}: {failure.detail}" for failure in outcome.failures)]
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 1], f"and {len(lines) - _LINES + 1} more"]
    cell = np.full((small.shape[0] + _LINE * (_LINES + 1), _CELL, 3), 255, np.uint8)
    cell[: small.shape[0], : small.shape[1]] = small
    for number, line in enumerate(lines, start=1):
        # OpenCV's own letters are ASCII.
        text = line[:_LETTERS].encode("ascii", "replace").decode()
        place = (4, small.shape[0] + number * _LINE)
        cv2.putText(cell, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.45, _INK, 1, cv2.LINE_AA)
    return cell
