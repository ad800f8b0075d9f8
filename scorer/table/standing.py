"""The end of a game: leftover sticks, places and ties, uma, oka, penalties, and the final standing."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from yakulens.scorer.message import Message
from yakulens.scorer.rules.penalties import MISSED, OF_WHO_WAS_REPLACED
from yakulens.scorer.rules.ruleset import RuleSet, Source
from yakulens.scorer.transfers import RIICHI_STICK, SMALLEST_STICK, Note
from yakulens.scorer.vocabulary import Substituted


@dataclass(frozen=True, slots=True)
class Finish:
    """One player's result of the game, in points.

    Attributes:
        player: the name.
        rank: 1 for the best; tied players share a rank if the rules allow it.
        points: points at the end, including leftover sticks.
        uma: the bonus of the place.
        oka: first place's pot, less what each player puts into it; 0 if the rules have no oka.
        penalty: points taken after uma, never positive.
        final: points less the starting points, plus uma, oka, penalty and the worth of the chips.
        chips: chips won, negative if lost.
        chip_points: their worth in points.
    """

    player: str
    rank: int
    points: int
    uma: int
    oka: int
    penalty: int
    final: int
    chips: int = 0
    chip_points: int = 0


@dataclass(frozen=True, slots=True)
class Deduction:
    """Points taken from a player after uma.

    Attributes:
        points: how many, never positive.
        reason: what for, as a sentence; None if unknown.
        cite: the section of the penalty; empty if it has none.
        remark: what has to be said beside the section; often empty.
        offence: the id of the offence in the rule set's book; empty if it is none of these.
    """

    points: int
    reason: Message | None = None
    cite: str = ""
    remark: str = ""
    offence: str = ""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """One step from the points on the table to the final score; points that are taken are negative."""

    player: str
    points: int
    message: Message
    cite: str
    remark: str = ""

    @classmethod
    def of(cls, player: str, points: int, message: Message, source: Source) -> Self:
        """A step with the section of a rule, and the remark beside it."""
        return cls(player, points, message, source.cite, source.remark)


@dataclass(frozen=True, slots=True)
class Standing:
    """The final standing, best first.

    Attributes:
        finishes: one for each player, by rank, with tied players in input order; penalties change no rank.
        deposits_left: riichi sticks that nobody took.
        adjustments: sticks, uma, oka, penalties and chips, each with its section.
        notes: what decided the standing without moving points.
    """

    finishes: tuple[Finish, ...]
    deposits_left: int
    adjustments: tuple[Adjustment, ...]
    notes: tuple[Note, ...]


def final(  # noqa: PLR0913, PLR0917 - all that a game ends with
    scores: Mapping[str, int],
    rules: RuleSet,
    deposits: int,
    penalties: Mapping[str, Sequence[Deduction]],
    substitutes: Mapping[str, Substituted],
    chips: Mapping[str, int],
) -> Standing:
    """The final standing of a game, best first.

    Args:
        scores: points of each player at the end, in the order of their first seats, first dealer first.
        rules: how to treat sticks and ties, and what places and chips are worth.
        deposits: riichi sticks left on the table.
        penalties: what is taken from each player after uma. A player who missed the game was replaced before
            it began.
        substitutes: the replaced players, and when. They score what the rules fix for them; missing the game
            or being late costs nothing more.
        chips: chips that each player won, negative if lost; they change no place.
    """
    replaced = _replaced(penalties, substitutes, rules)
    deducted = {  # a replaced player does not pay for every offence
        player: [row for row in rows if player not in replaced or row.offence not in OF_WHO_WAS_REPLACED]
        for player, rows in penalties.items()
    }
    left_out = replaced if rules.substitute_play == "left_out" else {}
    # a player replaced during the game and left out comes last, whatever was played for them
    outside = {player for player, when in left_out.items() if when == "during"}
    best_first = sorted(scores, key=lambda player: (player in outside, -scores[player]))
    groups = _groups(best_first, scores, outside, rules)
    sticks = _sticks(groups[0], deposits, scores, rules)
    sticks_left = 0 if sticks else deposits
    points = {player: scores[player] + sticks.get(player, 0) for player in best_first}
    uma = _shared(groups, _uma_of(points, rules))
    stake, pots = rules.return_points - rules.start_points, [rules.oka, *[0] * (rules.players - 1)]
    oka = {player: pot - stake for player, pot in _shared(groups, pots).items()}
    ranks = {player: 1 + sum(map(len, groups[:at])) for at, group in enumerate(groups) for player in group}
    played, missed = dict(points), dict[str, int]()
    for player in replaced:
        sticks.pop(player, None)
        if player in left_out:
            points[player], uma[player] = rules.start_points + rules.substitute_points, rules.uma[-1]
        else:  # the result of play is the substitute's
            points[player], uma[player], oka[player] = rules.start_points, 0, 0
            missed[player] = rules.substitute_points
    finishes = []
    for player in best_first:
        parts = points[player], uma[player], oka[player]
        penalty = sum(each.points for each in deducted.get(player, ())) + missed.get(player, 0)
        won, worth = chips.get(player, 0), rules.chips.worth
        result = sum(parts) - rules.start_points + penalty + won * worth
        finishes.append(Finish(player, ranks[player], *parts, penalty, result, won, won * worth))
    notes = _notes(groups, sticks_left, rules) + _substitute_notes(finishes, replaced, played, rules)
    notes += _not_taken(penalties, deducted, rules)
    rows = [*_adjustments(finishes, sticks, rules), *_deductions(finishes, deducted, missed, rules)]
    return Standing(tuple(finishes), sticks_left, (*rows, *_chips_paid(finishes, rules)), tuple(notes))


def _replaced(
    penalties: Mapping[str, Sequence[Deduction]], substitutes: Mapping[str, Substituted], rules: RuleSet
) -> dict[str, Substituted]:
    """Who was replaced and when, from `substitutes` or else from a penalty for a missed game."""
    replaced: dict[str, Substituted] = {}
    for player, deductions in penalties.items():
        if rules.substitute_points and any(deduction.offence == MISSED for deduction in deductions):
            replaced[player] = "before"
    return replaced | {**substitutes}


def _groups(
    best_first: Sequence[str], scores: Mapping[str, int], outside: Container[str], rules: RuleSet
) -> list[list[str]]:
    """The players who share a place, best first; nobody shares if seat order decides ties.

    The players outside come last and share no place with the others, whatever was played for them.
    """
    groups: list[list[str]] = []
    for player in best_first:
        before = groups[-1][0] if groups else None
        tied = before is not None and scores[before] == scores[player]
        if tied and rules.ties == "shared" and (player in outside) == (before in outside):
            groups[-1].append(player)
        else:
            groups.append([player])
    return groups


def _sticks(first: Sequence[str], deposits: int, scores: Mapping[str, int], rules: RuleSet) -> dict[str, int]:
    """The leftover sticks that each player gets, in points.

    If tied players share them, a point that cannot be split is lost (EMA 3.7). With `first_shared_by_100`,
    shares are whole hundreds, and the rest goes to the player nearest to the first dealer (M-League 6.2).
    """
    if not deposits or rules.leftover_sticks == "nobody":
        return {}
    points = deposits * RIICHI_STICK
    if rules.leftover_sticks == "first":
        return {first[0]: points}
    if rules.leftover_sticks == "first_shared":
        return dict.fromkeys(first, points // len(first))
    share = points // len(first) // SMALLEST_STICK * SMALLEST_STICK
    nearest = min(first, key=list(scores).index)
    return {player: share + (points - share * len(first)) * (player == nearest) for player in first}


def _uma_of(points: Mapping[str, int], rules: RuleSet) -> Sequence[int]:
    """The uma by place; a floating uma depends on how many players kept their starting points."""
    floating = sum(each >= rules.start_points for each in points.values())
    return rules.uma_floating[floating - 1] if 0 < floating <= len(rules.uma_floating) else rules.uma


def _shared(groups: Sequence[Sequence[str]], by_place: Sequence[int]) -> dict[str, int]:
    """What each player of each group gets: the sum for the group's places, split evenly.

    Indivisible points go to the first players of the group, one each.
    """
    shares: dict[str, int] = {}
    at = 0
    for group in groups:
        share, remainder = divmod(sum(by_place[at : at + len(group)]), len(group))
        shares |= {player: share + (place < remainder) for place, player in enumerate(group)}
        at += len(group)
    return shares


def _adjustments(finishes: Sequence[Finish], sticks: Mapping[str, int], rules: RuleSet) -> list[Adjustment]:
    parts = (
        ("row_sticks_left", "leftover_sticks", [sticks.get(each.player, 0) for each in finishes]),
        ("row_uma", "uma", [each.uma for each in finishes]),
        ("row_oka", "oka", [each.oka for each in finishes]),
    )
    return [
        Adjustment.of(
            each.player,
            points,
            Message.of(code, player=each.player, rank=each.rank),
            rules.source_of(key),
        )
        for code, key, column in parts
        for each, points in zip(finishes, column, strict=True)
        if points
    ]


def _deductions(
    finishes: Sequence[Finish],
    deducted: Mapping[str, Sequence[Deduction]],
    missed: Mapping[str, int],
    rules: RuleSet,
) -> Iterator[Adjustment]:
    """What is taken after uma, best player first: each penalty with its reason, then for a missed game."""
    for player in (each.player for each in finishes):
        for deduction in deducted.get(player, ()):
            message = Message.of("row_penalty", player=player)
            if deduction.reason:
                message = Message.of("row_penalty_for", player=player, why=deduction.reason)
            if deduction.points:
                yield Adjustment(player, deduction.points, message, deduction.cite, deduction.remark)
        if points := missed.get(player, 0):
            row = Message.of("row_missed", player=player)
            yield Adjustment.of(player, points, row, rules.source_of("substitute_points"))


def _chips_paid(finishes: Sequence[Finish], rules: RuleSet) -> Iterator[Adjustment]:
    """What the chips of each player are worth."""
    source, worth = rules.source_of("chips.worth"), rules.chips.worth
    for each in finishes:
        if each.chip_points:
            message = Message.of("row_chips_worth", player=each.player, chips=each.chips, worth=worth)
            yield Adjustment.of(each.player, each.chip_points, message, source)


def _notes(groups: Sequence[Sequence[str]], deposits_left: int, rules: RuleSet) -> list[Note]:
    notes = [
        Note.of("note_shared_place", rules, "ties", players=tuple(group))
        for group in groups
        if len(group) > 1
    ]
    if deposits_left:
        notes.append(Note.of("note_sticks_unclaimed", rules, "leftover_sticks"))
    return notes


def _not_taken(
    stated: Mapping[str, Sequence[Deduction]], deducted: Mapping[str, Sequence[Deduction]], rules: RuleSet
) -> Iterator[Note]:
    """Each stated penalty that is not taken, except for the missed game itself."""
    for player, penalties in stated.items():
        for penalty in penalties:
            if penalty not in deducted[player] and penalty.reason is not None and penalty.offence != MISSED:
                code, key = "note_not_beside_substitute", "substitute_points"
                yield Note.of(code, rules, key, player=player, why=penalty.reason)


def _substitute_notes(
    finishes: Sequence[Finish], replaced: Mapping[str, str], played: Mapping[str, int], rules: RuleSet
) -> list[Note]:
    """Notes on replaced players, and on what their substitutes played (EMA 7.3, WRC 7.2)."""
    points, notes = rules.substitute_points, []
    for each in finishes:
        if each.player in replaced:
            code, values = "note_substitute", {"points": points, "uma": each.uma}
            if rules.substitute_play == "scored":
                code = "note_substitute_scored"
                values = {"rank": each.rank, "points": played[each.player], "penalty": points}
            notes.append(Note.of(code, rules, "substitute_points", player=each.player, **values))
    return notes
