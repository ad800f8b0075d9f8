"""What a page may say to Streamlit: the messages that our own pages send, in their sizes and at a rate.

Streamlit carries out every message of its protocol for every visitor. Among them are some that empty the
caches of all visitors, write files on the server, or order a million addresses at once.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg

LARGEST: Final = 512 << 10
"""Bytes of a message: the page's largest, with a long history and every field filled, has a tenth."""
MOST_FILES: Final = 1_000
"""Files whose addresses are asked for at once: a folder of photos."""
MOST_LETTERS: Final = 255
"""Letters of such a file's name: the most that file systems allow."""
PER_SECOND: Final = 20.0
BURST: Final = 60.0
"""Messages of one visitor, over all pages; those beyond wait."""
OF_ADDRESS: Final = 10.0
"""One address may say so many times as much: a visitor may give themselves many names."""
FILES_PER_MESSAGE: Final = 25
"""Asking for the addresses of so many files is as much work as a message."""


class RefusedError(Exception):
    """No page of ours sends this; its connection is closed."""


def admitted(data: bytes) -> BackMsg | None:
    """A message that goes on to Streamlit; None where it is passed over.

    Streamlit's own scripts send some kinds that the page has no use for, such as a question for the version
    control's state. Those are passed over.

    Raises:
        RefusedError: it is no message, or larger than any of ours.
    """
    if len(data) > LARGEST:
        raise RefusedError
    message = BackMsg()
    try:
        message.ParseFromString(data)
    except DecodeError as error:
        raise RefusedError from error
    match message.WhichOneof("type"):
        case "rerun_script" | "stop_script":
            return message
        case "file_urls_request":
            names = message.file_urls_request.file_names
            if len(names) > MOST_FILES or any(len(name) > MOST_LETTERS for name in names):
                raise RefusedError
            return message
        case "backend_operation_request":
            asked = message.backend_operation_request.WhichOneof("payload")
            return message if asked == "deferred_file" else None
        case _:
            return None


def weight(message: BackMsg | None) -> float:
    """How many messages one counts as; None stands for one that is passed over."""
    names = 0 if message is None else len(message.file_urls_request.file_names)
    return 1 + names / FILES_PER_MESSAGE


@dataclass(slots=True)
class MessageRate:
    """How soon a visitor's next message may go on; a bucket of tokens that refills.

    >>> clock = iter([0.0, 0.0, 0.0, 0.0])
    >>> rate = MessageRate(per_second=1.0, burst=2.0, now=lambda: next(clock))
    >>> rate.wait_s(), rate.wait_s(), rate.wait_s()
    (0.0, 0.0, 1.0)
    """

    per_second: float = PER_SECOND
    burst: float = BURST
    now: Callable[[], float] = time.monotonic
    _tokens: float = field(init=False)
    _at: float = field(init=False)

    def __post_init__(self) -> None:
        """Begin with a full bucket."""
        self._tokens, self._at = self.burst, self.now()

    def wait_s(self, counts_as: float = 1) -> float:
        """Count a message, as one or as several; the seconds for which it is to wait."""
        self._refill()
        self._tokens -= counts_as
        return max(0.0, -self._tokens / self.per_second)

    def is_full(self) -> bool:
        """Whether nothing was said for so long that all messages may be said at once."""
        self._refill()
        return self._tokens >= self.burst

    def _refill(self) -> None:
        now = self.now()
        self._tokens = min(self.burst, self._tokens + (now - self._at) * self.per_second)
        self._at = now
