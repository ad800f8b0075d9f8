"""The viewfinder's frames: each is looked at as it comes, and those of the hand are kept for its photo.

A page that may use the camera posts its frames to `PATH`, one after the other: the next leaves once the
answer to the last has come. The photo comes the same way. The page then takes it, with the frames that were
read with it, by the film's name (`Takes.take`). Nobody but the browser that sent them can have them.
"""

import asyncio
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from yakulens.app import Json
from yakulens.app.readers import recognition
from yakulens.app.readers.photo_reader import UnreadableError
from yakulens.app.server import browser
from yakulens.app.server.browser import new_token
from yakulens.app.store import sets
from yakulens.app.store.once import Once
from yakulens.vision.cores import cores

PATH: Final = "/viewfinder"
LARGEST_FRAME: Final = 2 << 20
LARGEST_PHOTO: Final = 32 << 20
"""Bytes of one frame, and of the photo."""
MOST: Final = 12
"""Films whose pictures are kept at a time; the oldest goes first."""
LONGEST_S: Final = 30.0
"""Seconds within which a picture has come."""
NOT_YOURS: Final = 403
TOO_LARGE: Final = 413
TOO_MANY: Final = 429
UNREADABLE: Final = 422
_NAME: Final = re.compile(r"[a-z0-9-]{8,40}")


@dataclass(frozen=True, slots=True)
class Take:
    """A photo that was taken, and the frames that are read with it, as their files' bytes."""

    photo: bytes
    frames: tuple[bytes, ...] = ()


@dataclass(slots=True)
class _Film:
    name: str
    secret: str = field(default_factory=new_token)  # its name to the reader: a visitor may choose any
    frames: dict[int, bytes] = field(default_factory=dict)
    photo: bytes | None = None
    count: int = 0
    busy: bool = False


class Takes:
    """The films of all browsers, one of each; any thread may call."""

    def __init__(self) -> None:
        """Keep none yet."""
        self._films: OrderedDict[str, _Film] = OrderedDict()
        self._lock = Lock()

    def begin(self, owner: str, name: str) -> tuple[_Film, int] | None:
        """A browser's film and the number of its next frame; None while its last one is looked at."""
        with self._lock:
            film = self._films.get(owner)
            if film is None or film.name != name:
                film = self._films[owner] = _Film(name)
            self._films.move_to_end(owner)
            while len(self._films) > MOST:
                self._films.popitem(last=False)
            if film.busy:
                return None
            film.busy, film.count = True, film.count + 1
            return film, film.count

    def take(self, owner: str, name: str) -> Take | None:
        """The photo of a browser's film, which is then forgotten; None if there is none."""
        with self._lock:
            film = self._films.get(owner)
            if film is None or film.name != name or film.photo is None:
                return None
            del self._films[owner]
            return Take(film.photo, tuple(film.frames.values()))


@Once
def takes() -> Takes:
    """The films of all visitors."""
    return Takes()


def routes() -> list[BaseRoute]:
    """The route that the viewfinder's pictures come to."""
    return [Route(f"{PATH}/{{film}}", _Looking().answer, methods=["POST"])]


class _Looking:
    """Answers each picture with what the viewfinder says of it; as many at a time as there are cores."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(cores())

    async def answer(self, request: Request) -> Response:
        """Look at a frame; a ``photo`` is kept, one taken by itself (``alone``) only if it passes."""
        owner, name = browser.of(request.scope), str(request.path_params["film"])
        kind = request.query_params.get("is", "frame")
        if owner is None or not _NAME.fullmatch(name):
            return PlainTextResponse("Not a page of this browser.\n", NOT_YOURS)
        data = await _body(request, LARGEST_FRAME if kind == "frame" else LARGEST_PHOTO)
        if data is None:
            return PlainTextResponse("Too large, or too slow.\n", TOO_LARGE)
        begun = takes().begin(owner, name)
        if begun is None:
            return PlainTextResponse("One picture at a time.\n", TOO_MANY)
        film, number = begun
        chosen = request.query_params.get("set", "")
        tile_set = sets.path_of(chosen) if chosen in sets.names() else None
        try:
            async with self._turns:
                return JSONResponse(await run_in_threadpool(_looked, film, number, data, kind, tile_set))
        except UnreadableError as error:
            return PlainTextResponse(f"{error}\n", UNREADABLE)
        finally:
            film.busy = False


def _looked(film: _Film, number: int, data: bytes, kind: str, tile_set: Path | None) -> Json:
    """What is said of a picture; a photo says whether it is taken."""
    reader, called = recognition.reader(), film.secret
    if kind == "frame":
        answer = reader.frame(called, number, data, tile_set)
        frames = film.frames | {number: data}
        film.frames = {at: frames[at] for at in answer.kept if at in frames}
        return answer.aim
    if kind == "alone" and not reader.passes(called, data, tile_set):
        return {"taken": False}
    film.photo = data
    return {"taken": True}


async def _body(request: Request, largest: int) -> bytes | None:
    """A request's body; None if it is too large or comes too slowly."""
    data = bytearray()
    try:
        async with asyncio.timeout(LONGEST_S):
            async for part in request.stream():
                data += part
                if len(data) > largest:
                    return None
    except TimeoutError:
        return None
    return bytes(data)
