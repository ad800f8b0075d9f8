"""The mean of two networks: a run that went on from a shipped one ends near it, and between them is better still.

Going on from a trained network moves its weights along the floor of one valley; their mean lies lower than either end,
as wide a step as it is (Izmailov et al. 2018, Wortsman et al. 2022). It costs nothing at run time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import onnx
from onnx import numpy_helper

if TYPE_CHECKING:
    from pathlib import Path


def average(one: Path, other: Path) -> bytes:
    """The network ``one`` with each weight halfway to that of ``other``, as an ONNX file's bytes.

    Args:
        one: ONNX file; its graph and metadata are kept.
        other: ONNX file of the same architecture, trained on from ``one`` or the other way round.

    Raises:
        ValueError: they do not have the same weights by name and shape.
    """
    graph = onnx.load(str(one))
    theirs = {entry.name: entry for entry in onnx.load(str(other)).graph.initializer}
    ours = {entry.name: entry for entry in graph.graph.initializer}
    if {n: tuple(e.dims) for n, e in ours.items()} != {n: tuple(e.dims) for n, e in theirs.items()}:
        message = (
            f"{one.name} and {other.name} are not of one architecture: their weights differ in name or shape"
        )
        raise ValueError(message)
    for name, entry in ours.items():
        weights = numpy_helper.to_array(entry)
        if weights.dtype == np.float32:
            mean = (weights + numpy_helper.to_array(theirs[name])) / np.float32(2)
            entry.CopyFrom(numpy_helper.from_array(mean, name))
    data: bytes = graph.SerializeToString()
    return data
