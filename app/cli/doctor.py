"""`yakulens doctor`: check this installation for problems, and say what to send with a report."""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from typing import Final

from yakulens.app.cli.checks import Finding, carefully, machine, program, training
from yakulens.app.cli.frame import Parser, add_options, emit, emit_json, refuse
from yakulens.app.server.headers import is_origin

_MARK: Final = {"well": "ok", "doubtful": "?", "wrong": "WRONG"}
_EVERYWHERE: Final = ("127.0.0.1", "0.0.0.0", "::", "::1")  # noqa: S104 - compared, not bound
"""Addresses at which a page answers this machine as localhost."""
_REPORT: Final = (
    "When you report a problem, send these lines, the output of `yakulens read PHOTO`, and the photo if you "
    "may share it. YAKULENS_DEBUG=1 before a command shows where it failed."
)

EXAMPLE = """
yakulens doctor
yakulens doctor --address 0.0.0.0 --cert c.pem --key k.pem
yakulens doctor --server --port 8501
yakulens doctor --server https://club.example
"""


def arguments(parser: Parser) -> None:
    """Add the options."""
    parser.description = (
        "Check the versions, the models' files, a reading of bundled photos and its speed, the disk, the "
        "stored data and who may read it, the address and the certificate. The exit code is 1 if something "
        "is wrong, else 0. Changes nothing and sends nothing, except that --server asks the page named "
        "there, or without an address the one that runs on this machine at --address and --port."
    )
    parser.add_argument(
        "--address", default="127.0.0.1", metavar="IP", help="the address that the page will use"
    )
    parser.add_argument("--port", type=int, default=8501, metavar="N", help="its port (default: 8501)")
    options = {
        "--cert FILE": "a certificate (PEM) to check",
        "--key FILE": "its private key (PEM)",
        "--json": "print JSON",
    }
    add_options(parser, options)
    parser.add_argument(
        "--server",
        nargs="?",
        const="",
        metavar="URL",
        help="the address of a running page, to check as others reach it: open files, https, camera, "
        "headers, names, time (default: the page on this machine)",
    )


def run(args: argparse.Namespace) -> int:
    """Check everything; 1 if something is wrong."""
    if (args.cert is None) != (args.key is None):
        refuse("--cert and --key go together: give both or neither")
    if args.server and not is_origin(args.server.rstrip("/")):
        refuse(f"--server {args.server}: give the page's address alone, such as https://club.example")
    findings = []
    for finding in _findings(args):
        findings.append(finding)
        if not args.json:
            emit(f"{_MARK[finding.state]:>5}  {finding.about}: {finding.detail}")
    states = {finding.state for finding in findings}
    worst = next((state for state in ("wrong", "doubtful") if state in states), "well")
    if args.json:
        rows = [asdict(finding) for finding in findings]
        emit_json({"state": worst, "findings": rows, "report": _REPORT}, indent=2)
    else:
        emit(f"\n{_REPORT}")
    return 1 if worst == "wrong" else 0


def _findings(args: argparse.Namespace) -> Iterator[Finding]:
    checks: dict[str, Callable[[], Iterator[Finding]]] = {
        "versions": program.versions,
        "environment": program.python,
        "models": program.networks,
        "self-test": program.reading,
        "training": training.ready,
        "data folder": machine.data,
        "address": partial(machine.address, args.address, args.port),
    }
    if args.cert is not None:
        checks["certificate"] = partial(machine.certificate, args.cert, args.key)
    if args.server is not None:
        from yakulens.app.cli.checks import server  # noqa: PLC0415 - needs the parts of the page, `yakulens[app]`

        checks |= {"descriptors": server.limits, "page": partial(server.page, _page(args))}
    for about, check in checks.items():
        yield from carefully(about, check)


def _page(args: argparse.Namespace) -> str:
    """The address of the page to ask: the one given, else that of a page on this machine."""
    if args.server:
        return str(args.server).rstrip("/")
    host = "localhost" if args.address in _EVERYWHERE else args.address
    scheme = "https" if args.cert is not None else "http"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{args.port}"
