"""`yakulens data import`: an export becomes labelled photos that evaluate and train take."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from tests.datasets.imports.exports import EXPORTS, TILES, coco, labelimg, picture
from yakulens.app import cli
from yakulens.app.cli import data_import
from yakulens.datasets.imports.fingerprints import NEAR, of_file, of_folder
from yakulens.datasets.truth import LabelledBoxes, load_truths
from yakulens.models.train.real_photos import real_photos

if TYPE_CHECKING:
    from pathlib import Path


def imported(capsys: pytest.CaptureFixture[str], *words: object) -> dict[str, Any]:
    assert cli.main(["data", "import", *map(str, words), "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert cli.main(["data", *map(str, words)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.mark.parametrize("kind", EXPORTS)
def test_every_export_becomes_photos_that_evaluate_and_train_take(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    EXPORTS[kind][0](tmp_path / "export")
    out = tmp_path / "photos"
    # What mirrored photos are is shown below: each model loaded here would be a second of the suite's.
    report = imported(capsys, tmp_path / "export", "--out", out, "--all-boxed", "--keep-mirrored")
    assert (report["photos"], report["boxes"], report["usable"]) == (2, 3, 3)
    assert {name: entry["tile"] for name, entry in report["names"].items() if entry["boxes"]} == TILES
    assert "2m" in report["empty"]
    assert "1m" not in report["empty"]
    labels = []
    for part in ("train", "val"):
        truths = load_truths(out / part)
        assert all(isinstance(truth, LabelledBoxes) and truth.complete for truth in truths)
        photos = real_photos(out / part)
        assert all(photo.path.is_file() and photo.complete and not photo.turned for photo in photos)
        labels += [label for photo in photos for label in photo.labels]
    assert sorted(labels) == ["0m", "1m", "1z"]


def test_a_name_that_nobody_knows_is_asked_about_and_never_dropped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelimg(tmp_path / "export")
    (tmp_path / "export" / "classes.txt").write_text("1man\nW\nthing")
    words = ("import", tmp_path / "export", "--out", tmp_path / "photos")
    error = refused(capsys, *words)
    assert "classes without a known tile: 'W' (3z or 5z), 'thing'; add --map W=TILE" in error
    assert not (tmp_path / "photos").exists()
    report = imported(capsys, *words[1:], "--map", "W=5z", "--map", "thing=none", "--keep-mirrored")
    assert (report["boxes"], report["usable"]) == (3, 2)
    assert report["tiles"] == {"1m": 1, "5z": 1}


def test_a_row_that_says_no_box_is_counted_and_left_out_where_that_was_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelimg(tmp_path / "export")
    with (tmp_path / "export" / "b.txt").open("a") as rows:
        rows.write("\n9 .5 .5 .1 .1\n8 .5 .5 .1 .1\n0 .5")
    words = ("import", tmp_path / "export", "--out", tmp_path / "photos")
    error = refused(capsys, *words)
    assert "3 of 6 rows have no valid box: --skip-bad leaves them out" in error
    assert not (tmp_path / "photos").exists()
    report = imported(capsys, *words[1:], "--all-boxed", "--skip-bad", "--keep-mirrored")
    assert list(report["bad"].values()) == [2, 1]
    assert (report["boxes"], report["usable"], len(report["bad_rows"])) == (6, 3, 3)
    truths = [each for part in ("train", "val") for each in load_truths(tmp_path / "photos" / part)]
    complete = {each.file: each.complete for each in truths if isinstance(each, LabelledBoxes)}
    assert complete == {"photos/a.jpg": True, "photos/b.jpg": False}  # a tile of it may have no box now


def test_a_picture_that_is_cut_off_is_missing_with_its_boxes_and_the_headline_counts_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelimg(tmp_path / "export")
    file = tmp_path / "export" / "a.jpg"
    file.write_bytes(file.read_bytes()[:2000])
    (tmp_path / "export" / "c.txt").write_text("0 .5 .5 .1 .1\n" * 4)
    assert cli.main(["data", "import", str(tmp_path / "export"), "--dry-run", "--keep-mirrored"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("YOLO: 1 photo, 7 boxes, 1 of them usable\n")
    assert f"missing or unreadable pictures, with 6 boxes: 2\n  {tmp_path}" in out
    (tmp_path / "export" / "b.jpg").write_bytes(file.read_bytes())
    assert "truncated or damaged, as is every picture" in refused(
        capsys, "import", tmp_path / "export", "--dry-run"
    )


def test_a_file_of_labels_that_cannot_be_read_is_left_out_where_that_was_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    coco(tmp_path / "export")
    file = tmp_path / "export" / "valid" / "_annotations.coco.json"
    file.write_text(file.read_text()[:-9])
    error = refused(capsys, "import", tmp_path / "export", "--out", tmp_path / "photos")
    assert "1 file cannot be read and 0 of 2 rows have no valid box: --skip-bad" in error
    report = imported(capsys, tmp_path / "export", "--dry-run", "--keep-mirrored")
    assert (report["photos"], report["boxes"], len(report["broken"])) == (1, 2, 1)


def test_names_are_written_down_though_a_row_is_bad(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelimg(tmp_path / "export")
    with (tmp_path / "export" / "b.txt").open("a") as rows:
        rows.write("\n9 .5 .5 .1 .1")
    words = ["data", "import", str(tmp_path / "export"), "--write-map", str(tmp_path / "names.txt")]
    assert cli.main(words) == 0
    assert "1man=1m" in (tmp_path / "names.txt").read_text(encoding="utf-8")
    capsys.readouterr()


def test_a_class_without_boxes_need_not_be_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    coco(tmp_path / "export")
    report = imported(capsys, tmp_path / "export", "--dry-run", "--keep-mirrored")
    assert report["names"]["tiles"]["boxes"] == 0


def test_a_dry_run_prints_the_table_with_its_open_places_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelimg(tmp_path / "export")
    (tmp_path / "export" / "classes.txt").write_text("1man\nEast\nthing")
    assert cli.main(["data", "import", str(tmp_path / "export"), "--dry-run"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        "YOLO: 2 photos, 3 boxes, 2 of them usable",
        "1 box has a class without a known tile: add --map NAME=TILE",
    ]
    assert [line.split() for line in lines[3:7]] == [
        ["class", "tile", "boxes"],
        ["1man", "1m", "1"],
        ["East", "1z", "1"],
        ["thing", "?", "1"],
    ]
    assert "photos whose tiles do not show whether they are mirrored, kept: 2" in lines
    assert sorted(path.name for path in tmp_path.iterdir()) == ["export"]


def test_sets_come_from_the_paths_and_stay_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in range(6):
        name = ("green", "green", "green", "green", "blue", "black")[seed]
        picture(tmp_path / "export" / name / f"{seed}.jpg", seed)
        (tmp_path / "export" / name / f"{seed}.txt").write_text("0 .5 .5 .1 .2")
    (tmp_path / "export" / "classes.txt").write_text("1m")
    words = (tmp_path / "export", "--set-from", "^([^/]+)/", "--dry-run", "--keep-mirrored")
    assert len(imported(capsys, *words)["sets"]["train"]) == 1
    report = imported(capsys, *words, "--hold-out", "green")
    assert report["sets"] == {"train": {"black": 1, "blue": 1}, "val": {"green": 4}}


def test_scenes_that_the_export_has_in_two_splits_and_boxes_that_cannot_be_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    coco(tmp_path / "export")
    copied = (tmp_path / "export" / "train" / "a.jpg").read_bytes()
    (tmp_path / "export" / "valid" / "b.jpg").write_bytes(copied)
    file = tmp_path / "export" / "valid" / "_annotations.coco.json"
    said = json.loads(file.read_text())
    said["annotations"][0]["bbox"] = [900, 900, 40, 60]
    file.write_text(json.dumps(said))
    assert cli.main(["data", "import", str(tmp_path / "export"), "--dry-run"]) == 0
    out = capsys.readouterr().out
    assert "2 photos, 3 boxes, 2 of them usable" in out
    assert "impossible boxes, left out: 1\n  b.jpg: box 1 (5mr) lies outside the photo of 400 by 300" in out
    assert "scenes that the export has in more than one split: 1\n  a.jpg, b.jpg" in out
    assert "val: 0 photos (none)" in out
    assert "all of one set" in out


def test_a_mirrored_photo_whose_tiles_stand_upright_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = ["--kind", "win among", "--from", "owner", "--count", "1", "--seed", "1"]
    assert cli.main(["synth", str(tmp_path / "drawn"), *scene]) == 0
    row = json.loads((tmp_path / "drawn" / "labels.jsonl").read_text().splitlines()[0])
    capsys.readouterr()
    folder = tmp_path / "export"
    folder.mkdir()
    pixels = cv2.imread(str(tmp_path / "drawn" / row["file"]))
    high, wide = pixels.shape[:2]
    names = sorted({box[4] for box in row["boxes"]})
    (folder / "classes.txt").write_text("\n".join(names))
    for name, mirrored in (("straight", False), ("mirrored", True)):
        cv2.imwrite(
            str(folder / f"{name}.jpg"), np.ascontiguousarray(pixels[:, ::-1]) if mirrored else pixels
        )
        rows = []
        for x1, y1, x2, y2, tile in row["boxes"]:
            x = (x1 + x2) / 2 / wide
            size = f"{(x2 - x1) / wide} {(y2 - y1) / high}"
            rows.append(f"{names.index(tile)} {1 - x if mirrored else x} {(y1 + y2) / 2 / high} {size}")
        (folder / f"{name}.txt").write_text("\n".join(rows))
    report = imported(capsys, folder, "--dry-run")
    assert (report["mirrored"], report["mirrored_unknown"]) == (["mirrored.jpg"], [])
    assert (report["boxes"], report["usable"]) == (2 * len(row["boxes"]), len(row["boxes"]))
    assert sum(report["sets"]["train"].values()) + sum(report["sets"]["val"].values()) == 1
    assert imported(capsys, folder, "--dry-run", "--keep-mirrored")["mirrored"] == []


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ([], "name an action: import"),
        (["import", "nowhere", "--dry-run"], "nowhere: no such folder; name the unpacked export"),
        (["import", "EXPORT"], "no output folder: add --out DIR with a new folder"),
        (["import", "EXPORT", "--out", "EXPORT"], "already exists; choose a new folder"),
        (
            ["import", "EXPORT", "--dry-run", "--map", "nobody=1m"],
            "YOLO has no class 'nobody'; its classes are 1man, East",
        ),
        (["import", "EXPORT", "--dry-run", "--map", "East=9z"], "'9z' is not a tile; use 1m to 9s, 1z to 7z"),
        (["import", "EXPORT", "--dry-run", "--map", "/dev/zero"], "is not a regular file"),
        (["import", "EXPORT", "--dry-run", "--set-from", "("], "not a regular expression"),
        (
            ["import", "EXPORT", "--dry-run", "--set-from", "^x/"],
            "a.jpg, so its set is unknown",
        ),
        (["import", "EXPORT", "--dry-run", "--hold-out", "green"], "no photo of that set; the sets are none"),
        (["import", "EXPORT", "--dry-run", "--set", "a", "--hold-out", "a"], "nothing is left to train on"),
        (["import", "EXPORT", "--dry-run", "--set", "a", "--set-from", "b"], "not allowed with"),
        (["import", "EXPORT", "--dry-run", "--model", "nobody's"], "no model is called"),
    ],
)
def test_what_cannot_be_is_one_line(
    words: list[str], what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelimg(tmp_path / "export")
    assert what in refused(capsys, *(w.replace("EXPORT", str(tmp_path / "export")) for w in words))


def test_a_regular_expression_without_end_is_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "export"
    labelimg(folder)
    for file in [each for each in folder.rglob("*") if each.stem == "a"]:
        file.rename(file.with_name("a" * 60 + file.suffix))
    monkeypatch.setattr(data_import, "_MAX_SECONDS", 0.2)
    said = refused(capsys, "import", str(folder), "--dry-run", "--set-from", "(a+)+$")
    assert "takes more than 0.2 seconds on" in said


def test_tiles_of_unknown_face_train_the_finder_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelimg(tmp_path / "export")
    (tmp_path / "export" / "classes.txt").write_text("1man\nEast\ntile")
    out = tmp_path / "photos"
    report = imported(capsys, tmp_path / "export", "--out", out, "--all-boxed", "--keep-mirrored")
    assert report["tiles"] == {"1m": 1, "1z": 1, "tile": 1}
    photos = [photo for part in ("train", "val") for photo in real_photos(out / part)]
    assert sorted(label for photo in photos for label in photo.labels) == ["1m", "1z", "tile"]
    assert sorted(photo.labels[i] for photo in photos for i in photo.named()) == ["1m", "1z"]
    assert sum(len(photo.corners()) for photo in photos) == 3
    truths = [each for part in ("train", "val") for each in load_truths(out / part)]
    assert {(len(t.boxes), t.complete) for t in truths if isinstance(t, LabelledBoxes)} == {
        (2, True),
        (0, False),
    }
    assert cli.main(["data", "import", str(tmp_path / "export"), "--dry-run", "--keep-mirrored"]) == 0
    assert "boxes of any face: 1, which train only the finder" in capsys.readouterr().out


def test_names_are_written_into_a_file_that_is_taken_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelimg(tmp_path / "export")
    (tmp_path / "export" / "classes.txt").write_text("1man\nW\na=b")
    file, words = tmp_path / "names.txt", ["data", "import", str(tmp_path / "export"), "--keep-mirrored"]
    assert cli.main([*words, "--write-map", str(file)]) == 0
    assert f"replace each ? by a tile, then add --map {file}" in capsys.readouterr().out
    text = file.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if not line.startswith("# ")] == ["1man=1m", "W=?", "a=b=?"]
    assert "already" in refused(capsys, *words[1:], "--write-map", file) or file.read_text() == text
    assert "classes without a known tile: 'W'" in refused(
        capsys, *words[1:], "--out", tmp_path / "out", "--map", file
    )
    file.write_text(text.replace("W=?", "W=5z").replace("a=b=?", "a=b=tile"), encoding="utf-8")
    assert imported(capsys, *words[2:], "--dry-run", "--map", file)["tiles"] == {"1m": 1, "5z": 1, "tile": 1}
    file.write_text("1man=9z\n", encoding="utf-8")
    assert f"{file}, line 1: 1man=9z: '9z' is not a tile" in refused(
        capsys, *words[1:], "--dry-run", "--map", file
    )
    file.write_text("hello\n", encoding="utf-8")
    assert "line 1: 'hello' is not NAME=TILE" in refused(capsys, *words[1:], "--dry-run", "--map", file)
    assert "neither NAME=TILE nor a readable file" in refused(
        capsys, *words[1:], "--dry-run", "--map", "nowhere"
    )


def test_an_open_name_is_proposed_by_what_its_boxes_are_read_as_and_our_own_photos_are_told(
    tmp_path: Path, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    samples = root / "datasets" / "samples"
    row = next(
        json.loads(line)
        for line in (samples / "labels.jsonl").read_text(encoding="utf-8").splitlines()
        if json.loads(line)["file"] == "seven-pairs.jpg"
    )
    folder = tmp_path / "export"
    folder.mkdir()
    pixels = cv2.imread(str(samples / row["file"]))
    cv2.imwrite(str(folder / "mine.jpg"), (pixels * 0.9).astype(np.uint8))
    high, wide = pixels.shape[:2]
    names = sorted({box[4] for box in row["boxes"]})
    (folder / "classes.txt").write_text("\n".join(f"kind {name.translate(SAID)}" for name in names))
    rows = []
    for x1, y1, x2, y2, tile in row["boxes"]:
        middle = f"{(x1 + x2) / 2 / wide} {(y1 + y2) / 2 / high}"
        rows.append(f"{names.index(tile)} {middle} {(x2 - x1) / wide} {(y2 - y1) / high}")
    (folder / "mine.txt").write_text("\n".join(rows))
    report = imported(capsys, folder, "--dry-run", "--keep-mirrored", "--against", samples)
    said = {name: each["tile"] for name, each in report["likely"].items()}
    right = [name for name in names if said.get(f"kind {name.translate(SAID)}") == name]
    assert len(right) >= len(names) - 1, "loose boxes of tilted tiles: what is proposed is not taken"
    assert not any(each["tile"] for each in report["names"].values())
    assert {photo for photo, _ in report["ours"]} == {"mine.jpg"}
    assert "no such folder of photos" in refused(
        capsys, "import", folder, "--dry-run", "--keep-mirrored", "--against", "nowhere"
    )


def test_photos_are_known_again_by_fingerprints_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    EXPORTS["labelimg"][0](tmp_path / "export")
    for folder, seed in (("mine", 0), ("learnt", 1)):
        picture(tmp_path / folder / "other-name.jpg", seed)
    words = [
        str(tmp_path / "mine"),
        "--trained",
        str(tmp_path / "learnt"),
        "--out",
        str(tmp_path / "mine.json"),
    ]
    assert cli.main(["data", "fingerprints", *words]) == 0
    capsys.readouterr()
    for folder in ("mine", "learnt"):
        shutil.rmtree(tmp_path / folder)
    of = f"{tmp_path.name}/"
    look = (tmp_path / "export", "--dry-run", "--keep-mirrored")
    report = imported(capsys, *look, "--against", tmp_path / "mine.json")
    assert (report["ours"], report["trained"]) == ([["a.jpg", f"{of}mine"]], [["b.jpg", f"{of}learnt"]])
    monkeypatch.setattr(data_import, "FINGERPRINTS", tmp_path / "mine.json")  # as ours lie there
    assert imported(capsys, *look)["ours"] == [["a.jpg", f"{of}mine"]]
    (tmp_path / "both.json").write_text((tmp_path / "mine.json").read_text().replace("mine", "again"))
    assert cli.main(["data", "import", *map(str, look), "--against", str(tmp_path / "both.json")]) == 0
    told = f"do not train on them: 1\n  a.jpg, {of}mine, {of}again\n"
    assert told in capsys.readouterr().out, "one photo, though two sets hold it"
    (tmp_path / "mine.json").write_text('{"measured": {"a": "AA=="}}')
    assert "no fingerprints that can be used; make them anew" in refused(capsys, "import", *look)
    assert "already exists; choose a new file" in refused(
        capsys, "fingerprints", tmp_path, "--out", tmp_path / "mine.json"
    )


def test_our_fingerprints_are_those_of_the_photos_that_we_measure_on_and_train_on(shared: Path) -> None:
    known = of_file(data_import.FINGERPRINTS)
    photos = shared / "photos"
    for where, folder in (("photos/hands", photos / "hands"), ("photos/tables", photos / "tables")):
        mine = np.array([each.print for each in known if each.source == where])
        now = np.array([each.print for each in of_folder(folder)])
        assert mine.shape == now.shape, "make datasets/fingerprints.json anew (datasets/README.md)"
        assert (mine != now).sum(axis=1).max() <= NEAR / 4  # another decoder rounds otherwise
    assert {each.source for each in known if each.use == "trained"} == {"boxes/train", "photos/boxes-more"}


SAID = str.maketrans("0123456789mpsz", "abcdefghijklqr")
