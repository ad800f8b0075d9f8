"""`yakulens app`: serve the page on this machine."""

import argparse
import io
import os
import socket
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import segno

from yakulens.app.cli.checks.machine import bind_problem, pair_problem
from yakulens.app.cli.frame import Parser, add_options, note, refuse
from yakulens.app.readers.viewfinder import routes
from yakulens.app.server.gate import Hosts
from yakulens.app.server.headers import is_origin
from yakulens.app.server.launch import Serving, serve
from yakulens.app.server.network import EVERYWHERE, own_names, phone_url
from yakulens.app.server.sign_in import asked_under, checked
from yakulens.scorer.rules.offer import offer
from yakulens.scorer.rules.offered import OWN_RULES_VARIABLE

ADDRESS: Final = "127.0.0.1"
PORT: Final = 8501
HIGHEST_PORT: Final = 65535
STARTUP_TIMEOUT: Final = 30.0
"""Seconds within which the server must answer for the browser to open."""

MAIN: Final = Path(__file__).resolve().parents[1] / "main.py"
EXAMPLE = "yakulens app\nyakulens app --address 0.0.0.0 --no-browser\nyakulens app --rules club.toml"


def arguments(parser: Parser) -> None:
    """Add the options."""
    parser.add_argument(
        "--port", type=int, default=PORT, metavar="N", help=f"port to listen on (default: {PORT})"
    )
    address = f"address to listen on (default: {ADDRESS}, this machine only; 0.0.0.0: the whole network)"
    parser.add_argument("--address", default=ADDRESS, metavar="IP", help=address)
    options = {
        "--host NAME...": "another host name of the page, such as a reverse proxy's (repeatable); the server "
        "refuses requests for unknown names",
        "--embed ORIGIN...": "a site, such as https://club.example, whose pages may show this one in a frame "
        "(repeatable; default: none)",
        "--cert FILE": "serve over https with this certificate (PEM)",
        "--key FILE": "the certificate's private key (PEM)",
        "--sign-in FILE": "let visitors sign in with OpenID Connect, configured by this TOML file "
        "(see docs/serve.md)",
    }
    add_options(parser, options)
    rules = "your own rule sets, as TOML files; the page offers them first (see docs/house-rules.md)"
    parser.add_argument("--rules", nargs="+", default=[], metavar="FILE", help=rules)
    add_options(parser, {"--no-browser": "do not open a browser"})


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    port: int = args.port
    if not 0 < port <= HIGHEST_PORT:
        refuse(f"--port {port}: a port is a number from 1 to {HIGHEST_PORT}")
    secure = _check_certificate(args.cert, args.key)
    secrets = [] if args.sign_in is None else [checked(args.sign_in)]
    hosts = Hosts.of(args.address, (*own_names(args.address), *args.host))
    if args.sign_in is not None and not hosts.allows(name := asked_under(args.sign_in)):
        refuse(f"--sign-in {args.sign_in}: redirect_uri names {name}, which is not served; add --host {name}")
    _offer_rules(args.rules)
    for origin in args.embed:
        if not is_origin(origin):
            refuse(f"--embed {origin}: give an origin alone, such as https://club.example")
    if reason := bind_problem(args.address, 0):  # on any free port
        refuse(f"--address {args.address} cannot be used ({reason}); give an address of this machine")
    if reason := bind_problem(args.address, port):
        refuse(f"port {port} at {args.address} cannot be used ({reason}); try --port {port + 1}")
    host = "localhost" if args.address in {ADDRESS, *EVERYWHERE} else args.address
    url = f"http{'s' if secure else ''}://{host}:{port}"
    note(f"Yakulens is at {url} (Ctrl+C stops it)")
    phone = phone_url(args.address, port, secure=secure)
    if phone is not None and phone != url:
        note(f"Phones on the same network open {phone}")
        if sys.stderr.isatty():
            code = io.StringIO()  # half blocks, for a phone to read off the terminal
            segno.make(phone, error="l", micro=False).terminal(out=code, compact=True)
            note(code.getvalue())
    if not args.no_browser:
        threading.Thread(target=_open_browser, args=(args.address, port, url), daemon=True).start()
    return _serve(args, hosts, secrets)


def _serve(args: argparse.Namespace, hosts: Hosts, secrets: list[str]) -> int:
    """Run the server in this process, so that both stop together."""
    options: dict[str, Any] = {
        "server.headless": True,
        "secrets.files": secrets,  # no other file on this machine configures sign-in
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": False,
        "client.toolbarMode": "minimal",
        "client.showErrorDetails": "none",
    }
    if args.host:
        # The page then knows that a request from this machine may come through a proxy (`server.visitor`).
        options["browser.serverAddress"] = args.host[0]
    serving = Serving(
        args.address, args.port, hosts, args.cert, args.key, tuple(args.embed), options, routes()
    )
    with suppress(KeyboardInterrupt):
        serve(MAIN, serving)
    return 0


def _offer_rules(files: list[str]) -> None:
    """Have the page offer these rule files in addition to those of the environment."""
    configured = [file for file in os.environ.get(OWN_RULES_VARIABLE, "").split(os.pathsep) if file]
    offer((*configured, *files))


def _check_certificate(cert: str | None, key: str | None) -> bool:
    """Whether to serve over https."""
    if cert is None and key is None:
        return False
    if cert is None or key is None:
        refuse("--cert and --key go together: give both for https, neither for http")
    if reason := pair_problem(cert, key):
        refuse(f"--cert {cert} with --key {key} cannot be used ({reason})")
    return True


def _open_browser(address: str, port: int, url: str) -> None:
    """Open the browser as soon as the server answers."""
    end = time.monotonic() + STARTUP_TIMEOUT
    while time.monotonic() < end:
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex((address, port)) == 0:
                webbrowser.open(url)
                return
        time.sleep(0.2)
