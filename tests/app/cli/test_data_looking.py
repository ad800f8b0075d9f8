"""`yakulens data import` shows what it takes, says what it guesses, and takes nothing without a box."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from tests.app.cli.test_data import imported, refused
from tests.datasets.imports.exports import labelimg, picture, yolo
from tests.datasets.imports.more_exports import MORE_EXPORTS, createml, fiftyone_samples
from yakulens.app import cli
from yakulens.datasets.truth import LabelledFace, load_truths
from yakulens.models.train.finder_samples import usable_for_finding
from yakulens.models.train.real_photos import FACE_GROUP, real_photos

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def sample(root: Path, tmp_path: Path) -> Path:
    """An export of one of our own photos as YOLO, its classes named as we name them."""
    samples = root / "datasets" / "samples"
    rows = [json.loads(line) for line in (samples / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    row: dict[str, Any] = next(row for row in rows if row["file"] == "seven-pairs.jpg")
    folder = tmp_path / "sample"
    folder.mkdir()
    pixels = cv2.imread(str(samples / row["file"]))
    cv2.imwrite(str(folder / "mine.jpg"), (pixels * 0.9).astype(np.uint8))
    high, wide = pixels.shape[:2]
    names = sorted({box[4] for box in row["boxes"]})
    (folder / "classes.txt").write_text("\n".join(names))
    lines = [
        f"{names.index(tile)} {(x1 + x2) / 2 / wide} {(y1 + y2) / 2 / high} "
        f"{(x2 - x1) / wide} {(y2 - y1) / high}"
        for x1, y1, x2, y2, tile in row["boxes"]
    ]
    (folder / "mine.txt").write_text("\n".join(lines))
    return folder


def said(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = cli.main(["data", "import", *map(str, words)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize("kind", MORE_EXPORTS)
def test_every_export_becomes_photos_for_training(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    MORE_EXPORTS[kind][0](tmp_path / "export")
    report = imported(capsys, tmp_path / "export", "--out", tmp_path / "photos", "--keep-mirrored")
    assert (report["photos"], report["boxes"], report["usable"]) == (2, 3, 3)
    photos = [photo for part in ("train", "val") for photo in real_photos(tmp_path / "photos" / part)]
    assert sorted(label for photo in photos for label in photo.labels) == ["0m", "1m", "1z"]


def test_nothing_is_imported_without_a_single_box(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    createml(tmp_path / "export")
    empty = json.dumps([{"image": "a.jpg", "annotations": []}])
    (tmp_path / "export" / "_annotations.createml.json").write_text(empty)
    for words in (["--dry-run"], ["--out", tmp_path / "photos"], ["--preview", tmp_path / "look.png"]):
        code, _, error = said(capsys, tmp_path / "export", *words)
        assert code == 1
        assert "CreateML without a single box" in error
    assert sorted(path.name for path in tmp_path.iterdir()) == ["export"]


def test_rows_of_which_none_is_a_box_are_nothing_to_import(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    createml(tmp_path / "export")
    bad = [{"image": "a.jpg", "annotations": [{"label": "1m", "coordinates": {"x": "left"}}]}]
    (tmp_path / "export" / "_annotations.createml.json").write_text(json.dumps(bad))
    for words in (["--dry-run"], ["--out", tmp_path / "photos", "--skip-bad"]):
        code, _, error = said(capsys, tmp_path / "export", *words)
        assert code == 1
        assert "CreateML without a single box" in error


def test_rows_whose_pictures_are_elsewhere_are_nothing_to_import(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelimg(tmp_path / "export")
    for name in ("a.jpg", "b.jpg"):
        (tmp_path / "export" / name).rename(tmp_path / "export" / f"new-{name}")
    for words in (["--dry-run"], ["--out", tmp_path / "photos"], ["--preview", tmp_path / "look.png"]):
        code, _, error = said(capsys, tmp_path / "export", *words)
        assert code == 1
        assert "YOLO without a single box" in error
    assert sorted(path.name for path in tmp_path.iterdir()) == ["export"]


def test_boxes_of_which_none_can_be_are_nothing_to_import(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelimg(tmp_path / "export")
    for name in "ab":
        (tmp_path / "export" / f"{name}.txt").write_text("0 120 80 40 60\n")
    code, _, error = said(capsys, tmp_path / "export", "--dry-run", "--keep-mirrored")
    assert code == 1
    assert "YOLO without a box that can be: nothing to import; a.jpg: box 1 (1man) lies outside" in error


def test_nothing_is_written_where_no_box_is_a_tile(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelimg(tmp_path / "export")
    maps = [f"--map={name}=none" for name in ("1man", "East", "5mr")]
    code, _, error = said(capsys, tmp_path / "export", "--out", tmp_path / "photos", *maps, "--keep-mirrored")
    assert code == 1
    assert "no box of a tile is left, so nothing was written" in error
    assert not (tmp_path / "photos").exists()


def test_cut_out_faces_are_taken_for_teaching_and_for_the_reader(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed, (part, name) in enumerate((("train", "1m"), ("train", "5z"), ("valid", "1m"))):
        picture(tmp_path / "export" / part / name / f"{seed}.jpg", seed)
    report = imported(capsys, tmp_path / "export", "--out", tmp_path / "photos", "--keep-split")
    assert (report["faces"], report["usable"], report["mirrored_unknown"]) == (True, 3, [])
    train, val = (load_truths(tmp_path / "photos" / part) for part in ("train", "val"))
    assert [(type(truth), truth.name) for truth in train if isinstance(truth, LabelledFace)] == [
        (LabelledFace, "1m"),
        (LabelledFace, "5z"),
    ]
    assert len(val) == 1
    photos = real_photos(tmp_path / "photos" / "train")
    assert [(photo.group, photo.boxes.tolist(), photo.named().tolist()) for photo in photos] == [
        (FACE_GROUP, [[0, 0, 400, 300]], [0])
    ] * 2
    assert usable_for_finding(photos) == []


def test_one_photo_is_shown_before_anything_is_taken(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = said(capsys, sample, "--preview", tmp_path / "look.png")
    assert code == 0
    assert "look.png: mine.jpg with 14 boxes as it would be taken" in out
    shown = cv2.imread(str(tmp_path / "look.png"))
    assert max(shown.shape) >= 1400
    again = refused(capsys, "import", sample, "--preview", tmp_path / "look.png")
    assert "already exists; choose a new file" in again
    assert "must be FILE.jpg or FILE.png" in refused(capsys, "import", sample, "--sheet", "look.gif")
    assert "its folder does not exist" in refused(
        capsys, "import", sample, "--sheet", tmp_path / "no" / "a.png"
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["look.png", "sample"]


def test_what_is_guessed_is_said_and_taken_only_by_an_option(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fiftyone_samples(tmp_path / "export")
    file = tmp_path / "export" / "samples.json"
    file.write_text(file.read_text().replace("ground_truth", "people"))
    words = (tmp_path / "export", "--keep-mirrored")
    guess = "of the fields predictions, people that of predictions is taken (--field NAME)"
    assert f"{guess}: a guess; look at it with `yakulens data import --preview FILE.jpg`" in refused(
        capsys, "import", *words, "--out", tmp_path / "photos"
    )
    assert f"guessed: {guess}\n" in said(capsys, *words, "--dry-run")[1]
    assert f"guessed: {guess}\n" in said(capsys, *words, "--preview", tmp_path / "look.jpg")[1]
    report = imported(capsys, *words, "--out", tmp_path / "photos", "--field", "people")
    assert (report["usable"], report["guesses"]) == (3, [])


def test_the_sheet_begins_with_the_boxes_on_which_label_and_model_disagree(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = said(capsys, sample, "--dry-run", "--sheet", tmp_path / "right.png")[1]
    rows = (sample / "mine.txt").read_text().splitlines()
    number, place = rows[0].split(" ", 1)
    other = "1" if number == "0" else "0"
    (sample / "mine.txt").write_text("\n".join([f"{other} {place}", *rows[1:]]))
    wrong = said(capsys, sample, "--dry-run", "--sheet", tmp_path / "wrong.png")[1]
    before, after = (int(out.partition("of which the model reads ")[2].split()[0]) for out in (right, wrong))
    assert after == before + 1
    assert cv2.imread(str(tmp_path / "wrong.png")).shape[1] == 1500


def test_a_class_whose_boxes_look_like_another_tile_has_a_question_mark(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = (sample / "classes.txt").read_text().split()
    swapped = [names[1], names[0], *names[2:]]
    (sample / "classes.txt").write_text("\n".join(swapped))
    report = imported(capsys, sample, "--dry-run", "--keep-mirrored")
    looks = {name: look["tile"] for name, look in report["likely"].items()}
    assert {names[1]: names[0], names[0]: names[1]}.items() <= looks.items()
    table = [line.split() for line in said(capsys, sample, "--dry-run", "--keep-mirrored")[1].splitlines()]
    assert [names[0], names[0], "?"] in [row[:3] for row in table]
    file = sample.with_name("names.txt")
    out = said(capsys, sample, "--write-map", file)[1]
    assert (
        f"look at the {len(looks)} classes whose boxes look like another tile, then add --map {file}" in out
    )


def test_tiles_are_written_down_as_the_model_reads_them_and_said_to_be_guessed(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = (sample / "classes.txt").read_text().split()
    (sample / "classes.txt").write_text("\n".join(f"kind {'abcdefghij'[k]}" for k, _ in enumerate(names)))
    code, out, _ = said(capsys, sample, "--write-map", tmp_path / "names.txt")
    assert code == 0
    assert "said to be guessed" in out
    lines = (tmp_path / "names.txt").read_text(encoding="utf-8").splitlines()
    guessed = {
        line.partition("=")[0]: line.partition("=")[2]
        for before, line in pairwise(lines)
        if "; guessed: 2 of 2 boxes read look like" in before
    }
    assert len(guessed) >= len(names) - 2
    assert (
        sum(guessed.get(f"kind {'abcdefghij'[k]}") == name for k, name in enumerate(names)) >= len(names) - 2
    )


def test_a_photo_that_shows_tiles_without_a_box_is_left_out_and_named(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pixels = cv2.imread(str(sample / "mine.jpg"))
    cv2.imwrite(str(sample / "unlabelled.jpg"), pixels[:, :-40])
    cv2.imwrite(str(sample / "bare.jpg"), np.full((600, 800, 3), (90, 120, 60), np.uint8))
    report = imported(capsys, sample, "--out", tmp_path / "photos", "--all-boxed", "--keep-mirrored")
    assert (report["unboxed"], report["without_tiles"]) == (["unlabelled.jpg"], 1)
    photos = [
        photo
        for part in ("train", "val")
        if (tmp_path / "photos" / part).exists()
        for photo in real_photos(tmp_path / "photos" / part)
    ]
    assert {photo.path.name: photo.is_empty() for photo in photos} == {"mine.jpg": False, "bare.jpg": True}


def test_the_split_of_the_export_is_said_to_give_way_or_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    yolo(tmp_path / "export")
    words = (tmp_path / "export", "--dry-run", "--keep-mirrored")
    assert (
        "the export's own split (train 1, val 1) gives way to whole sets or scenes; --keep-split keeps it"
        in (said(capsys, *words)[1])
    )
    report = imported(capsys, *words, "--keep-split")
    assert report["sets"] == {"train": {"": 1}, "val": {"": 1}}
    assert "own split" not in said(capsys, *words, "--keep-split")[1]
    assert "choose one" in refused(capsys, "import", *words, "--keep-split", "--hold-out", "green")
    labelimg(tmp_path / "flat")
    assert "has no part for validation or tests of its own" in refused(
        capsys, "import", tmp_path / "flat", "--dry-run", "--keep-mirrored", "--keep-split"
    )


def test_classes_of_one_tile_are_named_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labelimg(tmp_path / "export")
    (tmp_path / "export" / "classes.txt").write_text("1man\n1m\nEast")
    report = imported(capsys, tmp_path / "export", "--dry-run", "--keep-mirrored")
    assert report["same_tile"] == {"1m": ["1man", "1m"]}
    assert (
        "1m: the boxes of 1man, 1m together"
        in said(capsys, tmp_path / "export", "--dry-run", "--keep-mirrored")[1]
    )
