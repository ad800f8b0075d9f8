"""A log as a game of the table: the ends of its hands, as `settle` takes them."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from yakulens.app import Json
from yakulens.app.game import Game, TableState, add, begin, following, replay, settle
from yakulens.app.records.record import (
    Record,
    RecordedHand,
    RecordedWin,
    Remark,
    contract_hand,
    liable_json,
)
from yakulens.scorer.errors import InputError, visible
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.transfers import RIICHI_STICK
from yakulens.scorer.vocabulary import SEATS

_OF_THE_TABLE: Final = ("rules", "rule_overrides", "discarder", "honba", "deposits", "liable")


def game_of(record: Record) -> tuple[Game, tuple[Remark, ...]]:
    """The game, and a remark on each part that is not read or differs from the log.

    The game goes on by our rules, whatever the log pays. A hand that cannot be settled ends it.
    """
    names = tuple(_distinct(record.players))
    game, notes = begin(record.rules, names, east_only=record.east_only), list(record.notes)
    if record.hands:
        game = replace(game, start=_stand(record.hands[0]))
        record = replace(record, overrides=record.overrides | _dealt_out(record))
    for number, told in enumerate(record.hands, start=1):
        hand = _with_bets(game, record, told, number) if told.bare else told
        try:
            game = add(game, end_of(record, hand, number))
        except InputError as error:
            notes.append(Remark.of("cannot_settle", number=number, why=error))
            break
        played, _ = replay(game)
        notes += _differences(number, hand, played[-1].before, played[-1].settled)
    return game, tuple(notes)


def _dealt_out(record: Record) -> Json:
    """The points of each player at the start, if they are not those of the rule set."""
    first = record.hands[0]
    total = sum(first.scores) + RIICHI_STICK * first.deposits
    start_points, rest = divmod(total, len(first.scores))
    usual = load_rules(record.rules).start_points
    return {} if rest or start_points == usual else {"start_points": start_points}


def _distinct(names: tuple[str, ...]) -> list[str]:
    """The names as they are seen, each of several alike numbered.

    >>> _distinct(("Ann", "Bo", "Ann", "Ann (1)"))
    ['Ann (2)', 'Bo', 'Ann (3)', 'Ann (1)']
    """
    shown, found = [visible(name) or "-" for name in names], list[str]()
    for name in shown:
        numbered = (f"{name} ({number})" for number in itertools.count(1))
        free = (each for each in numbered if each not in {*shown, *found})
        found.append(next(free) if shown.count(name) > 1 else name)
    return found


def _stand(hand: RecordedHand) -> TableState:
    nothing = (0,) * len(hand.scores)
    return TableState(hand.scores, nothing, hand.round, hand.dealer, hand.honba, hand.deposits)


def end_of(record: Record, hand: RecordedHand, number: int) -> Json:
    """The end of a hand as `settle` takes it; `number` counts the record's hands from 1."""
    end: Json = {"event": hand.event, "riichi": sorted(map(hand.seat, hand.bets), key=SEATS.index)}
    if record.overrides:
        end["rule_overrides"] = dict(record.overrides)
    if hand.wins:
        if hand.wins[0].source is not None:
            end["discarder"] = hand.seat(hand.wins[0].source)
        return end | {"wins": [_win(record, hand, win) for win in hand.wins]}
    if hand.event == "abortive_draw":
        return end | {"reason": hand.reason}
    tenpai = _tenpai(record, hand, number) if hand.tenpai is None else hand.tenpai
    return end | {"tenpai": list(map(hand.seat, tenpai)), "nagashi": list(map(hand.seat, hand.nagashi))}


def _tenpai(record: Record, hand: RecordedHand, number: int) -> tuple[int, ...]:
    """Who is in tenpai where nobody paid: everybody if the dealer deals again, else nobody."""
    following = record.hands[number : number + 1]
    repeats = any((each.dealer, each.round) == (hand.dealer, hand.round) for each in following)
    return tuple(range(len(hand.scores))) if repeats else ()


def _with_bets(game: Game, record: Record, hand: RecordedHand, number: int) -> RecordedHand:
    """A hand without discards with the sticks, and at a draw the tenpai hands, that explain its points."""
    _, stand = replay(game)
    for variant in _variants(hand):
        settled = settle(game, stand, end_of(record, variant, number))
        if settled["problems"] or _moved(variant, settled) != list(hand.changes):
            continue
        after = following(stand, settled)
        course = after.round, after.dealer, after.honba, after.deposits
        if all(course == _course(each) for each in record.hands[number : number + 1]):
            return variant
    return hand


def _variants(hand: RecordedHand) -> Iterator[RecordedHand]:
    """The hand with every set of sticks, the fewest first; whoever lays one at a draw is in tenpai."""
    players = range(len(hand.scores))
    sets = [
        each for number in range(len(hand.scores) + 1) for each in itertools.combinations(players, number)
    ]
    is_draw = hand.event == "exhaustive_draw" and not hand.nagashi
    for bets in sets:
        for tenpai in sets if is_draw else [hand.tenpai]:
            if not is_draw or set(bets) <= set(tenpai or ()):
                yield replace(hand, bets=frozenset(bets), tenpai=tenpai)


def _course(hand: RecordedHand) -> tuple[int, int, int, int]:
    return hand.round, hand.dealer, hand.honba, hand.deposits


def _moved(hand: RecordedHand, settled: Json) -> list[int]:
    """The points that each player won or lost by our rules, with sticks laid where the log has them so."""
    net = [settled["net"][hand.seat(player)] for player in range(len(hand.scores))]
    if hand.bare:
        return net
    return [points + RIICHI_STICK * (player in hand.bets) for player, points in enumerate(net)]


def _win(record: Record, hand: RecordedHand, win: RecordedWin) -> Json:
    seat, tiles = hand.seat(win.winner), contract_hand(record, hand, win)
    liable = liable_json(hand, win)
    answer: Json = {"seat": seat} | ({"liable": liable} if liable else {})
    if tiles is not None:
        return answer | {"hand": {key: value for key, value in tiles.items() if key not in _OF_THE_TABLE}}
    told = win.told
    if told.yakuman:
        is_whole = sum(times for _, times in told.yaku) == told.yakuman  # else the log names some alone
        return answer | {"yakuman": told.yakuman, "yaku": [name for name, _ in told.yaku if is_whole]}
    steps = load_rules(record.rules).limits
    limits = {step.name: step.han for step in steps} | {"counted_yakuman": steps[-1].han}
    han = told.han or (limits.get(told.limit) if told.limit else None)
    return answer | {"han": han} | ({"fu": told.fu} if told.fu else {})


def _differences(number: int, hand: RecordedHand, before: TableState, settled: Json) -> list[Remark]:
    """Remarks on a hand that starts or pays otherwise than in the log."""
    facts: list[tuple[str, Any, Any]] = [
        ("starts_points", list(hand.scores), list(before.scores)),
        ("starts_honba", hand.honba, before.honba),
        ("starts_deposits", hand.deposits, before.deposits),
    ]
    if hand.changes:
        facts.append(("pays", list(hand.changes), _moved(hand, settled)))
    return [
        Remark.of(what, number=number, told=told, found=found) for what, told, found in facts if told != found
    ]
