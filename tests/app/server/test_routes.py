from __future__ import annotations

import asyncio
import io
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import PurePosixPath
from posixpath import normpath
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from PIL import Image
from starlette.applications import Starlette

from yakulens.app.server import browser, install, kept_files, routes
from yakulens.app.server.crowd import Crowd
from yakulens.app.words import i18n

if TYPE_CHECKING:
    from collections.abc import MutableMapping


class Answer(NamedTuple):
    """What the server answered."""

    said: dict[str, str]
    body: bytes
    status: int

    @property
    def cookie(self) -> str:
        """What the browser is to keep as a cookie; empty for nothing."""
        return self.said.get("set-cookie", "")

    def token(self) -> str:
        """The name that the browser was given."""
        match = re.match(rf"(?:__Host-)?{browser.COOKIE}=([^;]*)", self.cookie)
        assert match is not None
        return match[1]


def get(path: str, scheme: str = "http", crowd: Crowd | None = None, **headers: str) -> Answer:
    """Ask for a path, as a browser does."""
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "scheme": scheme,
        "path": path,
        "query_string": b"",
        "server": ("testserver", 80),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }
    # In a thread of its own: a browser test of the same process keeps a loop running in this one.
    with ThreadPoolExecutor(1) as aside:
        app = Starlette(routes=routes.page_routes(crowd or Crowd()))
        aside.submit(asyncio.run, app(scope, receive, send)).result()
    said = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(said, b"".join(each.get("body", b"") for each in sent), sent[0]["status"])


def test_a_browser_gets_a_name_and_keeps_it() -> None:
    token = get("/").token()
    assert browser.is_token(token)
    assert get("/table", cookie=f"{browser.COOKIE}={token}").token() == token
    assert get("/").token() != token


def test_a_name_that_nobody_gave_is_replaced() -> None:
    assert browser.is_token(get("/", cookie=f"{browser.COOKIE}=../me").token())


def test_no_script_and_no_other_site_can_have_the_name() -> None:
    said = get("/").cookie
    assert "HttpOnly" in said
    assert "SameSite=lax" in said
    assert "Secure" not in said


def test_over_https_the_name_is_never_sent_in_the_clear() -> None:
    cookie = get("/", scheme="https").cookie
    assert cookie.startswith(f"__Host-{browser.COOKIE}=")
    assert {"Secure", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


def test_over_https_the_name_of_this_very_host_counts_and_one_of_a_neighbour_beside_it_does_not() -> None:
    ours, neighbours = browser.new_token(), browser.new_token()
    line = f"a=1; {browser.COOKIE}={neighbours}; {browser.SECURE_COOKIE}={ours}; b=2"
    secure = {"type": "http", "scheme": "https", "headers": [(b"cookie", line.encode()), (b"accept", b"*/*")]}
    seen = browser.under_one_name(secure)
    assert browser.of(seen) == browser.key(ours)
    assert seen["headers"] == [
        (b"cookie", f"a=1; {browser.COOKIE}={ours}; b=2".encode()),
        (b"accept", b"*/*"),
    ]
    assert browser.of(browser.under_one_name({**secure, "scheme": "http"})) == browser.key(neighbours)


@pytest.mark.parametrize("scheme", ["https", "wss"])
def test_over_https_nobody_comes_under_a_name_that_a_neighbour_or_a_listener_planted(scheme: str) -> None:
    planted = f"{browser.COOKIE}={browser.new_token()}; {browser.COOKIE}={browser.new_token()}"
    for line in (planted, f"a=1; {planted}", planted.split(";", maxsplit=1)[0]):
        scope = {"type": "http", "scheme": scheme, "headers": [(b"cookie", line.encode())]}
        assert browser.of(browser.under_one_name(scope)) is None


def test_where_no_further_page_may_be_opened_the_frame_says_so_in_the_browsers_language() -> None:
    full = Crowd(1)
    full.enter("somebody", "elsewhere", lambda: None)
    answer = get("/", crowd=full, accept_language="ja")
    assert answer.status == routes.CROWDED
    assert answer.body.decode().strip() == i18n.text("ja", "crowd.too_many")


def test_every_page_has_the_frame_with_the_manifest() -> None:
    for view in ("", "table", "history", "dispute"):
        assert install.MANIFEST.encode() in get(f"/{view}").body


def test_the_manifest_names_icons_that_are_there_in_the_size_it_says() -> None:
    manifest = json.loads(get(f"/{install.MANIFEST}", accept_language="ja").body)
    assert manifest["lang"] == "ja"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        picture = Image.open(io.BytesIO(get(icon["src"].removeprefix(".")).body))
        assert "x".join(map(str, picture.size)) == icon["sizes"]


def test_every_script_and_style_is_kept_by_the_browser_and_found_by_the_others() -> None:
    for name, held in kept_files.contents().items():
        answer = get(f"/{kept_files.folder()}/{name}")
        assert answer.body == held
        assert "immutable" in answer.said["cache-control"]
        for other in re.findall(r'(?:from |import\(|URL\()"(\.\.?/[^"]+)"', held.decode()):
            assert normpath(PurePosixPath(name).parent / other) in kept_files.contents(), f"{name}: {other}"


def test_the_frame_has_the_browser_fetch_the_desk_before_it_is_drawn_and_the_sheet_at_once() -> None:
    frame = get("/").body.decode()
    assert all(f"{kept_files.folder()}/{name}" in frame for name in kept_files.contents())
    ours = [frame.index(f"{kept_files.folder()}/{name}") for name in (kept_files.PIECES, kept_files.SHEET)]
    assert frame.index("</head>") < ours[0] < ours[1], "ours comes after Streamlit's own, and the page's last"
    for script in (kept_files.DESK, kept_files.DRAWN):
        assert script in kept_files.contents()
        assert f"{kept_files.folder()}/{script}" in kept_files.entrance(script)
