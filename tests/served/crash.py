"""Kill the page's server at random moments of an evening: ``python -m tests.served.crash --kills 200``.

After each kill the file must be whole and hold every hand that the page had shown as entered, and at most the
one more whose tap was on its way. The next server takes the evening up where it was. Ctrl-C tells
how it went so far.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Timer
from typing import TYPE_CHECKING

from tests.served.evening import hands, play, sit_down
from tests.served.guest import Guest, LostError
from tests.served.server import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 2.0
"""Seconds after which a server is killed at the latest."""
IN_A_GAME = 6
"""Hands after which one is taken back again, so that no game comes to its end."""


@dataclass(frozen=True, slots=True)
class Life:
    """One server, from its start to its kill.

    Attributes:
        after: seconds from the first page to the kill.
        shown: hands that the page had shown as entered.
        kept: hands on the disk.
        on_the_way: whether a tap was.
    """

    after: float
    shown: int
    kept: int
    on_the_way: bool

    def lost(self) -> int:
        """Hands that were shown and are gone; a tap on its way may add one or take one back."""
        return 0 if abs(self.kept - self.shown) <= self.on_the_way else abs(self.kept - self.shown)


def lives(kills: int, home: Path, rng: Random) -> Iterator[Life]:
    """One server after another on the same folder."""
    cookies: dict[str, str] = {}
    shown = 0
    for _ in range(kills):
        after = rng.uniform(0, LONGEST)
        server = Server(home)
        on_the_way = False
        with server:
            killer = Timer(after, server.end, (signal.SIGKILL,))
            try:
                with Guest(server.port, "table", cookies) as guest:
                    cookies = guest.cookies
                    killer.start()
                    sit_down(guest)
                    while True:
                        on_the_way = True
                        if shown >= IN_A_GAME:
                            guest.tap("undo")
                            shown -= 1
                        else:
                            play(guest)
                            shown += 1
                        on_the_way = False
            except LostError:
                pass
            killer.join()
        kept = len(hands(home))
        yield Life(after, shown, kept, on_the_way)
        shown = kept


def main() -> int:
    """Kill so many; 1 where a hand was lost."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        found: list[Life] = []
        with suppress(KeyboardInterrupt):
            found.extend(lives(args.kills, Path(home), Random(args.seed)))  # noqa: S311 - no secret
    lost = sum(life.lost() for life in found)
    entered = sum(life.on_the_way for life in found)
    sys.stdout.write(
        f"kills                                   {len(found)}\n"
        f"while a tap was on its way              {entered}\n"
        f"of those, the tap was kept all the same {sum(life.kept != life.shown for life in found)}\n"
        f"hands shown as entered and lost         {lost}\n"
    )
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
