"""Whose page is drawn next, where more pages want to be drawn than can be at a time.

Each draw runs in a thread of its own, and all of them share the processor: with five hundred at once, a tap
took 48 seconds. So only a few are drawn at a time. The next turn goes to the address that has waited longest
for one, and there to the visitor who has: one who opens many pages waits for their own. Taps come before
first draws of new pages, and those before what pages ask by themselves; but where taps never end, every other
turn goes to one of the others, so that somebody else comes in and sees their photo read.
"""

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

AT_ONCE: Final = 3
"""Draws at a time: the interpreter works at one, while the others wait for the disk."""
LONGEST_S: Final = 2.0
"""Seconds after which a draw no longer counts: some pages work for minutes and show it."""


class Urgency(IntEnum):
    """Who waits for a draw."""

    TAP = 0
    ARRIVAL = 1
    POLL = 2


_ORDERS: Final = (
    (Urgency.TAP, Urgency.ARRIVAL, Urgency.POLL),
    (Urgency.ARRIVAL, Urgency.TAP, Urgency.POLL),
    (Urgency.TAP, Urgency.ARRIVAL, Urgency.POLL),
    (Urgency.POLL, Urgency.ARRIVAL, Urgency.TAP),
)
"""Who is looked for first at each turn, round and round."""

Lanes = OrderedDict[str, "OrderedDict[str, deque[asyncio.Future[None]]]"]
"""Those who wait, by address and visitor, each in the order of their turns."""


@dataclass(slots=True)
class Draws:
    """Gives turns to draw; to be used in one event loop."""

    at_once: int = AT_ONCE
    _drawing: int = 0
    _turns: int = 0  # given to those who waited
    _waiting: dict[Urgency, Lanes] = field(default_factory=lambda: {each: OrderedDict() for each in Urgency})

    async def begin(self, address: str, visitor: str, urgency: Urgency) -> None:
        """Wait for a turn, which `end` gives back."""
        if self._drawing < self.at_once:
            self._drawing += 1
            return
        turn = asyncio.get_running_loop().create_future()
        lane = self._waiting[urgency].setdefault(address, OrderedDict()).setdefault(visitor, deque())
        lane.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.end()  # the turn came just as the page closed
            raise

    def end(self) -> None:
        """Give a turn back, to the next who waits."""
        for urgency in _ORDERS[self._turns % len(_ORDERS)]:
            while lanes := self._waiting[urgency]:
                turn = _next(lanes)
                if not turn.done():
                    self._turns += 1
                    turn.set_result(None)
                    return
        self._drawing -= 1


def _next(lanes: Lanes) -> asyncio.Future[None]:
    """Take out whose turn it is; their address and they themselves go to the end of the line."""
    address, visitors = lanes.popitem(last=False)
    visitor, turns = visitors.popitem(last=False)
    turn = turns.popleft()
    if turns:
        visitors[visitor] = turns
    if visitors:
        lanes[address] = visitors
    return turn
