"""The store, opened once for all visitors, and the current visitor's settings.

Where the store cannot be used, the page still works but remembers nothing.
"""

from pathlib import Path
from typing import Any

from yakulens.app import store as stores
from yakulens.app.game.invitation import Tries
from yakulens.app.server import visitor
from yakulens.app.store import Store
from yakulens.app.store.games import Games
from yakulens.app.store.history import History
from yakulens.app.store.once import Once
from yakulens.app.store.trouble import or_else, trouble


@Once
def _open(path: Path) -> Store:
    return stores.Store(path)


@Once
def tries() -> Tries:
    """The codes that visitors tried."""
    return Tries()


def games() -> Games:
    """The games that the visitor began or joined; raises what `store` raises."""
    return store().games.of(visitor.current().owner)


def history() -> History:
    """The readings that the visitor may see; raises what `store` raises."""
    return store().history.of(visitor.current().owner)


def store() -> Store:
    """The store in the platform's data folder.

    Raises:
        StoreError, OSError, sqlite3.Error: it cannot be opened.
    """
    return _open(stores.place())


@or_else(lambda _: dict[str, Any](), "the settings cannot be read")
def recall() -> dict[str, Any]:
    """Every setting of this browser by its name; empty where the store cannot be read."""
    return store().settings.all(owner=visitor.current().browser)


@or_else(trouble, "the settings cannot be kept")
def remember(**values: Any) -> None:  # noqa: ANN401 - any JSON value
    """Keep some settings; returns the trouble where the store cannot be written."""
    store().settings.update(values, owner=visitor.current().browser)
