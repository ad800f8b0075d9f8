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
    Found,
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
from yakulens.app.hand.session import HandSession, Heard, desk_of
from yakulens.app.hand.situation import WinFacts
from yakulens.app.page import address, playing, saved_hands, state
from yakulens.app.page.memory import Mark, Memory
from yakulens.app.page.without_reruns import without_reruns
from yakulens.app.readers import recognition
from yakulens.app.readers.jobs import CrowdedError, PhotoJob
from yakulens.app.readers.photo_reader import UnreadableError
from yakulens.app.readers.photos import ShownPhoto, photos
from yakulens.app.words import i18n, rule_phrases
from yakulens.app.words.tiles import name
from yakulens.vision.desk import Desk, DeskTile
from yakulens.vision.desk.edits import Edit
from yakulens.vision.reading import Box, Reading


def synchronise(*, on_hand_page: bool) -> None:
    """Load the hand that the address names, and the game from disk: others may have played on.

    ``on_hand_page`` says whether this page's address names a hand.
    """
    memory = state.memory()
    memory.session = memory.session.by_usual(rule_phrases.first(state.language())[0])
    playing.follow(on_hand_page=on_hand_page)
    _follow_address(memory, on_hand_page=on_hand_page)
    session()


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
    _show_address()


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
    return _take(after, effects)


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


def _take(after: HandSession, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
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
                stop_reading()
        case DropReading():
            _drop_reading()
        case StopSearch():
            stop_reading()
        case ShowStart():
            _show_start()
        case KeepRules(rules):
            state.remember(rules=rules)
        case _:
            return False
    return True


def play_by(rules: str) -> None:
    """Score by these rules from now on: the hand on the desk, and those of later visits."""
    _take(*session().play_by(rules))


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
    _show_address()


def lay(journal: Journal, photo: ShownPhoto | None, mark: Mark | None = None) -> None:
    """Put a hand on the desk under a new number; ``mark`` is its entry in the history, if it has one."""
    _lay(session().opened(journal, None if photo is None else photo.reading), photo, mark)


def _lay(
    new: HandSession, photo: ShownPhoto | None, mark: Mark | None = None, job: PhotoJob | None = None
) -> None:
    memory = state.memory()
    memory.session, memory.hand, memory.photo, memory.mark = new, address.new_hand(), photo, mark
    memory.card, memory.discards = None, ""
    _watch(memory, job)
    _show_hand()
    state.report(saved_hands.add_hand(memory.hand, new.journal, photo, None if mark is None else mark.number))


def _show_hand() -> None:
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
    if waits_for_reading():
        stop_reading()
    memory.at_start, memory.trouble = True, None
    memory.round += 1


def waits_for_reading() -> bool:
    """Whether a photo is being read and has no reading yet."""
    job = state.memory().job
    return job is not None and job.hand is None


@without_reruns()
def take_reading() -> None:
    """Take up the photo's newest reading.

    The first reading begins a hand; a better one replaces it, and what was said still holds.
    """
    memory = state.memory()
    job = memory.job
    if job is None:
        return
    is_done, status = job.is_done, job.status  # in this order: a done job's status is its last one
    stage = "" if is_done else status.stage
    is_new, memory.seen_status = status is not memory.seen_status, status
    if is_new and status.reading is not None and job.hand is None:
        begin(desk_of(status.reading), status.photo, job)
        memory.seen_status = status
        _show_address()
    elif is_new and status.reading is not None:
        _take(*session().hear(Found(status.reading, stage)))
        _show_address()
    elif job.hand is not None and memory.session.waiting is None:
        memory.session = memory.session.looking_on(stage)
    if is_done and memory.session.waiting is None:
        if status.trouble is not None and job.hand is not None:
            _warn_of_look(*status.trouble)
        elif status.trouble is not None:
            memory.refuse(*status.trouble)
        if memory.job is job:
            stop_reading()


def _warn_of_look(key: str, detail: str) -> None:
    """Say why a further photo cannot be read; the hand stays."""
    language = state.language()
    state.warn(key, what=i18n.text(language, detail) if i18n.knows(language, detail) else detail)


def read_anew(job: PhotoJob) -> None:
    """Read the photo of the hand on the desk again; what was said is carried over."""
    memory = state.memory()
    if memory.hand is not None:
        _watch(memory, job)


def look_again(*more: bytes) -> None:
    """Read further pictures of the hand on the desk, files' bytes, with those before; the last is the photo.

    A hand from the history has no full photo any more, so that the person must take a new one.
    """
    memory = state.memory()
    photo = memory.photo
    if photo is None or photo.data is None:
        state.warn("finder.not_kept")
        return
    try:
        job = recognition.start_reading(
            photo.data,
            photo.name,
            memory.tile_set,
            memory.not_shown,
            (*photo.more, *more),
            further=True,
        )
    except CrowdedError:
        state.warn("problem.crowded")
    else:
        read_anew(job)


def _drop_reading() -> None:
    """Keep the reading that was corrected; say so where the visitor asked for another one."""
    memory = state.memory()
    better = None if memory.seen_status is None else memory.seen_status.photo
    stop_reading()
    if better is not None and memory.photo is not None and better.tile_set != memory.photo.tile_set:
        state.warn("sets.not_carried")
    elif better is not None and memory.photo is not None and better.more != memory.photo.more:
        state.warn("finder.not_carried")


def _watch(memory: Memory, job: PhotoJob | None) -> None:
    """Take the hand's readings from this job, also after a reload; another job is cancelled."""
    if memory.job is not None and memory.job is not job:
        memory.job.cancel()
    memory.job, memory.seen_status = job, None
    memory.session = memory.session.searching("" if job is None or job.is_done else job.status.stage)
    if memory.hand is not None and job is not None:
        recognition.photo_queue().remember(memory.hand, job)


def stop_reading() -> None:
    """Stop reading the photo; the last reading stays."""
    memory = state.memory()
    if memory.hand is not None:
        recognition.photo_queue().forget(memory.hand)
    _watch(memory, None)


def set_mark(mark: Mark) -> None:
    """Note the hand's entry in the history."""
    memory = state.memory()
    if memory.hand is not None and (memory.mark is None or memory.mark.number != mark.number):
        state.report(saved_hands.set_reading(memory.hand, mark.number))
    memory.mark = mark


def _follow_address(memory: Memory, *, on_hand_page: bool) -> None:
    """Go to the moment of a hand that the address names, or make the address name the shown one."""
    target = address.Address.of(st.query_params.to_dict()) if on_hand_page else None
    navigated = target is not None if memory.on_other_page else address.is_history_navigation()
    if target is None and memory.hand is None and memory.on_other_page:
        # A returning visitor finds the last hand one tap away.
        _reopen_kept(memory, saved_hands.last_hand())
        memory.at_start = True
    elif on_hand_page and navigated and target != memory.address:
        _show_moment(memory, target)
    memory.on_other_page = not on_hand_page
    if on_hand_page:
        _show_address()


def _show_moment(memory: Memory, moment: address.Address | None) -> None:
    """Show the moment that Back, Forward, a reload or a link led to; None is the start."""
    if moment is None:
        memory.at_start = True
    elif moment.hand == memory.hand or _reopen_kept(memory, moment.hand):
        memory.session = memory.session.moved_to(moment.step)
        _show_hand()
    else:
        memory.at_start = True
        memory.trouble = ("start.no_such_hand", "")


def _reopen_kept(memory: Memory, number: str | None) -> bool:
    """Put a hand on the desk as this browser left it; False where it has none of this number."""
    hand = None if number is None else saved_hands.load_hand(number)
    if number is None or hand is None:
        return False
    memory.hand, memory.photo = number, hand.photo
    memory.session = memory.session.opened(hand.journal, None if hand.photo is None else hand.photo.reading)
    _watch(memory, recognition.photo_queue().of(number))
    _show_hand()
    if hand.reading is not None:
        entry, now = hand.reading, memory.session
        memory.mark = Mark(entry.number, hand.file, entry.version, now.desk, now.situation, now.place)
    return True


def _show_address() -> None:
    """Make the browser's address name what is shown; a new moment becomes an entry of its history."""
    memory = state.memory()
    if memory.on_other_page:
        return
    is_shown = not memory.at_start and memory.hand is not None
    moment = address.Address(memory.hand or "", memory.session.journal.at) if is_shown else None
    memory.address, current = moment, st.query_params.to_dict()
    if (query := address.query(current, moment)) != current:
        st.query_params.from_dict(query)
