"""Routes of the page: its frame, which sets the browser's cookie, its cached files, and its install files.

Where no further page may be opened, the frame says so instead.
"""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path, PurePosixPath
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from streamlit import file_util

from yakulens.app.server import browser, install, kept_files
from yakulens.app.server.crowd import Crowd
from yakulens.app.words import i18n

VIEWS: Final = Path(__file__).resolve().parents[1] / "page" / "views"
"""The pages: each one's name is its address, and Streamlit answers all with the same frame."""
MEDIA_TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".png": "image/png"}
ICON_CACHING: Final = "max-age=86400"
CROWDED: Final = 503
RETRY_S: Final = "30"


def page_routes(crowd: Crowd) -> list[BaseRoute]:
    """The routes that are answered before Streamlit."""
    frame = partial(_frame, crowd)
    names = ("", *(view.stem for view in VIEWS.glob("[!_]*.py")))
    pages = [Route(f"/{name}", frame, methods=["GET"]) for name in names]
    icons = [_file(f"/{icon.file}", partial(install.draw, icon), ICON_CACHING) for icon in install.ICONS]
    files = kept_files.contents()
    kept = [
        _file(f"/{kept_files.folder()}/{name}", partial(files.__getitem__, name), kept_files.FOR_EVER)
        for name in files
    ]
    install_file = Route(f"/{install.MANIFEST}", manifest, methods=["GET"])
    return [*pages, install_file, *icons, *kept]


@cache
def frame_text() -> str:
    """The page's frame: Streamlit's, with our links."""
    text = Path(file_util.get_static_dir(), "index.html").read_text(encoding="utf-8")
    text = text.replace("</head>", f"{install.HEAD}{kept_files.head()}</head>", 1)
    return text.replace("</body>", f"{kept_files.foot()}</body>", 1)


async def _frame(crowd: Crowd, request: Request) -> Response:
    """The page's frame; a browser without a name gets one, and each visit renews it."""
    reason = crowd.refusal(browser.visitor_of(request.scope), browser.address_of(request.scope))
    if reason is not None:
        language = i18n.choose(request.headers.get("accept-language", "").split(",")[0])
        text = i18n.text(language, f"crowd.{reason}")
        return PlainTextResponse(f"{text}\n", CROWDED, {"Retry-After": RETRY_S, "Cache-Control": "no-store"})
    token = request.cookies.get(browser.COOKIE)
    if not browser.is_token(token):
        token = browser.new_token()
    response = HTMLResponse(frame_text(), headers={"Cache-Control": "no-cache"})
    secure = request.url.scheme == "https"
    response.set_cookie(
        browser.SECURE_COOKIE if secure else browser.COOKIE,
        token,
        max_age=browser.KEPT_SECONDS,
        httponly=True,
        samesite="lax",
        secure=secure,
    )
    return response


async def manifest(request: Request) -> Response:
    """The web app manifest in the browser's language."""
    accepted = request.headers.get("accept-language")
    return JSONResponse(install.manifest(accepted), media_type="application/manifest+json")


def _file(path: str, content: Callable[[], bytes], caching: str) -> Route:
    """A file at a path; its name determines its type."""

    async def file(_: Request) -> Response:
        kind = MEDIA_TYPES[PurePosixPath(path).suffix]
        return Response(content(), media_type=kind, headers={"Cache-Control": caching})

    return Route(path, file, methods=["GET"])
