"""Pieces of a game's view as JSON in the visitor's language; ``app/web/table.js`` draws each. Pure.

A piece names itself (``part``). What can be tapped carries the tap that the page sends (`app.game.taps`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from yakulens.app import Json
from yakulens.app.game import TableState
from yakulens.app.hand import shown
from yakulens.app.hand.place import Place
from yakulens.app.words import phrases, seating
from yakulens.app.words.i18n import isolated, text
from yakulens.scorer.message import Message

Option = tuple[str, Json]
"""A choice: its label, and the tap that makes it."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """A language, and the version of the game that every tap carries."""

    language: str
    version: int

    def say(self, key: str, **values: object) -> str:
        """One sentence of the catalogue."""
        return text(self.language, key, **values)

    def tap(self, do: str, **about: Any) -> Json:  # noqa: ANN401 - the fields of a tap
        """A tap, as the page sends it."""
        return {"do": do, "version": self.version, **about}

    def turn(self, stand: TableState | Place) -> str:
        """Which hand of a game it is: East 1."""
        return seating.turn(self.language, stand.round, stand.dealer)

    def hand(self, before: TableState) -> str:
        """Which of a game's hands it is, from the stand before it: East 1 (counters: 2)."""
        return seating.turn(self.language, before.round, before.dealer, before.honba)

    def seated(self, seat: str, names: Mapping[str, str]) -> str:
        """A player as a choice: the wind's character and the name."""
        return f"{seating.character(self.language, seat)} {names[seat]}"

    def button(self, key: str, do: str, *, said: str = "", strong: bool = False, **about: Any) -> Json:  # noqa: ANN401
        """A button; ``key`` is the catalogue's for its label, unless ``said`` is one."""
        return shown.given(label=said or self.say(key), tap=self.tap(do, **about), strong=strong)

    def choices(
        self, title: str, options: Sequence[Option], chosen: Collection[str] = (), off: Collection[str] = ()
    ) -> Json:
        """A row of choices under a title; ``chosen`` and ``off`` are labels."""
        told = [
            shown.given(label=label, tap=tap, chosen=label in chosen, off=label in off)
            for label, tap in options
        ]
        return shown.given(part="choices", title=title, options=told)

    def settlement(self, settled: Json, names: Mapping[str, str]) -> list[Json]:
        """What a hand paid: the total of each player, then row by row; ``names`` are by wind."""
        chips = settled.get("chips", {})
        seats = [
            shown.given(
                name=name,
                change=shown.change(self.language, settled["net"].get(seat, 0)),
                chips=self.say("table.chips_won", chips=phrases.signed(chips[seat])) if seat in chips else "",
            )
            for seat, name in names.items()
        ]
        rows = shown.table(shown.settlement(self.language, settled, names))
        return [{"part": "pays", "seats": seats}, *tables(rows)]

    def after_game(self, settled: Json, names: Mapping[str, str]) -> list[str]:
        """What a hand takes from each player after the game, one phrase each."""
        return [
            f"{isolated(names[seat])} {self.say('table.after_game', points=phrases.signed(points))}"
            for seat, points in settled["penalties"].items()
            if points
        ]

    def problems(self, messages: Iterable[Message | Mapping[str, Any]], names: Mapping[str, str]) -> str:
        """Messages of ``settle`` as sentences."""
        return " ".join(phrases.say(self.language, message, dict(names)) for message in messages)


def heading(words: str) -> Json:
    """A part's heading."""
    return {"part": "heading", "text": words}


def label(words: str) -> Json:
    """A line in bold."""
    return {"part": "label", "text": words}


def note(words: str, *, asks: bool = False) -> Json:
    """A sentence in small letters; one that asks for something is marked."""
    return shown.given(part="note", text=words, asks=asks)


def tables(*made: Json | None) -> list[Json]:
    """Tables as parts; None is left out."""
    return [{"part": "table", "table": each} for each in made if each is not None]


def buttons(*made: Json) -> Json:
    """A row of buttons."""
    return {"part": "buttons", "buttons": list(made)}


def fold(key: str, title: str, *parts: Json, opened: bool = False) -> Json:
    """Parts that a tap unfolds; ``opened`` says whether they are unfolded at first."""
    return shown.given(part="fold", key=key, title=title, parts=list(parts), open=opened)
