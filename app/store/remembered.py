"""What a returning visitor is not asked again: language, rule set, names, the running game.

Kept in the settings of the file on disk, under each browser's own key (``app.visitor``). Where that cannot be
used, the page works on and remembers nothing.
"""

from __future__ import annotations

from typing import Any

from yakulens.app import visitor
from yakulens.app.store.shared import store
from yakulens.app.store.trouble import or_else, trouble


@or_else(lambda _: dict[str, Any](), "the settings cannot be read")
def recall() -> dict[str, Any]:
    """Every setting of this browser by its name; none where the file cannot be read."""
    return store().settings.all(whose=visitor.current().browser)


@or_else(trouble, "the settings cannot be kept")
def remember(**values: Any) -> None:  # noqa: ANN401 - any JSON value
    """Keep some settings; why not, where the file cannot be written."""
    store().settings.update(values, whose=visitor.current().browser)
