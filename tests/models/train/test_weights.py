"""The named weights of an ONNX file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import onnx
from onnx import numpy_helper

from yakulens.models.train.weights import weights_of

if TYPE_CHECKING:
    from pathlib import Path


def test_whole_numbers_stand_for_weights_by_the_scale_of_their_row(tmp_path: Path) -> None:
    whole = np.array([[-127, 0, 64], [10, -20, 127]], np.int8)
    scale, zero = np.array([0.02, 0.5], np.float32), np.zeros(2, np.int8)
    parts = {"a.weight_quantized": whole, "a.weight_scale": scale, "a.weight_zero_point": zero}
    entries = [numpy_helper.from_array(array, name) for name, array in parts.items()]
    graph = onnx.helper.make_graph([], "none", [], [], entries)
    onnx.save(onnx.helper.make_model(graph), str(tmp_path / "a.onnx"))
    np.testing.assert_allclose(weights_of(tmp_path / "a.onnx")["a.weight"], whole * scale[:, None])
