"""Changes that no other tap of the same visitor interrupts half-way.

As soon as another tap has come in, Streamlit ends the script where it next draws or reads the session state:
what the first tap did is left half done, and nothing does the rest. Code that changes a hand or a game
therefore runs under ``undisturbed``, and the other tap waits for its end. That holds because
``app/.streamlit/config.toml`` turns Streamlit's fast reruns off: with them the other tap would be carried out
at once beside the first, and draw the page as it was before, so that nobody saw what the first one did.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from streamlit.runtime.scriptrunner import get_script_run_ctx

_YIELD_METHOD = "on_scriptrunner_yield"


@contextmanager
def undisturbed() -> Iterator[None]:
    """Run a block, or as a decorator a function, without an interruption.

    Wherever Streamlit asks meanwhile what has come in, the answer is that nothing has; it asks again later.
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
