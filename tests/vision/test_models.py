"""Models are described by cards; weights that are not the ones described are never run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import onnx
import pytest
from onnx import TensorProto, helper

from tests.vision.tiny import finder_bytes, leveller_bytes, reader_bytes, write_model
from yakulens.vision import models
from yakulens.vision.model_card import CLASSES_SHA256, ModelError, read_card
from yakulens.vision.models import cards, choose
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _no_model_named_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(models.VARIABLE, raising=False)


def test_every_card_of_a_folder_is_listed(tmp_path: Path) -> None:
    write_model(tmp_path, "b")
    write_model(tmp_path, "a", default=False)
    (tmp_path / "README.md").write_text("no card")
    assert [(card.name, card.default) for card in cards(tmp_path)] == [("a", False), ("b", True)]


def test_the_default_is_taken_where_none_is_named(tmp_path: Path) -> None:
    write_model(tmp_path, "a", default=False)
    write_model(tmp_path, "b")
    assert choose(None, tmp_path).name == "b"
    assert choose("a", tmp_path).name == "a"


def test_the_environment_may_name_the_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_model(tmp_path, "a", default=False)
    write_model(tmp_path, "b")
    monkeypatch.setenv(models.VARIABLE, "a")
    assert choose(None, tmp_path).name == "a"
    assert choose("b", tmp_path).name == "b"


def test_an_unknown_name_tells_the_known_ones(tmp_path: Path) -> None:
    write_model(tmp_path, "known")
    with pytest.raises(ModelError, match=r"'other'; there are known"):
        choose("other", tmp_path)


def test_a_folder_without_models_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no model here; train one"):
        choose(None, tmp_path)


def test_a_card_that_cannot_be_used_is_left_out_and_named(tmp_path: Path) -> None:
    write_model(tmp_path, "a")
    (tmp_path / "z.toml").write_text((tmp_path / "a.toml").read_text())
    (tmp_path / "empty.toml").write_bytes(b"")
    assert choose(folder=tmp_path).name == "a"
    empty, twice = models.faults(tmp_path)
    assert "empty.toml: [reader] with a file is missing" in str(empty)
    assert "z.toml: two cards are named 'a'" in str(twice)
    with pytest.raises(ModelError, match=r"empty\.toml"):
        choose("empty", tmp_path)


def test_a_card_is_taken_by_its_path_and_its_files_lie_beside_it(tmp_path: Path) -> None:
    card = choose(str(write_model(tmp_path, "mine")))
    assert card.name == "mine"
    assert card.network(card.finder) == finder_bytes()
    assert card.data[0]["licence"] == "ours"


@pytest.mark.parametrize(
    ("network", "part"),
    [(finder_bytes(), "finder"), (reader_bytes(), "reader"), (leveller_bytes(), "leveller")],
)
def test_a_network_by_its_path_takes_the_place_of_the_same_part(
    tmp_path: Path, network: bytes, part: str
) -> None:
    write_model(tmp_path, "known")
    (tmp_path / "own.onnx").write_bytes(network)
    card = choose(str(tmp_path / "own.onnx"), tmp_path)
    assert getattr(card, part).file == str(tmp_path / "own.onnx")
    assert card.name == "known with own.onnx"
    assert Recogniser(card).name == card.name


@pytest.mark.parametrize("line", ["data = 5", "metrics = 3", "data = [1, 2]"])
def test_a_card_whose_tables_are_none_is_refused(tmp_path: Path, line: str) -> None:
    card = write_model(tmp_path, "mine")
    networks = card.read_text().partition("[[data]]")[0]
    card.write_text(line + networks)
    with pytest.raises(ModelError, match="something else than tables"):
        choose(str(card))


def test_a_card_cannot_ask_for_more_than_memory_holds(tmp_path: Path) -> None:
    card = write_model(tmp_path, "mine")
    card.write_text(card.read_text().replace("long_side = 480", "long_side = 100000"))
    with pytest.raises(ModelError, match="long_side = 100000 is not usable"):
        choose(str(card))


def test_a_network_that_takes_something_else_is_refused_before_a_photo_is_read(tmp_path: Path) -> None:
    network = onnx.load_from_string(reader_bytes())
    network.graph.input.append(helper.make_tensor_value_info("more", TensorProto.FLOAT, [1]))
    card = write_model(tmp_path, "mine", reader=network.SerializeToString())
    with pytest.raises(ModelError, match=r"mine-reader\.onnx: the network does not take what it is shown"):
        Recogniser.load(str(card))


@pytest.mark.parametrize("name", ["weights.pt", "own.onnx", "own.toml"])
def test_a_path_where_nothing_is_says_so(tmp_path: Path, name: str) -> None:
    write_model(tmp_path, "known")
    with pytest.raises(ModelError):
        choose(str(tmp_path / name), tmp_path)


def test_weights_that_the_card_does_not_describe_are_refused(tmp_path: Path) -> None:
    card = write_model(tmp_path, "a")
    (tmp_path / "a-finder.onnx").write_bytes(finder_bytes(sides=(320, 320)))
    with pytest.raises(ModelError, match=r"a-finder\.onnx is not the file that its card describes"):
        Recogniser(read_card(card))


def test_missing_weights_are_named(tmp_path: Path) -> None:
    card = write_model(tmp_path, "a")
    (tmp_path / "a-reader.onnx").unlink()
    with pytest.raises(ModelError, match=r"a-reader\.onnx cannot be opened"):
        Recogniser(read_card(card))


def test_swapped_networks_are_refused(tmp_path: Path) -> None:
    card = write_model(tmp_path, "a")
    text = card.read_text().replace("a-finder.onnx", "x").replace("a-reader.onnx", "a-finder.onnx")
    lines = [line for line in text.replace('"x"', '"a-reader.onnx"').splitlines() if "sha256" not in line]
    card.write_text("\n".join(lines))
    with pytest.raises(ModelError, match="a finder's input is 'images'"):
        Recogniser(read_card(card))


READER = '[reader]\nfile = "r.onnx"\n'
FINDER = '[finder]\nfile = "f.onnx"\n'


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("name = ", "not TOML"),
        (READER, r"\[finder\] with a file is missing"),
        (FINDER, r"\[reader\] with a file is missing"),
        ("nmae = 'x'\n" + FINDER + READER, "a card has no nmae"),
        (FINDER + "long_side = 'much'\n" + READER, "long_side = 'much'"),
        (FINDER + "long_side = 960.5\n" + READER, "long_side"),
        (FINDER + "min_score = -1\n" + READER, "min_score"),
        (FINDER + "also = [640, 'x']\n" + READER, "also"),
        (FINDER + "also = 640\n" + READER, "also"),
        (FINDER + "min_score = true\n" + READER, "min_score"),
        (FINDER + "confidence = 0.3\n" + READER, "has no confidence"),
        (FINDER + READER + "classes_sha256 = 'abc'\n", "another list of labels"),
        ("finder = 3\n" + READER, r"\[finder\] with a file is missing"),
    ],
)
def test_a_card_that_says_something_impossible_is_refused(tmp_path: Path, text: str, what: str) -> None:
    card = tmp_path / "x.toml"
    card.write_text(text)
    with pytest.raises(ModelError, match=what):
        read_card(card)


def test_what_a_card_leaves_out_has_a_default(tmp_path: Path) -> None:
    path = tmp_path / "short.toml"
    path.write_text(FINDER + "also = [640]\nmin_score = 1\n" + READER)
    card = read_card(path)
    assert card.name == "short"
    assert card.reader.classes_sha256 == CLASSES_SHA256
    assert (card.finder.also, card.finder.min_score) == ((640,), 1)
    assert (card.finder.long_side, card.reader.face_temperature, card.default) == (640, 1.0, False)


def test_every_shipped_model_is_the_one_that_its_card_describes() -> None:
    assert cards()
    for card in cards():
        for part in card.networks().values():
            assert part.sha256, f"{card.name}: the card gives no sha256 for {part.file}"
            assert len(card.network(part)) < 15_000_000
        Recogniser(card)
