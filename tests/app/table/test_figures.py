"""Statistics as parts to draw: a table for each kind of game, the latest evening before all games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from yakulens.app import game as games
from yakulens.app.game.statistics import figures_of
from yakulens.app.table.figures import figures
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = ("Ann", "Bo", "Cy", "Di")
DAY = 24 * 60 * 60


def won(players: Sequence[str] = NAMES, rules: str = "ema-2025") -> games.Game:
    win = {"event": "ron", "discarder": "west", "wins": [{"seat": "south", "han": 2, "fu": 30}]}
    return games.add(games.begin(rules, tuple(players)), win | {"riichi": ["south"]})


def tables(parts: list[dict[str, Any]]) -> dict[str, list[list[str]]]:
    """The rows of each table, as texts, by its heading."""
    found = [part["table"] for part in parts if part["part"] == "table"]
    return {
        each.get("heading", ""): [[cell.get("text", "") for cell in row["cells"]] for row in each["rows"]]
        for each in found
    }


def test_one_evening_of_one_kind_of_game_needs_no_heading() -> None:
    told = tables(figures("en", [figures_of(won(), 0.0), figures_of(won(), 3600.0)]))
    ann, bo = (next(row for row in told[""] if row[0] == name) for name in ("Ann", "Bo"))
    assert list(told) == [""]
    assert bo == ["Bo", "\N{MINUS SIGN}", "100%", "0%", "100%"]
    assert ann == ["Ann", "\N{MINUS SIGN}", "0%", "0%", "0%"]


def test_the_latest_evening_stands_before_all_games_and_kinds_stand_apart() -> None:
    three = won(NAMES[:3], "tenhou-3p")
    counted = [figures_of(won(), 5 * DAY), figures_of(won(("Eve", *NAMES[1:])), 0.0), figures_of(three, 0.0)]
    told = tables(figures("en", counted))
    assert list(told) == [
        "The latest evening · 4 players · East and south round",
        "All games · 4 players · East and south round",
        "All games · 3 players · East and south round",
    ]
    evening, every, _ = ({row[0] for row in rows} for rows in told.values())
    assert (evening, every) == ({*NAMES}, {*NAMES, "Eve"})
    latest = tables(figures("en", counted, all_of_them=False))
    assert "The latest 3 games · 3 players · East and south round" in latest


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_each_language_has_its_sentences(language: str) -> None:
    parts = figures(language, [figures_of(won(), 5.0 * DAY), figures_of(won(), 0.0)])
    assert "figures." not in str(parts)
    assert parts[-1]["text"] == i18n.text(language, "figures.note")
