"""What a `HandSession` asks of the page that it runs on, as data, and what the page answers.

A page carries an effect out: it reads a box of the photo, saves a setting, goes to the table. An effect with
an answer names the event that brings it.
"""

from dataclasses import dataclass

from yakulens.vision.desk import DeskPlace, DeskTile
from yakulens.vision.reading import Box, Reading
from yakulens.vision.stages import Stage


@dataclass(frozen=True, slots=True)
class TileToRead:
    """Read the tile in a box drawn on the photo; `BoxRead` brings it."""

    box: Box  # left, top, right, bottom in pixels of the photo
    place: DeskPlace  # where the tile goes


@dataclass(frozen=True, slots=True)
class BoxRead:
    """The tile that a drawn box shows, for a place of the hand. An event."""

    tile: DeskTile
    place: DeskPlace


@dataclass(frozen=True, slots=True)
class Found:
    """A reading of the hand's photo, and what is done next for a better one. An event."""

    reading: Reading
    next_stage: Stage  # empty where no better reading comes


@dataclass(frozen=True, slots=True)
class ShowReading:
    """Show this reading's photo: the hand begins with it from now on."""

    reading: Reading


@dataclass(frozen=True, slots=True)
class DropReading:
    """A better reading cannot take up the corrections: the hand stays, and no other reading is wanted."""

    reading: Reading


@dataclass(frozen=True, slots=True)
class StopSearch:
    """Stop looking for a better reading of the photo."""


@dataclass(frozen=True, slots=True)
class AlreadyInHand:
    """Say that the tile in the drawn box is one of the hand already."""

    face: str


@dataclass(frozen=True, slots=True)
class ShowStart:
    """Show the start again; the hand stays until a new one comes."""


@dataclass(frozen=True, slots=True)
class EnterWin:
    """Bring the win to the running game's table."""


@dataclass(frozen=True, slots=True)
class DrawPicture:
    """Draw the score as a picture."""


@dataclass(frozen=True, slots=True)
class KeepRules:
    """Save the rules that the visitor plays by from now on, and those where red fives lie; empty for none."""

    rules: str
    red_rules: str


Answer = BoxRead | Found
Effect = (
    TileToRead
    | ShowReading
    | DropReading
    | StopSearch
    | AlreadyInHand
    | ShowStart
    | EnterWin
    | DrawPicture
    | KeepRules
)
