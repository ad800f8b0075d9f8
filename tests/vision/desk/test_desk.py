from yakulens.vision.desk import Desk, hand_json, sort_key, typed
from yakulens.vision.labels import LABELS


def test_every_label_has_its_place_in_the_order() -> None:
    assert len({sort_key(face) for face in LABELS}) == len(LABELS)


def test_a_winning_tile_not_chosen_is_left_out_of_the_hand() -> None:
    assert "win" not in hand_json(Desk())


def test_a_closed_quad_leaves_a_hand_closed() -> None:
    assert (typed.hand("23m55p +4m (7777z)").is_open(), typed.hand("23m55p +4m [777z]").is_open()) == (
        False,
        True,
    )


def test_quads_of_a_hand_are_counted() -> None:
    assert typed.hand("23m55p +4m (7777z) [111z]").quads() == 1
