"""`yakulens learn` and `sets`: an odd set learnt from layout photos, kept, shared, read with."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.app.archive.jobs import Here
from tests.hostile.kills import every_kill
from tests.models.teach.designs import all_faces, artwork, laid_out, odd_sets
from tests.models.teach.hands import hand
from yakulens.app import cli
from yakulens.app import store as stores
from yakulens.app.archive.reader_choice import ReaderChoice, SetFile
from yakulens.app.cli import learn
from yakulens.app.store import half_done, sets
from yakulens.models.teach.file import TileSetError

ODD = odd_sets([artwork()])[3]
ROWS = [row for row in all_faces() if "0m" not in row]


Once = Callable[[str, Callable[[Path], None]], Path]
ANSWER = "answer.json"


@pytest.fixture(scope="module")
def photos(once: Once) -> list[str]:
    """Two rounds of layout photos of a set of deep jade, two rows a photo, then all four."""

    def taken(folder: Path) -> None:
        for seed, rows in enumerate((ROWS[:2], ROWS[2:], ROWS)):
            shot = laid_out(rows, ODD, 40 + seed)
            cv2.imwrite(str(folder / f"{seed}.png"), shot.image[..., ::-1])

    return [str(path) for path in sorted(once("jade-photos", taken).glob("*.png"))]


@pytest.fixture(scope="module")
def learnt(photos: list[str], once: Once) -> tuple[Path, dict[str, Any]]:
    """The data folder after learning, and the answer."""

    def taught(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch, pytest.MonkeyPatch.context() as out:
            patch.setattr(stores, "place", lambda: folder / stores.FILE)
            said: list[str] = []
            out.setattr("sys.stdout.write", said.append)
            assert cli.main(["learn", "Deep jade", *photos, "--insist", "--json"]) == 0
        (folder / ANSWER).write_text("".join(said), encoding="utf-8")

    folder = once("jade-learnt", taught)
    return folder, json.loads((folder / ANSWER).read_text(encoding="utf-8"))


@pytest.fixture
def at_home(learnt: tuple[Path, dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "place", lambda: learnt[0] / stores.FILE)


def test_the_answer_says_what_was_learnt_and_gained(learnt: tuple[Path, dict[str, Any]]) -> None:
    folder, answer = learnt
    assert (answer["set"], answer["photos"], answer["adopted"]) == ("Deep jade", 3, True)
    assert Path(answer["file"]).name == "Deep jade.yakuset"
    assert (folder / "sets" / "Deep jade.yakuset").is_file()
    assert answer["examples"] == {face: 2 for row in ROWS for face in row}
    held = answer["held_out"]
    assert held["after"] >= max(held["before"], 0.9)
    assert held["of"] > 30
    assert "negative" in answer["shown"]
    assert set(answer["missing"]) == {"0m", "0p", "0s", "other", "back"}
    assert answer["gains"] is (held["after"] > held["before"])
    assert all(rate["after"] >= rate["before"] for rate in answer["by_face"].values())
    assert answer["doubts"] == answer["misplaced"] == []
    assert answer["red_fives"] is False


@pytest.mark.usefixtures("at_home")
def test_a_photo_is_read_with_the_set(photos: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["read", photos[2], "--set", "Deep jade"]) == 0
    tiles = json.loads(capsys.readouterr().out)["tiles"]
    assert len({tile["face"] for tile in tiles}) >= 33


@pytest.mark.usefixtures("at_home")
def test_a_hand_in_the_set_is_read_exactly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shot = hand(ODD, 2)  # `python -m tests.models.teach.hands` reads twenty in each of several sets
    cv2.imwrite(str(tmp_path / "hand.jpg"), shot.image[..., ::-1])
    assert cli.main(["read", str(tmp_path / "hand.jpg"), "--set", "Deep jade"]) == 0
    answer, truth = json.loads(capsys.readouterr().out), shot.read()
    reading = answer["reading"]
    assert sorted(reading["concealed"]) == sorted(truth["concealed"])
    assert reading["win"] == truth["win"]
    assert [(m["kind"], m["tiles"]) for m in reading["melds"]] == [
        (m["kind"], m["tiles"]) for m in truth["melds"]
    ]


def cut_out(folder: Path, *seeds: int) -> Path:
    """A labelled folder of the honours, cut out of photos of them."""
    folder.mkdir()
    lines = []
    for seed in seeds:
        shot = laid_out(ROWS[3:], ODD, seed)
        for n, (label, quad) in enumerate(zip(shot.truth.labels, shot.truth.quads, strict=True)):
            x, y, wide, high = cv2.boundingRect(quad.astype("int32"))
            cv2.imwrite(str(folder / f"{seed}-{n}.png"), shot.image[y : y + high, x : x + wide, ::-1])
            lines.append(json.dumps({"file": f"{seed}-{n}.png", "name": label}))
    (folder / "labels.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder


@pytest.mark.usefixtures("at_home")
def test_a_photo_that_looks_like_the_set_is_asked_about_and_an_ordinary_one_is_not(
    photos: list[str], root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ordinary = root / "datasets" / "samples" / "seven-pairs.jpg"
    assert cli.main(["read", photos[2], str(ordinary), "--jsonl"]) == 0
    like, unlike = (json.loads(line)["issues"] for line in capsys.readouterr().out.splitlines())
    assert [issue["choices"] for issue in like if issue["code"] == "tile_set"] == [["Deep jade"]]
    assert not [issue for issue in unlike if issue["code"] == "tile_set"]


@pytest.mark.usefixtures("at_home")
def test_workers_read_an_archive_with_the_set_and_go_on_with_it_alone(
    photos: list[str],
    learnt: tuple[Path, dict[str, Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("yakulens.app.cli.long_run.crew", Here)
    words = ["read", photos[0], "--set", "Deep jade"]
    assert cli.main([*words, "--jsonl"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert cli.main([*words, "--out", str(tmp_path / "out.jsonl"), "--workers", "1"]) == 0
    read = json.loads((tmp_path / "out.jsonl").read_text(encoding="utf-8"))
    assert read["set"] == alone["set"] == "Deep jade"
    assert [tile["face"] for tile in read["tiles"]] == [tile["face"] for tile in alone["tiles"]]
    capsys.readouterr()
    for other, said in (([], "with the tile set Deep jade, not yakulens-13;"), (["--set", "x"], "is called")):
        assert cli.main(["read", photos[0], *other, "--out", str(tmp_path / "out.jsonl")]) == 2
        assert said in capsys.readouterr().err
    jade, other_set = learnt[0] / "sets" / "Deep jade.yakuset", tmp_path / "other.yakuset"
    other_set.write_bytes(b"another one")
    elsewhere = SetFile("Deep jade", str(other_set), hashlib.sha256(jade.read_bytes()).hexdigest())
    with pytest.raises(TileSetError, match="a worker has another tile set"):
        ReaderChoice(None, "yakulens-13", elsewhere).recogniser()


def known(real: Callable[..., object]) -> Callable[..., object]:
    """A function that answers as it did the first time."""
    answers: list[object] = []

    def answer(*words: object, **more: object) -> object:
        if not answers:
            answers.append(real(*words, **more))
        return answers[0]

    return answer


@pytest.mark.long
def test_learning_that_is_killed_leaves_the_earlier_set_or_the_new_one(
    photos: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setattr(stores, "place", lambda: home / stores.FILE)
    parts = ((learn.Recogniser, "load"), (learn, "_tiles"), (learn, "adapt"), (learn, "finish"))
    for where, name in parts:
        monkeypatch.setattr(where, name, known(getattr(where, name)))
    words = ["learn", "Deep jade", *photos, "--insist", "--json"]
    assert cli.main(words) == 0  # what takes long is known from here on
    for learnt_before in (1, 0):
        if not learnt_before:
            sets.path_of("Deep jade").unlink()
        for when in every_kill(lambda: cli.main(words), home):
            assert len(sets.names()) in {learnt_before, 1}, when
            half_done.mend()
            assert all(sets.find(name).name == "Deep jade" for name in sets.names()), when
            assert list(home.rglob(".*")) == [], when


@pytest.mark.long
@pytest.mark.usefixtures("at_home")
def test_an_evaluation_by_workers_with_the_set_is_the_one_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("yakulens.app.cli.long_run.crew", Here)
    words = ["evaluate", str(cut_out(tmp_path / "faces", 9)), "--set", "Deep jade", "--json"]
    assert cli.main(words) == 0
    alone = json.loads(capsys.readouterr().out)
    assert alone["metrics"]["face_accuracy"]["value"] == 1.0
    assert cli.main([*words, "--out", str(tmp_path / "out.jsonl"), "--workers", "1"]) == 0
    assert json.loads(capsys.readouterr().out) == alone | {"ms": {}}
    assert (
        json.loads((tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()[0])["set"] == "Deep jade"
    )


@pytest.mark.usefixtures("at_home")
def test_sets_are_listed_shown_shared_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["sets"]) == 0
    assert capsys.readouterr().out.startswith("Deep jade  68 tiles of 34 faces")
    assert cli.main(["sets", "show", "Deep jade", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["examples"]["5z"], shown["bytes"] < 500_000) == (2, True)
    shared = tmp_path / "shared.yakuset"
    assert cli.main(["sets", "export", "Deep jade", str(shared)]) == 0
    assert cli.main(["sets", "export", "Deep jade", str(shared)]) == 2
    assert cli.main(["sets", "import", str(shared)]) == 2
    assert "already exists" in capsys.readouterr().err
    assert cli.main(["sets", "import", "--replace", str(shared)]) == 0
    monkeypatch.setattr(stores, "place", lambda: tmp_path / "elsewhere" / stores.FILE)
    assert cli.main(["sets", "import", str(shared)]) == 0
    assert sets.names() == ("Deep jade",)
    sets.keep(replace(sets.find("Deep jade"), name="Other", reader="ab" * 32))
    assert cli.main(["sets", "export", "Other", str(tmp_path / "other.yakuset")]) == 0
    assert cli.main(["sets", "import", "--replace", str(tmp_path / "other.yakuset")]) == 0
    assert "another model (reader abababab)" in capsys.readouterr().err
    assert cli.main(["sets"]) == 0
    assert "another model (reader abababab)" in capsys.readouterr().out.splitlines()[1]
    assert cli.main(["sets", "remove", "Other"]) == 0
    assert cli.main(["sets", "remove", "Deep jade"]) == 0
    assert sets.names() == ()
    assert cli.main(["sets", "remove", "Deep jade"]) == 2
    assert cli.main(["sets", "restore", "Deep jade"]) == 0
    assert cli.main(["sets", "restore", "Deep jade"]) == 2
    assert cli.main(["sets", "rename", "Deep jade", "Club"]) == 0
    assert (sets.names(), sets.find("Club").name) == (("Club",), "Club")
    assert cli.main(["sets", "rename", "Club", "Club"]) == 2
    assert cli.main(["sets", "rename", "Club", "a/b"]) == 2
    assert cli.main(["sets", "remove", "Club"]) == 0
    capsys.readouterr()
    assert cli.main(["sets"]) == 0
    assert "no tile set has been learnt yet" in capsys.readouterr().out


def test_a_file_outside_of_the_sets_folder_is_neither_moved_nor_renamed(
    learnt: tuple[Path, dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    theirs = tmp_path / "theirs.yakuset"
    theirs.write_bytes((learnt[0] / "sets" / "Deep jade.yakuset").read_bytes())
    assert cli.main(["sets", "remove", theirs.name]) == 2
    assert cli.main(["sets", "rename", theirs.name, "mine"]) == 2
    assert [path.name for path in tmp_path.iterdir()] == [theirs.name]
    assert "mine" not in sets.names()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["learn", "a/b", "x.jpg"], "not a name for a tile set"),
        (["learn", "a.yakuset", "x.jpg"], "no .yakuset at the end"),
        (["learn", "mine", "no-such-photo.jpg"], "no-such-photo.jpg"),
        (["learn", "mine", "x.jpg", "--order", "99x"], "is not a tile"),
        (["photo", "x.jpg", "--set", "unknown", "--set", "kiriage_mangan=true"], "x.jpg"),
        (["read", "x.jpg", "--set", "unknown"], "no tile set is called 'unknown'; there are: none yet"),
        (["evaluate", ".", "--set", "none.yakuset"], "no labels"),
        (["sets", "show"], "name a set"),
        (["sets", "rename", "Deep jade"], "give a new name for Deep jade"),
        (["sets", "list", "Deep jade"], "takes no name; sets show Deep jade shows one set"),
        (["sets", "import", "none.yakuset"], "cannot be opened"),
    ],
)
def test_bad_input_is_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.long
def test_a_labelled_folder_of_cut_out_faces_teaches_too(
    photos: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = cut_out(tmp_path / "faces", 7, 8)
    assert cli.main(["learn", "honours", str(folder), "--insist", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["examples"] == {f"{n}z": 2 for n in range(1, 8)}
    assert (answer["held_out"]["of"] >= 8, answer["adopted"]) == (True, True)
    assert cli.main(["learn", "both", str(folder), photos[0]]) == 2
    assert "not both" in capsys.readouterr().err


def test_a_photo_named_twice_is_no_second_round(
    photos: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.png"
    copy.write_bytes(Path(photos[2]).read_bytes())
    assert cli.main(["learn", "odd", photos[2], str(copy)]) == 2
    assert f"{copy} is the same photo as {photos[2]}: name each photo once" in capsys.readouterr().err


@pytest.mark.long
def test_a_report_holds_a_picture_of_what_is_still_wrong(
    photos: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Names that nobody can learn: the second round is laid out in another order than the first.
    order = ", ".join("".join(row) for row in (*ROWS[:2], tuple(reversed(ROWS[0])), ROWS[1]))
    again = tmp_path / "again.png"
    cv2.imwrite(str(again), laid_out(ROWS[:2], ODD, 43).image[..., ::-1])
    words = ["learn", "odd", photos[0], str(again), "--order", order, "--report", str(tmp_path / "r")]
    assert cli.main(words) == 0
    out = capsys.readouterr().out
    assert "still misread" in out
    said = f"not kept: the photos or rows seem to be in another order: row 1 of {again} looks like 1m to 9m"
    assert said in out
    assert (tmp_path / "r" / "mistakes.jpg").stat().st_size > 1000
    assert sets.names() == ()


@pytest.mark.long
def test_a_set_that_gains_nothing_says_so_and_is_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = laid_out(ROWS[:2], replace(ODD, body=None, number=99), 1)
    cv2.imwrite(str(tmp_path / "usual.png"), usual.image[..., ::-1])
    words = ["learn", "usual", str(tmp_path / "usual.png")]
    assert cli.main(words) == 0
    out = capsys.readouterr().out
    assert re.search(r"on altered copies of these tiles: (\S+%) right before, \1 after, of 54", out)
    assert "no red five was shown: every five is read as a plain one" in out
    assert "not kept: it gains nothing, the tiles are read as well without it" in out
    assert sets.names() == ()
    assert cli.main([*words, "--insist", "--red-fives", "yes"]) == 0
    assert "every five is read as a plain one" not in capsys.readouterr().out
    assert sets.names() == ("usual",)


def test_a_set_said_to_have_no_red_five_shows_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = cut_out(tmp_path / "faces", 7)
    label = json.dumps({"file": "7-0.png", "name": "0m"})
    (folder / "labels.jsonl").write_text(label, encoding="utf-8")
    assert cli.main(["learn", "reds", str(folder), "--red-fives", "no"]) == 2
    assert "--red-fives no: the photos show a red five" in capsys.readouterr().err
