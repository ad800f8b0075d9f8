from __future__ import annotations

from yakulens.vision.desk import Desk, hand_json, order
from yakulens.vision.labels import LABELS


def test_every_label_has_its_place_in_the_order() -> None:
    assert len({order(face) for face in LABELS}) == len(LABELS)


def test_a_winning_tile_not_chosen_is_left_out_of_the_hand() -> None:
    assert "win" not in hand_json(Desk())
