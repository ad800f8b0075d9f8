"""Serves the built page on this machine, with the headers that let a browser use several threads."""

from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from yakulens.app.pocket.build import POLICY
from yakulens.app.pocket.on_its_way import KINDS
from yakulens.app.server.gate import Hosts, refusal
from yakulens.app.server.headers import OF_ALL

HEADERS: Final = {
    **OF_ALL,
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "Cache-Control": "no-cache",
}


class Files(SimpleHTTPRequestHandler):
    """Serves the files of one folder with our headers, to this machine's own names; it logs no requests."""

    timeout = 20.0  # seconds for a request's head, and between two requests
    server_version, sys_version = "Yakulens", ""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | KINDS

    def send_head(self) -> Any:  # noqa: ANN401 - a file, as the standard library opens it
        """Start to answer with a file; an impossible path is not found, and no other name is served."""
        if refusal(Hosts.of("127.0.0.1"), self.headers.get("Host"), None, websocket=False) is not None:
            self.send_error(HTTPStatus.FORBIDDEN)
            return None
        try:
            return super().send_head()
        except ValueError:
            self.send_error(HTTPStatus.NOT_FOUND)
            return None

    def list_directory(self, _: object) -> None:
        """No folder's content is told."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        """Send our headers too."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def handle(self) -> None:
        """Answer one visitor, who may disconnect early."""
        with suppress(ConnectionError):
            super().handle()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of the built folder for this machine only, ready to run; port 0 means any free port."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Files, directory=str(folder)))
