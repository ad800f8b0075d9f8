"""The hand on a visitor's desk, on disk: each step is saved at once; a hand is loaded by its number."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from yakulens.app import Json
from yakulens.app.hand.journal import Journal, Step, beginning_to_json, journal_from_json, step_to_json
from yakulens.app.readers.photos import ShownPhoto, photos
from yakulens.app.server import visitor
from yakulens.app.store.history import Entry
from yakulens.app.store.shared import history as kept_history
from yakulens.app.store.shared import store
from yakulens.app.store.trouble import FAILURES, MISSHAPEN, or_else, trouble

_PHOTO_FIELDS: Final = ("name", "width", "height", "sha256")
"""What is saved of a photo beside its pixels."""


class KeptHand(NamedTuple):
    """A saved hand."""

    journal: Journal  # the hand with every step
    photo: ShownPhoto | None  # its photo, where it still exists
    reading: Entry | None  # its reading in the history
    file: str  # the photo's name


@or_else(trouble, "the hand cannot be kept")
def add_hand(number: str, journal: Journal, photo: ShownPhoto | None, reading: int | None) -> None:
    """Save a new hand; returns the trouble where the disk fails: the page works on."""
    if photo is not None:
        photos().keep(number, photo)
    store().desks.begin(number, visitor.current().browser, _beginning(journal, photo), reading)


@or_else(trouble, "the hand cannot be kept")
def replace_hand(number: str, journal: Journal, photo: ShownPhoto | None) -> None:
    """Save a hand whose beginning has changed; returns the trouble where the disk fails."""
    if photo is not None:
        photos().keep(number, photo)
    store().desks.replace(number, _beginning(journal, photo), map(step_to_json, journal.steps))


def _beginning(journal: Journal, photo: ShownPhoto | None) -> Json:
    fields = None if photo is None else {name: getattr(photo, name) for name in _PHOTO_FIELDS}
    return beginning_to_json(journal) | {"photo": fields}


@or_else(trouble, "the step cannot be kept")
def add_step(number: str, at: int, step: Step) -> None:
    """Save a hand's step number ``at``; returns the trouble where the disk fails."""
    store().desks.add(number, at, step_to_json(step))


@or_else(trouble, "the hand's reading cannot be kept")
def set_reading(number: str, reading: int) -> None:
    """Save which reading of the history the hand is; returns the trouble where the disk fails."""
    store().desks.record(number, reading)


@or_else(lambda _: None, "the last hand cannot be found")
def last_hand() -> str | None:
    """The number of the hand that this browser changed last."""
    return store().desks.last(visitor.current().browser)


@or_else(lambda _: None, "the hand cannot be opened", (*FAILURES, *MISSHAPEN))
def load_hand(number: str) -> KeptHand | None:
    """A hand of this browser; None where it has no such hand (any more)."""
    hand = store().desks.load(number, visitor.current().browser)
    if hand is None:
        return None
    fields = hand.beginning.get("photo")
    photo = photos().of(number)
    entry = None if hand.reading is None else kept_history().load(hand.reading)
    if photo is None and fields is not None and entry is not None:
        photo = photo_of(entry.number, fields)
    journal = journal_from_json(hand.beginning, hand.steps)
    return KeptHand(journal, photo, entry, "" if fields is None else fields["name"])


def photo_of(reading: int, fields: Mapping[str, Any]) -> ShownPhoto | None:
    """The photo of a reading of the history, by its number; None where it is not kept.

    ``fields`` holds at least the fields of `ShownPhoto` in `_PHOTO_FIELDS`.

    Raises:
        StoreError, OSError, sqlite3.Error: the file cannot be read.
    """
    kept = kept_history().photo(reading)
    if kept is None:
        return None
    return ShownPhoto(jpeg=kept.display, **{name: fields[name] for name in _PHOTO_FIELDS})
