"""How many pages may be open, so that nobody's pages keep others out.

An open page takes four descriptors and about two megabytes. One browser may have so many. Where an address,
or all together, reach their most, the page that was silent for longest makes room: idle pages shut no door.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from yakulens.app.server.messages import BURST, OF_ADDRESS, PER_SECOND, MessageRate

MOST_OF_VISITOR: Final = 24
MOST: Final = 1_000
"""Open pages of all visitors, if there are descriptors for so many; one address may have half of them."""
PER_PAGE: Final = 8
"""Descriptors for a page: its own four, three of a closed one, and an upload."""
RESERVED: Final = 256
"""Descriptors for the store's files, the readers and the frames of pages."""
WANTED: Final = 65_536
SILENT_S: Final = 20.0
"""Seconds without a word after which a page makes room for another."""

Reason = Literal["too_many_of_yours", "too_many"]


@dataclass(slots=True, eq=False)
class Seat:
    """An open page.

    Attributes:
        visitor: the key of its browser.
        address: where it comes from.
        heard: when it last said something, by a monotonic clock.
        close: closes it.
    """

    visitor: str
    address: str
    heard: float
    close: Callable[[], None]


@dataclass(slots=True)
class Crowd:
    """The open pages of all visitors; to be used in one event loop."""

    most: int = MOST
    now: Callable[[], float] = time.monotonic
    _seats: list[Seat] = field(default_factory=list)
    _rates: dict[tuple[str, float], MessageRate] = field(default_factory=dict)

    def refusal(self, visitor: str, address: str) -> Reason | None:
        """Why no further page may be opened; None where it may."""
        if sum(seat.visitor == visitor for seat in self._seats) >= MOST_OF_VISITOR:
            return "too_many_of_yours"
        _, refusal = self._room(address)
        return refusal

    def enter(self, visitor: str, address: str, close: Callable[[], None]) -> Seat | Reason:
        """Open a page, for which another may have to make room; else why it is refused."""
        if (reason := self.refusal(visitor, address)) is not None:
            return reason
        leaving, _ = self._room(address)
        if leaving is not None:
            self.leave(leaving)
            leaving.close()
        seat = Seat(visitor, address, self.now(), close)
        self._seats.append(seat)
        return seat

    def leave(self, seat: Seat) -> None:
        """A page has closed; it may have made room before."""
        if seat in self._seats:
            self._seats.remove(seat)
        here = {who for each in self._seats for who in (each.visitor, each.address)}
        self._rates = {
            (who, share): rate
            for (who, share), rate in self._rates.items()
            if who in here or not rate.is_full()  # else one who comes again would begin anew
        }

    def hear(self, seat: Seat, counts_as: float = 1) -> float:
        """A page says something; the seconds for which it is to wait with it.

        What a visitor says counts for their address too.
        """
        seat.heard = self.now()
        return max(self._rate(who, share).wait_s(counts_as) for who, share in _counted(seat))

    def _rate(self, who: str, share: float) -> MessageRate:
        fresh = MessageRate(PER_SECOND * share, BURST * share, self.now)
        return self._rates.setdefault((who, share), fresh)

    def _room(self, address: str) -> tuple[Seat | None, Reason | None]:
        """The page that would have to make room, and the reason where none will."""
        own = [seat for seat in self._seats if seat.address == address]
        full = own if len(own) >= max(1, self.most // 2) else self._seats
        if full is self._seats and len(full) < self.most:
            return None, None
        silent = min(full, key=lambda seat: seat.heard)
        if silent.heard > self.now() - SILENT_S:
            return None, "too_many"
        return silent, None


def _counted(seat: Seat) -> tuple[tuple[str, float], ...]:
    """For whom a page's messages count, and how many times as much as a visitor each may say."""
    return (seat.visitor, 1.0), (seat.address, OF_ADDRESS)


def raised_limit() -> int:
    """Raise the number of files that this process may have open; that number."""
    if sys.platform == "win32":
        return WANTED
    import resource  # noqa: PLC0415 - not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return WANTED if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def most_pages(descriptors: int) -> int:
    """The pages for which there are descriptors.

    >>> most_pages(65_536), most_pages(1_024), most_pages(100)
    (1000, 96, 8)
    """
    return max(8, min(MOST, (descriptors - RESERVED) // PER_PAGE))
