"""How a hand at the table ended: a win, a draw or a chombo. Its payments show before they count."""

from functools import partial

from yakulens.app import Json
from yakulens.app.game.seated import Seated
from yakulens.app.hand.scoring import Scored
from yakulens.app.page import hand as on_desk
from yakulens.app.page import playing, state
from yakulens.app.page.parts import drawn, tapped
from yakulens.app.page.parts.buttons import in_turn, label_above, tool, tools
from yakulens.app.page.parts.table import draw
from yakulens.app.table.form import EndingForm
from yakulens.vision.desk.from_reading import desk_of_side, other_sides


def bring(scored: Scored) -> None:
    """Enter the score page's hand as its winner's, if it belongs to the current hand of the game."""
    table = on_desk.table_of_hand()
    if scored.hand is not None and table is not None:
        playing.set_ending(playing.ending().with_scored(scored.hand, table.place))


def show(
    table: Seated, score_page_hand: Json | None, hands_left: int | None = None
) -> tuple[Json | None, str]:
    """Draw the form; return the hand's end as ``settle`` takes it, or None and the sentence why not.

    ``score_page_hand`` is the hand of the score page, if it can be used for a winner; ``hands_left`` is how
    many hands follow this one after the time signal, None before it.
    """
    ending = playing.ending()
    speaker, photo = drawn.speaker(table), state.memory().playing.draw_photo()
    form = EndingForm(speaker, table, ending, score_page_hand, photo)
    hear = partial(playing.hear, hand=score_page_hand)
    tapped.show(form.beginning(), "ended", hear)
    if ending.event is None:
        return None, ""
    if ending.event == "exhaustive_draw" and photo is None:
        draw.show(table.place)
    tapped.show(form.details(), "details", hear)
    if ending.event == "ron" and ending.winners:
        _offer_another()
    end = ending.to_json() | ({} if hands_left is None else {"hands_left": hands_left})
    paid, lacks = form.outcome(end)
    drawn.parts(paid, "pays")
    return (None, lacks) if lacks else (end, "")


def _offer_another() -> None:
    """Offer another winner off the same discard: another hand on the photo, or from elsewhere."""
    label_above(state.say("table.another"))
    with tools("another"):
        reading = on_desk.reading()
        for side in () if reading is None else other_sides(reading, on_desk.desk()):
            tool(f"question.side.{side}", f"another-{side}", "flip_camera_android", _another_on_photo, side)
        acts = (on_desk.start_over, partial(state.set_view, next_page="score"))
        tool("table.another_photo", "another-photo", "add_a_photo", in_turn, *acts)


def _another_on_photo(side: str) -> None:
    """Begin with another hand of the same photo; only the ron and its discarder are known."""
    reading = on_desk.reading()
    desk = None if reading is None else desk_of_side(reading, side)
    if desk is None:
        return
    on_desk.begin(desk, state.memory().photo)
    on_desk.choose("by", "ron")
    discarder = playing.ending().discarder
    if discarder is not None:
        on_desk.choose("discarder", discarder)
    state.set_view(next_page="score")
