"""Where a hand lives in the browser's address."""

from yakulens.app.page.address import LAST, Address, is_history_navigation, new_hand, query


def test_a_query_keeps_what_else_it_says() -> None:
    assert (
        query({"lang": "ja", "step": "4"}, Address("abc", 0)),
        query({"hand": "abc", "step": "4"}, None),
    ) == ({"lang": "ja", "hand": "abc", "step": "0"}, {})


def test_outside_of_a_page_nothing_led_here() -> None:
    assert not is_history_navigation()


def test_a_hands_number_is_long_enough_to_be_nobodys_guess() -> None:
    assert len(new_hand()) == 16


def test_an_address_names_a_hand_and_its_step() -> None:
    assert (
        Address.of({"hand": "abc", "step": "3"}),
        Address.of({"hand": "abc", "step": "x"}).step == LAST,
    ) == (Address(hand="abc", step=3), True)
    assert Address.of({"lang": "ja"}) is None
