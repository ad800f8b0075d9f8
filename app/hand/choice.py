"""The questions and answers that the desk's component draws, whatever their subject."""

from collections.abc import Iterable
from dataclasses import dataclass, fields

from yakulens.app import Json
from yakulens.app.words import rule_phrases
from yakulens.app.words.tiles import name


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer, drawn as a button."""

    label: str  # the button's text; the face's name if it shows a tile
    # What a tap sends (see ``app.hand.events``), without its number; None if nothing.
    event: Json | None = None
    face: str = ""  # the tile that the button shows; empty for none
    note: str = ""  # a word beside the label
    held: bool = False  # whether this is the current answer
    why_not: str = ""  # why it cannot be chosen; empty if it can
    # What the component opens by itself: ``keys:win`` the tile keyboard for a place, ``tile:3`` a tile's
    # sheet, ``box`` drawing on the photo, ``share`` the share sheet, ``score`` the full
    # score, or what a hand before its win waits for.
    opens: str = ""
    strong: bool = False  # whether it is the likely answer

    def to_json(self) -> Json:
        """The answer as the component takes it."""
        return {name: getattr(self, name) for name in _CHOICE}


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question with its answers."""

    key: str  # its name on the page, different for each question
    text: str  # one sentence
    choices: tuple[Choice, ...] = ()  # the answers
    tiles: tuple[int, ...] = ()  # the uids of the highlighted tiles
    note: str = ""  # a remark in small type
    stays: bool = False  # whether it stays open after a tap, because several answers can be true
    # The place to which a tap moves a tile beside the hand, as the answer; empty if none.
    picks: str = ""
    # What the component opens with the question, as in ``Choice``: the keyboard where no answer is likely.
    opens: str = ""

    def to_json(self) -> Json:
        """The question with its answers as the component takes it."""
        return {name: getattr(self, name) for name in _ASK} | {
            "choices": [choice.to_json() for choice in self.choices]
        }


_CHOICE, _ASK = ([field.name for field in fields(kind)] for kind in (Choice, Prompt))
"""The fields of each, by name: `dataclasses.asdict` copies deeply, and a desk has some hundred answers."""


def tile_choice(language: str, face: str, event: Json | None = None, *, opens: str = "") -> Choice:
    """An answer that shows a tile and is called by its name."""
    return Choice(name(language, face), event, face, opens=opens)


def say_event(field: str, value: object) -> Json:
    """The event that sets a fact about the win."""
    return {"do": "say", "field": field, "value": value}


def rule_options(language: str, names: Iterable[str]) -> list[Json]:
    """Rule sets to choose from, each with its full name."""
    return [{"value": each, "label": rule_phrases.title(language, each)} for each in names]
