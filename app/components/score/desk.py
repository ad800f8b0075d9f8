"""The desk of the page that scores one hand: what it shows, and what a tap on it does."""

from yakulens.app import state
from yakulens.app.components import desk as component
from yakulens.app.components import picture, words
from yakulens.app.components.score import result
from yakulens.app.components.table import ending
from yakulens.app.dock.events import Event, Go, Hold, Picture, Reply, Say, SayWhichHand, Stop, TakeHand
from yakulens.app.dock.questions import moved_on
from yakulens.app.dock.view import view, waiting_view
from yakulens.app.game.place import Place
from yakulens.vision.desk.edits import LayOut
from yakulens.vision.desk.from_reading import desk_of_side, other_sides
from yakulens.vision.reading import WHOSE_HAND


def show() -> None:
    """Draw the desk."""
    memory = state.memory()
    if memory.session is None:
        return
    table, facts = state.table_of_hand(), result.facts(state.scored())
    place, moved_to = memory.place, state.table_moved_on()
    moved = None
    if place is not None and moved_to is not None:
        moved = moved_on(state.language(), place, Place.of(moved_to), state.situation())
    job = memory.job
    looking = "" if job is None or job.is_done else state.say(f"looking.{job.status.stage}")
    shown = view(
        facts,
        memory.session,
        photo=component.photo_json(memory.photo),
        turn="" if table is None else words.turn(table.stand),
        moved=moved,
        ruled=bool(facts.names) or memory.rules_chosen,
        sides=_other_sides(),
        looking=looking,
        held=memory.defers_reading,
    )
    png = None if facts.scored.score is None else picture.of(facts.scored)
    file = None if png is None else picture.file(png)
    component.offer(shown | {"picture": file}, memory, _carry_out)


def wait(before: int) -> None:
    """Draw a photo of which nothing is known yet; ``before``: how many photos are read before it."""
    memory = state.memory()
    status = None if memory.job is None else memory.job.status
    shown = waiting_view(state.language(), "opening" if status is None else status.stage, before)
    photo = None if status is None else component.photo_json(status.photo)
    component.offer(shown | {"photo": photo}, memory, _carry_out)


def _other_sides() -> tuple[str, ...]:
    """Where the owners of the other hands in view sit; none while it is asked whose hand this is."""
    reading = state.reading()
    if reading is None or any(question.code == WHOSE_HAND for question in state.desk().questions):
        return ()
    return other_sides(reading, state.desk())


def _carry_out(event: Event) -> None:  # noqa: C901 - a case for each tap
    match event:
        case Say("rules", value):
            state.play_by(value)
        case Say(field, value):
            state.choose(field, value)
        case TakeHand(side) | Reply(_, "whose_hand", str(side)):
            reading = state.reading()
            desk = None if reading is None else desk_of_side(reading, side)
            if desk is not None:
                state.edit(LayOut(desk))
        case Go("photo"):
            state.start_over()
        case Go():
            ending.bring(state.scored())
            state.set_view(next_page="table")
        case SayWhichHand(when):
            state.carry_over() if when == "now" else state.leave_behind()
        case Picture():
            picture.ask()
        case Hold(on):
            state.memory().defers_reading = on
        case Stop():
            state.stop_reading()
        case _:
            edit = component.edit_of(state.memory().photo, state.desk(), event)
            if edit is not None:
                state.edit(edit)
