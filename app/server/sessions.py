"""Which browser each open page belongs to, and the two names under which a page is known outside.

Whoever names a session's number to Streamlit is given that session. So the number never leaves the server.
A page is told a *key* in its place, by which it reconnects, and uploads its files to an address with another
name, the *folder*. Both count only together with the cookie of the browser that the page was drawn for.
"""

import secrets
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from streamlit.runtime import Runtime

KEPT_S: Final = 120.0
"""Seconds for which a closed page may come back: a phone that was put away."""
MOST_CLOSED: Final = 128
"""Closed pages of all visitors that are kept; as many as Streamlit keeps."""
MOST_CLOSED_OF_ONE: Final = 8
"""Closed pages of one visitor that are kept."""


@dataclass(slots=True, eq=False)
class OpenPage:
    """A page that is open or was closed lately.

    Attributes:
        number: Streamlit's own, which never leaves the server.
        browser: the key of the browser that it belongs to; None for one that accepts no cookies.
        key: what the page is told in place of the number.
        folder: what stands in the addresses of its uploads.
        sockets: the connections that are open.
        closed: when the last one closed, by a monotonic clock.
    """

    number: str
    browser: str | None
    key: str
    folder: str
    sockets: int = 0
    closed: float = 0.0

    def told(self, data: bytes) -> bytes:
        """A message to the page, without the number.

        All three names have the same length, so that the message's inner lengths stay right.
        """
        number = self.number.encode()
        if number not in data:
            return data
        data = data.replace(b"upload_file/" + number, b"upload_file/" + self.folder.encode())
        return data.replace(number, self.key.encode())

    def heard(self, data: bytes) -> bytes:
        """A message from the page, with the number again."""
        number = self.number.encode()
        return data.replace(self.folder.encode(), number).replace(self.key.encode(), number)


@dataclass(slots=True)
class Sessions:
    """All open and lately closed pages.

    Attributes:
        end: ends a session for good, by its number.
        now: a monotonic clock, in seconds.
    """

    end: Callable[[str], None] = lambda number: Runtime.instance().close_session(number)
    now: Callable[[], float] = time.monotonic
    _by_number: dict[str, OpenPage] = field(default_factory=dict)
    _by_name: dict[str, OpenPage] = field(default_factory=dict)  # by key and by folder

    def opened(self, number: str, browser: str | None) -> OpenPage:
        """A page has connected; it is new, or has come back."""
        session = self._by_number.get(number)
        if session is None:
            session = OpenPage(number, browser, _name(number), _name(number))
            self._by_number[number] = session
            self._by_name |= {session.key: session, session.folder: session}
        session.sockets += 1
        return session

    def closed(self, session: OpenPage) -> None:
        """A page's connection has closed."""
        session.sockets -= 1
        session.closed = self.now()
        self.end_old()

    def end_old(self) -> None:
        """End the pages that were closed for too long, and the oldest of those that are too many."""
        closed = [each for each in self._by_number.values() if not each.sockets]
        counts: Counter[str | None] = Counter()
        for at, session in enumerate(sorted(closed, key=lambda each: -each.closed)):
            counts[session.browser] += 1
            too_old = session.closed < self.now() - KEPT_S
            if too_old or at >= MOST_CLOSED or counts[session.browser] > MOST_CLOSED_OF_ONE:
                for name in (session.key, session.folder):
                    del self._by_name[name]
                del self._by_number[session.number]
                self.end(session.number)

    def by_key(self, key: str) -> OpenPage | None:
        """The page that was told this key."""
        session = self._by_name.get(key)
        return session if session is not None and session.key == key else None

    def by_folder(self, folder: str) -> OpenPage | None:
        """The page that uploads to this folder."""
        session = self._by_name.get(folder)
        return session if session is not None and session.folder == folder else None


def _name(number: str) -> str:
    """A random name as long as a number: 216 bits where the number is a UUID."""
    return secrets.token_urlsafe(len(number))[: len(number)]
