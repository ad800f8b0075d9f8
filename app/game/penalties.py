"""Penalties that a referee gives, and players who were replaced. Pure.

A chombo ends a hand and is part of that end. The penalties here are taken after the game, as in ``final``.
"""

from dataclasses import replace
from typing import Final

from yakulens.app.game import Game, Penalised
from yakulens.scorer.contract.keys import MOST_POINTS
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.penalties import MISSED, OF_WHO_WAS_REPLACED, Penalty, penalties_of
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.vocabulary import Substituted

STEP: Final = 1000
"""Between two point values that a referee may choose."""


def offered(rules: RuleSet) -> tuple[Penalty, ...]:
    """A rule set's offences that cost points after the game, as its book or a referee says."""
    return tuple(
        each
        for each in penalties_of(rules)
        if each.kind in {"points", "referee"}
        and not (each.id == MISSED and rules.substitute_points)  # follows from who was replaced
    )


def spared(game: Game, offence: str) -> frozenset[int]:
    """The players, by number, whom an offence costs nothing: they were replaced (EMA 7.3, WRC 7.2)."""
    return frozenset(player for player, _ in game.substitutes if offence in OF_WHO_WAS_REPLACED)


def bounds(penalty: Penalty | None) -> tuple[int, int]:
    """The least and the most points of a penalty, above zero; equal where the book leaves no choice."""
    if penalty is None or penalty.kind != "points":
        return STEP, 100 * STEP
    return penalty.points, penalty.most


def penalise(game: Game, penalised: Penalised) -> Game:
    """The game with one more penalty.

    Raises:
        ValueError: there is no such player, they are spared, or no penalty takes these points.
    """
    players = {*range(len(game.players))} - spared(game, penalised.offence)
    if penalised.player not in players or not -MOST_POINTS <= penalised.points < 0:
        message = f"no penalty: {penalised}"
        raise ValueError(message)
    return replace(game, penalties=(*game.penalties, penalised))


def take_back(game: Game, at: int) -> Game:
    """The game without one of its penalties."""
    return replace(game, penalties=tuple(each for number, each in enumerate(game.penalties) if number != at))


def substitute(game: Game, player: int, when: Substituted | None) -> Game:
    """The game in which a player was replaced, who is then spared being late; None undoes that.

    Raises:
        ValueError: there is no such player, or the rules do not mention substitutes.
    """
    if player not in range(len(game.players)) or not load_rules(game.rules).substitute_points:
        message = f"no substitute for player {player} by {game.rules}"
        raise ValueError(message)
    others = tuple(each for each in game.substitutes if each[0] != player)
    if when is None:
        return replace(game, substitutes=others)
    kept = tuple(
        each for each in game.penalties if each.player != player or each.offence not in OF_WHO_WAS_REPLACED
    )
    return replace(game, substitutes=(*others, (player, when)), penalties=kept)
