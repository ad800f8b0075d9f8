"""The all-last sheet (EMA 3.6): what each player needs, and from whom, for a better place."""

import functools
import itertools
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, TypeAlias

from yakulens.scorer.payments import Win
from yakulens.scorer.points import base_points
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.table.figures import least_han
from yakulens.scorer.table.hand_end import HandEnd, first_seat, other_seats, seats_of
from yakulens.scorer.table.settlement import settle, transfers_of
from yakulens.scorer.transfers import net_of
from yakulens.scorer.vocabulary import By, HandState, Limit, Seat

RIICHI: Final[HandState] = "riichi"
_NOTHING: Final[Mapping[Seat, HandState]] = MappingProxyType({})
MOST_YAKUMAN: Final = 6
"""Multiples of a yakuman that are tried if several are paid."""
_USUAL_FU: Final = 35
"""Minipoints close to those of most hands."""


@dataclass(frozen=True, slots=True)
class NeededHand:
    """What a hand is worth: han and minipoints, or a limit, or a number of yakuman.

    Attributes:
        base: the base value in points.
        han: han of yaku and dora; 0 for a yakuman.
        fu: minipoints; 0 if they do not matter.
        limit: the limit that it reaches, if any.
        yakuman: multiples of a yakuman.
    """

    base: int
    han: int
    fu: int
    limit: Limit | None = None
    yakuman: int = 0


@dataclass(frozen=True, slots=True)
class Enough:
    """The smallest win that is enough, by self-draw or by discard from one player.

    Attributes:
        worth: the smallest hand that is enough, in its usual form.
        worths: the minimum of minipoints for each number of han below that of mangan, up to the first number
            of han for which any minipoints are enough; they can amount to a mangan.
        points: the player's points after it.
        shared: whether the place is then shared with another player.
        game_ends: whether it ends the game.
    """

    worth: NeededHand
    worths: tuple[NeededHand, ...]
    points: int
    shared: bool
    game_ends: bool


@dataclass(frozen=True, slots=True)
class Goal:
    """A better place, and what is enough for it.

    Attributes:
        place: 1 for the first place.
        tsumo: by self-draw; None if no hand is enough.
        ron: by discard from each other player; None if no hand is enough.
    """

    place: int
    tsumo: Enough | None
    ron: Mapping[Seat, Enough | None]


@dataclass(frozen=True, slots=True)
class OnDraw:
    """A player's place after an exhaustive draw, if the player is tenpai or noten.

    Attributes:
        tenpai: whether the player is tenpai.
        places: the possible places, best first; the others' hands decide.
        rival: the player who alone decides between two places: the first if the rival is noten, else the
            second; None if no single player decides.
        shared: whether the place is then shared with another player; None if the others' hands decide.
        game_ends: whether it ends the game; None if the others' hands decide.
    """

    tenpai: bool
    places: tuple[int, ...]
    rival: Seat | None
    shared: bool | None
    game_ends: bool | None


@dataclass(frozen=True, slots=True)
class Need:
    """One player's line of the sheet.

    Attributes:
        seat: the player's wind in this hand.
        points: the points before it.
        place: the place by these points.
        goals: the better places, best first; none for the leader. A place that takes the same wins as a
            better one is left out.
        draws: the place after a draw, tenpai and noten; a player in riichi is tenpai.
    """

    seat: Seat
    points: int
    place: int
    goals: tuple[Goal, ...]
    draws: tuple[OnDraw, ...] = ()


def needs(end: HandEnd, rules: RuleSet, known: Mapping[Seat, HandState] = _NOTHING) -> tuple[Need, ...]:
    """What each player needs in a hand for a better place, from the dealer on.

    `end` is the current hand, with the scores before it; its ending is ignored. If its number is unknown, it
    is the last hand. `known` says whose hand is closed or open: no win is named that such a hand cannot be. A
    player in riichi has a closed hand with the han of riichi.
    """
    number = end.number or rules.players
    states: dict[Seat, HandState] = {**known, **dict.fromkeys(end.riichi, RIICHI)}
    result = []
    draws = _draws(end, rules)
    for seat in seats_of(rules):
        place = place_of(seat, end.scores, number, rules)
        goals = tuple(_goals(seat, place, end, rules, states.get(seat)))
        result.append(Need(seat, end.scores[seat], place, goals, tuple(_on_draw(seat, draws, number, rules))))
    return tuple(result)


@dataclass(frozen=True, slots=True)
class _Draw:
    """A draw: who is tenpai, the points after it, and whether the game is over."""

    tenpai: frozenset[Seat]
    scores: Mapping[Seat, int]
    game_ends: bool


def _draws(end: HandEnd, rules: RuleSet) -> tuple[_Draw, ...]:
    """Every way in which the hand can be drawn; a player in riichi is tenpai."""
    free = [seat for seat in seats_of(rules) if seat not in end.riichi]
    draws = []
    for number in range(len(free) + 1):
        for more in itertools.combinations(free, number):
            tenpai = tuple(seat for seat in seats_of(rules) if seat in {*end.riichi, *more})
            draw_end = replace(end, event="exhaustive_draw", discarder=None, wins=(), tenpai=tenpai)
            settled = settle(draw_end, rules)
            draws.append(_Draw(frozenset(tenpai), settled.scores, settled.game_ends))
    return tuple(draws)


def _on_draw(seat: Seat, draws: Sequence[_Draw], number: int, rules: RuleSet) -> Iterator[OnDraw]:
    """One player's place after a draw, tenpai and noten, as far as each is possible."""
    for tenpai in (True, False):
        mine = [draw for draw in draws if (seat in draw.tenpai) is tenpai]
        if not mine:
            continue
        place = {draw.tenpai: place_of(seat, draw.scores, number, rules) for draw in mine}
        rival = next((each for each in other_seats(seat, rules) if _decides(each, place)), None)
        shared = _agreed(_is_shared(seat, draw.scores, rules) for draw in mine)
        ends = _agreed(draw.game_ends for draw in mine)
        yield OnDraw(tenpai, tuple(sorted(set(place.values()))), rival, shared, ends)


def _agreed(answers: Iterable[bool]) -> bool | None:
    """The answer of every draw; None if they differ."""
    different = set(answers)
    return different.pop() if len(different) == 1 else None


def _decides(rival: Seat, place: Mapping[frozenset[Seat], int]) -> bool:
    """Whether the rival alone decides: one place for the player if the rival is noten, else a worse one."""
    noten = {at for tenpai, at in place.items() if rival not in tenpai}
    ready = {at for tenpai, at in place.items() if rival in tenpai}
    return len(noten) == len(ready) == 1 and min(noten) < min(ready)


def place_of(seat: Seat, scores: Mapping[Seat, int], number: int, rules: RuleSet) -> int:
    """The place of a seat by points; the rule set decides ties."""
    mine = scores[seat]

    def is_ahead(other: Seat) -> bool:
        if scores[other] != mine or rules.ties == "shared":
            return scores[other] > mine
        return first_seat(other, number, rules) < first_seat(seat, number, rules)

    return 1 + sum(is_ahead(other) for other in other_seats(seat, rules))


def _is_shared(seat: Seat, scores: Mapping[Seat, int], rules: RuleSet) -> bool:
    """Whether the seat's place by points is shared with another player."""
    return rules.ties == "shared" and list(scores.values()).count(scores[seat]) > 1


def _goals(
    seat: Seat, place_now: int, end: HandEnd, rules: RuleSet, state: HandState | None
) -> Iterator[Goal]:
    """The better places of a player, each with the smallest win by self-draw and from each player.

    Of places that take the same wins, only the best is a goal.
    """
    by_payer = {payer: _least_win_by(seat, payer, end, rules, state) for payer in other_seats(seat, rules)}
    by_tsumo, better = _least_win_by(seat, None, end, rules, state), None
    for place in range(1, place_now):
        tsumo, ron = by_tsumo(place), {payer: least_win(place) for payer, least_win in by_payer.items()}
        if (tsumo, ron) != better:
            yield Goal(place, tsumo, ron)
        better = tsumo, ron


_LeastWin: TypeAlias = Callable[[int], Enough | None]
"""Maps a place to the smallest win that gives it or a better one; None if there is none."""


def _least_win_by(
    seat: Seat, payer: Seat | None, end: HandEnd, rules: RuleSet, state: HandState | None
) -> _LeastWin:
    """A function for a player's smallest win by self-draw or from one payer; it settles each win once."""
    by: By = "tsumo" if payer is None else "ron"
    number, min_han = end.number or rules.players, rules.han_needed(end.honba)
    worths = [each for each in worths_of(by, rules, state) if each.han >= min_han or each.yakuman]
    bases = list(dict.fromkeys(each.base for each in worths))

    def won(base: int) -> HandEnd:
        return replace(end, event=by, discarder=payer, wins=(Win(seat, base),))

    @functools.cache
    def scores_after(base: int) -> Mapping[Seat, int]:
        net = net_of(transfers_of(won(base), rules), end.scores)
        return {each: points + net[each] for each, points in end.scores.items()}

    def least_win(place: int) -> Enough | None:
        # the place improves with the worth of the hand, so bisect the worths
        at = bisect_left(bases, -place, key=lambda base: -place_of(seat, scores_after(base), number, rules))
        if at == len(bases):
            return None
        base, scores = bases[at], scores_after(bases[at])
        enough = [each for each in worths if each.base == base]
        return Enough(
            min(enough, key=lambda each: abs(each.fu - _USUAL_FU)),
            _forms(worths, base),
            scores[seat],
            _is_shared(seat, scores, rules),
            settle(won(base), rules).game_ends,
        )

    return least_win


def _forms(worths: Sequence[NeededHand], base: int) -> tuple[NeededHand, ...]:
    """For each number of han below that of mangan, the minimum of minipoints that are worth that much.

    If a number of han is enough with any minipoints, greater numbers are left out.
    """
    forms: list[NeededHand] = []
    below = [each for each in worths if each.fu]
    for han in sorted({each.han for each in below}):
        of_han = [each for each in below if each.han == han]
        enough = [each for each in of_han if each.base >= base]
        if enough:
            forms.append(min(enough, key=lambda each: each.fu))
        if len(enough) == len(of_han):
            break
    return tuple(forms)


@functools.cache
def worths_of(by: By, rules: RuleSet, state: HandState | None = None) -> tuple[NeededHand, ...]:
    """Every possible worth of a hand, by base value: han and minipoints, then limits, then yakuman.

    Only those of a closed or open hand, or one in riichi, if `state` says so.
    """
    worths = []
    first_limit = min(step.han for step in rules.limits)
    for (win_kind, fu), least in least_han(rules, state).items():
        for han in range(least, first_limit) if win_kind == by else ():
            base, limit = base_points(han, fu, 0, rules)
            worths.append(NeededHand(base, han, fu, limit))
    for step in rules.limits[:-1]:
        base, limit = base_points(step.han, 0, 0, rules)
        worths.append(NeededHand(base, step.han, 0, limit))
    for times in range(1, (MOST_YAKUMAN if rules.several_yakuman else 1) + 1):
        base, limit = base_points(0, 0, times, rules)
        worths.append(NeededHand(base, 0, 0, limit, times))
    return tuple(sorted(worths, key=lambda each: (each.base, each.han, each.fu)))
