"""`yakulens models add`: somebody's own network finds the tiles, or names them too."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.hostile.networks import HOSTILE
from tests.vision.tiny import Drawn, draw_scene, finder_bytes, naming_finder_bytes, write_model
from yakulens.app import cli
from yakulens.vision import models
from yakulens.vision.models import choose

if TYPE_CHECKING:
    from pathlib import Path

CALLED = {"1man": "1m", "5pin": "5p", "9sou": "9s", "Red": "7z"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "models"
    folder.mkdir()
    write_model(folder, "ours")
    monkeypatch.setattr(models, "FOLDER", folder)
    monkeypatch.delenv(models.VARIABLE, raising=False)
    return folder


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    tiles = [Drawn(face, 100 + 80 * k, 160) for k, face in enumerate(("1m", "5p", "9s", "7z"))]
    Image.fromarray(draw_scene(tiles, 640, 480)).save(tmp_path / "photo.png")
    return tmp_path / "photo.png"


def network(tmp_path: Path, *names: str) -> Path:
    file = tmp_path / "club.onnx"
    file.write_bytes(naming_finder_bytes(names or tuple(CALLED)))
    return file


@pytest.mark.usefixtures("home")
def test_plain_boxes_of_many_classes_find_and_name(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Their names exchanged: what is read shows who named it.
    file = network(tmp_path, "5pin", "1man", "9sou", "Red")
    assert cli.main(["models", "add", str(file), "both", "--as", "both"]) == 0
    out = capsys.readouterr().out
    assert (
        "club.onnx finds the tiles and names them, ours does the rest; the model is not evaluated yet" in out
    )
    assert "  5pin: 5p" in out
    assert "no class names 2m 3m" in out
    assert cli.main(["models", "add", str(file), "finding", "--as", "finder"]) == 0
    card = choose("both")
    assert (card.based_on, dict(card.metrics), card.default) == ("ours", {}, False)
    assert card.finder.classes == ("5p", "1m", "9s", "7z")
    assert card.reader == choose("ours").reader
    assert cli.main(["models", "check"]) == 0
    capsys.readouterr()
    assert read(photo, "finding", capsys) == ["1m", "5p", "9s", "7z"]
    assert read(photo, "both", capsys) == ["5p", "1m", "9s", "7z"]
    assert (models.own_folder() / "both-finder.onnx").read_bytes() == file.read_bytes()


def read(photo: Path, model: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert cli.main(["read", str(photo), "--model", model]) == 0
    tiles = json.loads(capsys.readouterr().out)["tiles"]
    return [tile["face"] for tile in sorted(tiles, key=lambda tile: tile["quad"][0][0])]


@pytest.mark.usefixtures("home")
def test_a_class_that_is_no_tile_is_not_found(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = network(tmp_path, "1man", "5pin", "logo", "Red")
    words = ["models", "add", str(file), "club", "--as", "both"]
    assert cli.main(words) == 2
    assert "classes without a known tile: 'logo'; add --map logo=TILE" in capsys.readouterr().err
    assert cli.main([*words, "--map", "logo=none"]) == 0
    capsys.readouterr()
    assert read(photo, "club", capsys) == ["1m", "5p", "7z"]


@pytest.mark.usefixtures("home")
def test_a_class_of_any_face_is_found_and_our_reader_names_it(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("1 caractère", "c10", "c11", "c12")
    file = network(tmp_path, *names)
    assert cli.main(["models", "add", str(file), "both", "--as", "both"]) == 2
    assert "; add --map '1 caractère=TILE', or --map '1 caractère=none'" in capsys.readouterr().err
    words = ["models", "add", str(file), "club", "--as", "finder"]
    assert cli.main([*words, *(f"--map={name}=none" for name in names)]) == 2
    assert "none of its classes is a tile" in capsys.readouterr().err
    assert cli.main(words) == 0, "only places are needed, whatever the classes are called"
    capsys.readouterr()
    assert read(photo, "club", capsys) == ["1m", "5p", "9s", "7z"]


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("batch", [4, 17])
def test_a_network_of_a_fixed_batch_is_run_as_it_is_or_refused_in_a_sentence(
    batch: int, photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.onnx"
    file.write_bytes(finder_bytes(batch=batch))
    code = cli.main(["models", "add", str(file), "club", "--as", "finder"])
    captured = capsys.readouterr()
    if batch == 17:
        assert code == 2
        assert captured.err.endswith("a.onnx: takes 17 pictures at a time; export it with batch=1\n")
        return
    assert code == 0
    assert "it takes 4 pictures at a time" in captured.out
    assert read(photo, "club", capsys) == ["1m", "5p", "9s", "7z"]


@pytest.mark.usefixtures("home")
def test_the_least_score_is_chosen_on_photos_with_boxes(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.onnx"
    file.write_bytes(finder_bytes(strength=0.24))
    words = ["models", "add", str(file)]
    assert cli.main([*words, "usual", "--as", "finder"]) == 0
    assert "from a score of 0.3, the usual one; --on DIR chooses it" in capsys.readouterr().out
    assert read(photo, "usual", capsys) == []
    boxes = [[80 + 80 * k, 134, 120 + 80 * k, 186, face] for k, face in enumerate(("1m", "5p", "9s", "7z"))]
    row = {"file": photo.name, "all_tiles_boxed": True, "boxes": boxes}
    (tmp_path / "labels.jsonl").write_text(json.dumps(row), encoding="utf-8")
    assert cli.main([*words, "club", "--as", "finder", "--on", str(tmp_path)]) == 0
    assert "4 of 4 boxes found, 0 detections without a box" in capsys.readouterr().out
    finder = choose("club").finder
    assert 0.24**finder.score_power == pytest.approx(0.85, abs=0.01)
    assert 0.05**finder.score_power < finder.min_score < 0.24**finder.score_power
    assert read(photo, "club", capsys) == ["1m", "5p", "9s", "7z"]
    row["boxes"] = [[500, 10, 540, 60, "1m"]]
    (tmp_path / "labels.jsonl").write_text(json.dumps(row), encoding="utf-8")
    assert cli.main([*words, "other", "--as", "finder", "--on", str(tmp_path)]) == 2
    assert "finds none of the 1 boxes there" in capsys.readouterr().err


@pytest.mark.usefixtures("home")
def test_oriented_boxes_of_one_class_find(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.onnx").write_bytes(finder_bytes())
    assert cli.main(["models", "add", str(tmp_path / "a.onnx"), "club", "--as", "finder"]) == 0
    capsys.readouterr()
    assert read(photo, "club", capsys) == ["1m", "5p", "9s", "7z"]


@pytest.mark.parametrize("what", list(HOSTILE))
def test_a_hostile_network_is_refused_in_one_clear_line(
    what: str,
    home: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(models, "MAX_RUN_SECONDS", 1.0)  # for the one that never ends
    file = tmp_path / "club.onnx"
    file.write_bytes(HOSTILE[what]())
    before = sorted(home.iterdir())
    assert cli.main(["models", "add", str(file), "club", "--as", "finder"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"yakulens models: {file}: ")
    assert (said.count("\n"), "onnxruntime_src" in said) == (1, False)
    assert len(said) < len(str(file)) + 300
    assert sorted(home.iterdir()) == before


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["nowhere.onnx", "club", "--as", "both"], "nowhere.onnx: cannot be opened"),
        (["/dev/zero", "club", "--as", "both"], "/dev/zero: is not a regular file"),
        (
            ["best.pt", "club", "--as", "both"],
            "is a pickle, which can contain any program, so it is not opened",
        ),
        (["none.onnx", "club", "--as", "both"], "run here: it is damaged, or needs a later ONNX Runtime"),
        (
            ["one.onnx", "club", "--as", "both"],
            "none of its classes names a face (tile); use --as finder",
        ),
        (["other.onnx", "club", "--as", "finder"], "exported with task 'obb' or 'detect'"),
        (["one.onnx", "ours", "--as", "finder"], "already exists; choose another name"),
        (["one.onnx", "../ours", "--as", "finder"], "'../ours' is not a model name"),
        (["one.onnx", "club"], "required: --as"),
        (["one.onnx", "club", "--as", "finder", "--base", "nobody's"], "no model is called"),
    ],
)
def test_what_cannot_be_is_one_line_and_leaves_nothing(  # noqa: PLR0913, PLR0917 - pytest's fixtures
    words: list[str],
    what: str,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.onnx").write_bytes(finder_bytes())
    (tmp_path / "other.onnx").write_bytes(finder_bytes(task="segment"))
    (tmp_path / "none.onnx").write_bytes(b"nothing")
    (tmp_path / "best.pt").write_bytes(b"cos\nsystem\n(S'true'\ntR.")
    before = sorted(home.iterdir())
    assert cli.main(["models", "add", *words]) == 2
    captured = capsys.readouterr()
    assert what in captured.err
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert sorted(home.iterdir()) == before
