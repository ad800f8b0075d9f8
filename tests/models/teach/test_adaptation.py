from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.models.teach.designs import artwork, odd_sets
from tests.models.teach.recognised import layouts
from yakulens.models.teach.adaptation import AdaptationResult, adapt
from yakulens.models.teach.copies import COPIES
from yakulens.models.teach.examples import PhotoTiles
from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.file import from_bytes, to_bytes
from yakulens.models.teach.labelled_tiles import LabelledTiles
from yakulens.models.teach.shown import best_color_transform, extract_examples
from yakulens.vision.coroutines import run
from yakulens.vision.labels import INDEX, LABELS
from yakulens.vision.models import choose
from yakulens.vision.naming.tile_set import Examples, HeldOut, Layer, PrototypeHead, TileSet
from yakulens.vision.picture.color_transform import PLAIN, ColorTransform
from yakulens.vision.picture.pyramid import Pyramid

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRM = 0.4
NONE = np.zeros(0, np.intp)
ZEROS = np.zeros(39, np.float32)
SHOWN = Examples(np.zeros((1, 4, 2), np.float32), None, np.zeros(1, np.intp), np.zeros(1, np.intp))


def known(part: PhotoTiles, extractor: FeatureExtractor) -> PhotoTiles:
    """Those of a photo's tiles that the network names right."""
    features = run(extract_examples([part], extractor, PLAIN))[0].features
    right = extractor.layer(features[:, 0]).argmax(axis=1) == part.faces
    assert right.mean() > 0.8
    return part.take(right)


@pytest.mark.parametrize("photos", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_set_that_the_network_names_right_is_read_as_before(photos: int) -> None:
    extractor = FeatureExtractor.of(choose())
    usual = replace(odd_sets([artwork()])[0], body=None, number=99)
    tiles = [known(part, extractor) for part in layouts(usual, photos)]
    result = run(adapt("usual", tiles, extractor, FIRM))
    again = from_bytes(to_bytes(result.tile_set), "usual.yakuset")
    layer, told = again.layer, again.prototype_head
    np.testing.assert_allclose(layer.weights, extractor.layer.weights, atol=1e-5)
    np.testing.assert_allclose(layer.bias, extractor.layer.bias, atol=1e-5)
    assert told is not None
    assert (told.trust, told.sharpness) == (1.0, 0.0)
    assert result.better
    assert not result.gains
    assert bool(result.copied) == (photos == 1)


@pytest.mark.long
def test_a_set_that_it_names_wrong_is_read_by_what_was_learnt() -> None:
    extractor = FeatureExtractor.of(choose())
    result = run(adapt("odd", layouts(odd_sets([artwork()])[4]), extractor, FIRM))
    assert result.tile_set.prototype_head is not None
    assert result.tile_set.prototype_head.sharpness > 0
    assert not np.allclose(result.tile_set.layer.weights, extractor.layer.weights, atol=1e-2)


@pytest.mark.long
def test_what_was_shown_once_is_measured_on_altered_copies() -> None:
    extractor = FeatureExtractor.of(choose())
    tiles = layouts(odd_sets([artwork()])[4], 1)
    shares: list[float] = []
    result = run(adapt("odd", tiles, extractor, FIRM, progress=shares.append))
    assert shares == sorted({*shares}), "it only grows"
    assert shares[-1] == 1.0, "to its end"
    copied = result.copied.values()
    assert result.tile_set.held_out.of == 0
    assert sum(held.of for held in copied) == COPIES * len(tiles[0].faces)
    assert sum(held.after for held in copied) > sum(held.before for held in copied)
    assert result.gains


def test_a_face_whose_copies_are_read_worse_is_named_and_the_set_gains_nothing() -> None:
    none, layer = Examples(np.zeros((0, 1, 1), "f"), None, NONE, NONE), Layer(np.zeros((39, 1), "f"), ZEROS)
    copied = {"4s": HeldOut(3, 3, 1), "9s": HeldOut(3, 0, 3), "1m": HeldOut(3, 3, 2)}
    result = AdaptationResult(TileSet("mine", "", layer, none), {}, (), refined=False, copied=copied)
    assert result.worse == ("4s",)
    assert not result.gains


@pytest.mark.parametrize(("reds", "read"), [(True, "0p"), (False, "5p")])
def test_a_red_five_that_nobody_taught_beats_a_plain_one_only_in_a_set_that_has_some(
    reds: bool,  # noqa: FBT001 - a parameter of the test
    read: str,
) -> None:
    axes = np.eye(2, dtype=np.float32)
    bias = ZEROS.copy()
    bias[[INDEX["0p"], INDEX["5p"]]] = 9, 4  # turned hues: the network takes the plain five for a red one
    layer = Layer(np.zeros((39, 2), np.float32), bias, reds=reds)
    taught = np.array([INDEX["5p"], INDEX["6p"]])
    told = PrototypeHead(taught, np.zeros(2, np.intp), axes, np.zeros(2, np.float32), axes, 20.0, 0.0)
    odds = told(layer(np.zeros((1, 2), np.float32)), np.array([[1, 0]], np.float32))
    assert LABELS[int(odds.argmax())] == read
    kept = from_bytes(to_bytes(TileSet("mine", "a" * 64, layer, SHOWN, prototype_head=told)), "mine.yakuset")
    assert kept.layer.reds is reds


@pytest.mark.parametrize("more", [0, 1])
def test_greys_are_chosen_only_where_they_tell_more_faces_apart(more: int) -> None:
    """In greys every tile is read surely; of two faces the ``more``-th is one that colours confuse."""
    faces = np.array([INDEX["6s"], INDEX["9s"]])

    class Seer:
        """Knows two tiles, surely in greys."""

        def layer(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
            return features

        async def cut(self, photo: Pyramid, _: object) -> NDArray[np.uint8]:
            return photo.pixels[None]

        async def features(
            self, _: Pyramid, __: NDArray[np.float32], shown: ColorTransform
        ) -> tuple[NDArray[np.float32]]:
            grey = shown.grey
            out = np.zeros((2, 39), np.float32)
            out[[0, 1], faces] = 12.0 if grey else 2.6
            if not grey and more:
                out[1, INDEX["6s"]] = 3.0
            return (out,)

    quads = np.array([[[0, 0], [30, 0], [30, 40], [0, 40]]] * 2, np.float32)
    pixels = np.full((60, 80, 3), (240, 220, 200), np.uint8)
    part = LabelledTiles("a", Pyramid(pixels), quads, faces, faces, np.ones(2, "f"), np.zeros(0, "f"))
    assert run(best_color_transform([part], Seer())).grey == bool(more)  # type: ignore[arg-type]
