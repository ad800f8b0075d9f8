"""Corrects or removes an earlier hand of a game, and settles every later hand again. Pure.

Hands are stored by winds, and the earlier hands decide who sits on which wind. Later hands are therefore
carried over by player: a win stays with its winner even where the deal now passes differently.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from yakulens.app import Json
from yakulens.app.game import Game, Played, TableState, as_seated, first, following, replay, settle
from yakulens.app.game.ending import END_LISTS
from yakulens.app.hand.place import carry_win

_SEAT_KEYS: Final = ("discarder", "offender")
_KEPT_KEYS: Final = ("hands_left", "stopped")


@dataclass(frozen=True, slots=True)
class Correction:
    """A game after one of its hands was corrected."""

    game: Game  # the game, as far as it can be settled
    played: tuple[Played, ...]  # its hands with what they now pay
    stand: TableState  # its current stand, or that before the hand that cannot be settled
    stuck: int | None = None  # the first hand, by its old number, that cannot be settled; None for none
    problems: tuple[Json, ...] = ()  # why not: the messages of ``settle``, of winds in ``stand``


def correct(game: Game, at: int, end: Json | None) -> Correction:
    """The game in which hand number ``at`` has this end; with None, the game without it."""
    before, _ = replay(game)
    if end is None:
        earlier = {number - (number > at): sitting for number, sitting in game.seatings}
        game = replace(game, seatings=tuple(earlier.items()))
    played: list[Played] = []
    stand, stuck, problems = first(game), None, ()
    for number, hand in enumerate(before):
        if number != at:
            new_end = reseated(hand.end, hand.before, stand)
        elif end is None:
            continue
        else:
            # The hands left on the clock and the dealer's stop stay, however the hand ended.
            new_end = {key: hand.end[key] for key in _KEPT_KEYS if key in hand.end} | end
        settled = settle(game, stand, new_end)
        if settled["problems"]:
            stuck, problems = number, tuple(settled["messages"]["problems"])
            break
        played.append(Played(stand, new_end, settled))
        stand = as_seated(game, len(played), following(stand, settled))
    game = replace(game, ends=tuple(each.end for each in played))
    return Correction(game, tuple(played), stand, stuck, problems)


def found_again(was: Sequence[Played], now: Sequence[Played], at: int) -> int | None:
    """The number of a hand after somebody else has changed its game's hands; None if it is gone."""
    same = _common_length(was, now)
    if at < same:
        return at
    # Equal hands at the end are counted only behind these, so no hand is counted at both ends.
    if len(was) - at <= _common_length(was[same:][::-1], now[same:][::-1]):
        return at + len(now) - len(was)
    return at if len(was) == len(now) else None


def _common_length(was: Sequence[Played], now: Sequence[Played]) -> int:
    """How many hands at the beginning are equal."""
    pairs = enumerate(zip(was, now, strict=False))
    return next((at for at, (old, new) in pairs if old.end != new.end), min(len(was), len(now)))


def meanwhile(
    was: Sequence[Played], now: Sequence[Played]
) -> tuple[Literal["entered", "taken_back", "corrected"], tuple[TableState, ...]] | None:
    """How somebody else changed a game's hands, and the stands before these hands; None for no change."""
    same = _common_length(was, now)
    removed, added = was[same:], now[same:]
    if removed and added:
        return "corrected", (removed[0].before,)
    if removed or added:
        return "entered" if added else "taken_back", tuple(hand.before for hand in added or removed)
    return None


def reseated(end: Json, before: TableState, now: TableState) -> Json:
    """The end of a hand for the same players, where they sit on other winds."""
    if before.seats() == now.seats():
        return end
    winds = {seat: now.seats()[before.player(seat)] for seat in before.seats()}
    changed = dict(end)
    for key in END_LISTS:
        if key in changed:
            changed[key] = [winds[seat] for seat in changed[key]]
    for key in _SEAT_KEYS:
        if changed.get(key) is not None:
            changed[key] = winds[changed[key]]
    if "wins" in changed:
        changed["wins"] = [carry_win(win, winds) for win in changed["wins"]]
    return changed
