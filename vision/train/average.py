"""The mean of two networks: that of a run and of the shipped one it went on from is better than either.

Going on from a trained network moves its weights along the floor of one valley, whose middle lies lower than
its sides (Izmailov et al. 2018, Wortsman et al. 2022). At run time a mean costs nothing.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper


def average(one: Path, other: Path, share: float = 0.5) -> bytes:
    """The network ``one`` with each weight moved towards that of ``other``, as an ONNX file's bytes.

    Args:
        one: ONNX file; its graph and metadata are kept.
        other: ONNX file of the same architecture, trained on from ``one`` or the other way round.
        share: of ``other`` in the mean, 0..1.

    Raises:
        ValueError: they do not have the same weights by name and shape.
    """
    graph = onnx.load(str(one))
    theirs = {entry.name: entry for entry in onnx.load(str(other)).graph.initializer}
    ours = {entry.name: entry for entry in graph.graph.initializer}
    if {n: tuple(e.dims) for n, e in ours.items()} != {n: tuple(e.dims) for n, e in theirs.items()}:
        message = f"{one.name} and {other.name} are not of one architecture: their weights differ"
        raise ValueError(message)
    for name, entry in ours.items():
        weights = numpy_helper.to_array(entry)
        if weights.dtype == np.float32:
            mean = (1 - share) * weights + share * numpy_helper.to_array(theirs[name])
            entry.CopyFrom(numpy_helper.from_array(mean.astype(np.float32), name))
    data: bytes = graph.SerializeToString()
    return data
