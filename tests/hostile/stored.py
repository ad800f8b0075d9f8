"""Files that come from elsewhere or lay on a bad disk: tile sets, exports of labels, the database."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import sqlite3
import tempfile
import zipfile
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from tests.datasets.imports import exports
from tests.datasets.imports.more_exports import MORE_EXPORTS
from tests.hostile.damage import ODD, damaged, misshapen
from tests.models.teach.test_file import told
from yakulens.app import game
from yakulens.app.store import Store
from yakulens.app.store.history import HandRecord, KeptPhoto
from yakulens.models.teach.file import to_bytes
from yakulens.vision.naming.tile_set import Examples, HeldOut, Layer, TileSet
from yakulens.vision.picture.color_transform import ColorTransform

if TYPE_CHECKING:
    from random import Random

_CARD: Final = "set.toml"
EXPORTS: Final = tuple(make for make, _ in (exports.EXPORTS | MORE_EXPORTS).values())
_BESIDE: Final = 0.2
_LABELS: Final = {".txt", ".yaml", ".json", ".xml", ".csv", ".tsv", ".jsonl", ".names", ".labels"}
_TEXTS: Final = {
    "reading": ("read", "reading", "desk", "situation", "score", "rules", "words"),
    "game": ("rules", "players", "started"),
    "hand": ("ended",),
    "setting": ("value",),
    "desk": ("beginning",),
    "step": ("step",),
}


@cache
def set_bytes() -> bytes:
    """A sound tile set."""
    rng = np.random.default_rng(0)
    layer = Layer(rng.normal(size=(39, 8)).astype(np.float32), np.zeros(39, np.float32))
    features = rng.normal(size=(6, 4, 8)).astype(np.float32)
    examples = Examples(features, features, np.arange(6), np.array([0, 0, 0, 1, 1, 1]))
    made = TileSet(
        *("Club", "ab" * 32, layer, examples),
        prototype_head=told(rng),
        coloured=layer,
        color_transform=ColorTransform(),
        firm_score=0.25,
        held_out=HeldOut(6, 3, 5),
        made="2026-11-22T10:00:00+00:00",
    )
    return to_bytes(made)


def set_file(rng: Random) -> bytes:
    """A tile set spoilt as a file, or in a part, which then has the hash of the spoilt one."""
    if rng.choice((True, False)):
        return damaged(rng, set_bytes())
    with zipfile.ZipFile(io.BytesIO(set_bytes())) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    before = dict(parts)
    spoilt = rng.choice(list(parts))
    head = rng.choice((140, len(parts[spoilt])))
    parts[spoilt] = damaged(rng, parts[spoilt][:head]) + parts[spoilt][head:]
    for name in parts:
        old, new = (hashlib.sha256(each[name]).hexdigest().encode() for each in (before, parts))
        if name != _CARD:
            parts[_CARD] = parts[_CARD].replace(old, new)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", rng.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2))) as archive:
        for name, data in parts.items():
            archive.writestr(rng.choice((name, name, name, f"../{name}")), data)
    return out.getvalue()


@cache
def _exports() -> tempfile.TemporaryDirectory[str]:
    """A folder for all of them, which goes when the program ends."""
    return tempfile.TemporaryDirectory(prefix="yakulens-hostile-")


@cache
def _export(number: int) -> Path:
    folder = Path(_exports().name, str(number))
    folder.mkdir()
    EXPORTS[number](folder)
    return folder


def export(rng: Random, folder: Path) -> Path:
    """An export of labelled photos with one of its label files spoilt, at times with another beside it."""
    shutil.copytree(_export(rng.randrange(len(EXPORTS))), folder, dirs_exist_ok=True)
    if rng.random() < _BESIDE:
        shutil.copytree(_export(rng.randrange(len(EXPORTS))), folder / "other")
    labels = sorted(path for path in folder.rglob("*") if path.suffix in _LABELS)
    spoilt = rng.choice(labels)
    if spoilt.suffix == ".json" and rng.choice((True, False)):
        value = misshapen(rng, json.loads(spoilt.read_text(encoding="utf-8")))
        spoilt.write_text(json.dumps(value), encoding="utf-8")
    else:
        spoilt.write_bytes(damaged(rng, spoilt.read_bytes()))
    return folder


def filled(path: Path) -> Store:
    """A store with a game, a reading with its photo, a desk and a setting."""
    store = Store(path)
    begun = game.begin("ema-2025", ("Ann", "Bo", "Cy", "Di"))
    for _ in range(2):
        store.games.of("").begin(game.add(begun, {"event": "exhaustive_draw", "tenpai": ["east"]}))
        record = HandRecord("ema-2025", False, {"tiles": []}, {}, None, "1m", "", "")  # noqa: FBT003 - as the row has it
        number = store.history.of("").add("2026-11-22T10:00:00+00:00", {"photo": {"file": "a.jpg"}}, record)
        store.history.of("").agree(number, KeptPhoto(b"jpeg", b"shown", b"small"))
    store.settings.update({"rules": "rcr"})
    store.desks.begin("one", "", {"photo": None}, None)
    store.desks.add("one", 0, {"say": "riichi", "value": "riichi"})
    return store


@cache
def _database() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.sqlite3"
        filled(path)
        with closing(sqlite3.connect(path)) as database:
            # What the clock and chance wrote: a seed stands for the same bytes each time.
            database.execute("UPDATE game SET started = '2026-11-22 10:00:00', code = 'ABC' || id")
            database.execute("UPDATE desk SET touched = '2026-11-22T10:00:00'")
            database.commit()
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            database.execute("PRAGMA journal_mode = DELETE")
        return path.read_bytes()


def database(rng: Random, path: Path) -> Path:
    """A database with bytes or rows spoilt, laid at a path."""
    if rng.choice((True, False)):
        head = rng.choice((100, 4096, len(_database())))
        path.write_bytes(damaged(rng, _database()[:head]) + _database()[head:])
        return path
    path.write_bytes(_database())
    with closing(sqlite3.connect(path)) as opened, opened:
        for _ in range(rng.randint(1, 3)):
            table = rng.choice(list(_TEXTS))
            column = rng.choice(_TEXTS[table])
            odd = rng.choice(ODD)
            said = str(odd).encode(errors="surrogatepass")
            value = rng.choice((json.dumps(odd), said, b"\xff\xfe", "{", 3))
            kind = rng.choice(("?", "CAST(? AS TEXT)"))
            opened.execute(f"UPDATE {table} SET {column} = {kind}", (value,))  # noqa: S608 - our own words
    return path
