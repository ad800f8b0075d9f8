"""`Place` names a hand of a game: it follows the players to other seats, and comes back from JSON."""

from yakulens.app.hand.place import Place, carried
from yakulens.app.hand.situation import WinFacts


def test_what_was_said_of_a_win_goes_with_its_persons() -> None:
    now = carried(WinFacts("ron", "west", discarder="east"), {"west": "south", "east": "north"})
    assert (now.seat, now.discarder) == ("south", "north")
    assert carried(WinFacts("ron", "west").saying(discarder="east"), {"west": "south"}).said == ()


def test_a_place_is_the_same_hand_with_everybody_on_the_same_wind() -> None:
    assert (
        Place(1, 2, left=True).is_same_hand(Place(1, 2)),
        Place(1, 2).is_same_hand(Place(1, 2, sitting=("Ann",))),
    ) == (
        True,
        False,
    )


def test_each_wind_is_somebodys_in_another_hand() -> None:
    assert Place(1, 0, sitting=("Ann", "Bo", "Cy")).winds_in(Place(1, 1, sitting=("Bo", "Cy", "Ann"))) == {
        "east": "west",
        "south": "east",
        "west": "south",
    }
