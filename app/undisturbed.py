"""What is done in one piece: no other tap of the same visitor interrupts it half-way.

As soon as another tap has come in, Streamlit ends the script where it next draws or looks up what is
remembered: what the first tap did is left half done, and nothing does the rest. What changes a hand or a game
therefore runs under ``undisturbed``, and the other tap waits for its end. That holds because
``app/.streamlit/config.toml`` turns Streamlit's fast reruns off: with them the other tap would be carried out
at once beside the first, and draw the page as it was before, so that nobody saw what the first one did.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from streamlit.runtime.scriptrunner import get_script_run_ctx

_ASKED = "on_scriptrunner_yield"


@contextmanager
def undisturbed() -> Iterator[None]:
    """Do in one piece what is within; as a decorator, a whole function.

    Wherever Streamlit asks meanwhile what has come in, it is answered that nothing has; it asks again later.
    """
    run = get_script_run_ctx(suppress_warning=True)
    requests = None if run is None else run.script_requests
    if requests is None or _ASKED in vars(requests):
        yield
        return
    setattr(requests, _ASKED, lambda: None)
    try:
        yield
    finally:
        delattr(requests, _ASKED)
