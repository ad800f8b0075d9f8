"""Error handling of taps: a failure becomes one sentence, and the page is still drawn.

Pages and their parts are drawn under ``app.page.frame.guarded``. Wrap a field's callback in ``guard`` and a
button's in ``guard_tap``.
"""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from streamlit.runtime.scriptrunner import get_script_run_ctx

from yakulens.app.page import playing, state
from yakulens.app.page.without_reruns import without_reruns
from yakulens.app.store.trouble import trouble

_LOG = logging.getLogger(__name__)


def guard(callback: Callable[..., object]) -> Callable[..., None]:
    """A tap's callback that runs without interruption; its failure shows a sentence above the page.

    Where a callback raises, Streamlit does not draw the page: the screen would be empty.
    """

    @wraps(callback)
    def guarded(*args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - whatever the callback takes
        try:
            with without_reruns():
                callback(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - the last net: no visitor sees a traceback
            _LOG.exception("a tap failed")
            key, values = sentence(error)
            state.warn(key, **values)

    return guarded


def guard_tap(callback: Callable[..., object]) -> Callable[..., None]:
    """A button's callback under ``guard``, run once for each tap.

    A fragment that polls on a timer sends the state of every button too. If the timer fires between a tap and
    the tap's own message, both messages carry the tap. The callback ignores the poll's: no such fragment
    holds a button.
    """
    guarded = guard(callback)

    @wraps(callback)
    def once(*args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - whatever the callback takes
        run = get_script_run_ctx(suppress_warning=True)
        if run is None or not run.fragment_ids_this_run:
            playing.heard()
            guarded(*args, **kwargs)

    return once


def download(write: Callable[[], bytes]) -> Callable[[], bytes]:
    """A callback that makes a file when its button is tapped; the next drawing of the page reports a failure.

    Streamlit runs it outside the page's session, so it must already hold what it needs of the visitor. After
    a failure Streamlit answers the tap itself that there is no file.
    """
    warnings = state.memory().warnings

    @wraps(write)
    def guarded() -> bytes:
        try:
            return write()
        except Exception as error:
            _LOG.exception("a file could not be made")
            warnings.append(sentence(error))
            raise

    return guarded


def sentence(error: Exception) -> tuple[str, dict[str, object]]:
    """Key and values of the sentence about a failure."""
    key = trouble(error)
    if key is not None:
        return f"disk.{key}", {}
    return "app.broken", {"what": f"{type(error).__name__}: {error}"}
