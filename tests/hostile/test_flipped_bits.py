"""A flipped bit in any kind of file that is read back changes a value or is told in one line."""

from __future__ import annotations

import base64
import json
import shutil
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pytest

from tests.app.records.logs import MAHJONG_SOUL_ROUND, MJLOG, TENHOU_ROUND
from tests.hostile import stored
from tests.hostile.answered import LONGEST
from tests.vision.tiny import write_model
from yakulens.app.archive import outcomes, output, parquet, readings
from yakulens.app.archive.reader_choice import ReaderChoice
from yakulens.app.cli.class_names import tiles_of_classes
from yakulens.app.cli.train_inputs import bank_of
from yakulens.app.hand.link import LinkError, from_link, to_link
from yakulens.app.hand.situation import WinFacts
from yakulens.app.records.reading import read_records
from yakulens.app.store import Store, restore
from yakulens.app.store import backup as archive
from yakulens.datasets.imports import fingerprints
from yakulens.datasets.truth import load_truths
from yakulens.models.evaluate.rates import Rate
from yakulens.models.runs.figures import Figure, load_figures, save_figures
from yakulens.models.teach.file import from_bytes
from yakulens.models.train import record
from yakulens.models.train.hyper import hyper_of
from yakulens.models.train.layout_seen import SeenTiles
from yakulens.models.train.real_photos import real_photos, tightened
from yakulens.scorer.errors import YakulensError
from yakulens.scorer.rules.load import load_rules
from yakulens.vision import labels
from yakulens.vision.desk import typed
from yakulens.vision.detections import Detections
from yakulens.vision.model_card import read_card

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FLIPS: Final = 150
"""Bits that are flipped of a file, spread over it; of a small file every one."""
FEW_FLIPS: Final = 30
"""The same for what takes long to read back."""


class Kind(NamedTuple):
    """A kind of file: how one is made in a folder, how it is read back, and how many bits are flipped."""

    make: Callable[[Path], Path]
    read: Callable[[Path], object]
    flips: int = FLIPS


def _text(name: str, text: str) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        (folder / name).write_text(text, encoding="utf-8")
        return folder / name

    return make


def _bytes(name: str, data: Callable[[], bytes]) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        (folder / name).write_bytes(data())
        return folder / name

    return make


LABELS: Final = "".join(
    f"{json.dumps(row)}\n"
    for row in (
        {
            "file": "a.jpg",
            "source": "x",
            "set": "A1",
            "all_tiles_boxed": True,
            "boxes": [[1, 2, 11, 16, "4m"]],
        },
        {"file": "b.jpg", "name": "5z", "set": "A1"},
    )
)
HANDS: Final = (
    '{"file": "a.jpg", "read": {"concealed": "123m45p", "win": "6p", '
    '"melds": [{"kind": "pon", "tiles": "777z", "rotated": [1]}]}}\n'
)
CHOICE: Final = ReaderChoice("ours", "ours", None)
READING: Final = output.json_line(readings.unread("a.jpg", "lost_photo", "a.jpg: could not be read"))
OUTCOME: Final = output.json_line(
    {"file": "a.jpg", "model": "ours", "set": None, "outcomes": [], "labels": "x"}
)
NAMES: Final = "# NAME=TILE\n1man=1m\nEast=1z\nthing=?\n"


def _model(folder: Path) -> Path:
    write_model(folder, "ours")
    return folder / "ours.toml"


def _use(file: Path) -> object:
    card = read_card(file)
    return [card.network(part) for part in card.networks().values()]


def _backup(folder: Path) -> Path:
    Store(folder / "former" / "yakulens.sqlite3").settings.update({"names": "former"})
    archive.make(folder / "former" / "yakulens.sqlite3", folder / "saved.zip")
    return folder / "saved.zip"


def _restored(file: Path) -> object:
    """A backup that is not whole leaves the data folder as it was."""
    data = file.with_name("data") / "yakulens.sqlite3"
    Store(data).settings.update({"names": "present"})
    try:
        restore.put_back(file, data)
    except YakulensError:
        assert Store(data).settings.all() == {"names": "present"}
        raise
    finally:
        shutil.rmtree(data.parent)
    return None


def _prints(folder: Path) -> Path:
    rows = base64.b64encode(bytes(64)).decode()
    return _text("prints.json", json.dumps({"measured": {"a": rows}, "trained": {"b": rows}}))(folder)


def _continued(kind: str, read: Callable[[output.Lines], object]) -> Callable[[Path], object]:
    def go_on(file: Path) -> object:
        with output.Lines(file, kind) as lines:
            return read(lines)

    return go_on


def _table(folder: Path) -> Path:
    (folder / "part").write_bytes(READING)
    parquet.finish(folder / "a.parquet", folder / "part", parquet.READING)
    return folder / "a.parquet"


def _seen(folder: Path) -> Path:
    count = len(labels.LABELS) + 1  # a tile of each label, and a false detection
    tiles = SeenTiles(
        np.arange(-1, count - 1, dtype=np.int16),
        np.zeros(count, np.int32),
        np.full((count, count - 1), 1 / (count - 1), np.float32),
        np.full((count, 4), 0.25, np.float32),
        np.ones(count, np.float32),
        np.zeros(count - 1, np.float32),
    )
    tiles.save(folder / "seen.npz")
    return folder / "seen.npz"


def _figures(folder: Path) -> Path:
    save_figures(folder / "figures.jsonl", [Figure(10, 5.0, {"loss": 2.0}, {"green": Rate(1, 2)})])
    return folder / "figures.jsonl"


def _run(folder: Path) -> Path:
    record.keep({"minutes": 60, "photos": "a"}, hyper_of("reader"), folder)
    return folder / record.FILE


def _quads(folder: Path) -> Path:
    tightened(
        real_photos(_text("labels.jsonl", LABELS)(folder).parent)[:1], lambda _: NOTHING, folder / "q.npz"
    )
    return folder / "q.npz"


NOTHING: Final = Detections.empty((300, 400))
LINK: Final = to_link(typed.hand("345678m44p67s +5s [234p]"), WinFacts())

FILES: Final = {
    "tile set": Kind(_bytes("a.yls", stored.set_bytes), lambda file: from_bytes(file.read_bytes(), "a set")),
    "rule file": Kind(
        _text("own.toml", 'extends = "rcr"\nname = "Ours"\nkiriage_mangan = true\n'), load_rules
    ),
    "boxes": Kind(_text("labels.jsonl", LABELS), lambda file: load_truths(file.parent)),
    "hands": Kind(_text("hands.jsonl", HANDS), lambda file: load_truths(file.parent)),
    "boxes to train on": Kind(_text("labels.jsonl", LABELS), lambda file: real_photos(file.parent)),
    "model card": Kind(_model, _use),
    "backup": Kind(_backup, _restored, FEW_FLIPS),
    "fingerprints": Kind(_prints, fingerprints.of_file),
    "class names": Kind(
        _text("names.txt", NAMES),
        lambda file: tiles_of_classes(["1man", "East", "thing"], [str(file)], "YOLO", ()),
    ),
    "readings to go on with": Kind(
        _bytes("a.jsonl", lambda: 3 * READING),
        _continued("reading", lambda lines: list(readings.files(lines, CHOICE))),
    ),
    "outcomes to go on with": Kind(
        _bytes("a.jsonl", lambda: 3 * OUTCOME),
        _continued("outcome", lambda lines: outcomes.outcomes_by_photo(lines, CHOICE, ())),
    ),
    "readings as Parquet": Kind(_table, lambda file: list(parquet.answers(file))),
    "what was seen": Kind(_seen, lambda file: bank_of(str(file))),
    "figures of a run": Kind(_figures, lambda file: load_figures(file, 100)),
    "settings of a run": Kind(
        _run, lambda file: record.keep({"minutes": 60, "photos": "a"}, hyper_of("reader"), file.parent)
    ),
    "corners of photos": Kind(
        _quads, lambda file: tightened(real_photos(file.parent)[:1], lambda _: NOTHING, file)
    ),
    "log of tenhou.net/6": Kind(
        _text("a.json", json.dumps(TENHOU_ROUND)), lambda file: list(read_records(file.read_bytes()))
    ),
    "log of Tenhou": Kind(_text("a.mjlog", MJLOG), lambda file: list(read_records(file.read_bytes()))),
    "log of Mahjong Soul": Kind(
        _text("a.json", json.dumps(MAHJONG_SOUL_ROUND)), lambda file: list(read_records(file.read_bytes()))
    ),
    "link to a hand": Kind(_text("a.txt", LINK), lambda file: from_link(file.read_bytes().decode("latin-1"))),
}


def flipped(data: bytes, count: int) -> list[bytes]:
    """The data with one bit flipped each time, at most so many times."""
    bits = 8 * len(data)
    places = range(bits) if bits <= count else sorted(Random(1).sample(range(bits), count))
    found = []
    for place in places:
        spoilt = bytearray(data)
        spoilt[place // 8] ^= 1 << place % 8
        found.append(bytes(spoilt))
    return found


def _said(read: Callable[[Path], object], file: Path) -> str:
    """What is said of a file; "read" where nothing is wrong with it."""
    try:
        read(file)
    except (YakulensError, LinkError) as error:
        return str(error)
    return "read"


@pytest.mark.parametrize("kind", FILES)
def test_a_flipped_bit_is_read_or_told_in_one_line(kind: str, tmp_path: Path) -> None:
    make, read, flips = FILES[kind]
    file = make(tmp_path)
    read(file)
    for data in flipped(file.read_bytes(), flips):
        file.write_bytes(data)
        said = _said(read, file)
        assert said
        assert "\n" not in said
        assert len(said) <= LONGEST + len(str(tmp_path))
