"""Connections with bounds that uvicorn lacks: on the head of a request, its answer, and a WebSocket's parts.

uvicorn waits for ever for the rest of a head, of any length, and for one who reads no answer. It collects the
parts of a message however many they are, and answers pings whether or not anybody reads the answers.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets import http11
from websockets.frames import CloseCode, Frame
from websockets.http11 import Response
from websockets.server import ServerProtocol

from yakulens.app.server.browser import network_of

HEAD_S: Final = 20.0
"""Seconds within which the head of a request is complete."""
MOST_HEAD: Final = 64 << 10
"""Bytes of the head of a request."""
UNREAD_S: Final = 60.0
"""Seconds for which an answer waits on the other end, where that takes nothing of it."""
MOST_PARTS: Final = 64
"""Parts in which a message may come."""
MOST_WAITING: Final = 64
"""Messages, or requests, that may have come before they are taken."""
PIECE: Final = 4 << 10
"""Bytes that are taken apart before these are counted: as small frames, a thousand of them."""
MOST_PINGS: Final = 120
"""Pings, and answers that nobody asked for, between two pings of ours."""
PEERS: Final = 2
"""One peer may hold one of so many parts of all connections; a proxy is a peer too."""

# A browser sends this host's cookies of all its ports, other programs' too. `Http` bounds the whole head.
http11.MAX_LINE_LENGTH = http11.MAX_NUM_HEADERS = MOST_HEAD

_peers: Counter[str] = Counter()
_most = 0


def allow(most: int) -> None:
    """Set how many connections there may be."""
    global _most  # noqa: PLW0603 - uvicorn makes the connections, and passes them nothing of ours
    _most = most


class Http(HttpToolsProtocol):
    """A connection whose requests must begin in time, with heads that are not too long."""

    _peer = ""
    _waits: asyncio.TimerHandle | None = None  # for the head of a request
    _unread: asyncio.TimerHandle | None = None  # for an answer to be read
    _head = 0  # bytes of the head so far

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, unless there are too many connections."""
        super().connection_made(transport)
        self._peer = _peer_of(self.client)
        _peers[self._peer] += 1
        if _most and (_peers.total() > _most or _peers[self._peer] > _most // PEERS):
            transport.abort()
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_waiting()
        self._is_read()
        _left(self._peer)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; a head that grows too long, or many requests at once, end the connection.

        Programs may send requests before the last one was answered; browsers never do.
        """
        for at in range(0, len(data), PIECE):
            piece = data[at : at + PIECE]
            self._head += len(piece)
            super().data_received(piece)
            if (self._waits is not None and self._head > MOST_HEAD) or len(self.pipeline) > MOST_WAITING:
                self.transport.abort()
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return

    def on_message_begin(self) -> None:
        """Wait for the rest of a head."""
        self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is complete."""
        self._stop_waiting()
        super().on_headers_complete()

    def pause_writing(self) -> None:
        """The other end does not read as fast as it is answered: wait for it."""
        super().pause_writing()
        self._is_unread()

    def resume_writing(self) -> None:
        """The other end has read."""
        self._is_read()
        super().resume_writing()

    def on_response_complete(self) -> None:
        """The answer is on its way; a connection that is closed after it waits until it was read."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._is_unread()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more was asked, so that the connection is closed once the answer was read."""
        super().timeout_keep_alive_handler()
        self._is_unread()

    def _is_unread(self) -> None:
        if self._unread is None:
            self._unread = self.loop.call_later(UNREAD_S, self.transport.abort)

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _wait(self) -> None:
        if self._waits is None:
            self._head = 0
            self._waits = self.loop.call_later(HEAD_S, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._waits is not None:
            self._waits.cancel()
            self._waits = None


class _Answers(ServerProtocol):
    """A WebSocket's protocol whose refusals have the headers of every other answer."""

    ours: Iterable[tuple[bytes, bytes]] = ()

    def send_response(self, response: Response) -> None:
        """Answer an attempt to open a WebSocket."""
        for name, value in self.ours:
            response.headers.setdefault(name.decode("latin-1"), value.decode("latin-1"))
        super().send_response(response)


class WebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose messages come in few parts, and whose other end reads what it is sent."""

    _pings = 0  # since our last one

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to answer."""
        super().connection_made(transport)
        self.conn = _Answers(max_size=self.config.ws_max_size)
        self.conn.ours = self.default_headers

    def data_received(self, data: bytes) -> None:
        """Take parts of messages in; more messages than a page ever says end the connection."""
        for at in range(0, len(data), PIECE):
            super().data_received(data[at : at + PIECE])
            if self.conn.handshake_exc is not None:  # uvicorn would wait for ever
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.transport.close()
            if self.queue.qsize() > MOST_WAITING:
                self.transport.abort()
            if self.transport.is_closing():
                return

    def send_keepalive_ping(self) -> None:
        """Ask whether the other end is there, and count its pings anew."""
        self._pings = 0
        super().send_keepalive_ping()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection, which `Http` took in, is gone."""
        _left(_peer_of(self.client))
        super().connection_lost(exc)

    def handle_cont(self, event: Frame) -> None:
        """Take a further part in."""
        if len(self.frames) >= MOST_PARTS:
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG, "too many parts")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping, unless earlier answers were not read, or there are too many."""
        if self.writable.is_set() and self._is_calm():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        """Take an answer in."""
        if self._is_calm():
            super().handle_pong(event)
        else:
            self.transport.abort()

    def _is_calm(self) -> bool:
        """Count a ping or an answer; whether there are no more than programs send by themselves."""
        self._pings += 1
        return self._pings <= MOST_PINGS


def _peer_of(client: tuple[str, int] | None) -> str:
    """For whom a connection counts: of a household's network the addresses are one peer's."""
    return network_of(client[0]) if client else ""


def _left(peer: str) -> None:
    _peers[peer] -= 1
    if not _peers[peer]:
        del _peers[peer]
