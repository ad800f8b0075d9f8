"""Statistics over games as parts to draw: of the latest evening, and of all games. Pure."""

from collections.abc import Sequence
from typing import Final

from yakulens.app import Json
from yakulens.app.game.statistics import GameFigures, PlayerFigures, kinds, latest_evening, statistics
from yakulens.app.hand import shown
from yakulens.app.table.pieces import note, tables
from yakulens.app.words import phrases
from yakulens.app.words.i18n import text

_COLUMNS: Final = ("place", "won", "dealt_in", "riichi")
_MAX_YAKU: Final = 4


def figures(language: str, games: Sequence[GameFigures], *, all_of_them: bool = True) -> list[Json]:
    """Each player's figures in a table for each kind of game, those of the latest evening first; a note.

    ``all_of_them`` says whether these are all games that are kept, or the latest of them.

    >>> from yakulens.app.game import begin
    >>> from yakulens.app.game.statistics import figures_of
    >>> game = begin("ema-2025", ("Ann", "Bo", "Cy", "Di"))
    >>> parts = figures("en", [figures_of(game, 0.0), figures_of(game, 1e6)])
    >>> [part["table"]["heading"] for part in parts[:-1]]
    ['The latest evening', 'All games']
    """
    evening = latest_evening(games)
    together = text(language, "figures.all" if all_of_them else "figures.latest", n=len(games))
    sections = [(text(language, "figures.evening"), evening), (together, games)]
    several = len(kinds(games)) > 1
    made = []
    for section, counted in sections if len(evening) < len(games) else [("", games)]:
        for kind, of_kind in kinds(counted).items():
            length = text(language, "table.east_only" if kind.east_only else "table.full")
            about = (text(language, "figures.players", n=kind.players), length) if several else ()
            head = (section, *about) if section else about
            columns = [text(language, f"figures.{key}") for key in _COLUMNS]
            rows = [_player(language, name, each) for name, each in statistics(of_kind).items()]
            made.append(shown.table(rows, " · ".join(head), ("", *columns)))
    return [*tables(*made), note(text(language, "figures.note"))]


def _player(language: str, name: str, figures: PlayerFigures) -> Json:
    place = phrases.MINUS if figures.place is None else f"{figures.place:.2f}"
    counts = (figures.won, figures.dealt_in, figures.riichi)
    shares = [shown.cell(f"{figures.share(count):.0%}", "num") for count in counts]
    yaku = [f"{text(language, f'yaku.{key}')} {n}" for key, n in figures.yaku.most_common(_MAX_YAKU)]
    numbers = {"games": len(figures.places), "hands": figures.hands}
    told = [
        text(language, f"figures.{key}_one" if n == 1 else f"figures.{key}", n=n)
        for key, n in numbers.items()
    ]
    gloss = " · ".join((text(language, "language.comma").join(told), *yaku))
    who = shown.cell(name, strong=True, gloss=gloss)
    return shown.row(who, shown.cell(place, "num", strong=True), *shares)
