"""One hand under two rule sets, what makes the difference, and the hand won in other ways."""

from yakulens.app.hand import alternatives, comparison, result
from yakulens.app.hand.scoring import Scored
from yakulens.app.page import hand as on_desk
from yakulens.app.page import state
from yakulens.app.page.parts import drawn
from yakulens.app.page.parts.score import result as score_result


def rules(hand: Scored) -> None:
    """Draw the score under two rule sets side by side."""
    told = comparison.to_json(state.language(), hand, on_desk.session().other_rules)
    drawn.offer(told, "comparison", on_desk.hear)


def what_if(hand: Scored) -> None:
    """Draw the hand's worth won in other ways, and with each other winning tile."""
    if hand.score is not None:
        drawn.show(alternatives.to_json(state.language(), hand), "alternatives")


def reasons(hand: Scored) -> None:
    """Draw the other readings and the yaku that were missed."""
    if hand.score is not None:
        drawn.show(result.reasons_json(score_result.facts()), "reasons")
