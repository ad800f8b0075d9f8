"""An error in a tap is shown in one sentence, and the page stays usable."""

from __future__ import annotations

import ast
import errno
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from yakulens.app import game, store
from yakulens.app.store import Store, file
from yakulens.app.store.trouble import trouble

if TYPE_CHECKING:
    from collections.abc import Iterator

    from streamlit.testing.v1 import AppTest

APP = Path(__file__).resolve().parents[2] / "app"
FULL = OSError(errno.ENOSPC, "No space left on device")


def tap(page: AppTest, key: str) -> AppTest:
    return next(b for b in page.button if b.key == key).click().run()


def unguarded(path: Path) -> Iterator[str]:
    """The callbacks in a file that are handed to Streamlit bare, or those of buttons as if of fields."""
    guards = {"on_click": "guard_tap", "on_submit": "guard_tap", "on_change": "guard"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.keyword) or node.arg not in guards:
            continue
        bare = not isinstance(node.value, ast.Constant) and not (
            isinstance(node.value, ast.Call)
            and isinstance(node.value.func, ast.Name)
            and node.value.func.id == guards[node.arg]
        )
        if bare:
            yield f"{path}:{node.value.lineno}: hand it over as {node.arg}={guards[node.arg]}(...)"


def test_every_callback_is_guarded() -> None:
    assert [bare for path in sorted(APP.rglob("*.py")) for bare in unguarded(path)] == []


@pytest.fixture
def at_a_table(page: AppTest) -> AppTest:
    """A game of one hand, whose second is about to be entered."""
    kept = Store(store.place()).games
    begun = game.begin("ema-2025", ("Ann", "Bo", "Cy", "Di"))
    number = kept.begin(game.add(begun, {"event": "exhaustive_draw", "tenpai": ["east"]}))
    page.switch_page("page/views/table.py").run()
    tap(page, f"resume-{number}")
    return tap(tap(page, "event-exhaustive_draw"), "nobody")


def test_a_tap_while_another_program_holds_the_file_says_so_and_keeps_the_page(
    at_a_table: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = at_a_table
    monkeypatch.setattr(file, "TIMEOUT", 0.05)
    with closing(sqlite3.connect(store.place(), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        tap(page, "enter")
        assert not page.exception
        (told,) = page.warning
        assert told.value.startswith("Another program is using the data of Yakulens")
        other.execute("ROLLBACK")
    tap(page, "enter")
    assert not page.warning
    assert [len(kept.game.ends) for kept in Store(store.place()).games.all()] == [2]


def test_a_full_disk_is_told_at_every_tap_that_would_keep_something(
    at_a_table: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = at_a_table

    def full(_: object) -> None:
        raise FULL

    with monkeypatch.context() as broken:
        broken.setattr(file.File, "change", full)
        for key in ("event-tsumo", "undo", "leave", "language-ja"):
            tap(page, key)
            assert not page.exception, key
            assert page.warning, key
            assert not page.error, key
    assert [len(kept.game.ends) for kept in Store(store.place()).games.all()] == [1]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (FULL, "full"),
        (OSError(errno.EROFS, "Read-only file system"), "read_only"),
        (OSError(errno.EIO, "Input/output error"), "unusable"),
        (file.StoreError("a later Yakulens wrote this file"), "later"),
        (sqlite3.OperationalError("no code"), "unusable"),
        (ValueError("something else"), None),
    ],
)
def test_why_a_file_cannot_be_used(error: Exception, told: str | None) -> None:
    assert trouble(error) == told


def test_a_file_that_is_no_database_is_told_from_one_that_is_busy(tmp_path: Path) -> None:
    (tmp_path / "a.sqlite3").write_bytes(b"no database" * 1000)
    with pytest.raises(sqlite3.DatabaseError) as caught:
        Store(tmp_path / "a.sqlite3")
    assert trouble(caught.value) == "damaged"


@pytest.mark.parametrize("damage", ["{", "[]"])
def test_a_damaged_game_costs_itself_only_and_can_be_deleted(at_a_table: AppTest, damage: str) -> None:
    whole = Store(store.place()).games.begin(game.begin("ema-2025", ("Ann", "Bo", "Cy", "Di")))
    with closing(sqlite3.connect(store.place())) as database, database:
        database.execute("UPDATE hand SET ended = ?", (damage,))
    at_a_table.run()
    assert not at_a_table.error
    assert any("damaged" in warning.value for warning in at_a_table.warning)
    keys = {button.key for button in at_a_table.button}
    assert f"resume-{whole}" in keys
    assert f"resume-{whole - 1}" not in keys
    tap(at_a_table, f"delete-{whole - 1}")
    tap(at_a_table, f"delete-sure-{whole - 1}")
    assert [kept.number for kept in Store(store.place()).games.all()] == [whole]
