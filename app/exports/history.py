"""The history as files: JSON with everything, CSV with a line for each hand, and labelled photos.

The labelled photos are a folder that ``yakulens evaluate`` and YOLO read::

    hands.jsonl  labels.jsonl            the contract's labelled photos
    data.yaml  images/*.jpg  labels/*.txt    YOLO's oriented boxes
"""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Final

from yakulens.app import Json
from yakulens.app.hand.wire import desk_from_json, first_desk, reading_from_json, situation_from_json
from yakulens.app.store import truth
from yakulens.app.store.history import Entry, History
from yakulens.app.store.trouble import MISSHAPEN
from yakulens.app.store.truth import CorrectedReading
from yakulens.scorer.errors import visible
from yakulens.scorer.tile import TILES, compact
from yakulens.vision.desk import hand_json
from yakulens.vision.labels import LABELS

VERSION: Final = 1
SOURCE: Final = "yakulens-history"
_FORMULA: Final = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
"""The beginning of a cell that a spreadsheet program reads as a formula, full-width signs included."""
COLUMNS: Final = (
    "number", "read", "file", "model", "corrected", "rules", "concealed", "win", "melds", "dora_indicators",
    "ura_indicators", "by", "seat", "round", "riichi", "outcome", "han", "fu", "yakuman", "limit", "value",
    "yaku",
)  # fmt: skip


def sound(history: History, damaged: list[str]) -> Iterator[Entry]:
    """Every reading that can be exported, newest first; ``damaged`` receives a line for each that cannot."""

    def report(number: int, error: Exception) -> None:
        line = f"reading {number} is damaged ({type(error).__name__}: {error})"
        if line not in damaged:
            damaged.append(line)

    for entry in history.all(report):
        try:
            to_json(entry), _row(entry), _hand_label(entry, corrected_reading(entry), "")
        except MISSHAPEN as error:
            report(entry.number, error)
        else:
            yield entry


def corrected_reading(entry: Entry) -> CorrectedReading:
    """The reading of an entry with its corrections."""
    first = first_desk(entry.reading)
    return CorrectedReading(reading_from_json(entry.reading), first, desk_from_json(entry.desk))


def to_json(entry: Entry) -> Json:
    """A reading with everything known about it except the photo's pixels.

    ``first`` is the contract's Reading, ``hand`` its Hand as corrected (without unknown keys), ``score`` its
    Score.
    """
    desk, situation = desk_from_json(entry.desk), situation_from_json(entry.situation)
    return {
        "number": entry.number,
        "read": entry.read_at,
        "rules": entry.rules,
        "corrected": entry.corrected,
        "photo_kept": entry.has_photo,
        "photo": entry.reading["photo"],
        "model": entry.reading["model"],
        "first": entry.reading,
        "hand": hand_json(desk) | situation.to_json(),
        "score": entry.score,
    }


def write_json(entries: Iterable[Entry], out: IO[str]) -> None:
    """``{"version", "readings": [...]}``, a line for each reading (see ``to_json``)."""
    out.write(f'{{"version": {VERSION}, "readings": [')
    for number, entry in enumerate(entries):
        out.write(",\n" if number else "\n")
        out.write(json.dumps(to_json(entry), ensure_ascii=False))
    out.write("\n]}\n")


def write_csv(entries: Iterable[Entry], out: IO[str]) -> None:
    """A line for each hand under a header line of ``COLUMNS``; tiles in compact notation."""
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for entry in entries:
        writer.writerow({name: _harmless(cell) for name, cell in _row(entry).items()})


def _row(entry: Entry) -> Json:
    desk, situation = desk_from_json(entry.desk), situation_from_json(entry.situation)
    score = entry.score or {}
    is_win = score.get("outcome") == "win"
    return {
        "number": entry.number,
        "read": entry.read_at,
        "file": entry.reading["photo"]["file"],
        "model": entry.reading["model"],
        "corrected": "yes" if entry.corrected else "no",
        "rules": entry.rules,
        "concealed": _compact(desk.faces(desk.concealed)),
        "win": "" if desk.win is None else desk.face(desk.win),
        "melds": " ".join(f"{meld.kind}:{_compact(desk.faces(meld.tiles))}" for meld in desk.melds),
        "dora_indicators": _compact(desk.faces(desk.indicators)),
        "ura_indicators": _compact(desk.faces(desk.ura)),
        "by": situation.by or "",
        "seat": situation.seat,
        "round": situation.round,
        "riichi": situation.riichi,
        "outcome": score.get("outcome", ""),
        **{name: score[name] if is_win else "" for name in ("han", "fu", "yakuman", "value")},
        "limit": score.get("limit") or "",
        "yaku": " ".join(row["id"] for row in score.get("yaku") or ()) if is_win else "",
    }


def _compact(faces: Iterable[str]) -> str:
    """Tiles in compact notation; faces that riichi does not use are left out."""
    return compact(face for face in faces if face in TILES)


def _harmless(cell: object) -> object:
    """A cell of which all is to be seen, and which no spreadsheet program reads as a formula."""
    if not isinstance(cell, str):
        return cell
    return f"'{visible(cell)}" if _FORMULA.match(cell) else visible(cell)


def labelled_files(history: History) -> Iterator[tuple[str, bytes]]:
    """The path in the folder and the bytes of each file of the labelled photos, one at a time.

    They come from readings whose photo is kept; of several readings of a photo, only from the latest.
    """
    hands: list[str] = []
    labels: list[str] = []
    exported: set[str] = set()
    for entry in sound(history, []):
        about = entry.reading["photo"]
        photo = history.photo(entry.number) if entry.has_photo and about["sha256"] not in exported else None
        if photo is None:
            continue
        exported.add(about["sha256"])
        name = f"{entry.number:06d}"
        reading, file = corrected_reading(entry), f"images/{name}.jpg"
        boxes = {"boxes": truth.boxes(reading), "all_tiles_boxed": truth.all_tiles_boxed(reading)}
        hands.append(_line(_hand_label(entry, reading, file)))
        labels.append(_line({"file": file, "source": SOURCE, **boxes}))
        yield file, photo.jpeg
        yield f"labels/{name}.txt", truth.yolo(reading, about["width"], about["height"]).encode()
    yield "hands.jsonl", "".join(hands).encode()
    yield "labels.jsonl", "".join(labels).encode()
    yield "data.yaml", data_yaml().encode()


def _line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _hand_label(entry: Entry, reading: CorrectedReading, file: str) -> Json:
    situation = situation_from_json(entry.situation)
    hand = hand_json(reading.desk)
    return {
        "file": file,
        "source": SOURCE,
        "read": truth.hand(reading),
        "corrected": entry.corrected,
        "outcome": None if entry.score is None else entry.score["outcome"],
        "situation": {key: hand[key] for key in ("win", "dora_indicators", "ura_indicators") if key in hand}
        | situation.to_json(),
    }


def data_yaml() -> str:
    """YOLO's description of the folder: the photos' path and the class names."""
    names = "".join(f'  {number}: "{label}"\n' for number, label in enumerate(LABELS))
    note = "# Oriented boxes (task obb). To validate, keep photos of other tile sets apart."
    return f"{note}\ntrain: images\nval: images\nnames:\n{names}"


def archive(history: History) -> bytes:
    """The labelled photos as a ZIP file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zip_file:
        for path, data in labelled_files(history):
            is_compressed = path.endswith(".jpg")
            zip_file.writestr(path, data, zipfile.ZIP_STORED if is_compressed else zipfile.ZIP_DEFLATED)
    return out.getvalue()


def as_text(write: Callable[[Iterable[Entry], IO[str]], None], history: History, encoding: str) -> bytes:
    """The bytes of the file that ``write_json`` or ``write_csv`` writes."""
    out = io.StringIO(newline="")
    write(sound(history, []), out)
    return out.getvalue().encode(encoding)
