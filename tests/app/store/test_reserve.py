"""A full disk takes nothing new; what is there is shown, and can be deleted."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from yakulens.app import game
from yakulens.app.store import Store
from yakulens.app.store.file import MIN_FREE, RESERVE, RESERVE_SIZE, FullError
from yakulens.app.store.trouble import trouble

if TYPE_CHECKING:
    from pathlib import Path


class Disk:
    """A disk of so many free bytes beside the reserve."""

    def __init__(self, folder: Path, free: int) -> None:
        self.reserve = folder / RESERVE
        self.free = free

    def usage(self, _: Path) -> shutil._ntuple_diskusage:
        held = RESERVE_SIZE if self.reserve.exists() else 0
        return shutil._ntuple_diskusage(RESERVE_SIZE, held, self.free + RESERVE_SIZE - held)


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    found = Disk(tmp_path, 10 * MIN_FREE)
    monkeypatch.setattr(shutil, "disk_usage", found.usage)
    return found


def test_a_full_disk_takes_nothing_new_shows_what_is_there_and_lets_it_be_deleted(
    tmp_path: Path, disk: Disk
) -> None:
    store = Store(tmp_path / "a.sqlite3")
    number = store.games.begin(game.begin("ema-2025", ("Ann", "Bo", "Cy", "Di")))
    assert disk.reserve.stat().st_size == RESERVE_SIZE
    disk.free = 0
    with pytest.raises(FullError) as full:
        store.settings.update({"a": 1})
    assert trouble(full.value) == "full"
    assert [kept.number for kept in store.games.all()] == [number]
    assert not disk.reserve.exists(), "it is there for what shows and deletes"
    with pytest.raises(FullError):
        store.settings.update({"a": 1})
    assert store.games.delete(number)
    disk.free = 10 * MIN_FREE
    store.settings.update({"a": 1})
    assert disk.reserve.exists()
