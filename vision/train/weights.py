"""The named weights of an ONNX file, in floats or in 8 bits, as arrays; read without torch."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

WHOLE: Final = "_quantized"
"""Ending of the names of weights in 8 bits; those of their scales end in ``_scale`` and ``_zero_point``."""


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
