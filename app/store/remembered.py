"""The settings that a returning visitor finds again: language, rule set, names, the running game.

They are kept in the store under each browser's key (``app.visitor``). Where the store cannot be used, the
page works on and remembers nothing.
"""

from __future__ import annotations

from typing import Any

from yakulens.app import visitor
from yakulens.app.store.shared import store
from yakulens.app.store.trouble import or_else, trouble


@or_else(lambda _: dict[str, Any](), "the settings cannot be read")
def recall() -> dict[str, Any]:
    """Every setting of this browser by its name; empty where the store cannot be read."""
    return store().settings.all(owner=visitor.current().browser)


@or_else(trouble, "the settings cannot be kept")
def remember(**values: Any) -> None:  # noqa: ANN401 - any JSON value
    """Keep some settings; returns the trouble where the store cannot be written."""
    store().settings.update(values, owner=visitor.current().browser)
