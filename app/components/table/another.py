"""Another winner off the same discard: the next hand of the score page, from this photo or another."""

from yakulens.app import state
from yakulens.app.components import choices
from yakulens.app.components.tool import tool, tools
from yakulens.vision.desk.from_reading import desk_of_side, other_sides


def offer() -> None:
    """Offer the other hands on the photo of the score page, and the way in for one from elsewhere."""
    choices.label(state.say("table.another"))
    with tools("another"):
        reading = state.reading()
        for side in () if reading is None else other_sides(reading, state.desk()):
            tool(f"question.side.{side}", f"another-{side}", "flip_camera_android", _from_photo, side)
        tool("table.another_photo", "another-photo", "add_a_photo", _from_elsewhere)


def _from_photo(side: str) -> None:
    """Begin with another hand of the same photo, of which only the ron and its discarder are known."""
    reading = state.reading()
    desk = None if reading is None else desk_of_side(reading, side)
    if desk is None:
        return
    state.begin(desk, state.memory().photo)
    state.choose("by", "ron")
    discarder = state.memory().ending.discarder
    if discarder is not None:
        state.choose("discarder", discarder)
    state.set_view(next_page="score")


def _from_elsewhere() -> None:
    state.start_over()
    state.set_view(next_page="score")
