"""A reader of tenhou.net/6 of our own: plays a log through and says what the winner then holds."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

RED = {51: 15, 52: 25, 53: 35}


def tiles(text: str) -> list[int]:
    return [int(pair) for pair in re.findall(r"\d\d", text)]


def played(hand: list[Any], dealer: int) -> tuple[list[Counter[int]], list[list[list[int]]], int | None]:
    """Play one hand of a log; what each holds at the end, their melds, and the last tile drawn or discarded.

    Raises:
        AssertionError: the turns do not follow from one another.
    """
    dealt = [Counter(hand[4 + 3 * seat]) for seat in range(4)]
    taken = [list(hand[5 + 3 * seat]) for seat in range(4)]
    left = [list(hand[6 + 3 * seat]) for seat in range(4)]
    melds: list[list[list[int]]] = [[], [], [], []]
    assert [sum(each.values()) for each in dealt] == [13] * 4
    seat, last = dealer, None
    while any(taken):
        drawn = taken[seat].pop(0)
        if isinstance(drawn, str):
            _claim(drawn, seat, last, dealt, melds)
        else:
            dealt[seat][drawn] += 1
            last = drawn
        if not left[seat]:
            break
        gone = left[seat].pop(0)
        if gone == 0:
            continue
        if isinstance(gone, str) and gone[0] != "r":
            _quad(gone, dealt[seat], melds[seat])
            continue
        number = int(str(gone).removeprefix("r"))
        last = drawn if number == 60 else number
        assert dealt[seat][last] > 0, "discards what it does not hold"
        dealt[seat][last] -= 1
        seat = _next(seat, last, taken)
    assert not any(taken)
    assert not any(left)
    return [+each for each in dealt], melds, last


def _next(seat: int, last: int, taken: list[list[Any]]) -> int:
    for away in (1, 2, 3):
        other = (seat + away) % 4
        if taken[other] and isinstance(taken[other][0], str):
            call = taken[other][0]
            place = re.search("[a-z]", call)
            assert place is not None
            source = {0: 3, 2: 2, 4: 1, 6: 1}[place.start()]
            if source == 4 - away and int(call[place.end() : place.end() + 2]) == last:
                return other
    return (seat + 1) % 4


def _claim(
    call: str, seat: int, last: int | None, dealt: list[Counter[int]], melds: list[list[list[int]]]
) -> None:
    place = re.search("[a-z]", call)
    assert place is not None
    called = int(call[place.end() : place.end() + 2])
    assert called == last, "claims another tile than was discarded"
    own = Counter(tiles(call))
    own[called] -= 1
    assert own <= dealt[seat], "calls with what it does not hold"
    dealt[seat] -= own
    melds[seat].append(sorted(tiles(call)))


def _quad(call: str, held: Counter[int], melds: list[list[int]]) -> None:
    if "a" in call:
        assert Counter(tiles(call)) <= held
        held.subtract(Counter(tiles(call)))
        melds.append(sorted(tiles(call)))
        return
    place = call.index("k")
    added = int(call[place + 1 : place + 3])
    assert held[added] > 0
    held[added] -= 1
    triplet = sorted(tiles(call[:place] + call[place + 3 :]))
    melds[melds.index(triplet)] = sorted(tiles(call))
