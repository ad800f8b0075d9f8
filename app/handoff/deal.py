"""A deal, draws and discards that end in a given hand.

A photo shows how a hand ended, and a replay wants to know how it came there. The winner's tiles, the calls
and from whom, the riichi, the winning tile and who discarded it are true here. Everything else is made up
of tiles that are left, and none of them would have completed the hand.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from yakulens.app.contract import Json
from yakulens.scorer.tile import KINDS, parse, plain

DRAWN: Final = 60
"""Number under which tenhou.net/6 writes the discard of the tile that was just drawn."""

_SUITS: Final = {"m": 10, "p": 20, "s": 30, "z": 40}
_REDS: Final = {"0m": 51, "0p": 52, "0s": 53}
_AWAY: Final = {"left": 3, "across": 2, "right": 1}
"""How many seats lie between the winner and whom a tile was called from, in turn order."""
_DEALT: Final = 13


def number(tile: str) -> int:
    """A tile as tenhou.net/6 writes it.

    >>> number("1m"), number("9s"), number("7z"), number("0p")
    (11, 39, 47, 52)
    """
    return _REDS.get(tile) or _SUITS[tile[1]] + int(tile[0])


@dataclass(slots=True)
class Deal:
    """What each seat was dealt, drew or called, and discarded, as tenhou.net/6 writes it."""

    dealt: list[list[int]] = field(default_factory=lambda: [[], [], [], []])
    taken: list[list[int | str]] = field(default_factory=lambda: [[], [], [], []])
    discarded: list[list[int | str]] = field(default_factory=lambda: [[], [], [], []])


@dataclass(frozen=True, slots=True)
class _Call:
    """A meld to be made: called from a seat, or by the winner alone (``source`` None).

    Attributes:
        source: the seat that discards the tile.
        tile: the tile that is discarded or drawn for it.
        told: how the call is written.
        again: whether a tile is drawn from the dead wall after it.
    """

    source: int | None
    tile: str
    told: str
    again: bool


class DealError(ValueError):
    """There are not enough tiles to make a deal of."""


def deal(hand: Json, winner: int, discarder: int | None, riichi: Iterable[int], waits: Iterable[str]) -> Deal:
    """Deal, draws and discards after which the hand is won.

    Args:
        hand: the contract's Hand; its tiles are a possible hand.
        winner: the seat, 0 for East.
        discarder: whose tile was claimed; None for a win by self-draw.
        riichi: the seats that declared riichi.
        waits: the kinds that complete the hand: nobody discards one before.

    Raises:
        DealError: there are not enough tiles.
    """
    concealed = [*parse(hand["concealed"])]
    calls, own = _calls(hand, winner)
    known = [*concealed, *own, hand["win"], *(call.tile for call in calls)]
    known += parse("".join(hand.get("dora_indicators") or ())) + parse(
        "".join(hand.get("ura_indicators") or ())
    )
    spare = _spare(known, {plain(tile) for tile in (*waits, hand["win"])})
    made = Deal()
    try:
        mine = [*concealed, *own]
        fillers = [next(spare) for _ in range(_DEALT - len(mine))]
        for seat in range(4):
            tiles = [*mine, *fillers] if seat == winner else [next(spare) for _ in range(_DEALT)]
            made.dealt[seat] = sorted(number(tile) for tile in tiles)
        rinshan = hand.get("rinshan") is True
        _play(
            made, calls, deque(fillers), spare, winner, discarder, set(riichi), hand["win"], rinshan=rinshan
        )
    except StopIteration as error:
        message = "there are not enough tiles to make a deal of"
        raise DealError(message) from error
    return made


def _play(  # noqa: PLR0913, PLR0917 - all that a hand consists of
    made: Deal,
    calls: deque[_Call],
    fillers: deque[str],
    spare: Iterator[str],
    winner: int,
    discarder: int | None,
    riichi: set[int],
    win: str,
    *,
    rinshan: bool,
) -> None:
    seat = 0
    while True:
        if not calls and not riichi and seat == (winner if discarder is None else discarder):
            made.taken[seat].append(number(win))
            if discarder is not None:
                made.discarded[seat].append(DRAWN)
            return
        if calls and seat == (winner if calls[0].source is None else calls[0].source):
            call = calls.popleft()
            seat = _make(made, call, fillers, seat, winner)
            own_next = bool(calls) and calls[0].source is None
            if not call.again or own_next or (rinshan and not calls and not riichi):
                continue  # what is drawn from the dead wall makes the next quad, or wins
        made.taken[seat].append(number(next(spare)))
        declares = seat in riichi and (seat != winner or not calls)
        made.discarded[seat].append(f"r{DRAWN}" if declares else DRAWN)
        if declares:
            riichi.discard(seat)
        seat = (seat + 1) % 4


def _make(made: Deal, call: _Call, fillers: deque[str], seat: int, winner: int) -> int:
    """Make a call with the tile that this seat draws; whose turn it is then."""
    made.taken[seat].append(number(call.tile))
    if call.source is None:
        made.discarded[winner].append(call.told)
        return winner
    made.discarded[seat].append(DRAWN)
    made.taken[winner].append(call.told)
    if call.again:
        made.discarded[winner].append(0)
        return winner
    made.discarded[winner].append(number(fillers.popleft()))
    return (winner + 1) % 4


def _calls(hand: Json, winner: int) -> tuple[deque[_Call], list[str]]:
    """The melds as calls in order, and the tiles for them that the winner holds from the start."""
    calls, own = deque[_Call](), list[str]()
    added = deque[_Call]()
    for meld in hand.get("melds") or ():
        tiles = [*parse(meld["tiles"])] if isinstance(meld["tiles"], str) else list(meld["tiles"])
        kind = meld["kind"]
        if kind == "closed_kan":
            *three, last = tiles
            own += three
            calls.append(_Call(None, last, _written([*three], "a", [last], 3), again=True))
            continue
        away = _AWAY[meld.get("from") or ("left" if kind == "chi" else "across")]
        source = (winner + away) % 4
        place = {3: 0, 2: 1, 1: 2}[away]
        called, *rest = tiles
        if kind == "added_kan":
            *rest, fourth = rest
            added.append(_Call(None, fourth, _written(rest, "k", [fourth, called], place), again=True))
        letter = {"chi": "c", "open_kan": "m"}.get(kind, "p")
        place = 3 if kind == "open_kan" and away == _AWAY["right"] else place
        own += rest
        calls.append(_Call(source, called, _written(rest, letter, [called], place), again=kind == "open_kan"))
    return calls + added, own


def _written(own: list[str], letter: str, called: list[str], place: int) -> str:
    """A call as it is written, the called tiles at their place among one's own.

    >>> _written(["5z", "5z"], "p", ["5z"], 1)
    '45p4545'
    """
    tiles = [str(number(tile)) for tile in own]
    return "".join([*tiles[:place], letter, *(str(number(tile)) for tile in called), *tiles[place:]])


def _spare(known: Iterable[str], waits: set[str]) -> Iterator[str]:
    """The tiles that are left and complete nothing, kind after kind and not four of one together."""
    used = Counter(plain(tile) for tile in known)
    for copy in range(1, 5):
        yield from (kind for kind in KINDS if kind not in waits and used[kind] + copy <= 4)  # noqa: PLR2004 - four of each
