"""Error handling of taps: a failure becomes one sentence, and the page is drawn on.

A page or a part of one is drawn under ``app.frame.guarded``; the callback of a field is given to it under
``guard``, that of a button under ``guard_tap``.
"""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from streamlit.runtime.scriptrunner import get_script_run_ctx

from yakulens.app import state
from yakulens.app.store.trouble import trouble
from yakulens.app.undisturbed import undisturbed

_LOG = logging.getLogger(__name__)


def guard(callback: Callable[..., None]) -> Callable[..., None]:
    """A tap's callback, done in one piece, whose failure shows a sentence above the page, not in its place.

    Streamlit does not draw the page where a callback raises: everything would be gone from the screen.
    """

    @wraps(callback)
    def guarded(*args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - whatever the callback takes
        try:
            with undisturbed():
                callback(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - the last net: no visitor sees a traceback
            _LOG.exception("a tap failed")
            key, values = sentence(error)
            state.warn(key, **values)

    return guarded


def guard_tap(callback: Callable[..., None]) -> Callable[..., None]:
    """A button's callback under ``guard``, carried out once for each tap.

    The part of a page that looks for news by a timer sends the state of every button too. Where the timer
    falls due between a tap and the tap's own message, both carry the tap: the look leaves it to the other.
    No such part holds a button.
    """
    guarded = guard(callback)

    @wraps(callback)
    def once(*args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - whatever the callback takes
        run = get_script_run_ctx(suppress_warning=True)
        if run is None or not run.fragment_ids_this_run:
            guarded(*args, **kwargs)

    return once


def download(write: Callable[[], bytes]) -> Callable[[], bytes]:
    """A callback that makes a file when its button is tapped; a failure is told when the page is drawn next.

    Streamlit runs it beside the page, where nothing knows who tapped: what it needs of the visitor is given
    to it before. To the tap itself Streamlit answers that there is no file.
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
    """The sentence about a failure: its key and its values."""
    key = trouble(error)
    if key is not None:
        return f"disk.{key}", {}
    return "app.broken", {"what": f"{type(error).__name__}: {error}"}
