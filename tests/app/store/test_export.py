from __future__ import annotations

import csv
import io
import json
import sqlite3
import zipfile
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn

import pytest
from PIL import Image

from yakulens.app import cli
from yakulens.app import store as stores
from yakulens.app.exports import history as export
from yakulens.app.hand.scoring import Scored
from yakulens.app.hand.situation import WinFacts
from yakulens.app.store import Store
from yakulens.app.store.history import KeptPhoto
from yakulens.app.store.search import hand_record
from yakulens.app.words.questions import in_english
from yakulens.datasets.truth import LabelledBoxes, LabelledHand, load_truths
from yakulens.models.evaluate.report import summarise
from yakulens.models.evaluate.run import evaluate
from yakulens.scorer.errors import visible
from yakulens.vision.desk.edits import AddTile, Edit, SetFace
from yakulens.vision.desk.from_reading import from_reading
from yakulens.vision.desk.session import Session, apply
from yakulens.vision.labels import LABELS
from yakulens.vision.reading import Reading, ReadMeld, ReadTile

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.models.evaluate.compare import Outcome

WIDTH, HEIGHT = 1600, 400
FACES = ("2m", "3m", "4m", "5p", "6p", "7p", "7s", "8s", "4p", "4p", "9s", "7z", "7z", "7z")
WON = WinFacts(by="ron", seat="south")


def reading() -> Reading:
    """Ten concealed tiles, 9s apart as the winning tile, a triplet of Red from across."""
    tiles = []
    for i, face in enumerate(FACES):
        x = 20.0 + 110 * i
        quad = ((x, 100.0), (x + 100, 110.0), (x + 96, 240.0), (x - 4, 230.0))
        tiles.append(ReadTile(i, face, 0.95, quad))
    melds = (ReadMeld("pon", (11, 12, 13), ("7z",) * 3, (1,), (), "across"),)
    return Reading(tuple(tiles), tuple(range(10)), 10, melds)


def photo() -> KeptPhoto:
    out = io.BytesIO()
    Image.new("RGB", (WIDTH, HEIGHT), (20, 90, 60)).save(out, "JPEG")
    return KeptPhoto(out.getvalue(), out.getvalue(), out.getvalue())


@pytest.fixture
def store() -> Store:
    return Store(stores.place())


def keep(
    store: Store, *edits: Edit, sha: str = "a", file: str = "a.jpg", kept: bool = True, how: WinFacts = WON
) -> int:
    session = Session.begin(from_reading(reading()))
    for edit in edits:
        session = apply(session, edit)
    held = {
        "photo": {"file": file, "width": WIDTH, "height": HEIGHT, "sha256": sha},
        "model": "by hand",
        **reading().to_json(in_english),
        "ms": {"decode": 1, "detect": 2, "layout": 3},
    }
    as_it_is = hand_record(session.first, Scored.of(session.desk, how), file)
    return store.history.add("2026-11-21T02:00:00Z", held, as_it_is, photo() if kept else None)


@dataclass(frozen=True)
class Read:
    """A model's answer, made by hand."""

    reading: Reading
    ms: dict[str, float]


def unpack(store: Store, folder: Path) -> Path:
    folder /= "unpacked"
    with zipfile.ZipFile(io.BytesIO(export.archive(store.history))) as packed:
        packed.extractall(folder)
    return folder


def outcomes(folder: Path, read: Reading) -> list[Outcome]:
    """How an exact reading of the files does against the exported truth."""
    truths = load_truths(folder)

    def look(path: Path) -> Read:
        with Image.open(path) as image:
            assert image.size == (WIDTH, HEIGHT)
        return Read(read, {})

    def never(_: object) -> NoReturn:
        raise AssertionError

    return [outcome for outcome, _ in evaluate(truths, folder, look, never)]


def named(read: Reading, faces: dict[int, str]) -> Reading:
    tiles = tuple(replace(tile, face=faces.get(tile.id, tile.face)) for tile in read.tiles)
    return replace(read, tiles=tiles)


def test_the_exported_truth_is_the_corrected_reading(store: Store, tmp_path: Path) -> None:
    keep(store, SetFace(0, "1m"), SetFace(10, "6s"))
    folder = unpack(store, tmp_path)
    hands = [truth for truth in load_truths(folder) if isinstance(truth, LabelledHand)]
    boxes = [truth for truth in load_truths(folder) if isinstance(truth, LabelledBoxes)]
    assert hands[0].concealed == ("1m", *FACES[1:10])
    assert hands[0].win == "6s"
    assert [(meld.kind, meld.tiles, meld.rotated) for meld in hands[0].melds] == [("pon", ("7z",) * 3, (1,))]
    assert boxes[0].complete
    assert [box.name for box in boxes[0].boxes] == ["1m", *FACES[1:10], "6s", "7z", "7z", "7z"]


def test_the_round_trip_through_evaluate(store: Store, tmp_path: Path) -> None:
    keep(store, SetFace(0, "1m"), SetFace(10, "6s"))
    folder = unpack(store, tmp_path)
    right = outcomes(folder, named(reading(), {0: "1m", 10: "6s"}))
    assert [outcome.failures for outcome in right] == [(), ()]
    assert [outcome.exact for outcome in right if outcome.exact is not None] == [True]
    first = outcomes(folder, reading())
    assert [outcome.exact for outcome in first if outcome.exact is not None] == [False]
    assert [(outcome.found, outcome.right, outcome.extra) for outcome in first] == [(14, 12, 0)] * 2
    report = summarise(first, model="by hand", folder="a", ms=[])
    assert any(export.SOURCE in group for group in report.metrics)


def test_a_tile_that_was_missed_has_no_box_and_says_so(store: Store, tmp_path: Path) -> None:
    keep(store, AddTile("1z"))
    folder = unpack(store, tmp_path)
    (line,) = (folder / "labels.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["all_tiles_boxed"] is False
    assert len(json.loads(line)["boxes"]) == 14


def test_only_readings_with_a_photo_and_of_each_photo_the_latest(store: Store, tmp_path: Path) -> None:
    keep(store, SetFace(0, "9m"), sha="a")
    latest = keep(store, SetFace(0, "1m"), sha="a")
    keep(store, sha="a", kept=False)
    other = keep(store, sha="b")
    folder = unpack(store, tmp_path)
    lines = [json.loads(line) for line in (folder / "hands.jsonl").read_text("utf-8").splitlines()]
    assert [line["file"] for line in lines] == [f"images/{n:06d}.jpg" for n in (other, latest)]
    assert [line["read"]["concealed"][0] for line in lines] == ["2m", "1m"]
    assert [line["corrected"] for line in lines] == [False, True]
    assert lines[0]["outcome"] == "win"
    assert lines[0]["situation"]["win"] == "9s"


def test_yolo_finds_a_photo_its_boxes_and_the_names(store: Store, tmp_path: Path) -> None:
    number = keep(store, SetFace(0, "1m"))
    folder = unpack(store, tmp_path)
    assert {path.name for path in folder.iterdir()} == {
        "images", "labels", "hands.jsonl", "labels.jsonl", "data.yaml"
    }  # fmt: skip
    assert [path.stem for path in (folder / "images").iterdir()] == [f"{number:06d}"]
    lines = (folder / "labels" / f"{number:06d}.txt").read_text("utf-8").splitlines()
    first = lines[0].split()
    assert LABELS[int(first[0])] == "1m"
    corners = [float(value) for value in first[1:]]
    pixels = [round(v * (WIDTH, HEIGHT)[i % 2], 1) for i, v in enumerate(corners)]
    assert pixels == [20, 100, 120, 110, 116, 240, 16, 230]
    text = (folder / "data.yaml").read_text("utf-8")
    assert "train: images\n" in text
    names = [line.strip() for line in text.split("names:\n")[1].splitlines()]
    assert names == [f'{number}: "{label}"' for number, label in enumerate(LABELS)]


def test_json_holds_everything(store: Store) -> None:
    keep(store, SetFace(0, "1m"), kept=False, file="手.jpg")
    held = json.loads(export.as_text(export.write_json, store.history, "utf-8"))
    assert held["version"] == export.VERSION
    (one,) = held["readings"]
    assert one["first"]["tiles"][0]["face"] == "2m"
    assert one["hand"]["concealed"][0] == "1m"
    assert one["hand"]["melds"] == [{"kind": "pon", "tiles": ["7z"] * 3, "from": "across"}]
    assert (one["hand"]["by"], one["hand"]["seat"], one["rules"]) == ("ron", "south", "ema-2025")
    assert one["photo"]["file"] == "手.jpg"
    assert (one["corrected"], one["photo_kept"]) == (True, False)
    assert one["score"]["outcome"] == "not_complete"


def test_an_empty_history_is_empty_files(store: Store, tmp_path: Path) -> None:
    assert json.loads(export.as_text(export.write_json, store.history, "utf-8"))["readings"] == []
    assert export.as_text(export.write_csv, store.history, "utf-8").decode().splitlines() == [
        ",".join(export.COLUMNS)
    ]
    assert (unpack(store, tmp_path) / "hands.jsonl").read_text("utf-8") == ""


def test_csv_has_a_line_a_hand(store: Store) -> None:
    keep(store, kept=False, file="=cmd().jpg")
    keep(store, kept=False, how=WinFacts())
    text = export.as_text(export.write_csv, store.history, "utf-8-sig").decode("utf-8-sig")
    unfinished, won = csv.DictReader(io.StringIO(text))
    assert won["file"] == "'=cmd().jpg", "no table program takes a name for a formula"
    assert won["concealed"] == "234m567p78s44p"
    assert (won["win"], won["melds"]) == ("9s", "pon:777z")
    assert (won["outcome"], won["han"], won["fu"], won["value"]) == ("win", "1", "30", "1000")
    assert won["yaku"] == "yakuhai_red"
    assert (unfinished["by"], unfinished["outcome"], unfinished["value"]) == ("", "", "")


@pytest.mark.parametrize(
    "name",
    [
        *("=cmd|' /C calc'!A0", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\u00a0=1"),
        *("\uff1d1+1", "\uff0b1", "\uff0d1", "\uff201"),  # taken for the plain signs where Japanese is typed
    ],
)
def test_no_cell_is_a_formula(store: Store, name: str) -> None:
    keep(store, kept=False, file=name)
    (entry,) = store.history.all()
    other = replace(entry, rules=name, read_at=name, reading={**entry.reading, "model": name})
    out = io.StringIO(newline="")
    export.write_csv([other], out)
    (row,) = csv.DictReader(io.StringIO(out.getvalue(), newline=""))
    assert {row[column] for column in ("file", "model", "rules", "read")} == {f"'{visible(name)}"}
    assert row["value"] == "1000"


def test_the_command_writes_a_folder_that_evaluate_takes(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(store)
    keep(store, kept=False, sha="b")
    folder = tmp_path / "new" / "folder"
    assert cli.main(["history", "export", str(folder)]) == 0
    assert "2 readings, 1 labelled photos" in capsys.readouterr().out
    assert len(json.loads((folder / "history.json").read_text("utf-8"))["readings"]) == 2
    assert len((folder / "history.csv").read_text("utf-8-sig").splitlines()) == 3
    assert len(load_truths(folder)) == 2
    assert cli.main(["evaluate", str(folder)]) == 0
    assert "1 photo" in capsys.readouterr().out


def test_a_folder_that_holds_something_is_refused_in_one_line(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(store)
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    assert cli.main(["history", "export", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert "is not empty; choose a new folder" in error
    assert error.count("\n") == 1


def test_a_place_that_cannot_be_written_is_refused_in_one_line(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(store)
    (tmp_path / "file").write_text("", "utf-8")
    assert cli.main(["history", "export", str(tmp_path / "file" / "x")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def spoil(store: Store, number: int, what: str) -> None:
    """Damage one row as a failing disk may."""
    with closing(sqlite3.connect(store.path)) as database:
        database.execute(f"UPDATE reading SET {what} = ? WHERE id = ?", ('{"tiles": [', number))  # noqa: S608
        database.commit()


@pytest.mark.parametrize("what", ["reading", "desk", "situation", "score"])
def test_a_damaged_row_costs_itself_alone_and_the_exit_code_says_so(
    store: Store, tmp_path: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, third = keep(store, sha="a"), keep(store, sha="b"), keep(store, sha="c")
    spoil(store, second, what)
    assert cli.main(["history", "export", str(tmp_path / "out")]) == 1
    told = capsys.readouterr()
    assert told.out == f"{tmp_path / 'out'}: 2 readings, 2 labelled photos\n"
    assert told.err.startswith(f"reading {second} is damaged (")
    assert told.err.endswith("not exported\n")
    assert told.err.count("\n") == 1
    held = json.loads((tmp_path / "out" / "history.json").read_text(encoding="utf-8"))
    assert [each["number"] for each in held["readings"]] == [third, first]


def test_a_file_that_cannot_be_read_is_named_and_not_the_folder(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store.path.write_bytes(b"no database" * 1000)
    assert cli.main(["history", "export", str(tmp_path / "out")]) == 2
    assert str(store.path) in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_named(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(store)
    (tmp_path / "file").write_text("")
    assert cli.main(["history", "export", str(tmp_path / "file" / "out")]) == 2
    assert str(tmp_path / "file") in capsys.readouterr().err
