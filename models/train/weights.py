"""Read and average the named weights of ONNX files, in float or in 8 bits, without torch."""

from pathlib import Path
from typing import Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

from yakulens.scorer.errors import InputError

WHOLE: Final = "_quantized"
"""Suffix of the names of weights in 8 bits; their scales end in ``_scale`` and ``_zero_point``."""


def weights_of(file: Path) -> dict[str, NDArray[np.float32]]:
    """The named weights of an ONNX file as float32; weights in 8 bits are dequantised."""
    arrays = {
        entry.name: np.array(numpy_helper.to_array(entry), np.float32)
        for entry in onnx.load(str(file)).graph.initializer
    }
    for name in [name for name in arrays if name.endswith(WHOLE)]:
        name_in_floats = name.removesuffix(WHOLE)
        integers = arrays[name]
        prefix = next(start for start in (name, name_in_floats) if f"{start}_scale" in arrays)
        shape = (-1, *(1,) * (integers.ndim - 1)) if arrays[f"{prefix}_scale"].ndim else ()
        scale, zero = (arrays[f"{prefix}_{part}"].reshape(shape) for part in ("scale", "zero_point"))
        arrays[name_in_floats] = np.asarray((integers - zero) * scale, np.float32)
    return arrays


def average(base: Path, other: Path, share: float = 0.5) -> bytes:
    """The weighted mean of two networks of one architecture, as an ONNX file's bytes.

    Fine-tuning stays in one basin of the loss, where the mean of a network and its starting point is better
    than either (Izmailov et al. 2018, Wortsman et al. 2022). It costs nothing at run time. Graph and metadata
    come from ``base``; ``share``, 0..1, is the weight of ``other``.

    Raises:
        InputError: the weights differ in name or shape.
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
        raise InputError(message)
    for name, entry in entries.items():
        weights = numpy_helper.to_array(entry)
        if weights.dtype == np.float32:
            mean = (1 - share) * weights + share * numpy_helper.to_array(other_entries[name])
            entry.CopyFrom(numpy_helper.from_array(mean.astype(np.float32), name))
    data: bytes = model.SerializeToString()
    return data
