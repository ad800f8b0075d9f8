"""What the page says where its disk or its file fails: ``python -m tests.served.faults``.

Each fault meets a server of its own, with a game and two readings on its disk. The table says which sentence
a guest read who entered a hand, and what of the table and the history could still be shown and deleted.
"""

from __future__ import annotations

import argparse
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import tomllib
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.served.evening import END, file, hands, play, sit_down
from tests.served.guest import Guest
from tests.served.server import ROOT, Server
from yakulens.app import game
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.app.hand.wire import first_desk
from yakulens.app.store import Store
from yakulens.app.store.history import KeptPhoto
from yakulens.app.store.search import hand_record
from yakulens.app.words.questions import in_english
from yakulens.vision.picture.photo import load
from yakulens.vision.progressive import read_photo
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SENTENCES: Final = tomllib.loads((ROOT / "app" / "words" / "en.toml").read_text(encoding="utf-8"))
SAMPLE: Final = ROOT / "datasets" / "samples" / "open.jpg"
DISK: Final = 12_000_000
"""Bytes of the small disk."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a guest met.

    Attributes:
        said: which sentence: a key of the page's words; empty where none was.
        entered: whether the hand was kept.
        table: whether the game was still shown.
        history: whether the readings were still shown.
        deleted: whether one of them could be deleted.
    """

    said: str
    entered: bool
    table: bool
    history: bool
    deleted: bool


def fill(home: Path) -> None:
    """Put a game and two readings on the disk."""
    store = Store(file(home))
    store.games.of("").begin(game.begin("ema-2025", ("Ann", "Bo", "Cy", "Di")))
    read = read_photo(load(SAMPLE), Recogniser.load()).to_json(in_english)
    desk = first_desk(read)
    kept = hand_record(desk, Scored.of(desk, WinFacts()), "a.jpg")
    for _ in range(2):
        number = store.history.of("").add("2026-11-22T10:00:00+00:00", read, kept)
        store.history.of("").agree(number, KeptPhoto(bytes(300_000), b"", b""))


def said(guest: Guest) -> str:
    """The sentence about the disk that the page says."""
    known = {
        f"{part}.{key}": text
        for part, keys in (("disk", ()), ("table", ("changed", "damaged")), ("history", ("damaged",)))
        for key, text in SENTENCES[part].items()
        if not keys or key in keys
    }
    plain = guest.texts.replace("\\\\", "")
    return next((name for name, text in known.items() if text.split(":")[0][:40] in plain), "")


def seated(server: Server) -> dict[str, str]:
    """The cookies of a guest who sits at the game."""
    with Guest(server.port, "table") as guest:
        sit_down(guest)
        return guest.cookies


def met(server: Server, home: Path, cookies: dict[str, str] | None = None) -> Outcome:
    """Enter a hand where there is a game to sit at, look at the history, delete a reading."""
    before = _hands(home)
    with Guest(server.port, "table", cookies) as guest:
        sentence = said(guest)
        if cookies is not None:
            play(guest)
        sentence = sentence or said(guest)
        table = guest.offers(END) or guest.offers("enter")
    entered = before >= 0 and _hands(home) > before
    return _history(server, sentence, entered=entered, table=table)


def _history(server: Server, sentence: str, *, entered: bool, table: bool) -> Outcome:
    with Guest(server.port, "history") as guest:
        history = guest.offers("delete-")
        deleted = history and _delete(guest)
        sentence = sentence or said(guest)
    return Outcome(sentence, entered, table, history, deleted)


def _delete(guest: Guest) -> bool:
    before = sum(key.startswith("delete-") for key in guest.keys)
    number = min(key for key in guest.keys if key.startswith("delete-") and key[7:].isdigit())
    guest.tap(number)
    if not guest.offers("delete-yes"):
        return False
    guest.tap("delete-yes")
    return sum(key.startswith("delete-") for key in guest.keys) < before


def _hands(home: Path) -> int:
    try:
        return len(hands(home))
    except (sqlite3.Error, AssertionError):
        return -1


@contextmanager
def small_disk(home: Path) -> Iterator[Path]:
    """A disk of a few megabytes at this place."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(home)], check=True)  # noqa: S607
    try:
        yield home
    finally:
        subprocess.run(["umount", "--lazy", str(home)], check=True)  # noqa: S607


def full(home: Path, serve: Callable[[], Server]) -> Outcome:
    """Another program fills the disk to its last byte."""
    with small_disk(home):
        fill(home)
        with serve() as server:
            cookies = seated(server)
            with (home / "filler").open("wb", buffering=0) as filler:
                try:
                    while filler.write(bytes(4096)):
                        pass
                except OSError:
                    pass
            return met(server, home, cookies)


def read_only(home: Path, serve: Callable[[], Server]) -> Outcome:
    """The disk is mounted anew so that nobody may write."""
    with small_disk(home):
        fill(home)
        with serve() as server:
            cookies = seated(server)
            subprocess.run(["mount", "-o", "remount,ro", str(home)], check=True)  # noqa: S607
            return met(server, home, cookies)


def locked(home: Path, serve: Callable[[], Server]) -> Outcome:
    """Another program holds the file and does not let go."""
    fill(home)
    with serve() as server:
        cookies = seated(server)
        with closing(sqlite3.connect(file(home))) as other:
            other.execute("BEGIN IMMEDIATE")
            return met(server, home, cookies)


def later(home: Path, serve: Callable[[], Server]) -> Outcome:
    """A later Yakulens wrote the file."""
    fill(home)
    with closing(sqlite3.connect(file(home))) as database:
        database.execute("PRAGMA user_version = 999")
    with serve() as server:
        return met(server, home)


def corrupt(home: Path, serve: Callable[[], Server]) -> Outcome:
    """The middle of the file was overwritten with zeros."""
    fill(home)
    with file(home).open("r+b") as data:
        data.seek(4096)
        data.write(bytes(60_000))
    with serve() as server:
        return met(server, home)


def no_database(home: Path, serve: Callable[[], Server]) -> Outcome:
    """Something else lies where the file is looked for."""
    fill(home)
    file(home).write_bytes(b"no database" * 1000)
    with serve() as server:
        return met(server, home)


def spoilt_row(home: Path, serve: Callable[[], Server]) -> Outcome:
    """One reading's row holds half of what was written."""
    fill(home)
    with closing(sqlite3.connect(file(home))) as database, database:
        database.execute("UPDATE reading SET desk = '{' WHERE id = 2")
    with serve() as server:
        return met(server, home, seated(server))


def clock_back(home: Path, serve: Callable[[], Server]) -> Outcome:
    """Everything on the disk was written in what is now the future."""
    fill(home)
    with closing(sqlite3.connect(file(home))) as database, database:
        database.execute("UPDATE game SET started = '2099-01-01 00:00:00'")
        database.execute("UPDATE reading SET read = '2099-01-01T00:00:00Z'")
    with serve() as server:
        return met(server, home, seated(server))


def two_servers(home: Path, serve: Callable[[], Server]) -> Outcome:
    """A second server on the same folder: both say how a hand ended, and the other enters it first."""
    fill(home)
    with (
        serve() as one,
        serve() as other,
        Guest(one.port, "table") as here,
        Guest(other.port, "table") as there,
    ):
        sit_down(here)
        sit_down(there)
        here.tap(END)
        here.tap("tenpai-nobody")
        play(there)
        before = _hands(home)
        here.tap("enter")
        return _history(one, said(here), entered=_hands(home) > before, table=here.offers("carry-ending"))


FAULTS: Final[dict[str, Callable[[Path, Callable[[], Server]], Outcome]]] = {
    "disk full": full,
    "disk read-only": read_only,
    "file locked": locked,
    "file of a later version": later,
    "file damaged in the middle": corrupt,
    "file is no database": no_database,
    "one row damaged": spoilt_row,
    "clock put back": clock_back,
    "two servers on one folder": two_servers,
}


def main() -> int:
    """Try all, or those that are named; 1 where the page broke or a fault was not told."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"default: all of {', '.join(FAULTS)}")
    names = parser.parse_args().faults or list(FAULTS)
    if unknown := [name for name in names if name not in FAULTS]:
        parser.error(f"no fault is called {unknown[0]!r}; there are {', '.join(FAULTS)}")
    columns = ("fault", "said", "hand kept", "table shown", "history shown", "reading deleted")
    sys.stdout.write(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n")
    for name in names:
        home = Path(tempfile.mkdtemp(prefix="yakulens-fault-"))
        found = FAULTS[name](home, lambda home=home: Server(home))  # type: ignore[misc]
        shutil.rmtree(home, ignore_errors=True)
        cells = (
            "yes" if each else "no" for each in (found.entered, found.table, found.history, found.deleted)
        )
        sys.stdout.write(f"| {name} | {found.said or '-'} | {' | '.join(cells)} |\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
