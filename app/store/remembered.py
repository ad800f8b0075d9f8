"""What a returning visitor is not asked again: language, rule set, names, the running game.

Kept in the settings of the file on disk, under each browser's own key (``app.visitor``). Where that cannot be
used, the page works on and remembers nothing.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from yakulens.app import visitor
from yakulens.app.store.shared import store
from yakulens.app.store.trouble import FAILURES, trouble

if TYPE_CHECKING:
    from yakulens.app.store.trouble import Trouble

_LOG = logging.getLogger(__name__)


def recall() -> dict[str, Any]:
    """Every setting of this browser by its name; none where the file cannot be read."""
    try:
        return store().settings.all(whose=visitor.current().browser)
    except FAILURES:
        _LOG.exception("the settings cannot be read")
        return {}


def remember(**values: Any) -> Trouble | None:  # noqa: ANN401 - any JSON value
    """Keep some settings; why not, where the file cannot be written."""
    try:
        store().settings.update(values, whose=visitor.current().browser)
    except FAILURES as error:
        _LOG.exception("the settings cannot be kept")
        return trouble(error)
    return None
