"""A hand of a game corrected or removed afterwards, and all that followed worked out anew. Pure.

Hands are kept by winds, and who sits on which wind follows from the hands before: what is said of the later
hands is carried over by player, so that a win stays with whoever won it when the deal has gone another way.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from yakulens.app.contract import Json
from yakulens.app.game import Game, Played, Stand, as_seated, first, following, replay, settle
from yakulens.app.game.place import win_carried

_LISTS: Final = ("riichi", "tenpai", "nagashi", "dead_hands")
_ONES: Final = ("discarder", "offender")
_LASTING: Final = ("hands_left", "stopped")


@dataclass(frozen=True, slots=True)
class Correction:
    """A game after one of its hands was corrected.

    Attributes:
        game: the game, as far as it can be settled.
        played: its hands with what they pay now.
        stand: where it stands now.
        stuck: the first hand that cannot be settled now, by its number in the old game; None where all can.
        problems: why it cannot, as ``settle`` says it.
    """

    game: Game
    played: tuple[Played, ...]
    stand: Stand
    stuck: int | None = None
    problems: tuple[Json, ...] = ()


def correct(game: Game, at: int, end: Json | None) -> Correction:
    """The game in which hand number ``at`` ended so; for None, in which it was not played."""
    before, _ = replay(game)
    if end is None:
        game = replace(game, seatings=_without(game, at))
    played: list[Played] = []
    stand = first(game)
    for number, hand in enumerate(before):
        if number == at and end is None:
            continue
        # What the clock and the dealer said of a hand stays so, however it ended.
        kept = {key: hand.end[key] for key in _LASTING if key in hand.end}
        now = kept | end if number == at and end is not None else reseated(hand.end, hand.before, stand)
        settled = settle(game, stand, now)
        if settled["problems"]:
            rest = replace(game, ends=tuple(each.end for each in played))
            return Correction(rest, tuple(played), stand, number, tuple(settled["problems"]))
        played.append(Played(stand, now, settled))
        stand = as_seated(game, len(played), following(stand, settled))
    return Correction(replace(game, ends=tuple(each.end for each in played)), tuple(played), stand)


def found_again(was: Sequence[Played], now: Sequence[Played], at: int) -> int | None:
    """Where a hand stands in its game after somebody else has changed that; None where it is no more.

    Args:
        was: the game's hands before.
        now: its hands since.
        at: the hand's number before.
    """
    same = _alike(was, now)
    if at < same:
        return at
    # What is alike from the end on begins after that: two hands that ended alike are not taken for one.
    if len(was) - at <= _alike(was[same:][::-1], now[same:][::-1]):
        return at + len(now) - len(was)
    return at if len(was) == len(now) else None


def _alike(one: Sequence[Played], other: Sequence[Played]) -> int:
    """How many hands at the beginning ended alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a.end != b.end), min(len(one), len(other)))


def meanwhile(
    was: Sequence[Played], now: Sequence[Played]
) -> tuple[Literal["entered", "taken_back", "corrected"], tuple[Stand, ...]] | None:
    """What somebody else has done to a game's hands, and as which they stood; None for nothing."""
    same = _alike(was, now)
    gone, come = was[same:], now[same:]
    if gone and come:
        return "corrected", (gone[0].before,)
    if gone or come:
        return "entered" if come else "taken_back", tuple(each.before for each in come or gone)
    return None


def _without(game: Game, at: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """How the players sat, by the hands' numbers in the game without hand number ``at``."""
    return tuple({number - (number > at): sitting for number, sitting in game.seatings}.items())


def reseated(end: Json, before: Stand, now: Stand) -> Json:
    """What was said of a hand, for the same players where they sit on other winds."""
    if before.seats() == now.seats():
        return end

    moved = {seat: now.seats()[before.player(seat)] for seat in before.seats()}
    changed = dict(end)
    for key in _LISTS:
        if key in changed:
            changed[key] = [moved[seat] for seat in changed[key]]
    for key in _ONES:
        if changed.get(key) is not None:
            changed[key] = moved[changed[key]]
    if "wins" in changed:
        changed["wins"] = [win_carried(win, moved) for win in changed["wins"]]
    return changed
