"""The end of a game: leftover sticks, places and ties, uma, oka, penalties, and the final standing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scorer.table.rows import BET, Note

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorer.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Place:
    """One player's end of the game, in points.

    Attributes:
        player: the name.
        rank: 1 for the best; tied players share a rank where the rules let them.
        points: points at the end, with what leftover sticks added.
        uma: the bonus of the place.
        oka: the pot, for first place, less what each player puts into it; 0 without oka.
        penalty: points taken after uma, never positive.
        final: points less the starting points, plus uma, oka and penalty.
    """

    player: str
    rank: int
    points: int
    uma: int
    oka: int
    penalty: int
    final: int


@dataclass(frozen=True, slots=True)
class Award:
    """One step from the points on the table to the final score: who gets how many points, and why."""

    text: str
    player: str
    points: int
    cite: str


@dataclass(frozen=True, slots=True)
class Standing:
    """The final standing, best first.

    Attributes:
        places: one for each player, by rank, tied players in the order given; penalties change no rank.
        deposits_left: riichi sticks that nobody took.
        awards: sticks, uma, oka and penalties, each with its section.
        notes: what decided the standing without moving points.
    """

    places: tuple[Place, ...]
    deposits_left: int
    awards: tuple[Award, ...]
    notes: tuple[Note, ...]


def final(
    scores: Mapping[str, int], rules: RuleSet, deposits: int = 0, penalties: Mapping[str, int] | None = None
) -> Standing:
    """The final standing of a game.

    Args:
        scores: points of each player at the end, in the order of their first seats, the first dealer first.
        rules: the rule set; it says what becomes of sticks and ties, and what the places are worth.
        deposits: riichi sticks left on the table.
        penalties: points taken after uma, as negative numbers.

    >>> from scorer.rules.load import load_rules
    >>> game = {"Ann": 40000, "Bo": 30000, "Cy": 30000, "Di": 20000}
    >>> [(each.player, each.rank, each.uma) for each in final(game, load_rules("ema-2025")).places]
    [('Ann', 1, 15000), ('Bo', 2, 0), ('Cy', 2, 0), ('Di', 4, -15000)]
    """
    penalties = penalties or {}
    best_first = sorted(scores, key=lambda player: -scores[player])
    groups = _groups(best_first, scores, rules)
    sticks = _sticks(groups[0], deposits, rules)
    points = {player: scores[player] + sticks.get(player, 0) for player in best_first}
    uma = _shared(groups, _uma_of(points, rules))
    stake = rules.return_points - rules.start_points
    pot = _shared(groups, [rules.oka, *[0] * (rules.players - 1)])
    ranks = {player: 1 + sum(map(len, groups[:at])) for at, group in enumerate(groups) for player in group}
    places = [
        Place(
            player,
            ranks[player],
            points[player],
            uma[player],
            oka := pot[player] - stake,
            penalty := penalties.get(player, 0),
            points[player] - rules.start_points + uma[player] + oka + penalty,
        )
        for player in best_first
    ]
    return Standing(
        tuple(places),
        0 if sticks else deposits,
        tuple(_awards(places, sticks, rules)),
        tuple(_notes(groups, deposits, sticks, rules)),
    )


def _groups(best_first: Sequence[str], scores: Mapping[str, int], rules: RuleSet) -> list[list[str]]:
    """The players who share a place, best first; where seat order decides ties, nobody shares."""
    groups: list[list[str]] = []
    for player in best_first:
        if groups and rules.ties == "shared" and scores[groups[-1][0]] == scores[player]:
            groups[-1].append(player)
        else:
            groups.append([player])
    return groups


def _sticks(first: Sequence[str], deposits: int, rules: RuleSet) -> dict[str, int]:
    """What the leftover sticks give to whom; a point that cannot be split is lost, as EMA 3.7 says."""
    if not deposits or rules.leftover_sticks == "nobody":
        return {}
    takers = first if rules.leftover_sticks == "first_shared" else first[:1]
    return dict.fromkeys(takers, deposits * BET // len(takers))


def _uma_of(points: Mapping[str, int], rules: RuleSet) -> Sequence[int]:
    """The uma by place; where it depends on how many players hold their starting points, that row of it."""
    floating = sum(each >= rules.start_points for each in points.values())
    return rules.uma_floating[floating - 1] if 0 < floating <= len(rules.uma_floating) else rules.uma


def _shared(groups: Sequence[Sequence[str]], by_place: Sequence[int]) -> dict[str, int]:
    """Each group's places added together and evenly split; what does not divide goes to the first named."""
    shares: dict[str, int] = {}
    at = 0
    for group in groups:
        each, rest = divmod(sum(by_place[at : at + len(group)]), len(group))
        shares |= {player: each + (place < rest) for place, player in enumerate(group)}
        at += len(group)
    return shares


def _awards(places: Sequence[Place], sticks: Mapping[str, int], rules: RuleSet) -> list[Award]:
    parts: Final = (
        ("leftover riichi sticks", "leftover_sticks", [sticks.get(place.player, 0) for place in places]),
        ("uma", "uma", [place.uma for place in places]),
        ("oka", "oka", [place.oka for place in places]),
        ("penalty", "chombo_penalty", [place.penalty for place in places]),
    )
    return [
        Award(f"{text} of {place.player}, place {place.rank}", place.player, points, rules.cite_of(key))
        for text, key, column in parts
        for place, points in zip(places, column, strict=True)
        if points
    ]


def _notes(
    groups: Sequence[Sequence[str]], deposits: int, sticks: Mapping[str, int], rules: RuleSet
) -> list[Note]:
    notes = []
    for group in groups:
        if len(group) > 1:
            text = f"{' and '.join(group)} share their places and what these are worth"
            notes.append(Note(text, rules.cite_of("ties")))
    if deposits and not sticks:
        notes.append(Note("nobody takes the riichi sticks that are left", rules.cite_of("leftover_sticks")))
    return notes
