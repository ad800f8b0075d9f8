"""The mean of two networks' weights: that of a fine-tuned network and of the one it started from.

Fine-tuning keeps the weights in one basin of the loss, in which their mean is better than either (Izmailov et
al. 2018, Wortsman et al. 2022). At run time the mean costs nothing.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper


def average(base: Path, other: Path, share: float = 0.5) -> bytes:
    """The weighted mean of two networks, as an ONNX file's bytes.

    Args:
        base: ONNX file; its graph and metadata are kept.
        other: ONNX file of the same architecture; one of the two was trained on from the other.
        share: of ``other`` in the mean, 0..1.

    Raises:
        ValueError: they do not have the same weights by name and shape.
    """
    model = onnx.load(str(base))
    entries, other_entries = (
        {entry.name: entry for entry in graph.initializer}
        for graph in (model.graph, onnx.load(str(other)).graph)
    )
    shapes, other_shapes = (
        {name: tuple(entry.dims) for name, entry in part.items()} for part in (entries, other_entries)
    )
    if shapes != other_shapes:
        message = f"{base.name} and {other.name} are not of one architecture: their weights differ"
        raise ValueError(message)
    for name, entry in entries.items():
        weights = numpy_helper.to_array(entry)
        if weights.dtype == np.float32:
            mean = (1 - share) * weights + share * numpy_helper.to_array(other_entries[name])
            entry.CopyFrom(numpy_helper.from_array(mean.astype(np.float32), name))
    data: bytes = model.SerializeToString()
    return data
