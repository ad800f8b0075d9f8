"""Opens a stranger's network in a process of its own first, with a limit to its memory and its time.

An engine works out at once what does not depend on the photo: a file of 300 bytes may order gigabytes. What
this process may take, every other may.
"""

import hashlib
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Final

MEMORY: Final = 1 << 30
"""Bytes that a network may take beyond the engine itself and four times its own size."""
SECONDS: Final = 60.0
"""Seconds within which it is opened."""
_SIDE: Final = 640
"""Pixels of a side that a network leaves open."""
_FINE, _UNUSABLE, _TOO_LARGE, _TOO_SLOW = 0, 3, 4, 5

_passed: set[str] = set()


class TrialError(Exception):
    """A network fails the trial; the text is the reason."""


def judge(network: bytes, seconds: float) -> None:
    """Open a network in a process of its own and run it on a picture; once it has passed, it passes.

    It is run to its end, for ``seconds`` at most, so that what orders memory late is found too.

    Raises:
        TrialError: the engine cannot open it, or it takes too much memory or time.
    """
    digest = hashlib.sha256(network).hexdigest()
    if digest in _passed:
        return
    try:
        done = subprocess.run(  # noqa: S603 - this very module
            [sys.executable, "-P", "-m", __name__, str(seconds)],
            input=network,
            capture_output=True,
            timeout=SECONDS + seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        message = f"the engine does not open it within {SECONDS:g} seconds"
        raise TrialError(message) from error
    if done.returncode == _TOO_SLOW:
        message = f"the network does not end within {seconds:g} seconds"
        raise TrialError(message)
    if done.returncode == _TOO_LARGE:
        message = f"it takes more than {MEMORY >> 20:,} MB of memory: what it works out is too large"
        raise TrialError(message)
    if done.returncode != _FINE:
        message = "no ONNX network that can be run here: it is damaged, or needs a later ONNX Runtime"
        raise TrialError(message)
    _passed.add(digest)


def main(seconds: float) -> int:
    """Open and run the network that comes on the standard input; the exit status tells how it went."""
    import onnxruntime  # noqa: PLC0415 - in the child alone

    network = sys.stdin.buffer.read()
    _limit_memory(MEMORY + 4 * len(network))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(
            network, options, providers=["CPUExecutionProvider"], enable_fallback=0
        )
    except Exception as error:  # noqa: BLE001 - the engine's errors share no base class but Exception
        return _TOO_LARGE if _is_of_memory(error) else _UNUSABLE
    timer = threading.Timer(seconds, os._exit, (_TOO_SLOW,))
    timer.daemon = True
    timer.start()
    try:
        session.run(None, {each.name: _picture(each) for each in session.get_inputs()})
    except Exception as error:  # noqa: BLE001 - as above
        return _TOO_LARGE if _is_of_memory(error) else _FINE
    return _FINE


def _is_of_memory(error: Exception) -> bool:
    return isinstance(error, MemoryError) or "alloc" in str(error)


def _picture(put: Any) -> Any:  # noqa: ANN401 - untyped in the engine
    """A picture of noise (no photo is empty), or whatever else the network is to be shown."""
    import numpy as np  # noqa: PLC0415 - in the child alone

    sides = [
        side if isinstance(side, int) else (1 if at == 0 else _SIDE) for at, side in enumerate(put.shape)
    ]
    return np.random.default_rng(0).random(sides, np.float32)


def _limit_memory(more: int) -> None:
    """Limit this process's memory to what it has and so much more, where the system can."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - not on Windows

    statm = Path("/proc/self/statm")
    present = (
        int(statm.read_text(encoding="ascii").split()[0]) * resource.getpagesize() if statm.exists() else 0
    )
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = present + more if hard == resource.RLIM_INFINITY else min(hard, present + more)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


if __name__ == "__main__":
    sys.stdout.flush()
    os._exit(main(float(sys.argv[1])))  # the engine's threads are not waited for
