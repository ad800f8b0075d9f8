"""Six tile sets with other signs than a mahjong set's: numerals, letters, fruit, pips, pictures.

Some of their faces are another face's upside down (6 and 9, b and q, one pip over two), as on sets for sale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tests.models.teach.designs import OddSet
from yakulens.vision.labels import BACK, LABELS, OTHER, RED_FIVES, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

_HEIGHT, _WIDTH = 160, 120
_INKS: Final = {"m": (30, 30, 36), "p": (24, 60, 150), "s": (20, 110, 60), "z": (110, 40, 120)}
_RED: Final = (200, 30, 40)
_ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_HONOURS: Final = "ESWNHGR"
_LETTERS: Final = {"m": "bqdpnuMW6", "p": "9AFGJKLPR", "s": "TUVY23457", "z": "EChBQrX"}
"""Letters and digits in one ink; the first eleven are pairs, each the other one upside down."""
_FRUIT: Final = {"m": (205, 40, 48), "p": (226, 170, 30), "s": (120, 50, 150)}
_MEANS: Final = {"m": 1, "p": 2, "s": 3}
_BLANK: Final = "5z"


def strange_sets() -> tuple[OddSet, ...]:
    """The six sets."""
    drawn: tuple[tuple[str, Callable[[str], Image.Image]], ...] = (
        ("roman numerals and a letter", _roman),
        ("numerals alone, suits by ink", _numeral),
        ("letters alone", _letter),
        ("fruit by number", _fruit),
        ("a picture each", _picture),
        ("pips over pips", _pips),
    )
    return tuple(OddSet(name, _faces(draw), None, 60 + k) for k, (name, draw) in enumerate(drawn))


def _faces(draw: Callable[[str], Image.Image]) -> NDArray[np.uint8]:
    """``(39, 160, 120, 4)`` uint8 RGBA; the white and the back are blank."""
    blank = Image.new("RGBA", (_WIDTH, _HEIGHT))
    return np.stack([np.asarray(blank if label in {BACK, _BLANK} else draw(label)) for label in LABELS])


def _ink(label: str) -> tuple[int, int, int]:
    if label == OTHER:
        return (150, 90, 20)
    return _RED if label in RED_FIVES else _INKS[label[1]]


def _number(label: str) -> int:
    return int(plain(label)[0])


def _written(lines: Sequence[str], ink: tuple[int, int, int], size: int) -> Image.Image:
    """Words below each other, in the middle of a face."""
    picture = Image.new("RGBA", (_WIDTH, _HEIGHT))
    draw = ImageDraw.Draw(picture)
    for k, line in enumerate(lines):
        middle = _WIDTH / 2, _HEIGHT * (2 * k + 1) / (2 * len(lines))
        font = ImageFont.load_default(size)
        while font.getlength(line) > _WIDTH - 16:
            size -= 4
            font = ImageFont.load_default(size)
        draw.text(middle, line, font=font, fill=(*ink, 255), anchor="mm", stroke_width=2)
    return picture


def _honour(label: str) -> str:
    return "*" if label == OTHER else _HONOURS[_number(label) - 1]


def _roman(label: str) -> Image.Image:
    if label == OTHER or label[1] == "z":
        return _written([_honour(label)], _ink(label), 110)
    return _written([_ROMAN[_number(label) - 1], {"m": "C", "p": "D", "s": "B"}[label[1]]], _ink(label), 66)


def _numeral(label: str) -> Image.Image:
    sign = _honour(label) if label == OTHER or label[1] == "z" else str(_number(label))
    return _turnable(sign, _ink(label))


def _letter(label: str) -> Image.Image:
    sign = "*" if label == OTHER else _LETTERS[label[1]][_number(label) - 1]
    return _turnable(sign, _RED if label in RED_FIVES else (20, 40, 110))


def _turnable(sign: str, ink: tuple[int, int, int]) -> Image.Image:
    """A sign, 9 as 6 upside down and so on, in the exact middle: nothing but its stand tells which it is."""
    turned = {"9": "6", "q": "b", "p": "d", "u": "n", "W": "M"}
    picture = np.asarray(_written([turned.get(sign, sign)], ink, 120))
    rows, columns = (np.flatnonzero(picture[..., 3].any(axis=axis)) for axis in (1, 0))
    shift = (
        (_HEIGHT - 1 - rows[0] - rows[-1]) // 2,
        (_WIDTH - 1 - columns[0] - columns[-1]) // 2,
    )
    centred = np.roll(picture, shift, axis=(0, 1))
    return Image.fromarray(centred[::-1, ::-1].copy() if sign in turned else centred)


def _fruit(label: str) -> Image.Image:
    """So many round fruits, laid like circles; the suit is told by their colour."""
    if label == OTHER or label[1] == "z":
        return _written([_honour(label)], _ink(label), 110)
    count = _number(label)
    columns = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2}.get(count, 3)
    rows = -(-count // columns)
    radius = int(min(_WIDTH / columns, _HEIGHT / rows) * 0.38)
    picture = np.zeros((_HEIGHT, _WIDTH, 4), np.uint8)
    for k in range(count):
        row, column = divmod(k, columns)
        inside = min(columns, count - row * columns)
        middle = (
            int(_WIDTH * (2 * column + 1 + columns - inside) / (2 * columns)),
            int(_HEIGHT * (2 * row + 1) / (2 * rows)),
        )
        ink = (90, 190, 60) if label in RED_FIVES else _FRUIT[label[1]]
        cv2.circle(picture, middle, radius, (*ink, 255), -1, cv2.LINE_AA)
        cv2.circle(picture, middle, radius, (40, 30, 20, 255), 2, cv2.LINE_AA)
        stalk = middle[0] + radius // 3, middle[1] - radius
        cv2.line(picture, (middle[0], middle[1] - radius // 2), stalk, (30, 90, 30, 255), 3, cv2.LINE_AA)
    return Image.fromarray(picture)


def _picture(label: str) -> Image.Image:
    """Three coloured shapes, others for each face."""
    rng = np.random.default_rng([LABELS.index(label), 77])
    picture = np.zeros((_HEIGHT, _WIDTH, 4), np.uint8)
    for _ in range(3):
        angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 9))))
        radii = rng.uniform(14, 52, len(angles))
        middle = rng.uniform((38, 50), (_WIDTH - 38, _HEIGHT - 50))
        points = middle + np.stack([np.cos(angles), np.sin(angles)], axis=1) * radii[:, None]
        ink = tuple(int(value) for value in rng.integers(10, 215, 3))
        cv2.fillPoly(picture, [points.round().astype(np.int32)], (*ink, 255), cv2.LINE_AA)
    return Image.fromarray(picture)


def _pips(label: str) -> Image.Image:
    """A number of pips over one to three pips for the suit, as on dominoes; honours are letters."""
    if label == OTHER or label[1] == "z":
        return _written([_honour(label)], _ink(label), 110)
    picture = np.zeros((_HEIGHT, _WIDTH, 4), np.uint8)
    ink = _RED if label in RED_FIVES else (30, 30, 36)
    cv2.line(picture, (14, _HEIGHT // 2), (_WIDTH - 14, _HEIGHT // 2), (*ink, 255), 3)
    for half, count in enumerate((_number(label), _MEANS[label[1]])):
        for x, y in _places(count):
            middle = round(_WIDTH * (0.25 + 0.25 * x)), round(_HEIGHT * (0.12 + 0.13 * y + 0.5 * half))
            cv2.circle(picture, middle, 8, (*ink, 255), -1, cv2.LINE_AA)
    return Image.fromarray(picture)


def _places(count: int) -> list[tuple[int, int]]:
    """The places of so many pips in three columns and three rows, the same upside down."""
    corners, sides, middles = [(0, 0), (2, 2), (2, 0), (0, 2)], [(0, 1), (2, 1)], [(1, 0), (1, 2)]
    every = [*corners, *sides, *middles]
    return [*every[: count // 2 * 2], *([(1, 1)] if count % 2 else [])]
