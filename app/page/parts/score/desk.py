"""The desk of the page that scores one hand, and what its taps do."""

from yakulens.app.hand.effects import DrawPicture, EnterWin
from yakulens.app.hand.events import Event
from yakulens.app.hand.view import waiting_view
from yakulens.app.page import hand, state
from yakulens.app.page.parts import desk as component
from yakulens.app.page.parts import picture, words
from yakulens.app.page.parts.table import ending


def show() -> None:
    """Draw the desk."""
    memory, session = state.memory(), hand.session()
    shown = session.view(state.language(), photo=component.photo_json(memory.photo))
    png = None if session.scored.score is None else picture.of(session.scored)
    file = None if png is None else picture.file(png)
    component.offer(shown | {"picture": file}, memory, carry_out)


def wait(before: int) -> None:
    """Draw a photo that has no reading yet; ``before`` photos are queued before it."""
    memory = state.memory()
    status = None if memory.job is None else memory.job.status
    shown = waiting_view(state.language(), "opening" if status is None else status.stage, before)
    photo = None if status is None else component.photo_json(status.photo)
    component.offer(shown | {"photo": photo}, memory, carry_out)


def carry_out(event: Event) -> None:
    """Carry out a tap on the hand, in its desk or in its score."""
    for effect in hand.hear(event):
        match effect:
            case EnterWin():
                ending.bring(hand.scored())
                state.set_view(next_page="table")
            case DrawPicture():
                picture.ask()


def of_game() -> str:
    """Which hand of a game this is, in one line: the current one or an earlier one; empty for none."""
    session, table = hand.session(), hand.table_of_hand()
    place = session.place if table is None else table.place
    if place is None:
        return ""
    return state.say(
        "table.then" if table is None else "table.here",
        turn=words.turn(place),
        rules=words.title(session.situation.rules),
        honba=session.situation.honba,
        deposits=session.situation.deposits,
    )
