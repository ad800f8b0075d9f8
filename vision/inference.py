"""The inference engine behind one small class: nothing else in the runtime knows onnxruntime."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from yakulens.scorer.errors import YakulensError
from yakulens.vision.cores import threads as usual_threads

onnxruntime.disable_telemetry_events()  # where the engine asks this instead of the environment (Windows)


_ENGINES_OWN: Final = re.compile(
    r"\[ONNXRuntimeError\] : \d+ : \w+ : "
    r"|/onnxruntime_src/\S+:\d+ [^()]*\([^()]*\)(?: const)?(?: \[with [^]]*\])?"
)
_LONGEST: Final = 160


class SessionError(YakulensError):
    """The bytes are no ONNX network that can be run here."""


_SPENT: Final = threading.local()


def engine_ms() -> float:
    """Milliseconds that this thread has spent within the engine since it began.

    >>> engine_ms() >= 0
    True
    """
    return float(getattr(_SPENT, "ms", 0.0))


class InferenceSession:
    """One network, ready to run; may be called from several threads at once."""

    def __init__(
        self, network: bytes, name: str, threads: int | None = None, seconds: float | None = None
    ) -> None:
        """Load a network.

        Args:
            network: an ONNX file's bytes. Weights outside the file are not followed.
            name: of the file, for messages.
            threads: how many a run may use; see ``vision.cores.threads`` by default.
            seconds: how long a run may take, for a network of which nobody knows that it ends; None asks for
                no watch, which costs a tenth of a millisecond a run.

        Raises:
            SessionError: the bytes are no ONNX network, or one that this engine cannot run.
        """
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads or usual_threads()
        options.inter_op_num_threads = 1
        # Spinning within a run saves a fifth of it; between two photos it would cost a server every core.
        options.add_session_config_entry("session.intra_op.allow_spinning", "1")
        options.add_session_config_entry("session.force_spinning_stop", "1")
        options.log_severity_level = 4
        try:
            # Without a second try, of which the engine prints a banner: there is but one way to run it.
            self._session: Any = onnxruntime.InferenceSession(
                network, options, providers=["CPUExecutionProvider"], enable_fallback=0
            )
            # It loads networks whose names and notes are no UTF-8, and says so when it is asked for them.
            metadata: dict[str, str] = dict(self._session.get_modelmeta().custom_metadata_map)
            inputs = {taken.name: taken.shape for taken in self._session.get_inputs()}
            outputs = {given.name: given.shape for given in self._session.get_outputs()}
        except Exception as error:
            # The engine raises exceptions of its own C++ kinds, which share no base but Exception.
            raise SessionError(name, f"no ONNX network that can be run here ({_short(error)})") from error
        self.name = name
        self._seconds = seconds
        self.metadata = metadata
        self.inputs: dict[str, list[int | str | None]] = inputs
        self.outputs: dict[str, list[int | str | None]] = outputs
        if not (self.inputs and self.outputs):
            raise SessionError(name, "no ONNX network that can be run here (it takes or gives nothing)")

    def run(
        self, given: Mapping[str, NDArray[np.float32]], wanted: Sequence[str] | None = None
    ) -> dict[str, NDArray[np.float32]]:
        """The network's outputs by name; the time that it takes is added to `engine_ms`.

        Args:
            given: what each input is given, by its name.
            wanted: names of the outputs that are asked for; all of them by default.

        Raises:
            SessionError: the network takes something else (other sizes, other numbers, further inputs), or
                does not end in its time.

        >>> from yakulens.vision.models import choose
        >>> card = choose()
        >>> reader = InferenceSession(card.network(card.reader), card.reader.file)
        >>> said = reader.run({"crops": np.zeros((1, 3, 96, 80), np.float32)}, ("faces", "corners"))
        >>> {name: array.shape for name, array in said.items()}
        {'faces': (1, 39), 'corners': (1, 4, 2)}
        """
        start = time.perf_counter()
        try:
            found = self._watched(dict(given), wanted)
        except TimeoutError as error:
            what = f"the network does not end within {self._seconds:g} seconds"
            raise SessionError(self.name, what) from error
        except Exception as error:  # the engine's errors have no base but Exception
            told = f"the network does not take what it is shown ({_short(error)})"
            raise SessionError(self.name, told) from error
        _SPENT.ms = engine_ms() + (time.perf_counter() - start) * 1000
        names = self.outputs if wanted is None else wanted
        return {key: np.asarray(a) for key, a in zip(names, found, strict=True)}

    def _watched(self, given: dict[str, NDArray[np.float32]], wanted: Sequence[str] | None) -> list[Any]:
        """What the network gives; a run that takes too long is ended.

        Raises:
            TimeoutError: it was.
        """
        if self._seconds is None:
            return list(self._session.run(wanted, given))
        running = onnxruntime.RunOptions()
        watch = threading.Timer(self._seconds, setattr, (running, "terminate", True))
        watch.daemon = True
        watch.start()
        try:
            return list(self._session.run(wanted, given, running))
        except Exception as error:
            if running.terminate:
                raise TimeoutError from error
            raise
        finally:
            watch.cancel()


def _short(error: Exception) -> str:
    """What the engine says, in a line: without its codes, and where in its own code that was."""
    said = _ENGINES_OWN.sub("", " ".join(str(error).split())).strip()
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST]} ..."
