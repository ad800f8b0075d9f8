"""A browser's frames are looked at one by one, and its photo comes with the frames of the same hand."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from starlette.applications import Starlette

from yakulens.app.readers import recognition, viewfinder
from yakulens.app.readers.photo_reader import FrameAnswer, UnreadableError
from yakulens.app.readers.viewfinder import FILM_BYTES, LARGEST_FRAME, MOST_BYTES, PATH, Take, Takes, takes
from yakulens.app.server import browser

if TYPE_CHECKING:
    from collections.abc import Iterator, MutableMapping

ANN, BO = browser.new_token(), browser.new_token()
FILM = "film-0001"


class Reader:
    """Keeps the last two frames; a picture of `BAD` cannot be read, and a still must begin with "sharp"."""

    BAD = b"bad"

    def __init__(self) -> None:
        self.films: set[str] = set()

    def frame(self, film: str, number: int, data: bytes, _: object) -> FrameAnswer:
        self.films.add(film)
        if data == self.BAD:
            key = "problem.no_photo"
            raise UnreadableError(key, "bad")
        return FrameAnswer({"reason": "", "number": number}, (number - 1, number))

    def passes(self, film: str, data: bytes, _: object) -> bool:
        assert film in self.films
        return data.startswith(b"sharp")


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    made = Reader()
    monkeypatch.setattr(recognition, "reader", lambda: made)
    takes.clear()
    yield made
    takes.clear()


class Answer(NamedTuple):
    status: int
    body: bytes

    def json(self) -> Any:  # noqa: ANN401 - any JSON
        return json.loads(self.body)


class Client:
    """A browser that posts pictures."""

    def __init__(self) -> None:
        self.app = Starlette(routes=viewfinder.routes())

    def post(self, data: bytes, kind: str = "frame", token: str | None = ANN, film: str = FILM) -> Answer:
        cookie = [] if token is None else [(b"cookie", f"{browser.COOKIE}={token}".encode())]
        scope = {
            "type": "http",
            "method": "POST",
            "path": f"{PATH}/{film}",
            "query_string": f"is={kind}".encode(),
            "headers": cookie,
        }
        sent: list[MutableMapping[str, Any]] = []

        async def receive() -> MutableMapping[str, Any]:
            return {"type": "http.request", "body": data}

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        # In a thread of its own: a browser test of the same process keeps a loop running in this one.
        with ThreadPoolExecutor(1) as aside:
            aside.submit(asyncio.run, self.app(scope, receive, send)).result()
        return Answer(sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:]))


@pytest.fixture
def client(reader: Reader) -> Client:
    assert reader
    return Client()


def test_a_photo_is_taken_with_the_frames_that_are_read_with_it_and_once(client: Client) -> None:
    assert [client.post(data).json()["number"] for data in (b"one", b"two", b"three")] == [1, 2, 3]
    assert client.post(b"photo", "photo").json() == {"taken": True}
    ann = browser.key(ANN)
    assert takes().take(ann, "another-film") is None
    assert takes().take(ann, FILM) == Take(b"photo", (b"two", b"three"))
    assert takes().take(ann, FILM) is None


def test_a_photo_that_nobody_asked_for_is_taken_only_if_it_passes(client: Client) -> None:
    client.post(b"one")
    assert client.post(b"blurred", "alone").json() == {"taken": False}
    assert takes().take(browser.key(ANN), FILM) is None
    assert client.post(b"sharp", "alone").json() == {"taken": True}


def test_nobody_has_anothers_film_though_they_name_it(client: Client, reader: Reader) -> None:
    client.post(b"one")
    client.post(b"photo", "photo")
    client.post(b"hers", token=BO)
    assert len(reader.films) == 2, "two films of one name are two to the reader"
    assert takes().take(browser.key(BO), FILM) is None
    assert takes().take(browser.key(ANN), FILM) is not None


@pytest.mark.parametrize(
    ("data", "token", "film", "status"),
    [
        (b"one", None, FILM, 403),
        (b"one", ANN, "no", 403),
        (b"x" * (LARGEST_FRAME + 1), ANN, FILM, 413),
        (Reader.BAD, ANN, FILM, 422),
    ],
    ids=("a visitor without a key", "a film without a name", "a frame too large", "no picture"),
)
def test_what_cannot_be_looked_at_is_refused(
    client: Client, data: bytes, token: str | None, film: str, status: int
) -> None:
    assert client.post(data, token=token, film=film).status == status
    assert client.post(b"two").status == 200, "the next one is looked at"


def test_one_picture_of_a_browser_is_looked_at_at_a_time() -> None:
    kept = Takes()
    begun = kept.begin("ann", FILM, "here")
    assert begun is not None
    assert kept.begin("ann", FILM, "here") is None
    assert kept.begin("ann", "film-0002", "here") is not None
    assert begun[0].let_go
    assert kept.begin("ann", "film-0003", "here") is None, "two pictures of hers are on their way"
    kept.ended(begun[0])
    assert kept.begin("ann", "film-0003", "here") is not None


def test_one_who_gives_themselves_many_names_takes_nobody_elses_photo() -> None:
    kept = Takes()
    begun = kept.begin("ann", FILM, "here")
    assert begun is not None
    begun[0].busy, begun[0].photo = False, b"photo"
    films = []
    for number in range(2 * MOST_BYTES // FILM_BYTES):
        other = kept.begin(f"name {number}", FILM, "there")
        assert other is not None
        films.append(other[0])
        other[0].coming += bytes(10 * FILM_BYTES)
        kept.make_room()
    assert sum(film.bytes for film in films if not film.let_go) <= MOST_BYTES
    assert not films[-1].let_go, "of one address the oldest goes"
    assert kept.take("ann", FILM) == Take(b"photo")
