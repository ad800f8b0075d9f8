from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yakulens.vision.desk import DeskMeld
from yakulens.vision.desk.melds import called_position, orientations

if TYPE_CHECKING:
    from yakulens.scorer.vocabulary import From, MeldKind
    from yakulens.vision.desk.melds import Orientation


@pytest.mark.parametrize(
    ("kind", "count", "origin", "expected"),
    [
        ("pon", 3, "left", 0),
        ("pon", 3, "across", 1),
        ("pon", 3, "right", 2),
        ("open_kan", 4, "right", 3),
        ("added_kan", 4, "right", 2),
        ("added_kan", 4, "left", 0),
        ("closed_kan", 4, None, None),
        ("pon", 3, None, None),
    ],
)
def test_the_rotated_tile_lies_on_the_side_of_who_discarded_it(
    kind: MeldKind, count: int, origin: From | None, expected: object
) -> None:
    assert called_position(DeskMeld(kind, tuple(range(count)), origin)) == expected


@pytest.mark.parametrize(
    ("meld", "lie"),
    [
        (DeskMeld("chi", (0, 1, 2), "left"), ("rotated", "upright", "upright")),
        (DeskMeld("pon", (0, 1, 2)), ("upright",) * 3),
        (DeskMeld("open_kan", (0, 1, 2, 3), "right"), ("upright", "upright", "upright", "rotated")),
        (DeskMeld("added_kan", (0, 1, 2, 3), "right"), ("upright", "upright", "rotated", "stacked")),
        (DeskMeld("closed_kan", (0, 1, 2, 3)), ("face_down", "upright", "upright", "face_down")),
        (DeskMeld("pon", (0,), "across"), ("upright",)),
    ],
)
def test_each_tile_of_a_meld_lies_as_it_was_called(meld: DeskMeld, lie: tuple[Orientation, ...]) -> None:
    assert orientations(meld) == lie
