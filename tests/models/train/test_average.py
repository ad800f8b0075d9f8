"""The mean of two networks has the mean of their weights, and only networks of one kind have a mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from yakulens.models.train.weights import average

if TYPE_CHECKING:
    from pathlib import Path


def network(file: Path, value: float, size: int = 3) -> Path:
    weights = numpy_helper.from_array(np.full(size, value, np.float32), "w")
    axes = numpy_helper.from_array(np.array([int(value)], np.int64), "axes")
    graph = helper.make_graph(
        [helper.make_node("Add", ["x", "w"], ["y"])],
        "tiny",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [size])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [size])],
        [weights, axes],
    )
    onnx.save(helper.make_model(graph), str(file))
    return file


def test_each_weight_is_halfway_between_the_two(tmp_path: Path) -> None:
    data = average(network(tmp_path / "a.onnx", 1.0), network(tmp_path / "b.onnx", 4.0))
    first, second = onnx.load_model_from_string(data).graph.initializer
    assert numpy_helper.to_array(first).tolist() == [2.5] * 3
    assert numpy_helper.to_array(second).tolist() == [1]  # whole numbers are shape, not weight


def test_the_other_network_may_have_a_smaller_share(tmp_path: Path) -> None:
    data = average(network(tmp_path / "a.onnx", 1.0), network(tmp_path / "b.onnx", 5.0), 0.25)
    assert numpy_helper.to_array(onnx.load_model_from_string(data).graph.initializer[0]).tolist() == [2.0] * 3


def test_networks_of_two_kinds_have_no_mean(tmp_path: Path) -> None:
    one, other = network(tmp_path / "a.onnx", 1.0), network(tmp_path / "b.onnx", 4.0, size=4)
    with pytest.raises(ValueError, match="not of one architecture"):
        average(one, other)
