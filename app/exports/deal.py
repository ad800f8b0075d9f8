"""Invents a deal, draws and discards that end in a given hand.

A photo shows only the end of a hand, but a replay needs its course. The winner's tiles, the calls and their
sources, the riichi, the winning tile and its discarder are those of the hand. The rest is invented from the
remaining tiles, none of which would have completed the hand.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from yakulens.scorer.contract.hand_json import Case
from yakulens.scorer.meld import Meld
from yakulens.scorer.tile import KINDS, plain

DRAWN: Final = 60
"""The number with which tenhou.net/6 writes the discard of the drawn tile."""

_SUITS: Final = {"m": 10, "p": 20, "s": 30, "z": 40}
_REDS: Final = {"0m": 51, "0p": 52, "0s": 53}
_TURNS_AFTER: Final = {"left": 3, "across": 2, "right": 1}
"""How many turns after the winner's comes the turn of the player whose tile was called."""
_HAND_SIZE: Final = 13


def number(tile: str) -> int:
    """A tile as tenhou.net/6 writes it.

    >>> number("1m"), number("9s"), number("7z"), number("0p")
    (11, 39, 47, 52)
    """
    return _REDS.get(tile) or _SUITS[tile[1]] + int(tile[0])


@dataclass(slots=True)
class Deal:
    """Each seat's deal, its draws and calls, and its discards, as tenhou.net/6 writes them."""

    dealt: list[list[int]] = field(default_factory=lambda: [[], [], [], []])
    received: list[list[int | str]] = field(default_factory=lambda: [[], [], [], []])
    discarded: list[list[int | str]] = field(default_factory=lambda: [[], [], [], []])


class _Call(NamedTuple):
    """A meld to make."""

    source: int | None  # the seat that discards the tile; None where the winner draws it
    tile: str  # the tile that is discarded or drawn for it
    notation: str  # the call as tenhou.net/6 writes it
    draws_replacement: bool  # whether a tile is drawn from the dead wall after it


class DealError(ValueError):
    """There are not enough tiles for a deal."""


def deal(case: Case, winner: int, discarder: int | None, riichi: Iterable[int], waits: Iterable[str]) -> Deal:
    """Deal, draws and discards that lead to the win.

    Args:
        case: the hand that was won; its tiles are a possible hand.
        winner: the seat, 0 for East.
        discarder: the seat that discarded the winning tile; None for a win by self-draw.
        riichi: the seats that declared riichi.
        waits: the kinds that complete the hand; nobody discards one earlier.

    Raises:
        DealError: there are not enough tiles.
    """
    calls, for_calls = _calls(case.hand.melds, winner)
    win, said = case.hand.win, case.situation
    start = [*case.hand.concealed, *for_calls]
    used = [*start, win, *(call.tile for call in calls), *said.dora_indicators, *said.ura_indicators]
    spare = _spare_tiles(used, {plain(tile) for tile in (*waits, win)})
    result = Deal()
    try:
        fillers = [next(spare) for _ in range(_HAND_SIZE - len(start))]
        for seat in range(4):
            tiles = [*start, *fillers] if seat == winner else [next(spare) for _ in range(_HAND_SIZE)]
            result.dealt[seat] = sorted(number(tile) for tile in tiles)
        _play(result, case, winner, discarder, set(riichi), calls, deque(fillers), spare)
    except StopIteration as error:
        message = "there are not enough tiles to make a deal of"
        raise DealError(message) from error
    return result


def _play(  # noqa: PLR0913, PLR0917 - all that a hand consists of
    result: Deal,
    case: Case,
    winner: int,
    discarder: int | None,
    riichi: set[int],
    calls: deque[_Call],
    fillers: deque[str],
    spare: Iterator[str],
) -> None:
    rinshan = case.situation.rinshan
    seat = 0
    while True:
        if not calls and not riichi and seat == (winner if discarder is None else discarder):
            result.received[seat].append(number(case.hand.win))
            if discarder is not None:
                result.discarded[seat].append(DRAWN)
            return
        if calls and seat == (winner if calls[0].source is None else calls[0].source):
            call = calls.popleft()
            seat = _make_call(result, call, fillers, seat, winner)
            is_next_own = bool(calls) and calls[0].source is None
            if not call.draws_replacement or is_next_own or (rinshan and not calls and not riichi):
                continue  # the replacement tile belongs to the next quad, or wins
        result.received[seat].append(number(next(spare)))
        declares = seat in riichi and (seat != winner or not calls)
        result.discarded[seat].append(f"r{DRAWN}" if declares else DRAWN)
        if declares:
            riichi.discard(seat)
        seat = (seat + 1) % 4


def _make_call(result: Deal, call: _Call, fillers: deque[str], seat: int, winner: int) -> int:
    """Make a call with the tile that this seat draws; returns the seat whose turn follows."""
    result.received[seat].append(number(call.tile))
    if call.source is None:
        result.discarded[winner].append(call.notation)
        return winner
    result.discarded[seat].append(DRAWN)
    result.received[winner].append(call.notation)
    if call.draws_replacement:
        result.discarded[winner].append(0)
        return winner
    result.discarded[winner].append(number(fillers.popleft()))
    return (winner + 1) % 4


def _calls(melds: Iterable[Meld], winner: int) -> tuple[deque[_Call], list[str]]:
    """The melds as calls in their order, and the tiles for them that the winner is dealt."""
    calls, dealt = deque[_Call](), list[str]()
    added = deque[_Call]()
    for meld in melds:
        kind = meld.kind
        if kind == "closed_kan":
            *three, last = meld.tiles
            dealt += three
            calls.append(_Call(None, last, _notation(three, "a", [last], 3), draws_replacement=True))
            continue
        turns = _TURNS_AFTER[meld.claimed_from or ("left" if kind == "chi" else "across")]
        position = 3 - turns
        called, *others = meld.tiles
        if kind == "added_kan":
            *others, fourth = others
            notation = _notation(others, "k", [fourth, called], position)
            added.append(_Call(None, fourth, notation, draws_replacement=True))
        is_kan = kind == "open_kan"
        if is_kan and turns == _TURNS_AFTER["right"]:
            position = 3
        dealt += others
        letter = {"chi": "c", "open_kan": "m"}.get(kind, "p")
        notation = _notation(others, letter, [called], position)
        calls.append(_Call((winner + turns) % 4, called, notation, draws_replacement=is_kan))
    return calls + added, dealt


def _notation(held: list[str], letter: str, called: list[str], position: int) -> str:
    """A call as tenhou.net/6 writes it, with the called tiles at a position among those held.

    >>> _notation(["5z", "5z"], "p", ["5z"], 1)
    '45p4545'
    """
    tiles = [str(number(tile)) for tile in held]
    return "".join([*tiles[:position], letter, *(str(number(tile)) for tile in called), *tiles[position:]])


def _spare_tiles(used: Iterable[str], waits: set[str]) -> Iterator[str]:
    """The remaining tiles except the waits: a first copy of each kind, then a second, and so on."""
    counts = Counter(plain(tile) for tile in used)
    for copy in range(1, 5):
        yield from (kind for kind in KINDS if kind not in waits and counts[kind] + copy <= 4)  # noqa: PLR2004 - four of each
