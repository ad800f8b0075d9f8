"""What is heard from a desk's component: each tap once, and the correction that it means."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final, Protocol

from yakulens.app import recognition, state
from yakulens.app.dock import events
from yakulens.app.dock.events import EventError, ReadBox
from yakulens.app.recognition import UnreadableError
from yakulens.vision.desk.edits import AddFound, MoveTile, TakeTiles
from yakulens.vision.desk.rows import tile_at, within

if TYPE_CHECKING:
    from collections.abc import Callable

    from yakulens.app.dock.events import Event
    from yakulens.app.photos import ShownPhoto
    from yakulens.vision.desk import Desk, DeskPlace
    from yakulens.vision.desk.edits import Edit

_LOG: Final = logging.getLogger(__name__)


class Ears(Protocol):
    """What remembers the number of the last tap that was heard."""

    heard: int


def hear(message: object, ears: Ears, carry_out: Callable[[Event], None]) -> None:
    """Carry out what was tapped, each tap once; a message that is none is refused in one sentence."""
    if message is None:
        return
    try:
        found = events.decode(message)
    except EventError as error:
        _LOG.warning("a message of the desk was refused: %s", error)
        state.tell("app.refused", what=error)
        ears.heard = max(ears.heard, events.last_number(message))
        return
    for number, event in found:
        if number > ears.heard:
            ears.heard = number
            carry_out(event)


def edit_of(photo: ShownPhoto | None, desk: Desk, event: Event) -> Edit | None:
    """The correction that an event means, None for none; a box drawn on the photo is read at once."""
    if isinstance(event, ReadBox):
        return None if photo is None else _boxed(photo, desk, event)
    return events.edit_of(desk, event)


def _boxed(photo: ShownPhoto, desk: Desk, drawn: ReadBox) -> AddFound | MoveTile | TakeTiles | None:
    """The tile in a box is what it was drawn as, completes the hand, or lies beside a whole one.

    One that was found already is taken from where it lies. A box about many that were found says that these
    are the hand, one about a few beside it that these are a called set. Where no tile is read, a sentence
    says so.
    """
    row = () if drawn.place else within(desk, drawn.box)
    if row:
        return TakeTiles(row)
    place: DeskPlace = drawn.place or ("concealed" if desk.missing() > 0 else "others")
    there = tile_at(desk, drawn.box)
    if there is not None:
        return MoveTile(there, place) if there in desk.others else None
    try:
        tile = recognition.read_box(photo, drawn.box)
    except UnreadableError as error:
        state.tell(error.key, what=error.what)
        return None
    return AddFound(tile, place)
