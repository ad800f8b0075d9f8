"""Tile designs for training: what is cut out of photos, and what is drawn once and kept."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.models.train.design_cache import FOLDER, build_designs, face_crops

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.models.train.real_photos import RealPhoto


def test_faces_of_a_set_with_few_labels_are_left_out(photo: RealPhoto) -> None:
    assert face_crops([photo]) == ()


def test_without_a_font_for_characters_nothing_is_drawn(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no font with Chinese characters under"):
        build_designs([tmp_path], [], [], count=1, cache=tmp_path / "cache")


def test_designs_drawn_before_are_loaded_and_artwork_counts_twelvefold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = np.zeros((39, 160, 120, 4), np.uint8)
    calls = []

    def draw(rng: np.random.Generator, *_args: object, **_kinds: object) -> np.ndarray:
        calls.append(1)
        return drawn + np.uint8(rng.integers(1, 255))

    own = [int(np.random.default_rng([0, k]).integers(1, 255)) for k in range(2)]
    # Threads, since a process might not know what is replaced here.
    monkeypatch.setattr("yakulens.models.train.design_cache.ProcessPoolExecutor", ThreadPoolExecutor)

    monkeypatch.setattr("yakulens.models.train.design_cache.find_fonts", lambda _folders: (["a.ttf"], []))
    monkeypatch.setattr("yakulens.models.train.design_cache.draw_design", draw)
    monkeypatch.setattr("yakulens.models.train.design_cache.art_design", lambda *_args: drawn)
    for _ in range(2):
        designs = build_designs([], [tmp_path / "art"], [], count=2, cache=tmp_path / "cache")
        assert designs.drawn[:, 0, 0, 0, 0].tolist() == [0, *own]
        assert designs.weights is not None
        assert designs.weights.tolist() == pytest.approx([12 / 14, 1 / 14, 1 / 14])
    assert len(calls) == 2
    one, other = (
        build_designs([], [tmp_path / "art"], [], count=2, cache=tmp_path / "runs" / run / FOLDER)
        for run in ("reader", "finder")
    )
    assert len(calls) == 4, "a run beside another one uses its designs"
    assert (one.drawn == other.drawn).all()
