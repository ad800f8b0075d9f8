"""The net under everything that a tap does: whatever fails is told in one sentence, and the page is drawn on.

A page or a part of one is drawn under ``app.frame.guarded``; a tap is handed to its button under ``guard``.
"""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from yakulens.app import state
from yakulens.app.store.trouble import trouble
from yakulens.app.undisturbed import undisturbed

_LOG = logging.getLogger(__name__)


def guard(act: Callable[..., None]) -> Callable[..., None]:
    """What a tap does, in one piece, so that its failure shows a sentence above the page, not in its place.

    Streamlit does not draw the page where a callback raises: everything would be gone from the screen.
    """

    @wraps(act)
    def guarded(*args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - whatever act takes
        try:
            with undisturbed():
                act(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - the last net: no visitor sees a traceback
            _LOG.exception("a tap failed")
            key, values = why(error)
            state.warn(key, **values)

    return guarded


def download(write: Callable[[], bytes]) -> Callable[[], bytes]:
    """What makes a file when its button is tapped: a failure is told when the page is drawn next.

    Streamlit runs it beside the page, where nothing knows who tapped: what it needs of the visitor is given
    to it before. To the tap itself Streamlit answers that there is no file.
    """
    told = state.memory().warnings

    @wraps(write)
    def guarded() -> bytes:
        try:
            return write()
        except Exception as error:
            _LOG.exception("a file could not be made")
            told.append(why(error))
            raise

    return guarded


def why(error: Exception) -> tuple[str, dict[str, object]]:
    """The sentence about a failure: its key and its values."""
    found = trouble(error)
    if found is not None:
        return f"disk.{found}", {}
    return "app.broken", {"what": f"{type(error).__name__}: {error}"}
