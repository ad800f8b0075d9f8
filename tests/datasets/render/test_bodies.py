"""Tile sets of other materials: their ink is seen on their ground, and usual sets stay as they were."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from yakulens.datasets.render.arrange import arrange
from yakulens.datasets.render.bodies import MATERIALS, Body, Material, random_body
from yakulens.datasets.render.colours import Paint
from yakulens.datasets.render.photograph import photograph
from yakulens.vision.labels import INDEX, LABELS

DESIGN = np.zeros((len(LABELS), 160, 120, 4), np.uint8)
DESIGN[:, 40:120, 30:90] = (30, 60, 40, 255)


def lightness(colour: object) -> int:
    return int(cv2.cvtColor(np.array(colour, np.uint8).reshape(1, 1, 3), cv2.COLOR_RGB2LAB)[0, 0, 0])


@pytest.mark.parametrize("material", MATERIALS)
def test_ink_is_seen_on_every_ground(material: Material) -> None:
    for seed in range(60):
        body = random_body(np.random.default_rng(seed), material)
        ink = body.inked(DESIGN[:, 78:82, 58:62])[INDEX["2p"], 1, 1, :3]
        apart = lightness(ink) - lightness(body.paint.front)
        assert apart > 60 if body.light else apart < -40, (seed, body)


@pytest.mark.parametrize("material", MATERIALS)
def test_the_range_holds_what_the_material_is_known_for(material: Material) -> None:
    bodies = [random_body(np.random.default_rng(seed), material) for seed in range(200)]
    both = {True, False}
    assert {body.light for body in bodies} == {"dark": {True}, "jade": both, "wood": both}.get(
        material, {False}
    )
    assert {body.single is None for body in bodies} == ({True} if material == "clear" else both)
    assert {body.hues is None for body in bodies} == both
    assert {body.paint.clear > 0 for body in bodies} == {material == "clear"}


def test_in_one_ink_red_fives_are_red_all_the_same() -> None:
    gold = Body(Paint((20, 20, 20), (20, 20, 20), (200, 60, 60)), light=True, single=(225, 190, 110))
    inked = gold.inked(DESIGN)
    assert inked[INDEX["5p"], 80, 60].tolist() == [225, 190, 110, 255]
    red, green, _, _ = inked[INDEX["0p"], 80, 60].tolist()
    assert red > 2 * green
    np.testing.assert_array_equal(inked[..., 3], DESIGN[..., 3])


def test_a_photo_shows_the_body_and_lies_as_the_usual_one_does() -> None:
    def shot(body: Body | None) -> tuple[np.ndarray, np.ndarray]:
        rng = np.random.default_rng(3)
        done = photograph(arrange(rng, "win gap"), DESIGN, rng, size=(240, 320), body=body)
        return done.image, done.truth.quads

    black = random_body(np.random.default_rng(0), "dark")
    _, quads = shot(black)
    image, _ = shot(black)
    x, y = quads[0].mean(axis=0).round().astype(int)
    assert shot(None)[1].shape == quads.shape
    assert image[y, x].mean() > image[quads[0][:, 1].astype(int).min() : y, x].mean()
