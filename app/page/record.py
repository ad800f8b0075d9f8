"""Saves the score page's hand in the history: a new reading at once, then each correction."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import streamlit as st

from yakulens.app import Json
from yakulens.app.hand.journal import Journal
from yakulens.app.hand.place import NO_TABLE, Place
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.wire import desk_from_json, first_desk, situation_from_json
from yakulens.app.page import hand as on_desk
from yakulens.app.page import saved_hands, state
from yakulens.app.page.memory import Mark
from yakulens.app.readers.photos import ShownPhoto
from yakulens.app.server import visitor
from yakulens.app.store import picture, search
from yakulens.app.store.history import KeptPhoto
from yakulens.app.store.search import hand_record
from yakulens.app.store.shared import history as kept_history
from yakulens.app.store.trouble import FAILURES, trouble
from yakulens.app.words.markup import literal
from yakulens.vision.desk import Desk
from yakulens.vision.desk.session import Session
from yakulens.vision.picture.photo import PhotoError

_FAILURES: Final = (*FAILURES, PhotoError)


def record(hand: Scored) -> None:
    """Save the hand on the desk, if it was read from a photo and has changed since the last save.

    Where that fails, the page shows a warning and works on.
    """
    memory = state.memory()
    if memory.hand is None:
        return
    first, photo = memory.session.history.first, memory.photo
    try:
        if memory.mark is not None:
            reading = None if photo is None else photo.reading_json
            on_desk.set_mark(_change(first, hand, memory.mark, reading))
        elif photo is not None and photo.reading_json is not None:
            on_desk.set_mark(_add(first, hand, photo))
    except _FAILURES as error:
        reason = trouble(error)
        message = state.say("history.unkept", what=error) if reason is None else state.say(f"disk.{reason}")
        st.warning(literal(message), icon=":material/warning:")


def _change(first: Desk, hand: Scored, mark: Mark, reading: Json | None) -> Mark:
    place = state.memory().session.place
    if (mark.desk, mark.situation, mark.place) == (hand.desk, hand.situation, place):
        return mark
    record = hand_record(first, hand, mark.file, place)
    outcome = kept_history().change(mark.number, mark.version, record, reading)
    if outcome != "saved":
        st.warning(state.say(f"history.unkept_{outcome}"), icon=":material/warning:")
        return mark
    return replace(mark, version=mark.version + 1, desk=hand.desk, situation=hand.situation, place=place)


def _add(first: Desk, hand: Scored, photo: ShownPhoto) -> Mark:
    kept_photo, place = _keepable(photo) if keeps_photos() else None, state.memory().session.place
    record = hand_record(first, hand, photo.name, place)
    number = kept_history().add(search.utc(datetime.now(UTC)), photo.reading_json or {}, record, kept_photo)
    return Mark(number, photo.name, 0, hand.desk, hand.situation, place)


def _keepable(photo: ShownPhoto) -> KeptPhoto | None:
    if photo.data is None:
        return None
    jpeg = picture.keepable(photo.data, photo.name)
    return KeptPhoto(jpeg, photo.jpeg, picture.thumbnail(photo.jpeg))


def keeps_photos() -> bool | None:
    """Whether the visitor agreed that photos are kept; None before they answered.

    An answer that cannot be read counts as no.
    """
    try:
        return kept_history().keeps_photos()
    except _FAILURES:
        return False


def agree() -> None:
    """Keep photos from now on, and the one on the desk."""
    memory = state.memory()
    photo = None if memory.photo is None else _keepable(memory.photo)
    kept_history().agree(None if memory.mark is None else memory.mark.number, photo)


def reopen(number: int) -> bool:
    """Put a stored reading on the desk again; False where it has been deleted meanwhile.

    For its owner it stays a hand of its game; others do not see who played it.
    """
    entry = kept_history().load(number)
    if entry is None:
        return False
    photo = entry.reading["photo"]
    about = photo | {"name": photo["file"]}
    desk, facts = desk_from_json(entry.desk), on_desk.by_offered_rules(situation_from_json(entry.situation))
    is_own = entry.owner == visitor.current().owner
    place = (Place.of_json(entry.place) if is_own else None) or NO_TABLE
    mark = Mark(number, about["name"], entry.version, desk, facts, place) if is_own else None
    session = Session(desk, first_desk(entry.reading))
    on_desk.lay(Journal(session, facts, place), saved_hands.photo_of(number, about), mark)
    return True
