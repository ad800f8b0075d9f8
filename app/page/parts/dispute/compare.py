"""One hand under two rule sets, what makes the difference, and the hand won in other ways."""

from yakulens.app.hand import alternatives, comparison, result
from yakulens.app.hand.events import Compare, Event
from yakulens.app.hand.scoring import Scored
from yakulens.app.page import state
from yakulens.app.page.parts import drawn
from yakulens.app.page.parts.score import result as score_result


def rules(hand: Scored) -> None:
    """Draw the score under two rule sets side by side."""
    drawn.offer(
        comparison.to_json(state.language(), hand, state.memory().other_rules), "comparison", _carry_out
    )


def _carry_out(event: Event) -> None:
    if isinstance(event, Compare):
        state.set_view(other_rules=event.rules)


def what_if(hand: Scored) -> None:
    """Draw the hand's worth won in other ways, and with each other winning tile."""
    if hand.score is not None:
        drawn.show(alternatives.to_json(state.language(), hand), "alternatives")


def reasons(hand: Scored) -> None:
    """Draw the other readings and the yaku that were missed."""
    if hand.score is not None:
        drawn.show(result.reasons_json(score_result.facts(hand)), "reasons")
