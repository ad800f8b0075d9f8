"""Labels of a folder: the three kinds of line, and one clear line for what cannot be used."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from yakulens.datasets.truth import (
    LabelledBox,
    LabelledBoxes,
    LabelledFace,
    LabelledHand,
    LabelledMeld,
    TruthError,
    load_truths,
)

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, name: str, *entries: object) -> Path:
    (folder / name).write_text("\n".join(json.dumps(entry) for entry in entries), encoding="utf-8")
    return folder


MELD = {"kind": "chi", "tiles": ["7s", "5s", "6s"], "rotated": [0], "backs": []}


def test_a_hand(tmp_path: Path) -> None:
    read = {"concealed": ["1m", "other"], "win": "3z", "melds": [MELD]}
    write(tmp_path, "hands.jsonl", {"file": "a.jpg", "source": "x", "set": "A1", "read": read})
    assert load_truths(tmp_path) == (
        LabelledHand(
            "a.jpg", "x", "A1", ("1m", "other"), "3z", (LabelledMeld("chi", ("7s", "5s", "6s"), (0,)),)
        ),
    )


def test_tiles_may_be_compact(tmp_path: Path) -> None:
    read = {"concealed": "406m", "melds": [{**MELD, "tiles": "756s"}]}
    write(tmp_path, "hands.jsonl", {"file": "a.jpg", "read": read})
    (hand,) = load_truths(tmp_path)
    assert isinstance(hand, LabelledHand)
    assert (hand.concealed, hand.melds[0].tiles) == (("4m", "0m", "6m"), ("7s", "5s", "6s"))


def test_boxes_and_faces(tmp_path: Path) -> None:
    write(
        tmp_path,
        "labels.jsonl",
        {"file": "a.jpg", "boxes": [[30, 40, 10, 20, "4m"]], "all_tiles_boxed": True},
        {"file": "b.jpg", "boxes": [], "all_tiles_boxed": None},
        {"file": "c.jpg", "name": "0p"},
    )
    assert load_truths(tmp_path) == (
        LabelledBoxes("a.jpg", "", "", (LabelledBox(10, 20, 30, 40, "4m"),), complete=True),
        LabelledBoxes("b.jpg", "", "", (), complete=False),
        LabelledFace("c.jpg", "", "", "0p"),
    )


def test_both_files_are_taken(tmp_path: Path) -> None:
    write(tmp_path, "hands.jsonl", {"file": "a.jpg", "read": {"concealed": []}})
    write(tmp_path, "labels.jsonl", {"file": "a.jpg", "boxes": []})
    assert [type(truth) for truth in load_truths(tmp_path)] == [LabelledHand, LabelledBoxes]


def test_the_labels_of_the_real_photos_can_be_read(shared: Path) -> None:
    photos = shared / "photos"
    counts = {
        name: len(load_truths(photos / name))
        for name in ("hands", "boxes/val", "boxes/train", "faces/camerash", "faces/kumokumo")
    }
    assert counts == {
        "hands": 61,
        "boxes/val": 130,
        "boxes/train": 688,
        "faces/camerash": 536,
        "faces/kumokumo": 73,
    }


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("{", "line 1: no JSON"),
        ("[1]", "'file' is needed"),
        ('{"name": "4m"}', "'file' is needed"),
        ('{"file": "a.jpg"}', "'name' is missing"),
        ('{"file": "a.jpg", "name": "4x"}', "'4x' is not a tile"),
        ('{"file": "a.jpg", "boxes": [[1, 2, 3, "4m"]]}', "a box is"),
        ('{"file": "a.jpg", "boxes": [["a", 2, 3, 4, "4m"]]}', "neither a hand"),
        ('{"file": "a.jpg", "boxes": 3}', "a value is of the wrong kind"),
        ('{"file": "a.jpg", "read": null}', "a value is of the wrong kind"),
        ('{"file": "a.jpg", "boxes": [], "all_tiles_boxed": 5}', "all_tiles_boxed: 5 is not true"),
        ('{"file": "a.jpg", "boxes": [[1, NaN, 3, 4, "4m"]]}', "a corner lies on no photo"),
        ('{"file": "a.jpg", "boxes": [[1e308, 2, -1e308, 4, "4m"]]}', "a corner lies on no photo"),
        ('{"file": "a.jpg", "read": {"win": null}}', "'concealed' is missing"),
        (
            '{"file": "a.jpg", "read": {"concealed": [], "melds": [{"kind": "kan", "tiles": "1111m"}]}}',
            "'kan' is not a kind of meld: chi, pon, open_kan",
        ),
        (
            '{"file": "", "read": {"concealed": "", "melds": [{"kind": "pon", "tiles": "", "rotated":[3]}]}}',
            r"rotated \[3\] are not all positions",
        ),
        ('{"file": "a.jpg", "read": {"concealed": [], "melds": [{"kind": "pon"}]}}', "'tiles' is missing"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path: Path, line: str, what: str) -> None:
    (tmp_path / "labels.jsonl").write_text(line)
    with pytest.raises(TruthError, match=what):
        load_truths(tmp_path)


def test_a_byte_order_mark_and_a_line_separator_in_a_name_are_taken(tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_text('\ufeff{"file": "a\u2028.jpg", "boxes": []}\r\n', encoding="utf-8")
    assert [truth.file for truth in load_truths(tmp_path)] == ["a\u2028.jpg"]


def test_a_folder_without_labels_says_what_is_needed(tmp_path: Path) -> None:
    with pytest.raises(TruthError, match=r"hands\.jsonl or labels\.jsonl"):
        load_truths(tmp_path)
    with pytest.raises(TruthError, match="no such folder"):
        load_truths(tmp_path / "missing")
