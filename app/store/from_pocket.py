"""Adds the games of a page without a server to the store, from the file that it saves everything in.

That file has the form of a backup (`app.store.backup`), with a folder ``pocket`` of its own. Its hands have
no reading that a server's history could keep, so they stay with the page.
"""

import hashlib
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from yakulens.app.game import Game
from yakulens.app.game.wire import GameLinkError, kept_game
from yakulens.app.store.backup import LIST, BackupError
from yakulens.app.store.games import Games

GAMES: Final = "pocket/games.json"
_MOST_BYTES: Final = 32_000_000
"""Of the list or of the games: a game takes some ten thousand bytes."""


def is_pockets(source: Path) -> bool:
    """Whether a file was saved by the page without a server."""
    if not source.is_file():  # opening a pipe would wait
        return False
    try:
        with zipfile.ZipFile(source) as archive:
            return GAMES in archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def add(source: Path, games: Games) -> int:
    """Keep the games of the file beside those that are there, each once; returns how many are in it.

    Raises:
        BackupError: the file is damaged, or a game in it cannot be played here; nothing has changed.
    """
    found = [*_games(source)]
    for game in found:
        games.bring(game)
    return len(found)


def _games(source: Path) -> Iterator[Game]:
    content = _content(source)
    try:
        for kept in json.loads(content):
            told: dict[str, Any] = json.loads(kept["kept"])
            yield kept_game(told["game"])
    except GameLinkError as error:
        raise BackupError(source, "a game in it cannot be played here: its rules are missing") from error
    except (KeyError, ValueError, TypeError, RecursionError) as error:
        raise BackupError(source, "is no backup of yakulens") from error


def _content(source: Path) -> bytes:
    """The list of games as bytes, checked by the file's own sums."""
    with zipfile.ZipFile(source) as archive:
        if max(archive.getinfo(name).file_size for name in (LIST, GAMES)) > _MOST_BYTES:
            raise BackupError(source, "is no backup of yakulens")
        try:
            expected, content = json.loads(archive.read(LIST))["files"][GAMES], archive.read(GAMES)
        except zipfile.BadZipFile as error:
            raise BackupError(source, "is damaged; use another backup") from error
    if hashlib.sha256(content).hexdigest() != expected:
        raise BackupError(source, f"{GAMES!r} in it is damaged; use another backup")
    return content
