"""What is worked out without numpy is what numpy works out."""

from __future__ import annotations

import numpy as np
import pytest

from yakulens.vision.detections import Detections
from yakulens.vision.example import detected
from yakulens.vision.layout.plain.observed import Found
from yakulens.vision.layout.plain.observed import observe as plainly
from yakulens.vision.layout.plain.table import on_table as laid_plainly
from yakulens.vision.layout.plain.tokens import tokens as told_plainly
from yakulens.vision.layout.read import on_table
from yakulens.vision.layout.tiles.observed import observe
from yakulens.vision.layout.tokens import tokens

ROWS = ("1m", "1m 2m (3m) 4p back _ 7z 7z (7z)", "5p 0p 5s _ back 1z 1z back _ 3s (4s) 5s 9m 9m")


def noisy(row: str, seed: int) -> Detections:
    """A row seen aslant, each tile a little off, some twice."""
    found, random = detected(row), np.random.default_rng(seed)
    x, y = found.quads[..., 0], found.quads[..., 1]
    depth = 1 + 0.0008 * x + 0.0011 * y
    quads = np.stack([x / depth, y / depth], axis=2) + random.normal(0, 0.8, found.quads.shape)
    faces = found.faces + random.gamma(0.02, 1.0, found.faces.shape)
    ups = found.ups + random.gamma(0.1, 0.3, found.ups.shape)
    once = Detections(
        quads.astype(np.float32),
        random.uniform(0.3, 1, len(found)).astype(np.float32),
        (faces / faces.sum(axis=1, keepdims=True)).astype(np.float32),
        (ups / ups.sum(axis=1, keepdims=True)).astype(np.float32),
        found.size,
        random.normal(0, 2, len(found)).astype(np.float32),
    )
    return Detections.joined(once, once.take(np.arange(len(once)) % 3 == 0))


def as_found(seen: Detections) -> list[Found]:
    parts = (seen.quads, seen.objectness, seen.faces, seen.ups, seen.raised)
    rows = zip(*(part.tolist() for part in parts), strict=True)
    return [Found(tuple(map(tuple, q)), o, tuple(f), tuple(u), r) for q, o, f, u, r in rows]


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("seed", range(6))
def test_plain_numbers_are_those_of_arrays(row: str, seed: int) -> None:
    every = noisy(row, seed)
    arrays, plain = observe(every), plainly(as_found(every), every.size)
    assert arrays.source.tolist() == list(plain.source)
    assert arrays.at_edge.tolist() == list(plain.at_edge)
    assert np.allclose(arrays.ups, plain.ups)
    kept = every.take(arrays.source)
    told, same = tokens(kept), told_plainly(as_found(kept), kept.size)
    assert np.allclose(told.tiles.ravel(), same.tiles, atol=2e-4)
    assert np.allclose(told.pairs.ravel(), same.pairs, atol=2e-4)
    n = len(kept)
    laid = on_table(arrays, np.ones(n, bool))
    again = laid_plainly(plain, range(n), [0.0] * n)
    for name in ("faces", "places", "ahead", "lengthwise", "shifts", "sizes", "heading", "length"):
        assert np.allclose(getattr(laid, name), getattr(again, name), atol=1e-5), name
