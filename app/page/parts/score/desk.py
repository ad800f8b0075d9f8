"""The desk of the page that scores one hand, and what its taps do."""

from yakulens.app.game.place import Place
from yakulens.app.hand.events import Event, Go, Hold, Picture, Reply, Say, SayWhichHand, Stop, TakeHand
from yakulens.app.hand.questions import moved_on, other_hands
from yakulens.app.hand.view import view, waiting_view
from yakulens.app.page import state
from yakulens.app.page.parts import desk as component
from yakulens.app.page.parts import picture, words
from yakulens.app.page.parts.score import result
from yakulens.app.page.parts.table import ending
from yakulens.vision.desk.edits import LayOut
from yakulens.vision.desk.from_reading import desk_of_side


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
        sides=other_hands(state.reading(), state.desk()),
        looking=looking,
        held=memory.defers_reading,
    )
    png = None if facts.scored.score is None else picture.of(facts.scored)
    file = None if png is None else picture.file(png)
    component.offer(shown | {"picture": file}, memory, carry_out)


def wait(before: int) -> None:
    """Draw a photo that has no reading yet; ``before`` photos are queued before it."""
    memory = state.memory()
    status = None if memory.job is None else memory.job.status
    shown = waiting_view(state.language(), "opening" if status is None else status.stage, before)
    photo = None if status is None else component.photo_json(status.photo)
    component.offer(shown | {"photo": photo}, memory, carry_out)


def carry_out(event: Event) -> None:  # noqa: C901 - a case for each tap
    """Carry out a tap on the hand, in its desk or in its score."""
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
        case Go("photo" | "again" as where):
            state.start_over(retakes=where == "again")
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


def of_game() -> str:
    """Which hand of a game this is, in one line: the current one or an earlier one; empty for none."""
    situation, table = state.situation(), state.table_of_hand()
    place = state.memory().place if table is None else Place.of(table)
    if place is None:
        return ""
    return state.say(
        "table.then" if table is None else "table.here",
        turn=words.turn(place),
        rules=words.title(situation.rules),
        honba=situation.honba,
        deposits=situation.deposits,
    )
