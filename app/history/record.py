"""Between the score page and the history: each new reading is kept at once, each correction as it is made."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import streamlit as st

from yakulens.app import kept, state, visitor
from yakulens.app.contract import Json
from yakulens.app.game.place import NO_TABLE, Place
from yakulens.app.history import picture, search
from yakulens.app.history.now import now
from yakulens.app.history.wire import desk_from_json, first_desk, situation_from_json
from yakulens.app.journal import Journal
from yakulens.app.markup import literal
from yakulens.app.memory import Mark
from yakulens.app.photos import ShownPhoto
from yakulens.app.scoring import Scored
from yakulens.app.store.history import KeptPhoto
from yakulens.app.store.shared import history as kept_history
from yakulens.app.store.trouble import FAILURES, trouble
from yakulens.vision.desk import Desk
from yakulens.vision.desk.session import Session
from yakulens.vision.picture.photo import PhotoError

_TROUBLES: Final = (*FAILURES, PhotoError)


def record(hand: Scored) -> None:
    """Keep the hand on the desk, where it was read from a photo and has changed since it was last kept.

    That it cannot be kept is said in one sentence, and the page goes on.
    """
    held = state.memory()
    if held.session is None:
        return
    first = held.session.first
    try:
        if held.mark is not None:
            read = None if held.photo is None else held.photo.reading_json
            state.set_mark(_change(first, hand, held.mark, read))
        elif held.photo is not None and held.photo.reading_json is not None:
            state.set_mark(_add(first, hand, held.photo))
    except _TROUBLES as error:
        found = trouble(error)
        told = state.say("history.unkept", what=error) if found is None else state.say(f"disk.{found}")
        st.warning(literal(told), icon=":material/warning:")


def _change(first: Desk, hand: Scored, mark: Mark, read: Json | None) -> Mark:
    place = state.memory().place
    if (mark.desk, mark.situation, mark.place) == (hand.desk, hand.situation, place):
        return mark
    outcome = kept_history().change(mark.number, mark.version, now(first, hand, mark.file, place), read)
    if outcome != "saved":
        st.warning(state.say(f"history.unkept_{outcome}"), icon=":material/warning:")
        return mark
    return replace(mark, version=mark.version + 1, desk=hand.desk, situation=hand.situation, place=place)


def _add(first: Desk, hand: Scored, photo: ShownPhoto) -> Mark:
    kept, place = _keepable(photo) if keeps_photos() else None, state.memory().place
    number = kept_history().add(
        search.utc(datetime.now(UTC)), photo.reading_json or {}, now(first, hand, photo.name, place), kept
    )
    return Mark(number, photo.name, 0, hand.desk, hand.situation, place)


def _keepable(photo: ShownPhoto) -> KeptPhoto | None:
    if photo.data is None:
        return None
    jpeg = picture.keepable(photo.data, photo.name)
    return KeptPhoto(jpeg, photo.jpeg, picture.thumbnail(photo.jpeg))


def keeps_photos() -> bool | None:
    """Whether the person agreed that photos are kept; None before the question was answered.

    Where the answer cannot be read it is no.
    """
    try:
        return kept_history().keeps_photos()
    except _TROUBLES:
        return False


def agree() -> None:
    """Have photos kept from now on, the one on the desk too."""
    held = state.memory()
    kept = None if held.photo is None else _keepable(held.photo)
    kept_history().agree(None if held.mark is None else held.mark.number, kept)


def decline() -> None:
    """Have no photo kept, and delete those that are."""
    kept_history().decline()


def reopen(number: int) -> bool:
    """Lay a kept reading on the desk again; False where it has been deleted meanwhile.

    It stays a hand of the game that it was of. Who played it is told to its owner alone.
    """
    entry = kept_history().load(number)
    if entry is None:
        return False
    read = entry.reading
    about = read["photo"] | {"name": read["photo"]["file"]}
    desk, facts = desk_from_json(entry.desk), state.by_offered_rules(situation_from_json(entry.situation))
    mine = entry.owner == visitor.current().owner
    place = (Place.of_json(entry.place) if mine else None) or NO_TABLE
    mark = Mark(number, about["name"], entry.version, desk, facts, place) if mine else None
    session = Session(desk, first_desk(read))
    state.lay(Journal(session, facts, place), kept.photo_of(number, about), mark)
    return True
