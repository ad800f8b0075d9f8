"""The inference engine behind one small class; nothing else that reads photos imports onnxruntime."""

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
from yakulens.vision.trial import TrialError, judge

onnxruntime.disable_telemetry_events()  # where the engine asks this instead of the environment (Windows)


_ENGINE_DETAILS: Final = re.compile(
    r"\[ONNXRuntimeError\] : \d+ : \w+ : "
    r"|/onnxruntime_src/\S+:\d+ [^()]*\([^()]*\)(?: const)?(?: \[with [^]]*\])?"
)
_MAX_MESSAGE: Final = 160


class SessionError(YakulensError):
    """The bytes are not an ONNX network that can run here."""


_TIMES: Final = threading.local()


def engine_ms() -> float:
    """Milliseconds that this thread has spent in the engine since it began."""
    return float(getattr(_TIMES, "ms", 0.0))


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
            seconds: how long a run may take; None for a trusted network. Any other is opened in a process
                of its own first (`vision.trial`).

        Raises:
            SessionError: the bytes are not an ONNX network, or this engine cannot run it.
        """
        if seconds is not None:
            try:
                judge(network, seconds)
            except TrialError as error:
                raise SessionError(name, error) from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads or usual_threads()
        options.inter_op_num_threads = 1
        # Spinning within a run saves a fifth of its time; between photos it would keep all of a server's
        # cores busy.
        options.add_session_config_entry("session.intra_op.allow_spinning", "1")
        options.add_session_config_entry("session.force_spinning_stop", "1")
        options.log_severity_level = 4
        try:
            # No fallback, for which the engine prints a banner: there is only one way to run the network.
            self._session: Any = onnxruntime.InferenceSession(
                network, options, providers=["CPUExecutionProvider"], enable_fallback=0
            )
            # The engine loads networks whose names or metadata are not UTF-8, and fails only when asked for
            # them.
            metadata: dict[str, str] = dict(self._session.get_modelmeta().custom_metadata_map)
            inputs = {node.name: node.shape for node in self._session.get_inputs()}
            outputs = {node.name: node.shape for node in self._session.get_outputs()}
        except Exception as error:
            # The engine raises its own C++ exceptions, which share no base class but Exception.
            message = "no ONNX network that can be run here: it is damaged, or needs a later ONNX Runtime"
            raise SessionError(name, message) from error
        self.name = name
        self._seconds = seconds
        self.metadata = metadata
        self.inputs: dict[str, list[int | str | None]] = inputs
        self.outputs: dict[str, list[int | str | None]] = outputs
        if not (self.inputs and self.outputs):
            raise SessionError(name, "no ONNX network that can be run here (it takes or gives nothing)")

    def run(
        self, inputs: Mapping[str, NDArray[np.float32]], output_names: Sequence[str] | None = None
    ) -> dict[str, NDArray[np.float32]]:
        """The network's outputs by name; the run's time is added to `engine_ms`.

        Raises:
            SessionError: the network takes other inputs or sizes, or times out.
        """
        start = time.perf_counter()
        try:
            arrays = self._run_in_time(dict(inputs), output_names)
        except TimeoutError as error:
            message = f"the network does not end within {self._seconds:g} seconds"
            raise SessionError(self.name, message) from error
        except Exception as error:  # the engine's errors share no base class but Exception
            message = f"the network does not take what it is shown ({_short(error)})"
            raise SessionError(self.name, message) from error
        _TIMES.ms = engine_ms() + (time.perf_counter() - start) * 1000
        names = self.outputs if output_names is None else output_names
        return {name: np.asarray(array) for name, array in zip(names, arrays, strict=True)}

    def _run_in_time(
        self, inputs: dict[str, NDArray[np.float32]], output_names: Sequence[str] | None
    ) -> list[Any]:
        """The network's outputs.

        Raises:
            TimeoutError: the run took too long and was stopped.
        """
        if self._seconds is None:
            return list(self._session.run(output_names, inputs))
        run_options = onnxruntime.RunOptions()
        timer = threading.Timer(self._seconds, setattr, (run_options, "terminate", True))
        timer.daemon = True
        timer.start()
        try:
            return list(self._session.run(output_names, inputs, run_options))
        except Exception as error:
            if run_options.terminate:
                raise TimeoutError from error
            raise
        finally:
            timer.cancel()


def _short(error: Exception) -> str:
    """The engine's message in one line, without its error codes and source lines."""
    message = _ENGINE_DETAILS.sub("", " ".join(str(error).split())).strip()
    return message if len(message) <= _MAX_MESSAGE else f"{message[:_MAX_MESSAGE]} ..."
