"""The viewfinder's frames: each is looked at as it comes, and those of the hand are kept for its photo.

A page that may use the camera posts its frames to `PATH`, one after the other: the next leaves once the
answer to the last has come. The photo comes the same way. The page then takes it, with the frames that were
read with it, by the film's name (`Takes.take`). Nobody but the browser that sent them can have them.
"""

import asyncio
import re
from collections import Counter, OrderedDict
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
from yakulens.app.server.draws import Draws, Urgency
from yakulens.app.store import sets
from yakulens.app.store.once import Once
from yakulens.vision.cores import cores

PATH: Final = "/viewfinder"
LARGEST_FRAME: Final = 2 << 20
LARGEST_PHOTO: Final = 32 << 20
"""Bytes of one frame, and of the photo."""
MOST_BYTES: Final = 256 << 20
"""Bytes of all films' pictures, with those on their way."""
FILM_BYTES: Final = 1 << 20
"""A film counts as so many bytes more, though it has no picture yet."""
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


@dataclass(slots=True, eq=False)
class _Film:
    name: str
    address: str  # where its pictures come from
    secret: str = field(default_factory=new_token)  # its name to the reader: a visitor may choose any
    frames: dict[int, bytes] = field(default_factory=dict)
    photo: bytes | None = None
    count: int = 0
    busy: bool = False
    coming: bytearray = field(default_factory=bytearray)  # what has come of the picture on its way
    let_go: bool = False

    @property
    def bytes(self) -> int:
        """What it counts as."""
        pictures = (*self.frames.values(), self.photo or b"")
        return FILM_BYTES + len(self.coming) + sum(map(len, pictures))


class Takes:
    """The films of all browsers, one of each; any thread may call.

    Where they are too large together, the oldest film of the address goes that has the most bytes: one who
    gives themselves many names takes nobody else's.
    """

    def __init__(self) -> None:
        """Keep none yet."""
        self._films: OrderedDict[str, _Film] = OrderedDict()
        self._left: dict[str, _Film] = {}  # films that were left while a picture of theirs was on its way
        self._lock = Lock()

    def begin(self, owner: str, name: str, address: str) -> tuple[_Film, int] | None:
        """A browser's film and the number of its next frame; None while its last one is looked at."""
        with self._lock:
            film = self._films.get(owner)
            if film is None or film.name != name:
                if film is not None and film.busy:
                    if owner in self._left:
                        return None
                    film.let_go, self._left[owner] = True, film
                film = self._films[owner] = _Film(name, address)
            self._films.move_to_end(owner)
            if film.busy:
                return None
            film.busy, film.count = True, film.count + 1
        self.make_room()
        return film, film.count

    def make_room(self) -> None:
        """Let films go, with what has come of their pictures, where all are too large together."""
        with self._lock:
            held: Counter[str] = Counter()
            for each in (*self._films.values(), *self._left.values()):
                held[each.address] += each.bytes
            while held.total() > MOST_BYTES and self._films:
                owner = max(self._films, key=lambda who: held[self._films[who].address])
                gone = self._films.pop(owner)
                gone.let_go = True
                held[gone.address] -= gone.bytes
                gone.coming.clear()

    def ended(self, film: _Film) -> None:
        """A film's picture has been answered."""
        with self._lock:
            film.busy, film.coming = False, bytearray()
            self._left = {who: each for who, each in self._left.items() if each is not film}

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
        self._turns = Draws(cores())

    async def answer(self, request: Request) -> Response:
        """Look at a frame; a ``photo`` is kept, one taken by itself (``alone``) only if it passes."""
        owner, name = browser.of(request.scope), str(request.path_params["film"])
        kind = request.query_params.get("is", "frame")
        if owner is None or not _NAME.fullmatch(name):
            return PlainTextResponse("Not a page of this browser.\n", NOT_YOURS)
        address = browser.address_of(request.scope)
        begun = takes().begin(owner, name, address)
        if begun is None:
            return PlainTextResponse("One picture at a time.\n", TOO_MANY)
        film, number = begun
        try:
            if not await _came(request, LARGEST_FRAME if kind == "frame" else LARGEST_PHOTO, film):
                return PlainTextResponse("Too large, or too slow.\n", TOO_LARGE)
            await self._turns.begin(address, owner, Urgency.TAP)
            try:
                if film.let_go:
                    return PlainTextResponse("Too many pictures at present.\n", TOO_MANY)
                data = bytes(film.coming)
                return JSONResponse(await run_in_threadpool(_looked, film, number, data, kind, _set(request)))
            finally:
                self._turns.end()
        except UnreadableError as error:
            return PlainTextResponse(f"{error}\n", UNREADABLE)
        finally:
            takes().ended(film)


def _set(request: Request) -> Path | None:
    """The tile set that the page has chosen."""
    chosen = request.query_params.get("set", "")
    return sets.path_of(chosen) if chosen in sets.names() else None


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


async def _came(request: Request, largest: int, film: _Film) -> bool:
    """Whether a picture of a film came: it is not too large or too slow, and found room."""
    try:
        async with asyncio.timeout(LONGEST_S):
            async for part in request.stream():
                film.coming += part
                takes().make_room()
                if len(film.coming) > largest or film.let_go:
                    return False
    except TimeoutError:
        return False
    return True
