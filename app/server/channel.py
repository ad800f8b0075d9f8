"""The page's WebSocket: whose page it is, what it says, and when it is drawn.

It stands in front of Streamlit, which gives a session to whoever names it, carries out every message, and
draws all pages at once (see `sessions`, `messages`, `draws` and `crowd`).
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from google.protobuf.message import DecodeError
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from yakulens.app.server import browser
from yakulens.app.server.crowd import Crowd, Seat
from yakulens.app.server.draws import LONGEST_S, Draws, Urgency
from yakulens.app.server.messages import RefusedError, admitted, weight
from yakulens.app.server.sessions import KEPT_S, OpenPage, Sessions
from yakulens.app.server.taps import taps

PATH: Final = "/_stcore/stream"
NOT_YOURS: Final = "Not a page of this browser."
TOO_MANY: Final = "Too many pages are open."
REFUSED: Final = 403
CROWDED: Final = 429
POLICY: Final = 1008
TRY_LATER: Final = 1013
"""Codes that close a WebSocket (RFC 6455 7.4.1, and its registry)."""
FIRST_S: Final = 30.0
"""Seconds within which a page says its first word; ours do at once."""
LONGEST_END: Final = 1_000
"""Bytes that the message of a draw's end never has."""
_PROTOCOLS: Final = "sec-websocket-protocol"


@dataclass(frozen=True, slots=True)
class Channel:
    """Guards the page's WebSocket (ASGI); the uploads share its sessions, the frames of pages its crowd."""

    app: ASGIApp
    sessions: Sessions
    crowd: Crowd
    draws: Draws = field(default_factory=Draws)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a connection on, or refuse it."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        name = browser.of(scope)
        selected, token, key = _protocols(scope)
        session = self.sessions.by_key(key)
        if scope["path"] != PATH or (session is not None and (name is None or session.browser != name)):
            await refuse(scope, receive, send, REFUSED, NOT_YOURS)
            return
        talk = Talk(self, receive, send, name)
        seat = self.crowd.enter(browser.visitor_of(scope), browser.address_of(scope), talk.make_room)
        if not isinstance(seat, Seat):
            await refuse(scope, receive, send, CROWDED, TOO_MANY)
            return
        talk.seat = seat
        try:
            again = "" if session is None else session.number
            await self.app(_offering(scope, selected, token, again), talk.receive, talk.send)
        finally:
            talk.over()


@dataclass(slots=True, eq=False)
class Talk:
    """What one page and Streamlit say to each other."""

    channel: Channel
    hear: Receive  # from the page
    tell: Send  # to the page
    browser: str | None
    seat: Seat | None = None
    _session: OpenPage | None = None
    _has_drawn: bool = False
    _drawing: asyncio.TimerHandle | None = None
    _idle: asyncio.Event = field(default_factory=asyncio.Event)  # set while nothing is drawn
    _telling: asyncio.Lock = field(default_factory=asyncio.Lock)  # held until the page took what it is told
    _closed: bool = False
    _farewell: asyncio.Task[None] | None = None

    async def receive(self) -> Message:
        """The next message that goes on to Streamlit."""
        try:
            while True:
                async with asyncio.timeout(None if self._has_drawn else FIRST_S):
                    message = await self.hear()
                if message["type"] != "websocket.receive" or self._closed:
                    return message
                back = admitted(message.get("bytes") or b"")
                if self.seat is not None and (wait_s := self.channel.crowd.hear(self.seat, weight(back))):
                    await asyncio.sleep(wait_s)
                if back is not None and self._may(back):
                    return await self._in_turn(message, back)
        except (RefusedError, TimeoutError):
            await self._close(POLICY)
            return {"type": "websocket.disconnect", "code": POLICY}

    def _may(self, back: BackMsg) -> bool:
        """Whether a page that has not been drawn yet may say this: only that it wants to be."""
        return self._session is not None or back.WhichOneof("type") == "rerun_script"

    async def _in_turn(self, message: Message, back: BackMsg) -> Message:
        """A message once it may be carried out.

        A page is drawn once at a time, and not before it took what was drawn: a page that taps and never
        reads would keep a thread drawing for ever.
        """
        seat = self.seat
        if seat is not None and back.WhichOneof("type") == "rerun_script":
            await self._telling.acquire()
            self._telling.release()
            if self._drawing is not None:
                await self._idle.wait()
            poll, first = back.rerun_script.is_auto_rerun, not self._has_drawn
            urgency = Urgency.POLL if poll else Urgency.ARRIVAL if first else Urgency.TAP
            await self.channel.draws.begin(seat.address, seat.visitor, urgency)
            if urgency is Urgency.TAP:
                taps.begin(self)
            self._drawing = asyncio.get_running_loop().call_later(LONGEST_S, self._drawn)
            self._idle.clear()
            self._has_drawn = True
        data: bytes = message["bytes"]
        return message if self._session is None else {**message, "bytes": self._session.heard(data)}

    async def send(self, message: Message) -> None:
        """Pass a message of Streamlit's on to the page."""
        data = message.get("bytes")
        if self._closed:
            return
        if message["type"] == "websocket.send" and data is not None:
            message = {**message, "bytes": self._told(data)}
        async with self._telling:
            await self.tell(message)

    def _told(self, data: bytes) -> bytes:
        if self._session is None or len(data) < LONGEST_END:
            forward = ForwardMsg()
            with suppress(DecodeError):
                forward.ParseFromString(data)
            kind = forward.WhichOneof("type")
            if kind == "new_session" and self._session is None:
                number = forward.new_session.initialize.session_id
                self._session = self.channel.sessions.opened(number, self.browser)
            elif kind == "script_finished" and forward.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                self._drawn()
        return data if self._session is None else self._session.told(data)

    def _drawn(self) -> None:
        """Give the turn back."""
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None
            self._idle.set()
            taps.end(self)
            self.channel.draws.end()

    def make_room(self) -> None:
        """Close the page for another's sake."""
        self._farewell = asyncio.ensure_future(self._close(TRY_LATER))

    async def _close(self, code: int) -> None:
        if not self._closed:
            self._closed = True
            with suppress(Exception):  # the page may be gone, each server says so in its own way
                await self.tell({"type": "websocket.close", "code": code})

    def over(self) -> None:
        """The page is closed."""
        self._drawn()
        if self._session is not None:
            self.channel.sessions.closed(self._session)
            asyncio.get_running_loop().call_later(KEPT_S + 1, self.channel.sessions.end_old)
        if self.seat is not None:
            self.channel.crowd.leave(self.seat)


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, reason: str) -> None:
    """Answer a request or an attempt to open a WebSocket with a status and its reason."""
    if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
        await PlainTextResponse(f"{reason}\n", status, {"connection": "close"})(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": POLICY, "reason": reason})


def _protocols(scope: Scope) -> tuple[str, str, str]:
    """What Streamlit's page offers as subprotocols: its protocol, a token, and the page's key."""
    offered = ",".join(HTTPConnection(scope).headers.getlist(_PROTOCOLS)).split(",")
    first, second, third = ([each.strip() for each in offered] + ["", ""])[:3]
    return first, second, third


def _offering(scope: Scope, *protocols: str) -> Scope:
    """The same request with these subprotocols."""
    headers = MutableHeaders(
        raw=[(name, value) for name, value in scope["headers"] if name != b"sec-websocket-protocol"]
    )
    headers[_PROTOCOLS] = ", ".join(protocols).rstrip(", ")
    offered = [each for each in protocols if each]
    return {**scope, "headers": headers.raw, "subprotocols": offered}
