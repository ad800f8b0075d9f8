"""A visitor of the served page without a browser: sends taps, reads what is drawn, by its own protocol.

A browser takes 200 MB; of these, fifty sit on a bench. They speak Streamlit's protocol in its own messages.
"""

from __future__ import annotations

import http.client
import time
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any, Self

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PATIENCE = 60.0
"""Seconds that an answer may take."""
XSRF = "_streamlit_xsrf"


class LostError(Exception):
    """The server is gone, or does not answer."""


class Guest:
    """One session. What was drawn last is in ``keys`` and ``texts``.

    Attributes:
        cookies: as a browser keeps them over visits.
        key: by which the page may come back.
    """

    def __init__(
        self,
        port: int,
        path: str = "",
        cookies: dict[str, str] | None = None,
        *,
        key: str = "",
        source: str = "127.0.0.1",
    ) -> None:
        """Come to a page ("" or "table", "history" ...), with the cookies of an earlier visit or none.

        With the ``key`` of a page that was closed it comes back; ``source`` is the address it comes from.
        """
        self.port = port
        self.key = key
        self.source = source
        self.path = path
        self.query = ""
        self.cookies = dict(cookies or {})
        self._page = ""
        self._values: dict[str, Callable[[Any], None]] = {}
        self._drawn: dict[tuple[int, ...], Any] = {}
        self._again: tuple[str, float] | None = None
        self._line: ClientConnection | None = None

    def __enter__(self) -> Self:
        """Come in, and wait until the page is drawn."""
        try:
            self._get(f"/{self.path}")
            self._get("/_stcore/health")
            host = f"localhost:{self.port}"
            cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            self._line = connect(
                f"ws://{host}/_stcore/stream",
                origin=f"http://{host}",  # type: ignore[arg-type] - a str of a type of its own
                subprotocols=self._protocols(),  # type: ignore[arg-type]
                source_address=(self.source, 0),
                additional_headers={"Cookie": cookie},
                max_size=None,
                open_timeout=PATIENCE,
            )
        except (OSError, WebSocketException, http.client.HTTPException) as error:
            raise LostError from error
        self.look()
        return self

    def __exit__(self, *_: object) -> None:
        """Leave."""
        if self._line is not None:
            self._line.close()

    def _protocols(self) -> list[str]:
        return ["streamlit", self.cookies.get(XSRF, "x"), *([self.key] if self.key else [])]

    def _get(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> bytes:
        """Ask beside the channel; cookies are sent and kept."""
        place = (self.source, 0)
        asked = http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE, source_address=place)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        asked.request(method, path, body, {"Cookie": cookie, **headers})
        answer = asked.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookies |= {key: morsel.value for key, morsel in SimpleCookie(value).items()}
        data = answer.read()
        asked.close()
        return data

    @property
    def keys(self) -> dict[str, str]:
        """The taps that the page offers: their keys, and the names that they are sent under."""
        found = {}
        for element in self._drawn.values():
            kind = element.WhichOneof("type")
            if kind in {"button", "file_uploader", "text_input"} and not getattr(element, kind).disabled:
                name = getattr(element, kind).id
                found[name.split("-", 2)[-1]] = name
        return found

    @property
    def texts(self) -> str:
        """Everything that the page says, a line for each of its parts."""
        return "\n".join(str(element) for element in self._drawn.values())

    @property
    def looks_after(self) -> float | None:
        """After how many seconds a part of the page asks to be looked at again; None where none does."""
        return None if self._again is None else self._again[1]

    def wait(self) -> bool:
        """Look again at the part of the page that asks for it, when it asks for it; False where none does."""
        if self._again is None:
            return False
        part, seconds = self._again
        time.sleep(seconds)
        self.look(part=part)
        return True

    def look(self, *, fill: dict[str, Callable[[Any], None]] | None = None, part: str = "") -> float:
        """Have the page or a part of it drawn, with what was tapped or given; how long that took, seconds."""
        message = BackMsg()
        asked = message.rerun_script
        asked.page_script_hash = self._page
        asked.query_string = self.query
        asked.page_name = self.path if not self._page else ""
        asked.fragment_id, asked.is_auto_rerun = part, bool(part)
        asked.context_info.url = f"http://localhost:{self.port}/{self.path}"
        for name, put in {**self._values, **(fill or {})}.items():
            widget = asked.widget_states.widgets.add()
            widget.id = name
            put(widget)
        start = time.perf_counter()
        self.send(message)
        self._read()
        return time.perf_counter() - start

    def tap(self, key: str) -> float:
        """Tap what is offered under this key, or the first that begins so; seconds until it is drawn."""
        name = self._named(key)
        return self.look(fill={name: lambda widget: setattr(widget, "trigger_value", True)})

    def tap_at_a_look(self, key: str) -> None:
        """Tap just as the page looks again: the look carries the tap too, before its own message."""
        name = self._named(key)
        assert self._again is not None, "no part of the page looks again by itself"
        for part in (self._again[0], ""):
            self.look(fill={name: lambda widget: setattr(widget, "trigger_value", True)}, part=part)

    def say(self, **texts: str) -> None:
        """Type into fields, by their keys with underscores for hyphens; it is sent with the next tap."""
        for key, text in texts.items():
            name = self._named(key.replace("_", "-"))
            self._values[name] = lambda widget, text=text: setattr(widget, "string_value", text)

    def offers(self, key: str) -> bool:
        """Whether there is such a tap."""
        return any(each.startswith(key) for each in self.keys)

    def _named(self, key: str) -> str:
        keys = self.keys
        found = keys.get(key) or next((name for each, name in keys.items() if each.startswith(key)), None)
        if found is None:
            message = f"no {key} among {sorted(keys)}"
            raise LookupError(message)
        return found

    def give(self, key: str, name: str, data: bytes) -> float:
        """Give an uploader a file; seconds until the page is drawn after it."""
        urls = self._offered([name])[0]
        edge = f"yakulens{time.monotonic_ns()}"
        head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        self._get(
            urls.upload_url,
            "PUT",
            head.encode() + data + f"\r\n--{edge}--\r\n".encode(),
            **{
                "Content-Type": f"multipart/form-data; boundary={edge}",
                "X-Xsrftoken": self.cookies.get(XSRF, ""),
            },
        )

        def put(widget: Any) -> None:  # noqa: ANN401 - a message
            info = widget.file_uploader_state_value.uploaded_file_info.add()
            info.file_id, info.name, info.size = urls.file_id, name, len(data)
            info.file_urls.CopyFrom(urls)

        self._values = {self._named(key): put}
        return self.look()

    def addresses(self, count: int) -> list[str]:
        """Where the page may upload so many files."""
        return [urls.upload_url for urls in self._offered(["a.jpg"] * count)]

    def _offered(self, names: Sequence[str]) -> Sequence[Any]:
        message = BackMsg()
        message.file_urls_request.request_id = "1"
        message.file_urls_request.file_names.extend(names)
        self.send(message)
        return self._await("file_urls_response").file_urls_response.file_urls

    def send(self, message: BackMsg) -> None:
        """Send any message of the protocol.

        Raises:
            LostError: the server is gone, or has closed the channel.
        """
        if self._line is None:
            raise LostError
        try:
            self._line.send(message.SerializeToString())
        except (OSError, WebSocketException) as error:
            raise LostError from error

    def _await(self, kind: str) -> ForwardMsg:
        while True:
            message = self._next()
            if message.WhichOneof("type") == kind:
                return message

    def _next(self) -> ForwardMsg:
        if self._line is None:
            raise LostError
        try:
            data = self._line.recv(timeout=PATIENCE)
        except (OSError, WebSocketException, TimeoutError) as error:
            raise LostError from error
        message = ForwardMsg()
        message.ParseFromString(data if isinstance(data, bytes) else data.encode())
        return message

    def _read(self) -> None:
        """Take in what is drawn until the script has run to its end."""
        begun = False
        fresh: dict[tuple[int, ...], Any] = {}
        while True:
            message = self._next()
            match message.WhichOneof("type"):
                case "new_session":
                    begun = True
                    self.key = message.new_session.initialize.session_id
                    part = bool(message.metadata.run.fragment_ids)
                    fresh = dict(self._drawn) if part else {}
                    self._again = self._again if part else None
                case "auto_rerun":
                    self._again = message.auto_rerun.fragment_id, message.auto_rerun.interval
                case "navigation":
                    self._page = message.navigation.page_script_hash
                case "page_info_changed":
                    self.query = message.page_info_changed.query_string
                case "delta" if message.delta.WhichOneof("type") == "new_element":
                    fresh[tuple(message.metadata.delta_path)] = message.delta.new_element
                case "script_finished" if begun and message.script_finished != _RERUN:
                    self._drawn = fresh
                    return


_RERUN = ForwardMsg.FINISHED_EARLY_FOR_RERUN
