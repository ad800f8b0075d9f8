"""Starts the page's server: Streamlit's application behind our guards, on uvicorn with our bounds."""

import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import streamlit as st
import uvicorn
from starlette.middleware import Middleware
from starlette.routing import BaseRoute
from streamlit.web.bootstrap import load_config_options

from yakulens.app.server import connections, headers
from yakulens.app.server.channel import Channel
from yakulens.app.server.crowd import RESERVED, Crowd, most_pages, raised_limit
from yakulens.app.server.gate import Gate, Hosts
from yakulens.app.server.messages import LARGEST
from yakulens.app.server.pictures import Pictures
from yakulens.app.server.routes import frame_text, page_routes
from yakulens.app.server.sessions import KEPT_S, Sessions
from yakulens.app.server.uploads import Uploads

BACKLOG: Final = 2048
GRACE_S: Final = 5
"""Seconds that requests have to end in when the server is stopped."""


@dataclass(frozen=True, slots=True)
class Serving:
    """How the page is served.

    Attributes:
        address: that the server listens at.
        port: that it listens at.
        hosts: names under which it is asked for.
        cert: the file of its certificate for https; None for http.
        key: the file of the certificate's key.
        embedders: origins whose pages may show it in a frame.
        options: of Streamlit's.
        routes: answered before the page's own, such as the viewfinder's.
    """

    address: str
    port: int
    hosts: Hosts
    cert: str | None = None
    key: str | None = None
    embedders: Iterable[str] = ()
    options: dict[str, Any] = field(default_factory=dict)
    routes: Sequence[BaseRoute] = ()


def serve(main: Path, serving: Serving) -> None:
    """Serve a page's script until interrupted."""
    descriptors = raised_limit()
    connections.allow(descriptors - RESERVED // 2)
    sessions, crowd = Sessions(), Crowd(most_pages(descriptors))
    guards = [
        Middleware(Gate, hosts=serving.hosts, served_as=serving.options.get("browser.serverAddress", "")),
        Middleware(Channel, sessions=sessions, crowd=crowd),
        Middleware(Uploads, sessions=sessions),
        Middleware(Pictures),
    ]
    app = st.App(main, routes=[*serving.routes, *page_routes(crowd)], middleware=guards)
    # Now Streamlit knows the script, beside which it looks for its configuration.
    load_config_options(
        {
            **serving.options,
            "server.address": serving.address,
            "server.port": serving.port,
            "server.allowedHosts": [],  # the gate checks them
            "server.sslCertFile": serving.cert,
            "server.sslKeyFile": serving.key,
            "server.maxWidgetStateSize": 1,  # MB; the channel lets through less
            "server.disconnectedSessionTTL": int(KEPT_S),
        }
    )
    uvicorn.Server(_config(app, serving)).run(sockets=[_listening(serving.address, serving.port)])


def _config(app: st.App, serving: Serving) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=serving.address,
        port=serving.port,
        http=connections.Http,
        ws=connections.WebSocket,
        ws_max_size=LARGEST,
        ws_ping_interval=30,
        ws_ping_timeout=30,
        ws_per_message_deflate=False,
        ssl_certfile=serving.cert,
        ssl_keyfile=serving.key,
        headers=list(headers.of_page(frame_text(), serving.embedders).items()),
        server_header=False,
        access_log=False,
        use_colors=False,
        log_level="warning",
        timeout_graceful_shutdown=GRACE_S,
    )


def _listening(address: str, port: int) -> socket.socket:
    """A socket that listens; over IPv6 also for IPv4 where the address is every one."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    dual = family == socket.AF_INET6 and address == "::"
    listener = socket.create_server((address, port), family=family, backlog=BACKLOG, dualstack_ipv6=dual)
    listener.setblocking(False)  # noqa: FBT003 - its own way
    return listener
