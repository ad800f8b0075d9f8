"""The desk of the page that scores one hand: what it shows, and what a tap on it does."""

from typing import Any

from yakulens.app import state
from yakulens.app.components import desk as component
from yakulens.app.components import picture, words
from yakulens.app.components.desk import taps
from yakulens.app.components.table import ending
from yakulens.app.dock.choice import Ask
from yakulens.app.dock.events import Event, Go, Hold, Picture, Reply, Say, SayWhichHand, Stop, TakeHand, Where
from yakulens.app.dock.moved import moved_on
from yakulens.app.dock.view import view, waiting_view
from yakulens.app.game.place import Place
from yakulens.app.guard import guard
from yakulens.vision.desk.edits import LayOut
from yakulens.vision.desk.from_reading import of_side, other_sides
from yakulens.vision.reading import WHOSE_HAND


def show() -> None:
    """Draw the desk."""
    held = state.memory()
    if held.session is None:
        return
    table, names = state.table_of_hand(), state.sitting()
    shown = view(
        state.language(),
        held.session,
        state.scored(),
        state.possible().banned,
        names=names,
        turn="" if table is None else words.turn(table.stand),
        moved=_moved(),
        ruled=bool(names) or held.ruled,
        photo=component.shown(held.photo),
        sides=_other_sides(),
        looking=_looking(),
        held=held.holding,
    )
    png = None if state.scored().score is None else picture.of(state.scored())
    file = None if png is None else picture.file(png)
    component.show(shown | {"heard": held.heard, "picture": file}, guard(hear))


def _moved() -> Ask | None:
    """What is asked where the game has gone on from the hand on the desk."""
    was, table = state.memory().place, state.moved_on()
    if was is None or table is None:
        return None
    return moved_on(state.language(), was, Place.of(table), state.situation())


def wait(before: int) -> None:
    """Draw a photo of which nothing is known yet, and what is being done; so many are read before it."""
    held = state.memory()
    news = None if held.look is None else held.look.news
    shown = waiting_view(state.language(), "opening" if news is None else news.stage, before)
    photo = None if news is None else component.shown(news.photo)
    component.show(shown | {"heard": held.heard, "photo": photo}, guard(hear))


def _looking() -> str:
    """What is still being done for a better reading; empty for nothing."""
    look = state.memory().look
    return "" if look is None or look.over else state.say(f"looking.{look.news.stage}")


def _other_sides() -> tuple[str, ...]:
    """Where the owners of the other hands in view sit."""
    reading = state.reading()
    if reading is None or any(question.code == WHOSE_HAND for question in state.desk().questions):
        return ()
    return other_sides(reading, state.desk())


def hear(message: object) -> None:
    """Carry out what was tapped."""
    taps.hear(message, state.memory(), _carry_out)


def _carry_out(event: Event) -> None:
    held = state.memory()
    match event:
        case Say(field, value):
            _say(field, value)
        case TakeHand(side) | Reply(_, "whose_hand", str(side)):
            _take_hand(side)
        case Go(where):
            _go(where)
        case SayWhichHand(when):
            state.carry() if when == "now" else state.leave_behind()
        case Picture():
            picture.ask()
        case Hold(on):
            held.holding = on
        case Stop():
            state.leave_look()
        case _:
            change = taps.edit_of(held.photo, state.desk(), event)
            if change is not None:
                state.edit(change)


def _say(field: str, value: Any) -> None:  # noqa: ANN401 - the field's own type
    if field == "rules":
        state.play_by(value)
    else:
        state.choose(field, value)


def _go(where: Where) -> None:
    if where == "photo":
        state.start_over()
    else:
        ending.bring(state.scored())
        state.look(going="table")


def _take_hand(side: str) -> None:
    reading = state.reading()
    found = None if reading is None else of_side(reading, side)
    if found is not None:
        state.edit(LayOut(found))
