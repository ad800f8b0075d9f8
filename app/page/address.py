"""The address of a hand in the browser: ``?hand=NUMBER&step=N``, so that reload, Back and Forward find it.

Streamlit adds each change of the query to the browser's history, so every step of the hand is an entry. On
Back or Forward it runs the page with the old query and adds no entry. The page follows only such a query: a
tap or a poll that was sent before the browser had the newest query still names the previous moment.
"""

import re
import secrets
from collections.abc import Mapping
from typing import Final, NamedTuple, Self

from streamlit.runtime.scriptrunner import get_script_run_ctx

HAND: Final = "hand"
STEP: Final = "step"
LAST: Final = 1 << 30
"""The step of an address that names none: the last one."""

_STEP: Final = re.compile(r"[0-9]{1,7}")


class Address(NamedTuple):
    """A moment of a hand."""

    hand: str  # the hand's number
    step: int  # how many of its steps apply

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Self | None:
        """The address in a query; None where it names no hand."""
        hand, step = query.get(HAND), query.get(STEP, "")
        if not hand:
            return None
        return cls(hand, int(step) if _STEP.fullmatch(step) else LAST)


def query(current: Mapping[str, str], address: Address | None) -> dict[str, str]:
    """The current query with this address, or without one for None."""
    others = {key: value for key, value in current.items() if key not in {HAND, STEP}}
    return others if address is None else {**others, HAND: address.hand, STEP: str(address.step)}


def is_history_navigation() -> bool:
    """Whether the browser's Back or Forward started this run of the page; False outside a page."""
    run = get_script_run_ctx(suppress_warning=True)
    return run is not None and run.is_history_navigation


def new_hand() -> str:
    """A random number for a hand: it reveals nothing and cannot be guessed."""
    return secrets.token_urlsafe(12)
