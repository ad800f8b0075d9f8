"""What is heard from a desk's component: each tap once, and the correction that it means."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from yakulens.app import recognition, state
from yakulens.app.dock import events
from yakulens.app.from_json import FormError
from yakulens.app.photos import ShownPhoto
from yakulens.app.tiles import name
from yakulens.vision.desk import Desk, DeskTile
from yakulens.vision.desk.edits import Edit
from yakulens.vision.missed import Box

_LOG: Final = logging.getLogger(__name__)


def hear(
    message: object, acknowledged: events.Acknowledged, carry_out: Callable[[events.Event], None]
) -> None:
    """Carry out what was tapped, each tap once; a message that is none is refused in one sentence."""
    if message is None:
        return
    try:
        for event in events.new_events(message, acknowledged):
            carry_out(event)
    except FormError as error:
        _LOG.warning("a message of the desk was refused: %s", error)
        state.warn("app.refused", what=error)


def edit_of(photo: ShownPhoto | None, desk: Desk, event: events.Event) -> Edit | None:
    """The correction that an event means, None for none; a box drawn on the photo is read at once.

    A box about a tile that is in the hand already means none, and that is said.
    """
    drawn = events.redrawn_tile(desk, event)
    if drawn is not None:
        state.warn("hand.drawn_again", tile=name(state.language(), desk.face(drawn)))
    return events.edit_of(desk, event, None if photo is None else partial(_read, photo))


def _read(photo: ShownPhoto, box: Box) -> DeskTile | None:
    """The tile in a box; where none is read, a sentence says so."""
    try:
        return recognition.read_box(photo, box)
    except recognition.UnreadableError as error:
        state.warn(error.key, what=error.what)
        return None
