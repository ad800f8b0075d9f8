"""The hand on this page's desk: its `HandSession` kept between taps, on disk, and in the address."""

from dataclasses import replace
from typing import Any

import streamlit as st

from yakulens.app.game.seated import Seated
from yakulens.app.hand.effects import (
    AlreadyInHand,
    Answer,
    BoxRead,
    DropReading,
    Effect,
    KeepRules,
    ShowReading,
    ShowStart,
    StopSearch,
    TileToRead,
)
from yakulens.app.hand.events import Event, Go, edit_of
from yakulens.app.hand.journal import Journal
from yakulens.app.hand.link import from_link
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.session import HandSession, Heard
from yakulens.app.hand.situation import WinFacts
from yakulens.app.page import address, photo_job, playing, saved_hands, state
from yakulens.app.page.memory import Mark
from yakulens.app.readers import recognition
from yakulens.app.readers.jobs import PhotoJob
from yakulens.app.readers.photo_reader import UnreadableError
from yakulens.app.readers.photos import ShownPhoto, photos
from yakulens.app.words import rule_phrases
from yakulens.app.words.tiles import name
from yakulens.vision.desk import Desk, DeskTile
from yakulens.vision.desk.edits import Edit
from yakulens.vision.reading import Box, Reading


def session() -> HandSession:
    """The hand on the desk, beside the game as it is now."""
    memory = state.memory()
    _adopt(memory.session.at(playing.table_facts(memory.session.place)))
    return memory.session


def _adopt(after: HandSession) -> None:
    """Keep the next session: in memory, and where its journal has changed on disk and in the address."""
    memory, before = state.memory(), state.memory().session.journal
    memory.session, journal = after, after.journal
    if journal == before or memory.hand is None:
        return
    if (journal.steps[:-1], journal.at) == (before.steps[: before.at], before.at + 1):
        memory.card = None
        state.report(saved_hands.add_step(memory.hand, before.at, journal.steps[-1]))
    else:
        state.report(saved_hands.replace_hand(memory.hand, journal, memory.photo))
    show_address()


def desk() -> Desk:
    """The current hand; empty before there is one."""
    return session().desk


def reading() -> Reading | None:
    """The photo's reading; None for a typed hand, and for one that the history opened."""
    return session().reading


def scored() -> Scored:
    """The hand with its score."""
    return session().scored


def names_by_wind() -> dict[str, str]:
    """The players' names by wind; none if the hand on the desk is of no game."""
    return dict(state.memory().session.names())


def table_of_hand() -> Seated | None:
    """The running game, unless the hand on the desk is known not to be its current one."""
    place, table = state.memory().session.place, state.memory().playing.current()
    return table if table is None or place is None or place.is_same_hand(table.place) else None


def hear(event: Event) -> tuple[Effect, ...]:
    """Carry out a tap on the desk; returns the effects that other parts of the page carry out."""
    memory = state.memory()
    if memory.hand is None and edit_of(Desk(), event) is not None:
        begin(Desk())
    after, effects = answered(session(), event, memory.photo)
    return take(after, effects)


def answered(before: HandSession, event: Event | Answer, photo: ShownPhoto | None) -> Heard:
    """A session after an event; a box that was drawn on its photo is read at once."""
    after, effects = before.hear(event)
    others: list[Effect] = []
    for effect in effects:
        match effect:
            case TileToRead(box, place):
                tile = None if photo is None else _read(photo, box)
                after = after if tile is None else after.hear(BoxRead(tile, place))[0]
            case AlreadyInHand(face):
                state.warn("hand.drawn_again", tile=name(state.language(), face))
            case _:
                others.append(effect)
    return after, tuple(others)


def _read(photo: ShownPhoto, box: Box) -> DeskTile | None:
    """What a box shows; the page says why no tile can be read."""
    try:
        return recognition.read_box(photo, box)
    except UnreadableError as error:
        state.warn(error.key, what=error.detail)
        return None


def take(after: HandSession, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Keep the next session and carry out its effects; returns those that are not the hand's own."""
    memory = state.memory()
    if any(isinstance(effect, ShowReading) for effect in effects) and memory.seen_status is not None:
        memory.photo = memory.seen_status.photo
    _adopt(after)
    return tuple(effect for effect in effects if not _carried_out(effect))


def _carried_out(effect: Effect) -> bool:
    match effect:
        case ShowReading():
            if not state.memory().session.stage:
                photo_job.stop()
        case DropReading():
            photo_job.drop()
        case StopSearch():
            photo_job.stop()
        case ShowStart():
            _show_start()
        case KeepRules(rules, red_rules):
            state.remember(rules=rules, red_rules=red_rules)
        case _:
            return False
    return True


def play_by(rules: str) -> None:
    """Score by these rules from now on: the hand on the desk, and those of later visits."""
    take(*session().play_by(rules))


def choose(field: str, value: Any, hand: Desk | None = None) -> None:  # noqa: ANN401 - the field's own type
    """Declare something of the win (`HandSession.declaring`), by default of the tiles on the desk."""
    _adopt(session().declaring(field, value, hand))


def edit(change: Edit) -> None:
    """Apply one edit; before there is a hand, to an empty desk."""
    if state.memory().hand is None:
        begin(Desk())
    _adopt(session().edited(change))


def begin(
    new: Desk,
    photo: ShownPhoto | None = None,
    job: PhotoJob | None = None,
    facts: WinFacts | None = None,
) -> None:
    """Begin with a new hand, as the table's current one where a game runs.

    ``job`` may still read its photo better; ``facts``, if known, say how it was won.
    """
    _lay(session().next_hand(new, None if photo is None else photo.reading, facts), photo, job=job)


def begin_linked(text: str) -> None:
    """Begin with the hand of a link (`app.hand.link`) and its facts.

    Raises:
        LinkError: it has none.
    """
    new, facts = from_link(text)
    begin(new, facts=facts)
    show_address()


def lay(journal: Journal, photo: ShownPhoto | None, mark: Mark | None = None) -> None:
    """Put a hand on the desk under a new number; ``mark`` is its entry in the history, if it has one."""
    _lay(session().opened(journal, None if photo is None else photo.reading), photo, mark)


def _lay(
    new: HandSession, photo: ShownPhoto | None, mark: Mark | None = None, job: PhotoJob | None = None
) -> None:
    memory = state.memory()
    memory.session, memory.hand, memory.photo, memory.mark = new, address.new_hand(), photo, mark
    memory.card = None
    photo_job.watch(job)
    show_hand()
    state.report(saved_hands.add_hand(memory.hand, new.journal, photo, None if mark is None else mark.number))


def show_hand() -> None:
    """Show the hand rather than the start; warn if its rules are no longer available.

    The stored hand stays unchanged: once its rules are available again, they apply.
    """
    memory = state.memory()
    memory.at_start, memory.trouble = False, None
    by_offered_rules(memory.session.facts)


def by_offered_rules(facts: WinFacts) -> WinFacts:
    """The facts of a hand; where its rules are no longer available, by the usual ones, with a warning."""
    rules = state.memory().session.rules_for(facts)
    if rules != facts.rules:
        title = rule_phrases.title(state.language(), rules)
        state.warn("situation.rules_gone", rules=facts.rules, instead=title)
    return replace(facts, rules=rules)


def begin_check(new: Desk, photo: ShownPhoto | None = None) -> None:
    """Check another hand for tenpai."""
    check = state.memory().check
    check.begin(new, photo)
    if check.hand is not None and photo is not None:
        photos().keep(check.hand, photo)
    state.keep("check")


def start_over(*, retakes: bool = False) -> None:
    """Show the start again; the hand stays until a new one comes, which it may be itself (``retakes``)."""
    hear(Go("again" if retakes else "photo"))


def _show_start() -> None:
    memory = state.memory()
    if photo_job.awaits_first_reading():
        photo_job.stop()
    memory.at_start, memory.trouble = True, None
    memory.round += 1


def set_mark(mark: Mark) -> None:
    """Note the hand's entry in the history."""
    memory = state.memory()
    if memory.hand is not None and (memory.mark is None or memory.mark.number != mark.number):
        state.report(saved_hands.set_reading(memory.hand, mark.number))
    memory.mark = mark


def show_address() -> None:
    """Make the browser's address name what is shown; a new moment becomes an entry of its history."""
    memory = state.memory()
    if memory.on_other_page:
        return
    is_shown = not memory.at_start and memory.hand is not None
    moment = address.Address(memory.hand or "", memory.session.journal.at) if is_shown else None
    memory.address, current = moment, st.query_params.to_dict()
    if (query := address.query(current, moment)) != current:
        st.query_params.from_dict(query)
