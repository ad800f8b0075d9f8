"""The page's frame, with the browser's name as a cookie, the files it keeps, and what installs the page."""

from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route
from streamlit import file_util

from yakulens.app.web import browser, install, kept_files

VIEWS: Final = Path(__file__).resolve().parents[1] / "views"
"""The page's pages: each has its name for an address, and Streamlit answers all with the same frame."""


def offered() -> list[BaseRoute]:
    """What is answered before Streamlit is asked."""
    names = ("", *(view.stem for view in VIEWS.glob("[!_]*.py")))
    pages = [Route(f"/{name}", frame, methods=["GET"]) for name in names]
    icons = [Route(f"/{icon.file}", _drawn(icon), methods=["GET"]) for icon in install.ICONS]
    kept = [
        Route(f"/{kept_files.folder()}/{name}", _kept(name), methods=["GET"])
        for name in kept_files.contents()
    ]
    return [*pages, Route(f"/{install.MANIFEST}", manifest, methods=["GET"]), *icons, *kept]


@cache
def _frame() -> str:
    """Streamlit's frame of a page with our links."""
    frame = Path(file_util.get_static_dir(), "index.html").read_text(encoding="utf-8")
    frame = frame.replace("</head>", f"{install.HEAD}{kept_files.head()}</head>", 1)
    return frame.replace("</body>", f"{kept_files.foot()}</body>", 1)


async def frame(request: Request) -> Response:
    """The page's frame; a browser without a name gets one, and keeps it for as long as it comes back."""
    held = request.cookies.get(browser.COOKIE)
    token = held if held is not None and browser.is_token(held) else browser.new_token()
    answer = HTMLResponse(_frame(), headers={"Cache-Control": "no-cache"})
    answer.set_cookie(
        browser.COOKIE,
        token,
        max_age=browser.KEPT_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return answer


async def manifest(request: Request) -> Response:
    """The web app manifest in the browser's language."""
    spoken = request.headers.get("accept-language")
    return JSONResponse(install.manifest(spoken), media_type="application/manifest+json")


def _drawn(icon: install.Icon) -> Callable[[Request], Awaitable[Response]]:
    async def drawn(_: Request) -> Response:
        return Response(
            install.draw(icon), media_type="image/png", headers={"Cache-Control": "max-age=86400"}
        )

    return drawn


def _kept(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def kept(_: Request) -> Response:
        kind = kept_files.KINDS[Path(name).suffix]
        headers = {"Cache-Control": kept_files.FOR_EVER}
        return Response(kept_files.contents()[name], media_type=kind, headers=headers)

    return kept
