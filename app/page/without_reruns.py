"""Changes that no other tap of the same visitor interrupts.

When another tap arrives, Streamlit stops the script where it next draws or reads the session state, so the
first tap's change would stay half done. Code that changes a hand or a game therefore runs under
``without_reruns``, and the other tap waits until it ends. This needs Streamlit's fast reruns off, as
``app/.streamlit/config.toml`` sets them: otherwise the other tap would run at once beside the first and draw
the page without the first one's change.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from streamlit.runtime.scriptrunner import get_script_run_ctx

_YIELD_METHOD = "on_scriptrunner_yield"


@contextmanager
def without_reruns() -> Iterator[None]:
    """Run a block, or as a decorator a function, without interruption.

    Whenever Streamlit checks for new requests meanwhile, it finds none; it checks again later.
    """
    run = get_script_run_ctx(suppress_warning=True)
    requests = None if run is None else run.script_requests
    if requests is None or _YIELD_METHOD in vars(requests):
        yield
        return
    setattr(requests, _YIELD_METHOD, lambda: None)
    try:
        yield
    finally:
        delattr(requests, _YIELD_METHOD)
