"""Photos that are being read: one step after another beside the page, so that nobody waits for the last one.

A ``Look`` is one photo on its way to its readings. ``Looks`` drives those of all visitors on a few threads:
first the photos of which nothing is known yet, each visitor in turn (``app.turns``), then all others a step
at a time. A look pauses many times a second, so that a long search holds up nobody's first reading; one whose
file is still being decoded, as costly ones are elsewhere, lets all others go first. Open
photos take memory: where some wait for a better reading, those come before any new one.
"""

import os
import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from threading import Condition, Event, Lock, Thread, get_native_id
from typing import Final

from yakulens.app.photos import ShownPhoto
from yakulens.app.turns import Line
from yakulens.vision.reading import Reading
from yakulens.vision.stages import Stage

_MOST_OPEN: Final = 4
"""How many photos may wait for a better reading than the first."""
_NICE: Final = 10
"""By how much the threads that read stand back where others, who tap, want the processor."""
_MOST_KNOWN: Final = 64
"""How many hands can find their photo's look again."""


@dataclass(frozen=True, slots=True, eq=False)
class News:
    """How far a look is; whatever changes is news of its own.

    Attributes:
        stage: what is being done now; empty where nothing more comes.
        photo: as it is shown, with the newest reading; None before it was opened.
        trouble: why there is none: a key of the catalogue and its value.
    """

    stage: Stage = "opening"
    photo: ShownPhoto | None = None
    trouble: tuple[str, str] | None = None

    @property
    def reading(self) -> Reading | None:
        """The newest; None before there is one."""
        return None if self.photo is None else self.photo.reading


Step = tuple["Stage", "ShownPhoto | None"]
"""What a step has come to: the next stage, the photo with its newest reading."""


class Look:
    """A photo that is being read.

    Attributes:
        news: how far it is; always whole, as it is exchanged and never changed.
        hand: the number of the hand that its first reading became; None before that.
    """

    def __init__(self, steps: Iterator[Step | None], explain: Callable[[Exception], tuple[str, str]]) -> None:
        """Begin.

        Args:
            steps: yields what it has come to, or None at a pause.
            explain: the sentence about a failure of theirs.
        """
        self.news = News()
        self.hand: str | None = None
        self._steps = steps
        self._explain = explain
        self._done = Event()
        self._telling = Lock()

    def step(self) -> bool:
        """Take one step; False where there is none to take."""
        if self._done.is_set():
            return False
        news = self.news
        try:
            step = next(self._steps)
        except StopIteration:
            self._end(replace(news, stage=""))
        except Exception as error:  # noqa: BLE001 - a worker serves all visitors: no photo may end it
            self._end(replace(news, stage="", trouble=self._explain(error)))
        else:
            if step is not None:
                now = News(*step)
                if now.stage or now.reading is None:
                    self._tell(now)
                else:
                    self._end(now)
            return not self.over
        return False

    def leave(self) -> None:
        """Take no further step: what was read stands."""
        self._end(replace(self.news, stage=""))

    def wait(self, seconds: float) -> None:
        """Wait so long at most for the last reading."""
        self._done.wait(seconds)

    @property
    def waits(self) -> bool:
        """Whether its file is being decoded elsewhere: only then does a step come to nothing so early."""
        return self.news.photo is None and not self.over

    @property
    def over(self) -> bool:
        """Whether nothing more comes of it."""
        return self._done.is_set()

    def _tell(self, news: News) -> None:
        """What has come of a step, unless somebody left while it was taken."""
        with self._telling:
            if not self._done.is_set():
                self.news = news

    def _end(self, news: News) -> None:
        with self._telling:
            if not self._done.is_set():
                self.news = news
                self._done.set()
                self._steps = iter(())  # the photo and all that was found out of it go


@dataclass(kw_only=True)
class Waiting:
    """What waits for a hand from a photo.

    Attributes:
        look: the photo that is being read; None where none is.
        upload: which upload was taken last; the uploader keeps its file over reruns.
        round: counts new beginnings, so that the uploader is empty after each.
        trouble: a sentence about the last photo or text: its key and value.
    """

    look: Look | None = None
    upload: str | None = None
    round: int = 0
    trouble: tuple[str, str] | None = None


class Looks:
    """The looks of all visitors; any thread may call."""

    def __init__(self, workers: int) -> None:
        """Drive looks on a number of threads, which are started when they are needed."""
        self._workers = workers
        self._running = 0
        self._changed = Condition()
        self._line = Line[Look]()
        self._better: deque[Look] = deque()
        self._hands: OrderedDict[str, Look] = OrderedDict()

    def begin(self, look: Look, whose: str) -> Look:
        """Have a look of this visitor driven until nothing more comes of it.

        Raises:
            CrowdedError: too many wait already.
        """
        with self._changed:
            self._line.leave(lambda each: each.over)
            self._line.come(look, whose)
            if self._running < self._workers:
                self._running += 1
                Thread(target=self._work, name="look", daemon=True).start()
            self._changed.notify()
        return look

    def before(self, look: Look) -> int:
        """How many photos are read before this one; 0 for one that is read or was."""
        with self._changed:
            return self._line.before(look)

    def keep(self, hand: str, look: Look) -> None:
        """Have a hand find its look again after a reload."""
        look.hand = hand
        with self._changed:
            self._hands[hand] = look
            if len(self._hands) > _MOST_KNOWN:
                self._hands.popitem(last=False)

    def of(self, hand: str) -> Look | None:
        """A hand's look, where one is known."""
        with self._changed:
            return self._hands.get(hand)

    def forget(self, hand: str) -> None:
        """Let a hand's look go: the hand needs it no longer."""
        with self._changed:
            self._hands.pop(hand, None)

    def _work(self) -> None:
        _stand_back()
        waited = False
        while True:
            with self._changed:
                while (look := self._next(better_first=waited)) is None:
                    self._changed.wait()
            while look.step() and look.news.reading is None and not look.waits:
                pass
            with self._changed:
                waited = look.waits
                if waited:
                    self._line.again(look)
                    continue
                self._line.go(look)
                if not look.over:
                    self._better.append(look)
                    self._changed.notify()

    def _next(self, *, better_first: bool) -> Look | None:
        """Whose step it is: a first reading's, unless too many photos lie open already.

        Args:
            better_first: whether a better one comes before: the line may hold nothing but what waits.
        """
        if better_first and self._better:
            return self._better.popleft()
        look = self._line.begin() if len(self._better) < _MOST_OPEN else None
        return look or (self._better.popleft() if self._better else None)


def _stand_back() -> None:
    """Give this thread a lower priority. The engine's threads, which this one starts, inherit it."""
    if sys.platform == "linux":  # elsewhere a thread has no standing of its own
        os.setpriority(os.PRIO_PROCESS, get_native_id(), _NICE)
