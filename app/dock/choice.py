"""The questions and answers that the desk's component draws, whatever they are about."""

from dataclasses import dataclass

from yakulens.app.contract import Json


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer, drawn as a button.

    Attributes:
        label: the button's words; the face's name where it shows a tile.
        event: what a tap sends (see ``app.dock.events``), without its number; None where it sends nothing.
        face: the tile that the button shows; empty for none.
        note: a plain word beside the label.
        held: whether this is the answer at present.
        why_not: why it cannot be chosen; empty where it can.
        opens: what the component opens by itself: ``keys:win`` the tile keyboard for a place, ``tile:3`` a
            tile's sheet, ``box`` drawing on the photo, ``share`` the sharing of the score.
        strong: whether it is the likely answer.
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
        key: its name on the page, different for each question.
        text: one sentence.
        choices: the answers.
        tiles: the uids of the tiles that are highlighted meanwhile.
        note: a remark in small letters.
        stays: whether it stays open after a tap, because several answers can hold at once.
        picks: the place to which a tap moves a tile beside the hand, as the answer; empty where none answers.
    """

    key: str
    text: str
    choices: tuple[Choice, ...] = ()
    tiles: tuple[int, ...] = ()
    note: str = ""
    stays: bool = False
    picks: str = ""


def say_event(field: str, value: object) -> Json:
    """The event that says something of how the hand was won."""
    return {"do": "say", "field": field, "value": value}
