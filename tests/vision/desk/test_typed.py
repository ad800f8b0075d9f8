from yakulens.vision.desk import hand_json, typed


def test_a_hand_is_typed_with_its_winning_tile_and_melds() -> None:
    hand = hand_json(typed.hand("345678m 44p +5s [234p] (1111z)"))
    assert hand["concealed"] == ["3m", "4m", "5m", "6m", "7m", "8m", "4p", "4p"]
    assert hand["win"] == "5s"
    assert [(m["kind"], m["tiles"], m.get("from")) for m in hand["melds"]] == [
        ("chi", ["2p", "3p", "4p"], "left"),
        ("closed_kan", ["1z"] * 4, None),
    ]


def test_without_a_plus_the_last_tile_of_a_whole_hand_is_the_winning_one() -> None:
    desk = typed.hand("234567m234p55s888p")
    assert desk.face(desk.win) == "8p"
    assert desk.missing() == 0


def test_a_hand_that_is_not_whole_has_no_winning_tile() -> None:
    assert typed.hand("234567m234p55s88p").win is None


def test_a_red_five_joins_a_meld() -> None:
    assert hand_json(typed.hand("123m [055p]"))["melds"][0]["tiles"] == ["0p", "5p", "5p"]
