"""What survives a restart: hands, games, settings and the history, in one SQLite file in the data folder.

Every change is one transaction in write-ahead mode: a kill at any moment loses at most the current tap.
"""

from pathlib import Path
from typing import Final

from yakulens.app.store.desks import Desks
from yakulens.app.store.file import File, StoreError
from yakulens.app.store.games import Games
from yakulens.app.store.history import History
from yakulens.app.store.settings import Settings
from yakulens.vision.models import data_folder

__all__ = ["FILE", "Store", "StoreError", "place"]

FILE: Final = "yakulens.sqlite3"


def place() -> Path:
    """The file in the platform's data folder."""
    return data_folder() / FILE


class Store:
    """The file's parts; any thread and any number of programs may use them at once."""

    def __init__(self, path: Path) -> None:
        """Create the file if there is none, or migrate an earlier program's file.

        Raises:
            StoreError: a later program wrote the file.
            OSError, sqlite3.Error: the file cannot be made or opened.
        """
        file = File(path)
        self.path = path
        self.desks = Desks(file)  # the hands on the visitors' desks
        self.games = Games(file)  # running and finished games
        self.history = History(file)  # readings of photos, with the photos that their owner agreed to keep
        self.settings = Settings(file)  # visitors' choices, by name
