"""Photos that are being read, step by step beside the page, so that nobody waits for the last step.

A ``PhotoJob`` reads one photo. A ``PhotoQueue`` drives the jobs of all visitors on a few threads: first the
photos without a reading, each visitor in turn (`TurnQueue`), then all others a step at a time. A job pauses
many times a second, so that a long search delays nobody's first reading, nor the answer to a tap (`taps`). A
job whose file is still being decoded (elsewhere, where that is costly) lets all others go first. Open photos
take memory: where too many wait for a better reading, the queue starts no new photo.
"""

import logging
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from threading import Condition, Event, Lock, Thread, get_native_id
from typing import Final, Generic, TypeVar

from yakulens.app.readers.photos import ShownPhoto
from yakulens.app.readers.priority import give_way
from yakulens.app.server.taps import Taps, taps
from yakulens.vision.reading import Reading
from yakulens.vision.stages import Stage

MAX_WAITING: Final = 60
"""Photos that may wait; at a second each, no wait is much longer than a minute."""
MAX_OF_ONE_VISITOR: Final = 4
"""Photos of one visitor that may wait: many windows then lock nobody out."""
_MAX_OPEN: Final = 4
"""Photos that may wait for a better reading than the first."""
_MAX_REMEMBERED: Final = 64
"""Hands that can find their photo's job again."""

_LOG: Final = logging.getLogger(__name__)

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True, eq=False)
class PhotoStatus:
    """A job's progress; each change is a new object."""

    stage: Stage = "opening"  # the stage that runs now; empty once nothing more comes
    photo: ShownPhoto | None = None  # as it is shown, with the newest reading; None before it is opened
    trouble: tuple[str, str] | None = None  # why there is no reading: a key of the catalogue and its value

    @property
    def reading(self) -> Reading | None:
        """The newest reading; None before there is one."""
        return None if self.photo is None else self.photo.reading


class PhotoJob:
    """A photo that is being read."""

    def __init__(self, steps: Iterator[PhotoStatus | None]) -> None:
        """Read by ``steps``, which yields the progress after each step, or None at a pause."""
        self.status = PhotoStatus()  # its progress; replaced and never changed, so it is always consistent
        self.hand: str | None = None  # the number of the hand that its first reading became; None before
        self._steps = steps
        self._done = Event()
        self._lock = Lock()

    def step(self) -> bool:
        """Take a step, if any; returns whether more may follow."""
        if self.is_done:
            return False
        try:
            status = next(self._steps, replace(self.status, stage=""))
        except Exception as error:  # noqa: BLE001 - a worker serves all visitors: no photo may end it
            _LOG.exception("a photo could not be read")
            broken = "app.broken", f"{type(error).__name__}: {error}"
            status = replace(self.status, stage="", trouble=broken)
        if status is not None:
            self._set(status)
        return not self.is_done

    def cancel(self) -> None:
        """Stop reading; the readings so far stay."""
        self._set(replace(self.status, stage=""))

    def wait(self, seconds: float) -> None:
        """Wait so long for the last reading."""
        self._done.wait(seconds)

    @property
    def is_decoding(self) -> bool:
        """Whether its file is being decoded elsewhere: only then does a step yield nothing this early."""
        return self.status.photo is None and not self.is_done

    @property
    def is_done(self) -> bool:
        """Whether no further reading comes."""
        return self._done.is_set()

    def _set(self, status: PhotoStatus) -> None:
        """Set the status, unless the job has already ended; it ends where no stage follows."""
        with self._lock:
            if not self.is_done:
                self.status = status
                if not status.stage:
                    self._done.set()
                    self._steps = iter(())  # frees the photo and the results on it


class CrowdedError(Exception):
    """Too many photos wait already; this one is refused."""


class TurnQueue(Generic[Item]):
    """Items that wait for their turn, and those that have it: everybody's first before anybody's second.

    Threads that share one must hold a lock.
    """

    def __init__(self, max_waiting: int = MAX_WAITING, max_of_one: int = MAX_OF_ONE_VISITOR) -> None:
        """Let ``max_waiting`` items wait, ``max_of_one`` of one visitor."""
        self._max_waiting = max_waiting
        self._max_of_one = max_of_one
        # The visitor of each item, in order of arrival.
        self._waiting: dict[Item, str] = {}
        self._started: dict[Item, str] = {}

    def add(self, item: Item, visitor: str) -> None:
        """Queue an item of this visitor.

        Raises:
            CrowdedError: too many wait already.
        """
        of_visitor = [*self._waiting.values()].count(visitor)
        if len(self._waiting) >= self._max_waiting or of_visitor >= self._max_of_one:
            raise CrowdedError
        self._waiting[item] = visitor

    def start_next(self) -> Item | None:
        """Give the next item its turn, until it is removed; None where none waits."""
        item = next(iter(self._order()), None)
        if item is not None:
            self._started[item] = self._waiting.pop(item)
        return item

    def remove(self, item: Item) -> None:
        """Remove an item, whether it waits or has its turn."""
        self._waiting.pop(item, None)
        self._started.pop(item, None)

    def requeue(self, item: Item) -> None:
        """Send an item that has its turn to the end of the queue."""
        if item in self._started:
            self._waiting[item] = self._started.pop(item)

    def drop_waiting(self, condition: Callable[[Item], bool]) -> None:
        """Remove the waiting items that meet a condition."""
        self._waiting = {item: who for item, who in self._waiting.items() if not condition(item)}

    def before(self, item: Item) -> int:
        """How many items, started or waiting, precede this one; 0 for one that does not wait."""
        return len(self._started) + self._order().index(item) if item in self._waiting else 0

    def _order(self) -> list[Item]:
        """The waiting items in the order of their turns; an item that has its turn counts as a first."""
        counts = Counter(self._started.values())
        rounds: dict[Item, int] = {}
        for item, visitor in self._waiting.items():
            rounds[item] = counts[visitor]
            counts[visitor] += 1
        return sorted(rounds, key=rounds.__getitem__)


class PhotoQueue:
    """The jobs of all visitors; any thread may call."""

    def __init__(self, workers: int, taps: Taps = taps) -> None:
        """Drive jobs on at most ``workers`` threads, started when needed; steps wait for ``taps``."""
        self._workers = workers
        self._taps = taps
        self._running = 0
        self._changed = Condition()
        self._turns = TurnQueue[PhotoJob]()
        self._with_reading: deque[PhotoJob] = deque()
        self._by_hand: OrderedDict[str, PhotoJob] = OrderedDict()

    def add(self, job: PhotoJob, visitor: str) -> PhotoJob:
        """Drive a job of this visitor until it is done.

        Raises:
            CrowdedError: too many wait already.
        """
        with self._changed:
            self._turns.drop_waiting(lambda each: each.is_done)
            self._turns.add(job, visitor)
            if self._running < self._workers:
                self._running += 1
                Thread(target=self._work, name="look", daemon=True).start()
            self._changed.notify()
        return job

    def before(self, job: PhotoJob) -> int:
        """How many photos are read before this one; 0 once its turn has come."""
        with self._changed:
            return self._turns.before(job)

    def remember(self, hand: str, job: PhotoJob) -> None:
        """Let a hand find its job again after a reload."""
        job.hand = hand
        with self._changed:
            self._by_hand[hand] = job
            if len(self._by_hand) > _MAX_REMEMBERED:
                self._by_hand.popitem(last=False)

    def of(self, hand: str) -> PhotoJob | None:
        """A hand's job, where one is known."""
        with self._changed:
            return self._by_hand.get(hand)

    def forget(self, hand: str) -> None:
        """Forget a hand's job."""
        with self._changed:
            self._by_hand.pop(hand, None)

    def _work(self) -> None:
        if sys.platform == "linux":  # only there does each thread have its own priority
            # The engine's threads, which this one starts, inherit it.
            give_way(get_native_id())
        was_decoding = False
        while True:
            with self._changed:
                while (job := self._next(better_first=was_decoding)) is None:
                    self._changed.wait()
            while self._step(job) and job.status.reading is None and not job.is_decoding:
                pass
            with self._changed:
                was_decoding = job.is_decoding
                if was_decoding:
                    self._turns.requeue(job)
                    continue
                self._turns.remove(job)
                if not job.is_done:
                    self._with_reading.append(job)
                    self._changed.notify()

    def _step(self, job: PhotoJob) -> bool:
        self._taps.wait()
        return job.step()

    def _next(self, *, better_first: bool) -> PhotoJob | None:
        """The job that takes the next step: one without a reading, unless too many photos are open.

        With ``better_first`` a job with a reading comes first: the queue may hold only photos that are still
        being decoded.
        """
        if better_first and self._with_reading:
            return self._with_reading.popleft()
        job = self._turns.start_next() if len(self._with_reading) < _MAX_OPEN else None
        return job or (self._with_reading.popleft() if self._with_reading else None)
