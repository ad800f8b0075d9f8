"""What is kept of a correction that is under way."""

from yakulens.app.game.ending import Ending
from yakulens.app.page.memory import Mending


def test_a_correction_outlives_a_restart() -> None:
    mending = Mending(2, 5, Ending("ron"), {"event": "exhaustive_draw"})
    assert Mending.of_json(mending.kept()) == mending
    assert Mending.of_json({"at": "two"}) is None
