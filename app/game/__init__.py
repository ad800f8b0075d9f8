"""A running game: who sits where, what each hand paid, who deals. Pure; every figure is replayed.

A game is its rules, its players and the ends of its hands as the contract's ``settle`` takes them. Replaying
the ends gives scores, winds, counters and sticks, so taking back a hand means dropping its end.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from yakulens.app import Json
from yakulens.scorer.contract.deductions import REFEREE
from yakulens.scorer.contract.final_json import final_json
from yakulens.scorer.contract.form import Form
from yakulens.scorer.contract.need_json import need_json
from yakulens.scorer.contract.settlement_json import settled, settlement_to_json
from yakulens.scorer.errors import InputError, visible
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.table.ruling import Ruling
from yakulens.scorer.table.settlement import Settlement
from yakulens.scorer.vocabulary import SEATS, Seat, Substituted

_STOPPED: Final = "stopped"
"""Key in the last hand's end: its dealer ended the game after it."""
KEPT_ANSWERS: Final = 1024
"""Size of the cache of scorer answers: each page replays its game on every tap."""


@dataclass(frozen=True, slots=True)
class Penalised:
    """A referee's penalty: points taken from a player after the game."""

    player: int  # the index in ``Game.players``
    points: int  # below zero
    offence: str = ""  # from the rule set's book; empty where the referee named none


@dataclass(frozen=True, slots=True)
class Game:
    """One game."""

    rules: str  # the rule set's name
    players: tuple[str, ...]  # the names, the first dealer first, then in turn
    # The finished hands in order, each as ``settle`` takes it, seats as the winds of that hand; the last may
    # be marked ``stopped`` (see ``stop``).
    ends: tuple[Json, ...] = ()
    east_only: bool = False  # whether only the east round is played, before any extension
    # Changes of seats: the number (from 0) of the first hand, and which of ``players`` then sits at each
    # place of the first deal. Before the first change everybody sits at their own.
    seatings: tuple[tuple[int, tuple[int, ...]], ...] = ()
    until: int | None = None  # the time of the time signal, seconds since 1970; None without a clock
    penalties: tuple[Penalised, ...] = ()  # what a referee takes after the game beside a chombo, in order
    substitutes: tuple[tuple[int, Substituted], ...] = ()  # which of ``players`` were replaced, and when
    start: "TableState | None" = None  # the stand before its first hand here; None for its rules' usual start


@dataclass(frozen=True, slots=True)
class TableState:
    """Where a game stands."""

    scores: tuple[int, ...]  # points of each player
    penalties: tuple[int, ...]  # points that are taken after the game
    round: int = 0  # 0 for the east round, 1 for the south round and so on
    dealer: int = 0  # the dealer's place, in the order of the first deal
    honba: int = 0  # counters on the table
    deposits: int = 0  # riichi sticks on the table
    order: tuple[int, ...] = ()  # which of ``Game.players`` sits at each place; empty: each at their own
    chips: tuple[int, ...] = ()  # chips that each player has won, negative if lost; empty without chips

    def sitting(self) -> tuple[int, ...]:
        """Who of ``Game.players`` sits at each place."""
        return self.order or tuple(range(len(self.scores)))

    def seats(self) -> tuple[str, ...]:
        """The wind of each player in this hand."""
        count, sitting = len(self.scores), self.sitting()
        return tuple(SEATS[(sitting.index(player) - self.dealer) % count] for player in range(count))

    def player(self, seat: str) -> int:
        """Who sits on a wind."""
        return self.sitting()[self.place(seat)]

    def place(self, seat: str) -> int:
        """The place of a wind, in the order of the first deal."""
        return (SEATS.index(seat) + self.dealer) % len(self.scores)

    def round_wind(self) -> Seat:
        """The round wind."""
        return SEATS[self.round % len(SEATS)]


@dataclass(frozen=True, slots=True)
class Played:
    """One finished hand with the stand before it and what it paid (the contract's settlement)."""

    before: TableState
    end: Json
    settled: Json = field(default_factory=dict)


def begin(rules: str, players: tuple[str, ...], *, east_only: bool = False) -> Game:
    """A new game.

    Raises:
        ValueError: the names are not as many as the rules seat, or not all different.
    """
    players = tuple(map(visible, players))
    wanted = load_rules(rules).players
    if len(players) != wanted or len(set(players)) != wanted or not all(players):
        message = f"{wanted} different names are needed"
        raise ValueError(message)
    return Game(rules, players, east_only=east_only)


def first(game: Game) -> TableState:
    """The stand before the first hand."""
    rules, nothing = load_rules(game.rules), (0,) * len(game.players)
    points = (rules.start_points,) * len(game.players)
    chips = nothing if rules.chips.played else ()
    return as_seated(game, 0, game.start or TableState(points, nothing, chips=chips))


def as_seated(game: Game, number: int, stand: TableState) -> TableState:
    """The stand before hand number ``number``, with the seats that apply from there."""
    return replace(stand, order=dict(game.seatings).get(number, stand.order))


def reseat(game: Game, sitting: tuple[int, ...]) -> Game:
    """The game whose players sit like this from the next hand on; earlier hands keep their seats."""
    earlier = tuple(each for each in game.seatings if each[0] < len(game.ends))
    return replace(game, seatings=(*earlier, (len(game.ends), sitting)))


def is_reseated(game: Game) -> bool:
    """Whether a hand was played, or the current one is, on other seats than those of the first deal."""
    played, stand = replay(game)
    own = tuple(range(len(game.players)))
    return any(each.sitting() != own for each in (stand, *(hand.before for hand in played)))


def replay(game: Game) -> tuple[tuple[Played, ...], TableState]:
    """Every hand with what it paid, and the game's current stand.

    >>> game = begin("ema-2025", ("Ann", "Bo", "Cy", "Di"))
    >>> win = {"seat": "south", "han": 3, "fu": 40}
    >>> _, stand = replay(add(game, {"event": "ron", "discarder": "west", "wins": [win]}))
    >>> stand.scores, stand.seats(), stand.round_wind()
    ((30000, 35200, 24800, 30000), ('north', 'east', 'south', 'west'), 'east')
    """
    played: list[Played] = []
    stand = first(game)
    for end in game.ends:
        settled = settle(game, stand, end)
        played.append(Played(stand, end, settled))
        stand = as_seated(game, len(played), following(stand, settled))
    return tuple(played), stand


def settle(game: Game, stand: TableState, end: Mapping[str, Any]) -> Json:
    """What a hand with this end pays (the contract's settlement); ``problems`` say what is missing.

    The result is cached and shared: do not change it.
    """
    return _settlement_json(_settling(game, stand, end), load_rules(game.rules))


def ruling(game: Game, hand: Played) -> Ruling:
    """The ruling on a finished hand, from which everything that leaves the house is made.

    Raises:
        ValueError: the hand cannot be settled, so that there is none.
    """
    found = _settlement(_settling(game, hand.before, hand.end), load_rules(game.rules)).ruling
    if found is None:
        message = "a hand that cannot be settled has no ruling"
        raise ValueError(message)
    return found


# A request names its rules, and another file may take the name: answers are kept beside the rules themselves.


@lru_cache(maxsize=KEPT_ANSWERS)
def _settlement(request: str, _by: RuleSet) -> Settlement:
    return settled(Form.of(json.loads(request)))


@lru_cache(maxsize=KEPT_ANSWERS)
def _settlement_json(request: str, by: RuleSet) -> Json:
    return settlement_to_json(_settlement(request, by))


def _settling(game: Game, stand: TableState, end: Mapping[str, Any]) -> str:
    """The end of a hand as `settle` takes it, as JSON."""
    request = _request(game, stand, end)
    request.pop(_STOPPED, None)
    if "wins" in end:
        request["wins"] = [_win(game, stand, win) for win in end["wins"]]
    return json.dumps(request)


@lru_cache(maxsize=KEPT_ANSWERS)
def _answered(ask: Callable[[Any], Json], request: str, _by: RuleSet) -> Json:
    return ask(json.loads(request))


def _request(game: Game, stand: TableState, end: Mapping[str, Any]) -> Json:
    """The end of a hand with the game's facts, as the contract takes it."""
    request = {
        **end,
        "rules": game.rules,
        "dealer": "east",
        "honba": stand.honba,
        "deposits": stand.deposits,
        "scores": dict(zip(stand.seats(), stand.scores, strict=True)),
        "round": stand.round_wind(),
        "hand_number": stand.dealer + 1,
        "east_only": game.east_only,
    }
    if stand.round_wind() not in load_rules(game.rules).rounds:  # allowed for those who play on after the end
        rounds = {"rounds": list(SEATS[: SEATS.index(stand.round_wind()) + 1])}
        request["rule_overrides"] = {**(end.get("rule_overrides") or {}), **rounds}
    return request


def _win(game: Game, stand: TableState, win: Mapping[str, Any]) -> Json:
    """A win whose hand, if any, has this table's facts."""
    if "hand" not in win:
        return dict(win)
    hand = {key: value for key, value in win["hand"].items() if key != "discarder"}
    hand |= {"seat": win["seat"], "round": stand.round_wind(), "rules": game.rules}
    return {**win, "hand": hand | {"honba": 0, "deposits": 0}}


def add(game: Game, end: Json) -> Game:
    """The game after one more hand.

    Raises:
        InputError: the hand cannot be settled; the text says why.
    """
    _, stand = replay(game)
    problems = settle(game, stand, end)["problems"]
    if problems:
        raise InputError("; ".join(problem["message"] for problem in problems))
    return replace(game, ends=(*game.ends, end))


def stop(game: Game) -> Game:
    """The game, ended by a dealer who leads and would deal again (WDMC 3.7.2); see ``may_stop``."""
    return replace(game, ends=(*game.ends[:-1], game.ends[-1] | {_STOPPED: True}))


def may_stop(played: Sequence[Played]) -> bool:
    """Whether the dealer may end the game after its last hand."""
    notes = played[-1].settled["messages"]["notes"] if played else []
    return any(note["code"] == "note_may_stop" for note in notes)


def is_over(played: Sequence[Played]) -> bool:
    """Whether the last hand ended the game, by its rules or because the dealer stopped there."""
    return bool(played) and bool(played[-1].settled["game_ends"] or played[-1].end.get(_STOPPED))


def undo(game: Game) -> Game:
    """The game without its last hand; a change of seats after it applies once it is entered again."""
    return replace(game, ends=game.ends[:-1])


def hands_left(game: Game, played: Sequence[Played], now: float, *, over: bool = False) -> int | None:
    """How many hands follow the current one, after the time signal; None before it.

    ``over`` says that the hand was over before the signal, which matters only for the hand during which it
    came, not for those that follow. ``now`` is in seconds since 1970.
    """
    if game.until is None or now < game.until:  # also where a signal was given and the clock then set again
        return None
    if (counted := _counted(played)) is not None:
        return counted
    return None if over else load_rules(game.rules).hands_after_signal


def meets_signal(game: Game, played: Sequence[Played], now: float) -> bool:
    """Whether the signal has come and no hand has been counted after it.

    The signal came during the first hand that is entered after it, or that hand was over by then: a hand ends
    with a win or the last discard, before it is scored, and the next begins at once (EMA 7.4).
    """
    return _counted(played) is None and hands_left(game, played, now) is not None


def _counted(played: Sequence[Played]) -> int | None:
    """How many hands the last one leaves, if it was counted after the signal."""
    left = played[-1].settled.get("hands_left") if played else None
    return None if left is None else int(left)


def needs(game: Game, stand: TableState, left: int | None, riichi: Sequence[str] = ()) -> Json:
    """What each player needs in the current hand (the contract's all-last sheet)."""
    request = _request(game, stand, {"riichi": list(riichi)})
    asked = json.dumps(request | ({} if left is None else {"hands_left": left}))
    return _answered(need_json, asked, load_rules(game.rules))


def following(stand: TableState, settled: Mapping[str, Any]) -> TableState:
    """The stand after a hand was settled."""
    changes = (settled["net"], settled["penalties"], settled.get("chips", {}))
    net, taken, chips = ({stand.player(seat): change for seat, change in each.items()} for each in changes)
    dealer = stand.place(settled["dealer_next"])
    passed = dealer != stand.dealer
    return TableState(
        scores=tuple(score + net.get(player, 0) for player, score in enumerate(stand.scores)),
        penalties=tuple(points + taken.get(player, 0) for player, points in enumerate(stand.penalties)),
        round=stand.round + (passed and dealer == 0),
        dealer=dealer,
        honba=settled["honba_next"],
        deposits=settled["deposits_left"],
        order=stand.order,
        chips=tuple(count + chips.get(player, 0) for player, count in enumerate(stand.chips)),
    )


def standing(game: Game) -> Json:
    """The final standing if the game ended now (the contract's ``final``)."""
    _, stand = replay(game)
    names = game.players
    penalties: dict[str, list[Any]] = {
        names[i]: [points] for i, points in enumerate(stand.penalties) if points
    }
    for each in game.penalties:
        taken = {"points": each.points, "reason": each.offence or REFEREE}
        penalties.setdefault(names[each.player], []).append(taken)
    request = {
        "rules": game.rules,
        "scores": dict(zip(names, stand.scores, strict=True)),
        "deposits": stand.deposits,
        "penalties": penalties,
    }
    if stand.chips:
        request["chips"] = dict(zip(names, stand.chips, strict=True))
    if game.substitutes:
        request["substitutes"] = {names[player]: when for player, when in game.substitutes}
    return final_json(request)
