"""The games of a page without a server come into the store, each once; a damaged file changes nothing."""

from __future__ import annotations

import hashlib
import json
import zipfile
from typing import TYPE_CHECKING

import pytest

from yakulens.app.game import Penalised, reseat
from yakulens.app.game.penalties import penalise
from yakulens.app.pocket.phone import Phone
from yakulens.app.pocket.table import PhoneTable
from yakulens.app.store import Store
from yakulens.app.store.backup import BackupError
from yakulens.app.store.from_pocket import GAMES, add, is_pockets

if TYPE_CHECKING:
    from pathlib import Path

BEGIN = {"do": "begin", "value": "ema-2025", "players": ["Ann", "Bo", "Cy", "Di"]}


def saved(path: Path, *, damaged: bool = False, **changes: object) -> Path:
    """What the page saves of a game with a penalty and two players who have changed seats."""
    phone = Phone()
    table = PhoneTable(phone)
    table.tap(BEGIN, 7)
    game = phone.table.game
    assert game is not None
    phone.table = phone.table.saved(penalise(reseat(game, (1, 0, 2, 3)), Penalised(0, -1000)))
    told = json.loads(table.shown(8))
    kept = json.loads(told["kept"])
    kept["game"] |= changes
    content = json.dumps([{"id": 7, "kept": json.dumps(kept), "summary": ""}]).encode()
    sums = {GAMES: hashlib.sha256(content).hexdigest()}
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(GAMES, content + b" " * damaged)
        archive.writestr("backup.json", json.dumps({"yakulens": "0", "pocket": 1, "files": sums}))
    return path


def test_a_game_comes_whole_and_only_once(tmp_path: Path) -> None:
    games, source = Store(tmp_path / "yakulens.db").games, saved(tmp_path / "all.zip")
    assert is_pockets(source)
    assert [add(source, games), add(source, games)] == [1, 1]
    (kept,) = games.all()
    assert [each.points for each in kept.game.penalties] == [-1000]
    assert kept.game.seatings == ((0, (1, 0, 2, 3)),)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"rules": "gone"}, "rules are missing"),
        ({"damaged": True}, "damaged"),
        ({"ends": 7}, "no backup|missing"),
    ],
)
def test_what_cannot_be_added_is_refused_in_one_line(
    tmp_path: Path, changes: dict[str, object], reason: str
) -> None:
    games = Store(tmp_path / "yakulens.db").games
    with pytest.raises(BackupError, match=reason):
        add(saved(tmp_path / "all.zip", **changes), games)  # type: ignore[arg-type]
    assert not list(games.all())


def test_another_file_is_none_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no zip", encoding="utf-8")
    assert not is_pockets(tmp_path / "text")
    assert not is_pockets(tmp_path / "nothing")
