"""The reader names quads, says which edge is up, corrects corners, and refuses other networks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tests.vision.tiny import Drawn, finder_bytes, pyramid, reader_bytes
from yakulens.vision.coroutines import run
from yakulens.vision.geometry.quads import areas
from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.labels import LABELS
from yakulens.vision.model_card import ReaderSettings
from yakulens.vision.naming.crop_answers import ReaderResult, plausible_corrections, softmax
from yakulens.vision.naming.namer import Crops, mismatch
from yakulens.vision.naming.reader import Reader, whole_picture
from yakulens.vision.naming.tile_set import Examples, Layer, TileSet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from yakulens.vision.picture.pyramid import Pyramid

SETTINGS = ReaderSettings("tiny.onnx")
NO_TILES = np.zeros(0, np.intp)
NO_EXAMPLES = Examples(np.zeros((0, 1, 2), np.float32), None, NO_TILES, NO_TILES)


def reader(settings: ReaderSettings = SETTINGS, network: bytes | None = None) -> Reader:
    return Reader(InferenceSession(network or reader_bytes(), "tiny.onnx"), settings)


def test_a_network_that_gives_no_features_cannot_know_a_set_that_was_learnt() -> None:
    layer = Layer(np.zeros((39, 2), np.float32), np.zeros(39, np.float32))
    with pytest.raises(SessionError, match="gives no features and no maps"):
        reader().for_set(TileSet("", "", layer, NO_EXAMPLES))


def test_what_was_learnt_of_other_features_is_refused() -> None:
    learnt = TileSet("", "", Layer(np.zeros((39, 2), np.float32), np.zeros(39, np.float32)), NO_EXAMPLES)
    assert mismatch(learnt, {"features": [3], "maps": [1, 4, 4]}) == (
        "what was learnt takes [2] numbers, the network gives [3]"
    )
    assert mismatch(learnt, {"features": [2], "maps": [1, 4, 4]}) == ""


def test_what_shows_no_tile_is_read_in_doubt_though_a_face_seems_sure(row: list[Drawn]) -> None:
    quads = np.stack([tile.corners() for tile in row])
    pixels = pyramid(row, 480, 320)
    sure, doubtful = (
        reader(network=reader_bytes(present=odds)).read_once(pixels, quads).faces for odds in (20.0, -2.0)
    )
    assert (sure.argmax(axis=1) == doubtful.argmax(axis=1)).all()
    there = 1 / (1 + np.exp(2))
    np.testing.assert_allclose(doubtful, sure * there + (1 - there) / len(LABELS), atol=1e-4)


@pytest.mark.parametrize("turn", [0.0, 37.0, 180.0, 270.0])
def test_faces_and_tops_are_read_at_any_turn(row: list[Drawn], turn: float) -> None:
    turned = [replace(tile, turn=turn) for tile in row]
    # Quads begin at another corner than the face: which edge is up must come from the pixels.
    quads = np.stack([np.roll(tile.corners(), -i, axis=0) for i, tile in enumerate(turned) if i % 2 == 0])
    named = reader().read(pyramid(turned, 480, 320), quads)
    assert [LABELS[i] for i in named.faces.argmax(axis=1)] == ["1m", "9s"]
    assert named.top_edge_probs.argmax(axis=1).tolist() == [0, 2]
    np.testing.assert_allclose(named.faces.sum(axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(named.top_edge_probs.sum(axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(named.quads, quads, atol=0.1)


def test_the_second_look_is_at_the_corrected_quad() -> None:
    tile = Drawn("1m", 100, 100, size=2.0)
    shifted = reader(network=reader_bytes(shift=0.05))
    named = shifted.read(pyramid([tile], 300, 300), tile.corners()[None])
    crop_width, crop_height = 72 * 1.3, 96 * 1.3
    moved = tile.corners() + 2 * 0.05 * np.array([crop_width, crop_height])
    np.testing.assert_allclose(named.quads[0], moved, atol=0.1)


def test_a_quad_that_the_first_look_confirms_is_not_looked_at_again(row: list[Drawn]) -> None:
    crops: list[int] = []

    class Counting(InferenceSession):
        def run(
            self, given: Mapping[str, np.ndarray], wanted: Sequence[str] | None = None
        ) -> dict[str, np.ndarray]:
            crops.append(len(given["crops"]))
            return super().run(given, wanted)

    exact = np.stack([tile.corners() for tile in row])
    off = exact.copy()
    off[1] += 8
    named = Reader(Counting(reader_bytes(), "tiny.onnx"), SETTINGS).read(pyramid(row, 480, 320), off)
    assert crops[0] == len(row)
    assert sum(crops) < 2 * len(row)
    assert [LABELS[i] for i in named.faces.argmax(axis=1)][2:] == [tile.face for tile in row][2:]


def averaged(reader: Reader, photo: Pyramid, quads: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Doubtful faces by several crops of the photo."""

    async def read(crops: Crops) -> ReaderResult:
        return reader.read_once(photo, crops.quads)

    return run(reader.namer.averaged(quads, faces, read))


def test_a_doubtful_face_becomes_the_mean_of_several_crops_and_a_sure_one_stays(row: list[Drawn]) -> None:
    pixels = pyramid(row, 480, 320)
    quads = np.stack([tile.corners() for tile in row])
    quads[1] += 9  # half beside the tile: no clear face
    once = reader().read(pixels, quads)
    means = averaged(reader(), pixels, once.quads, once.faces)
    doubtful = once.faces.max(axis=1) < 0.97
    assert doubtful.any()
    assert not doubtful.all()
    np.testing.assert_array_equal(means[~doubtful], once.faces[~doubtful])
    np.testing.assert_allclose(means.sum(axis=1), 1, atol=1e-5)
    assert np.abs(means[doubtful] - once.faces[doubtful]).max() > 1e-4


def test_what_is_not_readable_is_read_by_closer_crops_where_these_say_what_it_shows(row: list[Drawn]) -> None:
    pixels = pyramid(row, 480, 320)
    exact = row[0].corners()[None]
    middle = exact.mean(axis=1, keepdims=True)
    too_large = np.asarray(middle + (exact - middle) / 0.85, np.float32)
    unread = np.full((1, 39), 1 / 39, np.float32)
    means = averaged(reader(), pixels, too_large, unread)
    assert LABELS[int(means[0].argmax())] == row[0].face

    class Blind(Reader):
        def read_once(self, photo: Pyramid, quads: np.ndarray) -> ReaderResult:
            read = super().read_once(photo, quads)
            return replace(read, faces=np.repeat(unread, len(quads), axis=0))

    blind = Blind(InferenceSession(reader_bytes(), "tiny.onnx"), SETTINGS)
    np.testing.assert_array_equal(averaged(blind, pixels, too_large, unread), unread)


@pytest.mark.parametrize(("sureness", "runs"), [(0.1, 1), (0.4, 2)])
def test_what_hardly_shows_anything_is_read_once(row: list[Drawn], sureness: float, runs: int) -> None:
    read: list[int] = []

    class Unsure(Reader):
        def read_once(self, photo: Pyramid, quads: np.ndarray) -> ReaderResult:
            said = super().read_once(photo, quads)
            faces = np.full((len(quads), len(LABELS)), (1 - sureness) / (len(LABELS) - 1), np.float32)
            faces[:, 0] = sureness
            read.extend([1] if len(quads) else [])
            return replace(said, faces=faces)

    unsure = Unsure(InferenceSession(reader_bytes(), "tiny.onnx"), SETTINGS)
    unsure.read(pyramid(row, 480, 320), row[0].corners()[None])
    assert len(read) == runs


def test_where_no_face_is_in_doubt_no_further_crop_is_read(row: list[Drawn]) -> None:
    quads = np.stack([tile.corners() for tile in row])
    sure = np.eye(39, dtype=np.float32)[: len(row)]
    means = averaged(reader(), pyramid(row, 480, 320), quads, sure)
    np.testing.assert_array_equal(means, sure)


def test_more_tiles_than_a_batch_are_all_read_in_order(row: list[Drawn]) -> None:
    pixels = pyramid(row, 480, 320)
    quads = np.stack([row[i % 4].corners() for i in range(11)])
    whole, parts = reader().read(pixels, quads), reader(replace(SETTINGS, batch=3)).read(pixels, quads)
    np.testing.assert_allclose(parts.faces, whole.faces, atol=1e-5)
    assert [LABELS[i] for i in parts.faces.argmax(axis=1)] == [row[i % 4].face for i in range(11)]


def test_no_tile_is_no_error(row: list[Drawn]) -> None:
    named = reader().read(pyramid(row, 480, 320), np.zeros((0, 4, 2), np.float32))
    assert (named.faces.shape, named.top_edge_probs.shape, named.quads.shape) == ((0, 39), (0, 4), (0, 4, 2))


def test_a_higher_temperature_makes_it_less_sure_and_changes_no_name(row: list[Drawn]) -> None:
    pixels, quads = pyramid(row, 480, 320), np.stack([tile.corners() for tile in row])
    cool, warm = (reader(replace(SETTINGS, face_temperature=t)).read(pixels, quads) for t in (1.0, 4.0))
    assert (warm.faces.max(axis=1) < cool.faces.max(axis=1)).all()
    assert (warm.faces.argmax(axis=1) == cool.faces.argmax(axis=1)).all()


def test_a_cut_out_face_is_its_own_quad() -> None:
    tile = Drawn("7z", 108, 144, size=6.0)
    pixels = pyramid([tile], 216, 288)
    named = reader().read(pixels, whole_picture((288, 216)))
    assert LABELS[int(named.faces[0].argmax())] == "7z"
    assert int(named.top_edge_probs[0].argmax()) == 0


def test_other_networks_are_refused() -> None:
    with pytest.raises(SessionError, match="'crops'"):
        reader(network=finder_bytes())


@given(hnp.arrays(np.float32, (3, 4), elements=st.floats(-1e4, 1e4, width=32)), st.floats(0.2, 5))
def test_probabilities_sum_to_one(logits: np.ndarray, temperature: float) -> None:
    found = softmax(logits, temperature)
    assert ((found >= 0) & (found <= 1)).all()
    np.testing.assert_allclose(found.sum(axis=1), 1, atol=1e-5)


def test_logits_that_are_no_numbers_say_nothing() -> None:
    found = softmax(np.array([[np.nan, 1, 2, 3], [0, 0, 0, np.inf]], np.float32), 1.0)
    np.testing.assert_allclose(found, 0.25)


SQUARE = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float32)


@pytest.mark.parametrize(
    "wrong",
    [
        SQUARE[::-1],  # mirrored
        SQUARE[[0, 2, 1, 3]],  # crossed
        np.array([[0, 0], [10, 0], [2, 2], [0, 10]], np.float32),  # dented
        SQUARE * 1.6,  # two and a half times the area
        SQUARE * 0.6,
        np.full((4, 2), np.nan, np.float32),
    ],
)
def test_a_correction_that_cannot_be_falls_back(wrong: np.ndarray) -> None:
    np.testing.assert_array_equal(plausible_corrections(wrong[None], SQUARE[None])[0], SQUARE)


@given(hnp.arrays(np.float32, (5, 4, 2), elements=st.floats(-50, 50, width=32)))
def test_what_comes_through_is_always_a_plausible_quad(seen: np.ndarray) -> None:
    before = np.repeat(SQUARE[None], 5, axis=0)
    kept = areas(plausible_corrections(seen, before))
    assert ((kept >= 49) & (kept <= 201)).all()
