"""The score of the hand on the desk, in full, with what of its situation is no question of the dock."""

from collections.abc import Callable

from yakulens.app.hand import result
from yakulens.app.hand.events import Event
from yakulens.app.hand.facts import Facts
from yakulens.app.hand.scoring import Scored
from yakulens.app.page import hand as on_desk
from yakulens.app.page import state
from yakulens.app.page.parts import drawn, handoff

ANCHOR = "score-in-full"


def facts() -> Facts:
    """How the hand on the desk was won, and the questions about it."""
    return on_desk.session().won(state.language())


def show(hand: Scored, place: str, carry_out: Callable[[Event], None]) -> None:
    """Draw the score of a hand, or what it still lacks, and carry out what is tapped there.

    ``place`` says which hand of a running game it is.
    """
    known = facts()
    settings = {"settings": result.settings(known, place)}
    told = result.result(known)
    drawn.offer(told | settings | {"anchor": ANCHOR}, "result", carry_out)
    if hand.score is not None:
        handoff.hand(hand.hand, hand.score)
