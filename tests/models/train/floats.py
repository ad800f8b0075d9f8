"""The float network that an 8-bit network stands for: its integers turned back into numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import onnx
from onnx import helper, numpy_helper

from yakulens.models.train.weights import WHOLE, weights_of

if TYPE_CHECKING:
    from pathlib import Path


def in_floats(network: Path) -> bytes:
    """An ONNX file's bytes; between two layers nothing is rounded any more."""
    model, weights = onnx.load(str(network)), weights_of(network)
    graph = model.graph
    whole = {entry.name for entry in graph.initializer}
    renamed: dict[str, str] = {}
    kept, made = [], []
    for node in graph.node:
        if node.op_type not in {"QuantizeLinear", "DequantizeLinear"}:
            kept.append(node)
        elif node.input[0] in whole:
            plain = weights[node.input[0].removesuffix(WHOLE)]
            made.append(numpy_helper.from_array(np.ascontiguousarray(plain, np.float32), node.output[0]))
        else:
            renamed[node.output[0]] = node.input[0]

    def source(name: str) -> str:
        while name in renamed:
            name = renamed[name]
        return name

    for node in kept:
        node.input[:] = [source(name) for name in node.input]
    given = [entry.name for entry in graph.output if entry.name in renamed]
    kept += [helper.make_node("Identity", [source(name)], [name]) for name in given]
    used = {name for node in kept for name in node.input}
    initializers = [e for e in graph.initializer if e.name in used] + made
    del graph.node[:], graph.initializer[:]
    graph.node.extend(kept)
    graph.initializer.extend(initializers)
    data: bytes = model.SerializeToString()
    return data
