"""An evening at the table, as guests at the served page spend it, and what of it is on the disk."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

    from tests.served.guest import Guest

NAMES: Final = {"name_east": "Ann", "name_south": "Bo", "name_west": "Cy", "name_north": "Di"}
END: Final = "event-exhaustive_draw"


def file(home: Path) -> Path:
    """The database of a server whose home this is."""
    return home / "yakulens" / "yakulens.sqlite3"


def sit_down(guest: Guest) -> None:
    """Begin a game, or go on with the one that is there."""
    if guest.offers(END):
        return
    if guest.offers("resume-"):
        guest.tap("resume-")
        return
    guest.say(**NAMES)
    guest.tap("FormSubmitter:names")


def play(guest: Guest) -> None:
    """Enter a hand: an exhaustive draw, nobody tenpai."""
    if not guest.offers("enter"):
        guest.tap(END)
        guest.tap("nobody")
    guest.tap("enter")


def hands(home: Path) -> list[str]:
    """The kinds of the ends of all hands on the disk, in order, as of `ended`."""
    return [str(end["event"]) for end in ended(home)]


def ended(home: Path) -> list[dict[str, Any]]:
    """The ends of all hands on the disk, in order; the file is checked as a whole first.

    Raises:
        AssertionError: the file is damaged.
    """
    if not file(home).exists():
        return []
    with closing(sqlite3.connect(file(home))) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = database.execute("SELECT ended FROM hand ORDER BY game, number").fetchall()
    return [json.loads(text) for (text,) in rows]
