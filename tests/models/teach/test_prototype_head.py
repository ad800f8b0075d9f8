"""Maps of tiles tell faces apart that features do not; what was not shown stays with the layer."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.prototype_head import Maps, fit_prototypes
from yakulens.models.teach.tile_views import VIEWS, extract
from yakulens.vision.coroutines import run
from yakulens.vision.model_card import ModelError
from yakulens.vision.models import choose
from yakulens.vision.naming.tile_set import Examples, Layer, TileSet
from yakulens.vision.picture.color_transform import PLAIN
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser

WIDE = 60
FACES = np.arange(0, 24, 2)
RNG = np.random.default_rng(3)
DRAWN = RNG.normal(0, 1, (len(FACES), 2, WIDE)).astype(np.float32)
NUISANCE = RNG.normal(0, 4, (3, WIDE)).astype(np.float32)
"""Directions in which maps of every face vary, by far more than faces differ."""


def maps(seed: int) -> Maps:
    rng = np.random.default_rng(seed)
    shape = len(FACES), 2, 7
    varied = rng.normal(size=(*shape, 3)) @ NUISANCE + rng.normal(0, 0.2, (*shape, WIDE))
    return Maps((DRAWN[:, :, None] + varied).astype(np.float16), FACES)


TOLD = fit_prototypes(maps(9), 0.5, 20.0)
NO_IDEA = np.zeros((len(FACES), 39), np.float32)


@pytest.mark.parametrize("way", [0, 1])
def test_one_example_tells_a_face_whatever_all_faces_vary_in(way: int) -> None:
    seen = maps(1).values[:, way, 0].astype(np.float32)
    assert (fit_prototypes(maps(0), 0.0, 20.0)(NO_IDEA, seen).argmax(axis=1) == FACES).mean() >= 0.9
    plain = maps(0).values[:, way].astype(np.float32).mean(axis=1)
    nearest = ((seen[:, None] - plain) ** 2).sum(axis=2).argmin(axis=1)
    assert (FACES[nearest] == FACES).mean() < 0.9


def test_examples_found_the_other_way_round_are_turned() -> None:
    one, other = maps(0), maps(5)
    turned = Maps(
        np.concatenate([one.values, other.values[:, ::-1]]),
        np.concatenate([one.faces, other.faces]),
    )
    seen = maps(2).values[:, 0, 0].astype(np.float32)
    assert (fit_prototypes(turned, 0.0, 20.0)(NO_IDEA, seen).argmax(axis=1) == FACES).mean() >= 0.9


@given(st.integers(0, 50), st.floats(0, 1), st.sampled_from([5.0, 20.0, 60.0]))
def test_faces_without_an_example_stay_as_probable_as_they_were(
    seed: int, trust: float, sharpness: float
) -> None:
    told = replace(TOLD, trust=trust, sharpness=sharpness)
    odds = np.random.default_rng(seed).normal(0, 3, NO_IDEA.shape).astype(np.float32)
    seen = maps(seed).values[:, 0, 0].astype(np.float32)
    before, after = (np.exp(x - x.max(axis=1, keepdims=True)) for x in (odds, told(odds, seen)))
    before, after = (x / x.sum(axis=1, keepdims=True) for x in (before, after))
    others = np.setdiff1d(np.arange(39), FACES)
    np.testing.assert_allclose(before[:, others], after[:, others], atol=1e-5)


def test_a_tile_found_the_long_way_is_looked_at_turned_and_its_top_is_told() -> None:
    told = fit_prototypes(maps(0), 0.0, 20.0)
    seen = maps(1).values[:, :, 0].astype(np.float32)
    upright, down = seen[:, 0], seen[:, 1]
    aside = RNG.normal(0, 1, upright.shape).astype(np.float32)  # a quarter round it is another picture
    no_word = np.full((len(FACES), 4), 0.25, np.float32)
    for found, turned, top in (
        (upright, aside, 0),
        (down, aside, 2),
        (aside, upright, 3),
        (aside, down, 1),
    ):
        both = np.stack([found, turned])
        assert (told.turn(both, no_word) == top % 2).mean() >= 0.9
        assert (told.top_edge_probs(both, FACES, no_word).argmax(axis=1) == top).mean() >= 0.9
    aside_by_reader = np.tile(np.array([0.01, 0.49, 0.01, 0.49], np.float32), (len(FACES), 1))
    assert not told.turn(np.stack([upright, aside]), aside_by_reader).any(), "what is seen counts for more"
    others = np.full(len(FACES), 38)
    np.testing.assert_allclose(
        told.top_edge_probs(np.stack([upright, aside]), others, no_word), no_word, atol=1e-6
    )


def test_likeness_that_is_worth_nothing_turns_no_tile_and_tells_no_top() -> None:
    seen = maps(1).values[:, :, 0].astype(np.float32)
    told = replace(fit_prototypes(maps(0), 1.0, 20.0), sharpness=0.0)
    aside = np.stack([RNG.normal(0, 1, seen[:, 0].shape).astype(np.float32), seen[:, 0]])
    by_reader = RNG.dirichlet(np.ones(4), len(FACES)).astype(np.float32)
    assert replace(told, sharpness=20.0).turn(aside, by_reader).any()
    assert not told.turn(aside, by_reader).any()
    np.testing.assert_allclose(told.top_edge_probs(aside, FACES, by_reader), by_reader, atol=1e-6)


def test_what_is_like_no_face_of_the_set_stays_with_the_layer() -> None:
    odds = np.random.default_rng(0).normal(0, 3, NO_IDEA.shape).astype(np.float32)
    strange = np.random.default_rng(1).normal(0, 1, (len(FACES), WIDE)).astype(np.float32)
    told = fit_prototypes(maps(0), 0.0, 20.0)
    assert told.face_similarities(strange)[1].max() < 0.75
    assert (told(odds, strange).argmax(axis=1) == odds.argmax(axis=1)).mean() >= 0.9


def test_the_same_maps_give_the_same_prototypes() -> None:
    one, again = (fit_prototypes(maps(0), 0.5, 20.0) for _ in range(2))
    np.testing.assert_array_equal(one.axes, again.axes)


def test_a_single_tile_can_be_learnt() -> None:
    one = fit_prototypes(maps(0)[np.array([0])], 1.0, 20.0)
    assert np.isfinite(one(NO_IDEA[:1], maps(1).values[:1, 0, 0].astype(np.float32))).all()


def test_an_eye_looks_from_several_places_both_ways_round() -> None:
    extractor = FeatureExtractor.of(choose())
    square = np.array([[[8, 8], [38, 8], [38, 48], [8, 48]]], np.float32)
    noise = RNG.integers(0, 255, (60, 50, 3)).astype(np.uint8)
    features, seen = run(extract(extractor, Pyramid(noise), square, PLAIN))
    assert features.shape[:2] == (1, len(VIEWS))
    assert seen.shape[:2] == (1, 2)
    again = run(extract(extractor, Pyramid(noise), np.roll(square, 2, axis=1), PLAIN))[1]
    np.testing.assert_allclose(seen[:, 0, 0], again[:, 1, 0], atol=0.05)


def test_a_set_of_another_size_than_the_reader_s_is_one_line() -> None:
    card = choose()
    layer = Layer(np.zeros((39, 192), np.float32), np.zeros(39, np.float32))
    none = Examples(np.zeros((0, 4, 192), np.float32), None, np.zeros(0, np.intp), np.zeros(0, np.intp))
    with pytest.raises(ModelError, match=r"tile set mine: .*numbers") as caught:
        Recogniser(card).for_set(TileSet("mine", card.reader.sha256, layer, none, prototype_head=TOLD))
    assert "\n" not in str(caught.value)
