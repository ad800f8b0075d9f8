"""A leveller is trained on rendered called sets, exported, and asked about a photo."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.datasets.render.designs import TileDesigns
from yakulens.models.train.hyper import hyper_of
from yakulens.vision.inference import InferenceSession
from yakulens.vision.labels import LABELS
from yakulens.vision.model_card import LevellerSettings
from yakulens.vision.naming.leveller import StackingClassifier
from yakulens.vision.picture.pyramid import Pyramid

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("torch", reason="training is an extra")


def test_a_leveller_is_trained_exported_and_asked(tmp_path: Path) -> None:
    from yakulens.models.train.export import onnx_of  # noqa: PLC0415 - torch is an extra
    from yakulens.models.train.leveller import train_leveller  # noqa: PLC0415
    from yakulens.models.train.task import RunConfig  # noqa: PLC0415

    designs = TileDesigns(np.zeros((1, len(LABELS), 160, 120, 4), np.uint8))
    run_config = RunConfig(out=tmp_path, steps=2, threads=1, workers=0, bf16=False)
    train_leveller(designs, run_config, replace(hyper_of("leveller"), batch=4))
    session = InferenceSession(onnx_of("leveller", tmp_path / "leveller.pt"), "mine.onnx")
    quads = np.array([[[50, 50], [90, 50], [90, 104], [50, 104]]] * 3, np.float32)
    odds = StackingClassifier(session, LevellerSettings("mine.onnx")).level(
        Pyramid(np.full((200, 200, 3), 90, np.uint8)), quads
    )
    assert odds.shape == (3,)
    assert np.isfinite(odds).all()
    assert np.ptp(odds) < 1e-4, "three times the same"
