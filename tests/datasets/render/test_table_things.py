"""Things that are no tiles: they are seen, tiles lie over them, and arms over tiles."""

from __future__ import annotations

from typing import get_args

import cv2
import numpy as np
import pytest

from yakulens.datasets.render.arms import reach_in
from yakulens.datasets.render.colours import ClutterCanvas
from yakulens.datasets.render.designs import TileDesigns
from yakulens.datasets.render.render import PictureTruth
from yakulens.datasets.render.scene import ThingKind
from yakulens.datasets.render.table import clutter
from yakulens.datasets.render.table_things import bets, lay_thing, lay_things, page_of_yaku, tray
from yakulens.datasets.render.training_picture import random_picture
from yakulens.vision.labels import LABELS

EMPTY = TileDesigns(np.zeros((1, len(LABELS), 160, 120, 4), np.uint8))


def test_sticks_are_thin_and_a_tray_holds_many() -> None:
    tables = []
    for thing in (bets, tray):
        table = np.full((400, 400, 3), 90, np.uint8)
        thing(ClutterCanvas(table, np.random.default_rng(2), 16.0), 200.0, 200.0, 0.0)
        tables.append(int((table != 90).any(axis=2).sum()))
    few, many = tables
    assert 16 * 16 * 0.5 < few < many


@pytest.mark.parametrize("kind", get_args(ThingKind))
def test_each_thing_is_seen(kind: ThingKind) -> None:
    table = np.full((200, 200, 3), 90, np.uint8)
    lay_thing(ClutterCanvas(table, np.random.default_rng(0), 15.0), kind, (100.0, 100.0), 0.0, EMPTY.drawn[0])
    assert (table != 90).any()


def test_tables_have_things_on_them() -> None:
    for seed in range(3):
        table, other = (np.full((400, 400, 3), 90, np.uint8) for _ in range(2))
        lay_things(table, np.random.default_rng(seed), 15.0, EMPTY.drawn[0])
        clutter(other, np.random.default_rng(seed), 15.0)
        assert (table != 90).any()
        assert (other != 90).any()


def test_a_sheet_shows_the_design_it_is_printed_with() -> None:
    faces = np.zeros((len(LABELS), 160, 120, 4), np.uint8)
    faces[..., 1] = 200
    faces[..., 3] = 255
    page = page_of_yaku(faces, np.random.default_rng(1), 24).astype(int)
    printed = (page[..., 1] > page[..., 0] + 80).astype(np.uint8)
    count, _, boxes, _ = cv2.connectedComponentsWithStats(printed)
    assert count > 3
    assert np.median(boxes[1:, cv2.CC_STAT_WIDTH]) in range(18, 28)


def test_what_an_arm_covers_is_less_seen() -> None:
    squares = np.array([[[x, y], [x + 20, y], [x + 20, y + 20], [x, y + 20]] for x in range(0, 300, 25)
                        for y in range(0, 225, 25)], np.float32)  # fmt: skip
    ones = np.ones(len(squares), np.float32)
    truth = PictureTruth(squares, ("1m",) * len(squares), ones, ones)
    table = np.full((240, 320, 3), 90, np.uint8)
    image, after = reach_in(table, truth, np.random.default_rng(5), 20.0)
    assert (after.visible < 0.1).sum() >= 2
    assert (after.visible == 1).sum() > len(squares) / 2
    for quad, seen in zip(squares, after.visible, strict=True):
        part = image[int(quad[0, 1]) : int(quad[2, 1]), int(quad[0, 0]) : int(quad[2, 0])]
        assert seen > 0.5 or np.abs(part.astype(int) - 90).mean() > 5


def test_training_pictures_are_usual_or_not_as_asked() -> None:
    def fronts(odd: float) -> list[int]:
        pictures = [random_picture(EMPTY, np.random.default_rng(k), (96, 128), odd=odd) for k in range(12)]
        return [p.image[tuple(p.truth.quads[0].mean(0).round().astype(int)[::-1])].max()
                for p in pictures if len(p.truth.quads) and p.truth.visible[0] > 0.9]  # fmt: skip

    usual, odd = fronts(0.0), fronts(1.0)
    assert min(usual) > min(odd)
