"""What can be tapped, and what is asked: the two shapes that the component knows, whatever they are about."""

from dataclasses import dataclass

from yakulens.app.contract import Json


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to tap.

    Attributes:
        label: its words; the face's name where it shows a tile.
        event: what the tap sends (see ``app.dock.events``), without its number; None where it sends nothing.
        face: the tile that it shows.
        note: a plain word beside the label.
        held: whether it holds now.
        why_not: why it cannot be chosen; empty where it can.
        opens: what the component opens by itself: ``keys:win`` the tile keyboard for a place, ``tile:3`` a
            tile's sheet, ``box`` drawing on the photo, ``share`` the sharing of the score.
        strong: whether it is the likely one.
    """

    label: str
    event: Json | None = None
    face: str = ""
    note: str = ""
    held: bool = False
    why_not: str = ""
    opens: str = ""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """A question with its answers.

    Attributes:
        key: tells it from others on the page.
        text: one sentence.
        choices: the answers.
        tiles: the uids that are lit while it is asked.
        note: what else is to be known, in small letters.
        stays: whether it stays open after a tap, because several answers can hold.
        picks: where a tile beside the hand goes that is tapped as the answer; empty where it goes nowhere.
    """

    key: str
    text: str
    choices: tuple[Choice, ...] = ()
    tiles: tuple[int, ...] = ()
    note: str = ""
    stays: bool = False
    picks: str = ""
