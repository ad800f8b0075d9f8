"""What a referee takes from a player beside the hands, and who was replaced: said at the table. Pure.

A chombo is how a hand ended and is said there. What stands here is taken after the game, as ``final`` has it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from yakulens.scorer.contract.keys import MOST_POINTS
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.penalties import penalties_of

if TYPE_CHECKING:
    from yakulens.app.game import Game
    from yakulens.app.game.penalised import Penalised
    from yakulens.scorer.rules.penalties import Penalty
    from yakulens.scorer.rules.ruleset import RuleSet
    from yakulens.scorer.vocabulary import Substituted

STEP: Final = 1000
"""Between two numbers of points that a referee may choose from."""
_OF_A_SUBSTITUTE: Final = "missed"
"""The offence that is told by who was replaced, where a rule set says what becomes of them."""


def offered(rules: RuleSet) -> tuple[Penalty, ...]:
    """The offences of a rule set's book that take points after the game: so many, or what a referee says.

    >>> [each.id for each in offered(load_rules("wrc-2015"))][:2]
    ['riichi_dead_hand', 'dead_hand_call']
    >>> offered(load_rules("tenhou"))
    ()
    """
    return tuple(
        each
        for each in penalties_of(rules)
        if each.kind in {"points", "referee"}
        and not (each.id == _OF_A_SUBSTITUTE and rules.substitute_points)
    )


def bounds(penalty: Penalty | None) -> tuple[int, int]:
    """The least and the most points of a penalty, above zero; equal where the book leaves no choice.

    >>> from yakulens.scorer.rules.penalties import find_penalty
    >>> ema = load_rules("ema-2025")
    >>> [bounds(find_penalty(each, ema)) for each in ("score_sheet_wrong", "late", "phone")]
    [(2000, 2000), (1000, 10000), (1000, 100000)]
    """
    if penalty is None or penalty.kind != "points":
        return STEP, 100 * STEP
    return penalty.points, penalty.most


def penalise(game: Game, penalised: Penalised) -> Game:
    """The game with one penalty more.

    Raises:
        ValueError: nobody plays there, or points that no penalty takes.

    >>> from yakulens.app.game import begin
    >>> from yakulens.app.game.penalised import Penalised
    >>> running = begin("ema-2025", ("Ann", "Bo", "Cy", "Di"))
    >>> penalise(running, Penalised(1, -2000, "score_sheet_wrong")).penalties[0].points
    -2000
    """
    if penalised.player not in range(len(game.players)) or not -MOST_POINTS <= penalised.points < 0:
        message = f"no penalty: {penalised}"
        raise ValueError(message)
    return replace(game, penalties=(*game.penalties, penalised))


def take_back(game: Game, at: int) -> Game:
    """The game without one of its penalties.

    >>> from yakulens.app.game import begin
    >>> from yakulens.app.game.penalised import Penalised
    >>> running = penalise(begin("ema-2025", ("Ann", "Bo", "Cy", "Di")), Penalised(1, -2000))
    >>> take_back(running, 0).penalties
    ()
    """
    return replace(game, penalties=tuple(each for number, each in enumerate(game.penalties) if number != at))


def substitute(game: Game, player: int, when: Substituted | None) -> Game:
    """The game in which a player was replaced then; None for a player who plays on.

    Raises:
        ValueError: nobody plays there, or the rules say nothing of substitutes.

    >>> from yakulens.app.game import begin
    >>> running = substitute(begin("ema-2025", ("Ann", "Bo", "Cy", "Di")), 3, "during")
    >>> running.substitutes, substitute(running, 3, None).substitutes
    (((3, 'during'),), ())
    """
    if player not in range(len(game.players)) or not load_rules(game.rules).substitute_points:
        message = f"no substitute for player {player} by {game.rules}"
        raise ValueError(message)
    others = tuple(each for each in game.substitutes if each[0] != player)
    return replace(game, substitutes=others if when is None else (*others, (player, when)))
