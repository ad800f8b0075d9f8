"""The hand on a visitor's desk between memory and disk: kept as it is said, opened again by its number."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from yakulens.app import visitor
from yakulens.app.contract import Json
from yakulens.app.journal import Journal, Say
from yakulens.app.journal.wire import beginning_to_json, journal_from_json, step_to_json
from yakulens.app.photos import ShownPhoto, photos
from yakulens.app.store.shared import history as kept_history
from yakulens.app.store.shared import store
from yakulens.app.store.trouble import FAILURES, MISSHAPEN, or_else, trouble
from yakulens.vision.desk.edits import Edit

_ABOUT: Final = ("name", "width", "height", "sha256")
"""What is kept of a photo itself beside its pixels."""


class Opened(NamedTuple):
    """A hand that was opened again.

    Attributes:
        journal: the hand with every step.
        photo: its photo, where it is still there.
        reading: the number of its reading in the history.
        version: that reading's.
        file: the photo's name.
    """

    journal: Journal
    photo: ShownPhoto | None
    reading: int | None
    version: int
    file: str


@or_else(trouble, "the hand cannot be kept")
def begin(number: str, journal: Journal, photo: ShownPhoto | None, reading: int | None) -> None:
    """Keep a hand that came in; why not, where the disk cannot be used: the page works on."""
    if photo is not None:
        photos().keep(number, photo)
    store().desks.begin(number, visitor.current().browser, _beginning(journal, photo), reading)


@or_else(trouble, "the hand cannot be kept")
def again(number: str, journal: Journal, photo: ShownPhoto | None) -> None:
    """Keep a hand as if it had begun otherwise; why not, where the disk cannot be used."""
    if photo is not None:
        photos().keep(number, photo)
    store().desks.replace(number, _beginning(journal, photo), map(step_to_json, journal.steps))


def _beginning(journal: Journal, photo: ShownPhoto | None) -> Json:
    about = None if photo is None else {key: getattr(photo, key) for key in _ABOUT}
    return beginning_to_json(journal) | {"photo": about}


@or_else(trouble, "the step cannot be kept")
def add(number: str, at: int, step: Edit | Say) -> None:
    """Keep a hand's step number ``at``; why not, where it cannot be kept."""
    store().desks.add(number, at, step_to_json(step))


@or_else(trouble, "the hand's reading cannot be kept")
def recorded(number: str, reading: int) -> None:
    """Keep which reading of the history the hand is; why not, where it cannot be kept."""
    store().desks.record(number, reading)


@or_else(lambda _: None, "the last hand cannot be found")
def last() -> str | None:
    """The number of the hand that this browser touched last."""
    return store().desks.last(visitor.current().browser)


@or_else(lambda _: None, "the hand cannot be opened", (*FAILURES, *MISSHAPEN))
def opened(number: str) -> Opened | None:
    """A hand of this browser; None where it has none of this number, or no longer."""
    found = store().desks.load(number, visitor.current().browser)
    if found is None:
        return None
    about = found.beginning.get("photo")
    photo = photos().of(number)
    entry = None if found.reading is None else kept_history().load(found.reading)
    if photo is None and about is not None and entry is not None:
        photo = photo_of(entry.number, about)
    journal = journal_from_json(found.beginning, found.steps)
    reading, version = (None, 0) if entry is None else (entry.number, entry.version)
    return Opened(journal, photo, reading, version, "" if about is None else about["name"])


def photo_of(reading: int, about: Mapping[str, Any]) -> ShownPhoto | None:
    """The photo of a reading of the history, with what is known about it; None where it is not kept.

    Raises:
        StoreError, OSError, sqlite3.Error: the file cannot be read.
    """
    kept = kept_history().photo(reading)
    if kept is None:
        return None
    return ShownPhoto(jpeg=kept.display, **{key: about[key] for key in _ABOUT})
