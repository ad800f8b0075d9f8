"""Photos that teach nothing are refused before a run begins, and few ones are warned of with their number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from yakulens.app.cli.frame import UsageError
from yakulens.app.cli.train_inputs import check_enough
from yakulens.models.train import room
from yakulens.models.train.real_photos import RealPhoto, real_photos
from yakulens.models.train.room import RoomError, check_room


def photos(folder: Path, *rows: dict[str, Any]) -> list[RealPhoto]:
    lines = (json.dumps({"file": "a.jpg", "all_tiles_boxed": True} | row) for row in rows)
    (folder / "labels.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return real_photos(folder)


@pytest.mark.parametrize(
    ("network", "row", "what"),
    [
        ("reader", {"boxes": []}, "no box names a tile"),
        ("reader", {"boxes": [[0, 0, 9, 9, "tile"]]}, "no box names a tile"),
        ("reader", {"boxes": [[0, 0, 9, 9, "1m"]], "turned": True}, "corners are known"),
        ("finder", {"boxes": []}, "no photo with boxes of whole tiles"),
        ("finder", {"boxes": [[0, 0, 9, 9, "1m"]], "turned": True}, "no photo with boxes of whole tiles"),
    ],
)
def test_photos_that_teach_nothing_are_refused(
    network: str, row: dict[str, Any], what: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=what):
        check_enough(network, photos(tmp_path, row))


def test_few_photos_and_faces_are_warned_of_with_their_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = photos(tmp_path, {"boxes": [[0, 0, 9, 9, "1m"]] * 3})
    check_enough("reader", one)
    said = capsys.readouterr().err
    assert "fewer than 3 boxes, so learnt from rendered tiles alone: 2m 3m" in said
    assert "1 photo with 3 tiles are few to train on" in said
    check_enough("finder", one)
    assert "1 photo with 3 tiles are few" in capsys.readouterr().err
    check_enough("reader", [])
    check_enough("leveller", one)
    assert capsys.readouterr().err == ""


def test_a_photo_without_boxes_is_empty_only_where_its_labels_say_so(tmp_path: Path) -> None:
    (said, unsaid) = photos(tmp_path, {"boxes": []}, {"boxes": [], "all_tiles_boxed": None})
    assert said.is_empty()
    assert not unsaid.is_empty()


def test_a_disk_without_room_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_room(tmp_path, 1, "designs")
    usage = room.shutil.disk_usage(tmp_path)
    monkeypatch.setattr(room.shutil, "disk_usage", lambda _: usage._replace(free=5_000_000))
    with pytest.raises(RoomError, match="240 designs need 719 MB, and 5 MB are free; make room, or name"):
        check_room(tmp_path, 718_848_000, "240 designs")
