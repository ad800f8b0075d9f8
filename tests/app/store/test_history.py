from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from yakulens.app.store import Store
from yakulens.app.store.history import HandRecord, KeptPhoto, Query
from yakulens.app.store.search import query, tiles_text

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.app.store.history import History

READING = {"photo": {"file": "a.jpg"}, "model": "by hand"}
NOW = HandRecord(
    rules="ema-2025",
    corrected=False,
    desk={"tiles": []},
    situation={"by": "ron"},
    score=None,
    faces=tiles_text(["5p", "7z", "7z"]),
    reds=tiles_text(["0p"]),
    words="a.jpg\nema-2025\n役牌 白\n50% off_by\\one",
)
PHOTO = KeptPhoto(b"whole" * 40000, b"shown" * 4000, b"small" * 400)
BUSY = """
import sys
from pathlib import Path
from yakulens.app.store import Store
from yakulens.app.store.history import HandRecord, KeptPhoto
history = Store(Path(sys.argv[1])).history
while True:
    photo = KeptPhoto(b"p" * 300_000, b"s" * 30_000, b"t" * 3_000)
    record = HandRecord("ema-2025", False, {"state": "read"}, {}, None, "", "", "")
    number = history.add("2026-11-21T00:00:00Z", {"n": 1}, record, photo)
    print("read", number, flush=True)
    record = HandRecord("ema-2025", True, {"state": "corrected"}, {}, {"value": 1}, "", "", "")
    history.change(number, 0, record)
    print("corrected", number, flush=True)
"""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data" / "a.sqlite3")


@pytest.fixture
def history(store: Store) -> History:
    return store.history


def add(history: History, read: str = "2026-11-21T02:00:00Z", photo: KeptPhoto | None = None) -> int:
    return history.add(read, READING, NOW, photo)


def on_disk(store: Store) -> bytes:
    """Every byte in the store's folder."""
    return b"".join(path.read_bytes() for path in store.path.parent.iterdir())


def test_a_reading_is_kept_whole(store: Store) -> None:
    number = add(store.history, photo=PHOTO)
    again = Store(store.path).history
    entry = again.load(number)
    assert entry is not None
    assert (entry.read_at, entry.rules, entry.reading) == ("2026-11-21T02:00:00Z", "ema-2025", READING)
    assert (entry.desk, entry.situation, entry.score) == (NOW.desk, NOW.situation, None)
    assert (entry.corrected, entry.has_photo) == (False, True)
    assert again.photo(number) == PHOTO
    assert again.thumbnails([number, 99]) == {number: PHOTO.thumbnail}


def test_a_correction_changes_the_hand_and_leaves_the_first_reading(history: History) -> None:
    number = add(history)
    score = {"outcome": "win", "value": 8000}
    now = replace(NOW, rules="rcr", corrected=True, desk={"a": 1}, score=score)
    assert history.change(number, 0, now) == "saved"
    entry = history.load(number)
    assert entry is not None
    assert (entry.rules, entry.corrected, entry.desk, entry.score) == ("rcr", True, {"a": 1}, score)
    assert entry.reading == READING


def test_of_two_who_correct_one_reading_the_second_is_refused(history: History) -> None:
    number = add(history)
    seen = history.load(number)
    assert seen is not None
    assert history.change(number, seen.version, replace(NOW, rules="rcr")) == "saved"
    assert history.change(number, seen.version, replace(NOW, rules="tenhou")) == "changed"
    again = history.load(number)
    assert again is not None
    assert again.rules == "rcr"
    assert history.change(number, again.version, replace(NOW, rules="tenhou")) == "saved"


def test_no_photo_is_kept_that_was_declined_while_it_was_being_read(history: History) -> None:
    history.agree()
    history.decline()
    number = add(history, photo=PHOTO)
    assert history.photos() == (0, 0)
    history.agree(number, PHOTO)
    assert history.keeps_photos() is True
    assert history.photo(number) == PHOTO


def test_a_deleted_reading_cannot_be_changed_and_its_number_is_not_given_again(history: History) -> None:
    number = add(history)
    history.delete(number)
    assert history.load(number) is None
    assert history.change(number, 0, NOW) == "deleted"
    history.agree(number, PHOTO)
    assert history.photos() == (0, 0)
    assert add(history) != number


def test_readings_come_newest_first_and_in_pages(history: History) -> None:
    numbers = [add(history) for _ in range(5)]
    assert history.numbers() == numbers[::-1]
    assert history.numbers(skip=1, limit=2) == numbers[::-1][1:3]
    assert [e.number for e in history.all()] == numbers[::-1]
    assert history.count() == 5


def test_readings_that_nobody_has_finished_come_last(history: History) -> None:
    first, unfinished, last = (add(history) for _ in range(3))
    for number in (first, last):
        history.change(number, 0, replace(NOW, score={"outcome": "win"}))
    assert history.numbers() == [last, first, unfinished]
    assert history.numbers(skip=2) == [unfinished]


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("7z", True),
        ("77z", True),
        ("777z", False),
        ("5p77z", True),
        ("77z5p", True),
        ("55p", False),
        ("0p", True),
        ("00p", False),
        ("0s", False),
        ("役牌", True),
        ("役牌 白", True),
        ("白 七対子", False),
        ("EMA", True),
        ("50%", True),
        ("5%", False),
        ("off_by", True),
        ("offxby", False),
        ("by\\one", True),
        ("2026", True),
        ("2026-11", True),
        ("2026-11-21", True),
        ("2026-11-20", False),
        ("2025", False),
        ("2026-11-21 77z ema", True),
        ("", True),
    ],
)
def test_a_search_holds_all_its_parts(history: History, text: str, fits: bool) -> None:  # noqa: FBT001
    add(history)
    assert history.count(query(text)) == fits
    assert len(history.numbers(query(text))) == fits


def test_only_corrected_readings_on_demand(history: History) -> None:
    add(history)
    number = add(history)
    history.change(number, 0, replace(NOW, corrected=True))
    assert history.numbers(Query(corrected=True)) == [number]


def test_deleting_one_reading_leaves_none_of_its_bytes_and_all_of_the_others(store: Store) -> None:
    history = store.history
    kept = add(history, photo=PHOTO)
    secret = KeptPhoto(b"SECRETWHOLE" * 5000, b"SECRETSHOWN" * 500, b"SECRETSMALL" * 50)
    gone = history.add("2026", READING | {"place": "SECRETPLACE"}, NOW, secret)
    assert b"SECRET" in on_disk(store)
    history.delete(gone)
    assert b"SECRET" not in on_disk(store)
    assert history.photo(kept) == PHOTO


def test_deleting_everything_leaves_neither_bytes_nor_room(store: Store) -> None:
    store.settings.update({"keep_photos": True})
    empty = len(on_disk(store))
    for _ in range(10):
        add(store.history, photo=replace(PHOTO, jpeg=b"SECRET" * 50000))
    assert len(on_disk(store)) > 10 * 300_000
    store.history.delete_all()
    left = on_disk(store)
    assert b"SECRET" not in left
    assert b"a.jpg" not in left
    assert len(left) <= empty + 4096, "the page that counts the readings is all that stays"
    assert store.history.count() == 0
    assert store.settings.all().get("keep_photos") is True


def test_deleting_the_photos_leaves_the_readings(store: Store) -> None:
    number = add(store.history, photo=replace(PHOTO, jpeg=b"SECRET" * 50000))
    assert store.history.photos()[0] == 1
    store.history.decline()
    assert store.history.photos() == (0, 0)
    assert b"SECRET" not in on_disk(store)
    assert [(e.number, e.has_photo) for e in store.history.all()] == [(number, False)]


def test_a_reader_beside_it_does_not_keep_deleted_bytes_alive(store: Store) -> None:
    number = add(store.history, photo=replace(PHOTO, jpeg=b"SECRET" * 50000))
    with closing(sqlite3.connect(store.path)) as other:
        other.execute("SELECT count(*) FROM reading").fetchall()
        store.history.delete(number)
        assert b"SECRET" not in on_disk(store)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize("seed", range(4))
def test_a_kill_at_any_moment_loses_nothing_that_was_kept(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "a.sqlite3"
    words = [sys.executable, "-c", BUSY, str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=os.environ.copy()) as writer:
        assert writer.stdout is not None
        said = [writer.stdout.readline()]
        time.sleep(random.Random(seed).uniform(0, 0.4))  # noqa: S311 - any moment will do
        writer.kill()
        said += writer.stdout.readlines()
    assert writer.returncode == -signal.SIGKILL
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    history = Store(path).history
    entries = {entry.number: entry for entry in history.all()}
    told = [line.split() for line in said if line.endswith("\n")]
    assert told
    assert {int(number) for _, number in told} <= entries.keys()
    for what, number in told:
        if what == "corrected":
            assert entries[int(number)].desk == {"state": "corrected"}
    for entry in entries.values():
        assert entry.has_photo, "a reading and its photo are kept together"
        assert entry.corrected == (entry.desk == {"state": "corrected"}) == (entry.score is not None)
        photo = history.photo(entry.number)
        assert photo is not None
        assert len(photo.jpeg) == 300_000
