"""The real networks in the tests: loaded once in a process, and run once on what they are shown.

Many tests read the same photos with the same model. A network gives the same for the same every time, and
what a test makes of it is its own. The small networks that tests make themselves, by which the engine is
judged, are loaded and run as they are asked to be.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import onnxruntime

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LEAST_BYTES: Final = 1 << 19
"""Of a network that is remembered: half of the smallest that is shipped."""
MOST_BYTES: Final = 1 << 27
"""Of outputs that are kept, for each network; the one asked for longest ago goes first."""


class Remembering:
    """A session of the engine that remembers what it gave."""

    def __init__(self, session: Any) -> None:  # noqa: ANN401 - the engine is untyped
        """Remember nothing yet."""
        self._session = session
        self._kept: OrderedDict[tuple[object, ...], list[NDArray[Any]]] = OrderedDict()
        self._bytes = 0
        self._changing = Lock()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the engine's has
        """What else the engine's session has."""
        return getattr(self._session, name)

    def run(
        self,
        names: Sequence[str] | None,
        inputs: dict[str, NDArray[Any]],
        options: Any = None,  # noqa: ANN401 - the engine's own
    ) -> list[NDArray[Any]]:
        """What the network gives for its inputs, in arrays of the caller's own."""
        shown = {name: np.ascontiguousarray(array) for name, array in inputs.items()}
        key = (
            *(names or ()),
            *((name, array.shape, array.dtype.str, sha256(array).digest()) for name, array in shown.items()),
        )
        with self._changing:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
        if found is None:
            found = self._session.run(names, inputs, options)
            self._keep(key, found)
        return [array.copy() for array in found]

    def _keep(self, key: tuple[object, ...], found: list[NDArray[Any]]) -> None:
        with self._changing:
            if key not in self._kept:
                self._kept[key] = found
                self._bytes += sum(array.nbytes for array in found)
            while self._bytes > MOST_BYTES:
                _, oldest = self._kept.popitem(last=False)
                self._bytes -= sum(array.nbytes for array in oldest)


class Engine:
    """Stands in for the engine's module in ``vision.inference``."""

    SessionOptions = onnxruntime.SessionOptions
    RunOptions = onnxruntime.RunOptions

    def __init__(self) -> None:
        """Remember no network yet."""
        self._loaded: dict[tuple[bytes, int], Remembering] = {}

    def InferenceSession(self, network: bytes, options: Any, **how: Any) -> Any:  # noqa: ANN401, N802 - the engine's own
        """A session of the engine, for a real network the one that there is."""
        if len(network) < LEAST_BYTES:
            return onnxruntime.InferenceSession(network, options, **how)
        key = sha256(network).digest(), options.intra_op_num_threads
        if key not in self._loaded:
            self._loaded[key] = Remembering(onnxruntime.InferenceSession(network, options, **how))
        return self._loaded[key]
