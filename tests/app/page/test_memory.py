"""What is kept of a correction that is under way."""

from yakulens.app.game.ending import Ending
from yakulens.app.page.memory import OpenCorrection


def test_a_correction_outlives_a_restart() -> None:
    mending = OpenCorrection(2, 5, Ending("ron"), {"event": "exhaustive_draw"})
    assert OpenCorrection.of_json(mending.kept()) == mending
    assert OpenCorrection.of_json({"at": "two"}) is None
